# Compares the runs with the papers, and draws the figures and tables.


# Figures, tables and report are made from these files.
RUN_FILES = list(rules.collect.output)
ANALYSIS_FILES = [
    *rules.theory.output,
    *rules.rates.output,
    *rules.overview.output,
    *rules.claimed_rates.output,
    *rules.separability.output,
    *([f"{RESULTS}/alma_beside_river.csv"] if config["alma_beside_river"] else []),
]
VERDICT_FILES = [
    f"{RESULTS}/claims.csv",
    f"{RESULTS}/evidence.csv",
    f"{RESULTS}/statements.csv",
    f"{RESULTS}/readings.csv",
    f"{RESULTS}/time_ratios.csv",
]
RESULT_FILES = [*VERDICT_FILES, *RUN_FILES, *ANALYSIS_FILES, f"{RESULTS}/jobs.csv"]


rule compare:
    input:
        TABLE_FILES,
        code_of("workflows/commands/compare.py"),
        files_of("paper_tables/*/readings.yaml"),
        runs=rules.collect.output.runs,
        timings=rules.collect.output.timings,
        online=rules.collect.output.online,
        draws=rules.collect.output.draws,
    output:
        claims=f"{RESULTS}/claims.csv",
        evidence=f"{RESULTS}/evidence.csv",
        statements=f"{RESULTS}/statements.csv",
        readings=f"{RESULTS}/readings.csv",
        ratios=f"{RESULTS}/time_ratios.csv",
    log:
        f"{RESULTS}/logs/compare.log",
    benchmark:
        f"{RESULTS}/benchmarks/compare.tsv"
    conda:
        "../../envs/environment.yaml"
    params:
        tables=config["tables"],
    shell:
        "python -m workflows.commands.compare --runs {input.runs:q} --timings {input.timings:q}"
        " --online {input.online:q} --draws {input.draws:q}"
        " --tables {params.tables:q} --claims {output.claims:q} --evidence {output.evidence:q}"
        " --statements {output.statements:q} --readings {output.readings:q} --ratios {output.ratios:q} > {log:q} 2>&1"


rule figure:
    input:
        code_of("figures/*.py", "analyses/*/*figure.py"),
        files_of(
            "paper_tables/*/*.yaml",
            "data/register.yaml",
            "analyses/*/measured.csv",
            "analyses/*/growth.csv",
        ),
        files=[*RUN_FILES, *ANALYSIS_FILES],
    output:
        report(
            f"{RESULTS}/figures/{{figure}}.svg",
            caption="../report/captions/figure.rst",
            category="Figures",
            labels={"figure": "{figure}"},
        ),
        multiext(f"{RESULTS}/figures/{{figure}}", "-narrow.svg", ".pdf", ".png", ".csv"),
    log:
        f"{RESULTS}/logs/figure-{{figure}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/figure-{{figure}}.tsv"
    wildcard_constraints:
        figure="[a-z0-9_]+",
    conda:
        "../../envs/environment.yaml"
    params:
        results=lambda wildcards, input: os.path.dirname(input.files[0]),
        stem=lambda wildcards, output: os.path.splitext(output[0])[0],
        caption=lambda wildcards: figure_caption(wildcards.figure),
    shell:
        "python -m figures {wildcards.figure:q} --results {params.results:q} --output {params.stem:q} --narrow"
        " > {log:q} 2>&1"


# The jobs of this config in jobs.csv. The folder of benchmarks can hold files of other configs, too.
JOB_NAMES = [
    *expand("prepare-{name}", name=PLAN.data_sets),
    *expand("check_variant-{name}", name=PLAN.variant_files),
    *expand("run-{name}", name=PLAN.batches),
    *expand("overview-{name}", name=OVERVIEW_RECORDS),
    *expand("separability-{name}", name=PLAN.separability),
    *expand("figure-{name}", name=PLAN.figures),
    "theory_first_epochs",
    "theory",
    "rates",
    "claimed_rates",
    "overview",
    "separability",
    "collect",
    "compare",
    *(["alma_beside_river"] if config["alma_beside_river"] else []),
]


# Sums up where the time went, in all jobs before the tables and the report.
rule jobs:
    input:
        code_of("analyses/jobs/compute.py"),
        rules.compare.output,
        expand(f"{RESULTS}/figures/{{figure}}.svg", figure=PLAN.figures),
        runs=rules.collect.input.records,
        overview=[*rules.overview.input.records, *rules.overview.input.of_variants],
    output:
        f"{RESULTS}/jobs.csv",
    log:
        f"{RESULTS}/logs/jobs.log",
    conda:
        "../../envs/environment.yaml"
    params:
        benchmarks=f"{RESULTS}/benchmarks",
        jobs=JOB_NAMES,
    shell:
        "python -m analyses.jobs.compute --benchmarks {params.benchmarks:q} --jobs {params.jobs:q} --runs {input.runs:q}"
        " --overview {input.overview:q} --output {output:q} > {log:q} 2>&1"


rule render:
    input:
        TABLE_FILES,
        code_of("workflows/commands/render.py", "analyses/*/table.py"),
        files_of(
            "workflows/report/templates/table.*",
            "analyses/*/README.md",
            "analyses/*/measured.csv",
            "analyses/*/measured.json",
            "analyses/*/growth.csv",
            "analyses/*/growth.json",
            "paper_tables/*/paper.yaml",
            "paper_tables/*/readings.yaml",
            "data/register.yaml",
            "config/overview.yaml",
        ),
        files=RESULT_FILES,
    output:
        report(
            directory(f"{RESULTS}/tables"),
            patterns=["{table}.csv"],
            caption="../report/captions/tables.rst",
            category="Tables",
            labels={"table": "{table}"},
        ),
    log:
        f"{RESULTS}/logs/render.log",
    benchmark:
        f"{RESULTS}/benchmarks/render.tsv"
    conda:
        "../../envs/environment.yaml"
    params:
        tables=config["tables"],
        titles=TITLES,
    shell:
        "python -m workflows.commands.render --tables {params.tables:q} --files {input.files:q} --output {output:q} > {log:q} 2>&1"
