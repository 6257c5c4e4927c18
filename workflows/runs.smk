# run, collect: from problems to the tables of runs, curves and timings.


rule run:
    input:
        problem=problem_of,
        sources=sources_of,
    output:
        f"{RESULTS}/runs/{{batch}}.json",
    log:
        f"{RESULTS}/logs/run-{{batch}}.log",
    wildcard_constraints:
        batch=batches(kind="plain"),
    conda:
        "../envs/environment.yaml"
    resources:
        mem_mb=4000,
    params:
        batch=batch_of,
        budget=json.dumps(config["budget"]),
        draws=draws_option,
        seed=config["seed"],
    shell:
        "python -m workflows.execute --batch {params.batch:q}"
        " --problem {input.problem} --budget {params.budget:q} {params.draws}"
        " --seed {params.seed} --output {output} 2>&1 | tee {log}"


# Timed runs have the machine to themselves.
use rule run as run_timed with:
    wildcard_constraints:
        batch=batches(kind="timed"),
    threads: workflow.cores


# Side by side on one data set; the job's threads share the work.
rule run_online:
    input:
        problem=problem_of,
        sources=sources_of,
    output:
        f"{RESULTS}/runs/{{batch}}.json",
    log:
        f"{RESULTS}/logs/run-{{batch}}.log",
    wildcard_constraints:
        batch=batches(kind="online"),
    conda:
        "../envs/environment.yaml"
    threads: workflow.cores
    resources:
        mem_mb=int(1024 * config["online"]["kernel_memory"]) + 2000,
    params:
        batch=batch_of,
        permutations=permutations_option,
        draws=draws_option,
        memory=config["online"]["kernel_memory"],
        seed=config["seed"],
    shell:
        "python -m workflows.execute_online --batch {params.batch:q}"
        " --problem {input.problem} {params.permutations} {params.draws}"
        " --memory {params.memory}"
        " --seed {params.seed} --threads {threads} --output {output} 2>&1 | tee {log}"


rule collect:
    input:
        expand(f"{RESULTS}/runs/{{batch}}.json", batch=BATCHES),
    output:
        runs=f"{RESULTS}/runs.csv",
        curves=f"{RESULTS}/curves.csv",
        timings=f"{RESULTS}/timings.csv",
        online=f"{RESULTS}/online.csv",
        distributions=f"{RESULTS}/distributions.csv",
        draws=f"{RESULTS}/draws.csv",
    log:
        f"{RESULTS}/logs/collect.log",
    conda:
        "../envs/environment.yaml"
    shell:
        "python -m workflows.collect {input} --runs {output.runs} --curves {output.curves}"
        " --timings {output.timings} --online {output.online}"
        " --distributions {output.distributions} --draws {output.draws} 2>&1 | tee {log}"
