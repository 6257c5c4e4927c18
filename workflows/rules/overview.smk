# The overview runs every learner on every problem, with one core for each problem.

# The names of the overview's records, variants included.
OVERVIEW_RECORDS = [
    *PLAN.problems,
    *(f"{name}+{variant}" for name in PLAN.problems for variant in PLAN.variant_files),
]


rule overview_problem:
    input:
        files_of("config/overview.yaml"),
        code=ancient(overview_code_of),
        problem=overview_data_of,
    output:
        f"{RESULTS}/overview/{{name}}.json",
    log:
        f"{RESULTS}/logs/overview-{{name}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/overview-{{name}}.tsv"
    wildcard_constraints:
        name=one_of(PLAN.problems),
    priority: lambda wildcards: PROBLEM_PRIORITIES[wildcards.name]
    conda:
        "../../envs/environment.yaml"
    resources:
        mem_mb=4000,
        large=is_large,
    params:
        code=code_digest(overview_code_of),
        job=overview_job_of,
        plan=PLAN_FILE,
        rule_paths=rule_paths_of,
        classifier_paths=classifier_paths_of,
        learner=learner_options,
    shell:
        'export MARGIN_VARIANTS="$(cat /dev/null {params.rule_paths:q})"; '
        'export MARGIN_CLASSIFIERS="$(cat /dev/null {params.classifier_paths:q})"; '
        "python -m analyses.overview.compute --plan {params.plan:q} --name {wildcards.name:q}"
        " --problem {input.problem:q} {params.learner:q} --output {output:q} > {log:q} 2>&1"


# Each variant has its own job, so that trying a variant does not run the other learners again.
use rule overview_problem as overview_variant with:
    input:
        files_of("config/overview.yaml"),
        code=ancient(overview_code_of),
        check=f"{RESULTS}/variants/{{variant}}.json",
        path=f"{RESULTS}/variants/{{variant}}.txt",
        problem=overview_data_of,
    output:
        f"{RESULTS}/overview/{{name}}+{{variant}}.json",
    log:
        f"{RESULTS}/logs/overview-{{name}}+{{variant}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/overview-{{name}}+{{variant}}.tsv"
    wildcard_constraints:
        name=one_of(PLAN.problems),
        variant=one_of(PLAN.variant_files),


rule overview:
    input:
        code_of("analyses/overview/collect.py"),
        records=expand(f"{RESULTS}/overview/{{name}}.json", name=PLAN.problems),
        of_variants=expand(
            f"{RESULTS}/overview/{{name}}+{{variant}}.json",
            name=PLAN.problems,
            variant=PLAN.variant_files,
        ),
    output:
        overview=f"{RESULTS}/overview.csv",
        timings=f"{RESULTS}/overview_timings.csv",
        choices=f"{RESULTS}/choices.csv",
    log:
        f"{RESULTS}/logs/overview.log",
    benchmark:
        f"{RESULTS}/benchmarks/overview.tsv"
    conda:
        "../../envs/environment.yaml"
    shell:
        "python -m analyses.overview.collect {input.records:q} {input.of_variants:q}"
        " --overview {output.overview:q} --timings {output.timings:q} --choices {output.choices:q} > {log:q} 2>&1"


rule claimed_rates:
    input:
        code_of("analyses/claimed_rates/compute.py"),
        files_of("analyses/claimed_rates/claims.yaml"),
        overview=rules.overview.output.overview,
    output:
        f"{RESULTS}/claimed_rates.csv",
    log:
        f"{RESULTS}/logs/claimed_rates.log",
    benchmark:
        f"{RESULTS}/benchmarks/claimed_rates.tsv"
    conda:
        "../../envs/environment.yaml"
    shell:
        "python -m analyses.claimed_rates.compute --overview {input.overview:q} --output {output:q}"
        " > {log:q} 2>&1"
