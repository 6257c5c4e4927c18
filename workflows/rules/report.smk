# Writes the report, a folder of linked pages, and the record of its origin.


report: "../report/captions/workflow.rst"


rule provenance:
    input:
        code_of("workflows/provenance.py"),
        files_of("envs/requirements.*"),
        # The runs come first, so that the record is written on a machine that ran them.
        runs=rules.collect.output.runs,
        problems=expand(f"{RESULTS}/problems/{{data}}.npz", data=PLAN.data_sets),
    output:
        f"{RESULTS}/provenance.json",
    log:
        f"{RESULTS}/logs/provenance.log",
    benchmark:
        f"{RESULTS}/benchmarks/provenance.tsv"
    conda:
        "../../envs/environment.yaml"
    params:
        config=json.dumps(config),
        plan=PLAN_FILE,
    shell:
        "python -m workflows.provenance {input.problems:q} --plan {params.plan:q}"
        " --output {output:q} > {log:q} 2>&1"


rule report:
    input:
        TABLE_FILES,
        code_of(
            "workflows/commands/report.py",
            "workflows/report/*.py",
            "analyses/*/table.py",
            "figures/*.py",
        ),
        files_of(
            "workflows/report/*/*",
            "analyses/*/README.md",
            "analyses/*/measured.csv",
            "analyses/*/measured.json",
            "analyses/*/growth.csv",
            "analyses/*/growth.json",
            "paper_tables/*/*.yaml",
            "paper_tables/full_run*",
            "data/register.yaml",
            "config/overview.yaml",
        ),
        expand(
            f"{RESULTS}/figures/{{figure}}.{{kind}}",
            figure=PLAN.figures,
            kind=["pdf", "csv"],
        ),
        files=RESULT_FILES,
        figures=expand(f"{RESULTS}/figures/{{figure}}.svg", figure=PLAN.figures),
        rendered=rules.render.output,
        provenance=rules.provenance.output,
    output:
        directory(f"{RESULTS}/report"),
    log:
        f"{RESULTS}/logs/report.log",
    benchmark:
        f"{RESULTS}/benchmarks/report.tsv"
    conda:
        "../../envs/environment.yaml"
    params:
        tables=config["tables"],
    shell:
        "python -m workflows.commands.report --tables {params.tables:q} --files {input.files:q} --provenance {input.provenance:q}"
        " --rendered {input.rendered:q} --figures {input.figures:q} --output {output:q} > {log:q} 2>&1"


# Writes the verdicts for machines.
rule reviews:
    input:
        TABLE_FILES,
        code_of("workflows/reviews.py"),
        files_of("paper_tables/*/paper.yaml"),
        claims=rules.compare.output.claims,
        statements=rules.compare.output.statements,
        readings=rules.compare.output.readings,
    output:
        f"{RESULTS}/verdicts.jsonld",
    log:
        f"{RESULTS}/logs/reviews.log",
    benchmark:
        f"{RESULTS}/benchmarks/reviews.tsv"
    conda:
        "../../envs/environment.yaml"
    shell:
        "python -m workflows.reviews --claims {input.claims:q} --statements {input.statements:q}"
        " --readings {input.readings:q} --output {output:q} > {log:q} 2>&1"


# Writes the metadata with which archives such as Zenodo accept the folder of results unchanged.
rule crate:
    input:
        code_of("workflows/crate.py"),
        files_of("Snakefile"),
        rules.report.output,
        files=[
            *RESULT_FILES,
            *rules.reviews.output,
            *rules.theory_first_epochs.output,
        ],
        provenance=rules.provenance.output,
    output:
        metadata=f"{RESULTS}/ro-crate-metadata.json",
        workflow=f"{RESULTS}/Snakefile",
    log:
        f"{RESULTS}/logs/crate.log",
    benchmark:
        f"{RESULTS}/benchmarks/crate.tsv"
    conda:
        "../../envs/environment.yaml"
    shell:
        "python -m workflows.crate {input.files:q} --provenance {input.provenance:q}"
        " --output {output.metadata:q} > {log:q} 2>&1"


# Intermediate files that `all` also asks for, so that a damaged or deleted file is made again. Prepared
# data sets are left out: Snakemake would repeat all runs on a remade data set, which may take hours.
IN_BETWEEN = [
    *expand(f"{RESULTS}/overview/{{name}}.json", name=OVERVIEW_RECORDS),
    *expand(
        f"{RESULTS}/figures/{{figure}}{{ending}}",
        figure=PLAN.figures,
        ending=["-narrow.svg", ".pdf", ".png", ".csv"],
    ),
    *RESULT_FILES,
    *rules.reviews.output,
    *rules.theory_first_epochs.output,
    f"{RESULTS}/provenance.json",
    f"{RESULTS}/Snakefile",
]
