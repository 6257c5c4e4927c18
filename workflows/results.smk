# compare, render: from the tables of runs to claims, figures and the pages that show them.


rule compare:
    input:
        TABLE_FILES,
        files_of("paper_tables/*.py", "workflows/compare.py"),
        runs=rules.collect.output.runs,
        timings=rules.collect.output.timings,
        online=rules.collect.output.online,
        draws=rules.collect.output.draws,
    output:
        claims=f"{RESULTS}/claims.csv",
        ratios=f"{RESULTS}/time_ratios.csv",
    log:
        f"{RESULTS}/logs/compare.log",
    conda:
        "../envs/environment.yaml"
    params:
        tables=config["tables"],
    shell:
        "python -m workflows.compare --runs {input.runs} --timings {input.timings}"
        " --online {input.online} --draws {input.draws}"
        " --tables {params.tables} --claims {output.claims} --ratios {output.ratios} 2>&1 | tee {log}"


rule figure:
    input:
        files_of("figures/*.py", "paper_tables/*/*.yaml", "data/register.yaml"),
        runs=rules.collect.output.runs,
        timings=rules.collect.output.timings,
        curves=rules.collect.output.curves,
        online=rules.collect.output.online,
        distributions=rules.collect.output.distributions,
        draws=rules.collect.output.draws,
        theory=rules.theory.output,
        rate_points=rules.rates.output.points,
        overview=rules.overview.output.overview,
        overview_timings=rules.overview.output.timings,
    output:
        report(
            f"{RESULTS}/figures/{{figure}}.svg",
            caption="templates/figure.rst",
            category="Figures",
            labels={"figure": "{figure}"},
        ),
        multiext(f"{RESULTS}/figures/{{figure}}", ".pdf", ".png", ".csv"),
    log:
        f"{RESULTS}/logs/figure-{{figure}}.log",
    conda:
        "../envs/environment.yaml"
    params:
        stem=lambda wildcards, output: os.path.splitext(output[0])[0],
        caption=lambda wildcards: figure_caption(wildcards.figure),
    shell:
        "python -m figures {wildcards.figure} --runs {input.runs} --timings {input.timings}"
        " --curves {input.curves} --online {input.online}"
        " --distributions {input.distributions} --draws {input.draws}"
        " --theory {input.theory} --rate_points {input.rate_points}"
        " --overview {input.overview} --overview_timings {input.overview_timings}"
        " --output {params.stem} 2>&1 | tee {log}"


# What tables and report are both made of.
RESULT_FILES = {
    "claims": rules.compare.output.claims,
    "ratios": rules.compare.output.ratios,
    "runs": rules.collect.output.runs,
    "timings": rules.collect.output.timings,
    "online": rules.collect.output.online,
    "draws": rules.collect.output.draws,
    "theory": rules.theory.output,
    "rates": rules.rates.output.rates,
    "overview": rules.overview.output.overview,
    "overview_timings": rules.overview.output.timings,
    "appendix": [f"{RESULTS}/appendix_alma.csv"] if config["appendix"] else [],
}


rule render:
    input:
        TABLE_FILES,
        files_of(
            "paper_tables/*.py", "workflows/render.py", "workflows/result_files.py"
        ),
        files_of("workflows/templates/*"),
        **RESULT_FILES,
    output:
        report(
            directory(f"{RESULTS}/tables"),
            patterns=["{table}.csv"],
            caption="templates/tables.rst",
            category="Tables",
            labels={"table": "{table}"},
        ),
    log:
        f"{RESULTS}/logs/render.log",
    conda:
        "../envs/environment.yaml"
    params:
        files=result_options,
        titles=TITLES,
    shell:
        "python -m workflows.render {params.files:q} --output {output} 2>&1 | tee {log}"
