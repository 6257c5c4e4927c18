# compare, render: from the tables of runs to claims, figures and the pages that show them.

TABLE_FILES = [f"{workflow.basedir}/paper_tables/{table}.yaml" for table in config["tables"]]


rule compare:
    input:
        TABLE_FILES,
        runs=rules.collect.output.runs,
        timings=rules.collect.output.timings,
    output:
        claims=f"{RESULTS}/claims.csv",
        ratios=f"{RESULTS}/time_ratios.csv",
    params:
        tables=config["tables"],
    log:
        f"{RESULTS}/logs/compare.log",
    shell:
        "python -m workflows.compare --runs {input.runs} --timings {input.timings}"
        " --tables {params.tables} --claims {output.claims} --ratios {output.ratios}"
        " 2>&1 | tee {log}"


rule figure:
    input:
        runs=rules.collect.output.runs,
        curves=rules.collect.output.curves,
    output:
        multiext(f"{RESULTS}/figures/{{figure}}", ".svg", ".pdf", ".png"),
    params:
        stem=f"{RESULTS}/figures/{{figure}}",
    log:
        f"{RESULTS}/logs/figure-{{figure}}.log",
    shell:
        "python -m figures {wildcards.figure} --runs {input.runs} --curves {input.curves}"
        " --output {params.stem} 2>&1 | tee {log}"


rule render:
    input:
        TABLE_FILES,
        expand(f"{RESULTS}/figures/{{figure}}.svg", figure=config["figures"]),
        claims=rules.compare.output.claims,
        ratios=rules.compare.output.ratios,
        runs=rules.collect.output.runs,
    output:
        directory(f"{RESULTS}/tables"),
    params:
        tables=config["tables"],
        figures=f"{RESULTS}/figures",
    log:
        f"{RESULTS}/logs/render.log",
    shell:
        "python -m workflows.render --claims {input.claims} --ratios {input.ratios}"
        " --runs {input.runs} --tables {params.tables} --figures {params.figures}"
        " --output {output} 2>&1 | tee {log}"
