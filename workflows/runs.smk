# run, collect: from problems to the tables of runs, curves and timings.

def problem_of(wildcards):
    return f"{RESULTS}/problems/{BATCHES[wildcards.batch]['data']}.npz"


def file_of(wildcards):
    return BATCHES[wildcards.batch]["file"]


def runs_of(wildcards):
    return json.dumps(BATCHES[wildcards.batch]["runs"])


def sources_of(wildcards):
    return sources({run["algorithm"] for run in BATCHES[wildcards.batch]["runs"].values()})


def batches(timed):
    return "|".join(re.escape(b) for b, c in BATCHES.items() if c["timed"] == timed) or "none"


rule run:
    input:
        problem=problem_of,
        sources=sources_of,
    output:
        f"{RESULTS}/runs/{{batch}}.json",
    params:
        file=file_of,
        runs=runs_of,  # a changed run is run again
        budget=json.dumps(config["budget"]),
        seed=config["seed"],
    log:
        f"{RESULTS}/logs/run-{{batch}}.log",
    wildcard_constraints:
        batch=batches(timed=False),
    shell:
        "python -m workflows.execute --runs {params.file} --batch {wildcards.batch}"
        " --problem {input.problem} --budget '{params.budget}' --seed {params.seed}"
        " --output {output} 2>&1 | tee {log}"


# Timed runs have the machine to themselves.
use rule run as run_timed with:
    threads: workflow.cores
    wildcard_constraints:
        batch=batches(timed=True),


rule collect:
    input:
        expand(f"{RESULTS}/runs/{{batch}}.json", batch=BATCHES),
    output:
        runs=f"{RESULTS}/runs.csv",
        curves=f"{RESULTS}/curves.csv",
        timings=f"{RESULTS}/timings.csv",
    log:
        f"{RESULTS}/logs/collect.log",
    shell:
        "python -m workflows.collect {input} --runs {output.runs} --curves {output.curves}"
        " --timings {output.timings} 2>&1 | tee {log}"
