# The overview: every learner on every problem, each problem's alone on the machine.


rule overview_problem:
    input:
        files_of("config/overview.yaml", "workflows/overview.py"),
        all_sources(),
        problem=overview_data_of,
    output:
        f"{RESULTS}/overview/{{name}}.json",
    log:
        f"{RESULTS}/logs/overview-{{name}}.log",
    wildcard_constraints:
        name="|".join(map(re.escape, OVERVIEW)) or "none",
    conda:
        "../envs/environment.yaml"
    threads: workflow.cores
    params:
        seconds=config["overview"]["seconds"],
        seed=config["seed"],
    shell:
        "python -m workflows.overview --name {wildcards.name} --problem {input.problem}"
        " --seconds {params.seconds} --seed {params.seed} --output {output} 2>&1 | tee {log}"


rule overview:
    input:
        files_of("workflows/collect_overview.py"),
        records=expand(f"{RESULTS}/overview/{{name}}.json", name=OVERVIEW),
    output:
        overview=f"{RESULTS}/overview.csv",
        timings=f"{RESULTS}/overview_timings.csv",
    log:
        f"{RESULTS}/logs/overview.log",
    conda:
        "../envs/environment.yaml"
    shell:
        "python -m workflows.collect_overview {input.records} --overview {output.overview}"
        " --timings {output.timings} 2>&1 | tee {log}"
