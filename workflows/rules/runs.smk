# run, collect: from problems to the tables of runs, curves and timings.


rule run_batch:
    input:
        problem=problem_of,
        code=ancient(sources_of),
        checks=checks_of,
        rule_paths=rule_paths_of,
        classifier_paths=classifier_paths_of,
    output:
        f"{RESULTS}/runs/{{batch}}.json",
    log:
        f"{RESULTS}/logs/run-{{batch}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/run-{{batch}}.tsv"
    wildcard_constraints:
        batch=of_kind("plain"),
    priority: lambda wildcards: PRIORITIES[wildcards.batch]
    conda:
        "../../envs/environment.yaml"
    resources:
        mem_mb=4000,
        large=is_large,
    params:
        code=code_digest(sources_of),
        job=job_of,
        plan=PLAN_FILE,
    shell:
        'export MARGIN_VARIANTS="$(cat /dev/null {input.rule_paths:q})"; '
        'export MARGIN_CLASSIFIERS="$(cat /dev/null {input.classifier_paths:q})"; '
        "python -m workflows.commands.execute --plan {params.plan:q} --batch {wildcards.batch:q}"
        " --problem {input.problem:q} --checks {input.checks:q} --output {output:q} > {log:q} 2>&1"


# Timed runs have a core to themselves, as every job has. They share memory with other jobs; only one
# job at a time may use much (`large`). With N cores, `--set-threads run_timed=N` gives them the
# machine (docs/machines.md).
use rule run_batch as run_timed with:
    wildcard_constraints:
        batch=of_kind("timed"),


# Runs online learners side by side on one data set. The job's threads share the rows of kernels.
rule run_online:
    input:
        problem=problem_of,
        code=ancient(sources_of),
        checks=checks_of,
        rule_paths=rule_paths_of,
    output:
        f"{RESULTS}/runs/{{batch}}.json",
    log:
        f"{RESULTS}/logs/run-{{batch}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/run-{{batch}}.tsv"
    wildcard_constraints:
        batch=of_kind("online"),
    priority: lambda wildcards: PRIORITIES[wildcards.batch]
    conda:
        "../../envs/environment.yaml"
    threads: online_threads
    resources:
        mem_mb=online_memory,
        kernel_rows=kernel_rows,
    params:
        code=code_digest(sources_of),
        job=job_of,
        plan=PLAN_FILE,
    shell:
        'export MARGIN_VARIANTS="$(cat /dev/null {input.rule_paths:q})"; '
        "python -m workflows.commands.execute_online --plan {params.plan:q} --batch {wildcards.batch:q}"
        " --problem {input.problem:q} --threads {threads} --checks {input.checks:q}"
        " --output {output:q} > {log:q} 2>&1"


# Writes a partial report during the first call, in partial/report/.
rule partial_report:
    input:
        TABLE_FILES,
        code_of("workflows/commands/partial_report.py"),
        earlier=lambda wildcards: [
            f"{RESULTS}/partial/.{stage}" for stage in range(1, int(wildcards.stage))
        ],
        records=lambda wildcards: [
            f"{RESULTS}/runs/{batch}.json"
            for batch in STAGES[int(wildcards.stage) - 1]
        ],
        problems=lambda wildcards: sorted(
            {
                f"{RESULTS}/problems/{PLAN.batches[batch]['data']}.npz"
                for batch in STAGES[int(wildcards.stage) - 1]
            }
        ),
    output:
        touch(f"{RESULTS}/partial/.{{stage}}"),
    log:
        f"{RESULTS}/logs/partial_report-{{stage}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/partial_report-{{stage}}.tsv"
    wildcard_constraints:
        stage=r"\d+",
    priority: len(PLAN.batches) + len(PLAN.problems) + 1
    conda:
        "../../envs/environment.yaml"
    params:
        plan=PLAN_FILE,
        tables=config["tables"],
        folder=f"{RESULTS}/partial/report",
    shell:
        "python -m workflows.commands.partial_report {input.records:q} --problems {input.problems:q} --plan {params.plan:q}"
        " --tables {params.tables:q} --output {params.folder:q} > {log:q} 2>&1"


rule collect:
    input:
        code_of("workflows/commands/collect.py"),
        records=expand(f"{RESULTS}/runs/{{batch}}.json", batch=PLAN.batches),
    output:
        **{file.name: f"{RESULTS}/{file.name}.csv" for file in FILES},
    log:
        f"{RESULTS}/logs/collect.log",
    benchmark:
        f"{RESULTS}/benchmarks/collect.tsv"
    conda:
        "../../envs/environment.yaml"
    params:
        folder=lambda wildcards, output: os.path.dirname(output[0]),
        plan=PLAN_FILE,
        labels=digest_of(LABELS),  # read from the plan
    shell:
        "python -m workflows.commands.collect {input.records:q} --plan {params.plan:q}"
        " --output {params.folder:q} > {log:q} 2>&1"
