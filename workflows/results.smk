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
        multiext(f"{RESULTS}/figures/{{figure}}", ".svg", ".pdf", ".png"),
    log:
        f"{RESULTS}/logs/figure-{{figure}}.log",
    conda:
        "../envs/environment.yaml"
    params:
        stem=lambda wildcards, output: os.path.splitext(output[0])[0],
    shell:
        "python -m figures {wildcards.figure} --runs {input.runs} --timings {input.timings}"
        " --curves {input.curves} --online {input.online}"
        " --distributions {input.distributions} --draws {input.draws}"
        " --theory {input.theory} --rate_points {input.rate_points}"
        " --overview {input.overview} --overview_timings {input.overview_timings}"
        " --output {params.stem} 2>&1 | tee {log}"


rule render:
    input:
        TABLE_FILES,
        files_of("paper_tables/*.py", "workflows/render.py", "workflows/templates/*"),
        figures=expand(f"{RESULTS}/figures/{{figure}}.svg", figure=config["figures"]),
        claims=rules.compare.output.claims,
        ratios=rules.compare.output.ratios,
        runs=rules.collect.output.runs,
        online=rules.collect.output.online,
        draws=rules.collect.output.draws,
        theory=rules.theory.output,
        rates=rules.rates.output.rates,
        overview=rules.overview.output.overview,
        overview_timings=rules.overview.output.timings,
        appendix=APPENDIX,
    output:
        directory(f"{RESULTS}/tables"),
    log:
        f"{RESULTS}/logs/render.log",
    conda:
        "../envs/environment.yaml"
    params:
        tables=config["tables"],
        figures=lambda wildcards, input: figures_option(input.figures),
        appendix=f"--appendix {APPENDIX[0]}" if APPENDIX else "",
    shell:
        "python -m workflows.render --claims {input.claims} --ratios {input.ratios}"
        " --runs {input.runs} --online {input.online} --draws {input.draws}"
        " --theory {input.theory} --rates {input.rates}"
        " --overview {input.overview} --overview-timings {input.overview_timings}"
        " --tables {params.tables} {params.figures}"
        " {params.appendix} --output {output} 2>&1 | tee {log}"
