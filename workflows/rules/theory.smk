# Checks every run against the theorems, and measures how updates grow with accuracy.

from analyses.theory.first_epoch_sets import SEVERAL_CLASSES, TWO_CLASSES

FIRST_EPOCHS = [
    name
    for name in [*TWO_CLASSES, *SEVERAL_CLASSES]
    if name in {batch["data"] for batch in PLAN.batches.values()}
]

FIRST_EPOCHS_CODE = (
    code_of("analyses/theory/first_epochs.py")
    + files_of("algorithms/maxmargin/bounds/*.py", "algorithms/maxmargin/theorems/*.py")
    + sources({"ALMA", "AMIRA", "MIRA", "MaximumMargin", "MulticlassAMIRA"})
)


rule theory_first_epochs:
    input:
        code=ancient(FIRST_EPOCHS_CODE),
        problems=expand(f"{RESULTS}/problems/{{data}}.npz", data=FIRST_EPOCHS),
    output:
        f"{RESULTS}/theory_first_epochs.csv",
    log:
        f"{RESULTS}/logs/theory_first_epochs.log",
    benchmark:
        f"{RESULTS}/benchmarks/theory_first_epochs.tsv"
    conda:
        "../../envs/environment.yaml"
    params:
        code=code_digest(FIRST_EPOCHS_CODE),
    shell:
        "python -m analyses.theory.first_epochs {input.problems:q} --output {output:q}"
        " > {log:q} 2>&1"


rule theory:
    input:
        code_of("analyses/theory/compute.py"),
        files_of("paper_tables/*/paper.yaml", "data/register.yaml"),
        files_of(
            "algorithms/maxmargin/bounds/*.py",
            "algorithms/maxmargin/theorems/*.py",
            "algorithms/maxmargin/rules/*.py",
        ),
        runs=rules.collect.output.runs,
        first_epochs=rules.theory_first_epochs.output,
    output:
        f"{RESULTS}/theory.csv",
    log:
        f"{RESULTS}/logs/theory.log",
    benchmark:
        f"{RESULTS}/benchmarks/theory.tsv"
    conda:
        "../../envs/environment.yaml"
    shell:
        "python -m analyses.theory.compute --runs {input.runs:q} --first-epochs {input.first_epochs:q}"
        " --output {output:q} > {log:q} 2>&1"


rule rates:
    input:
        code_of("analyses/rates/compute.py"),
        files_of("algorithms/maxmargin/rules/*.py"),
        runs=rules.collect.output.runs,
    output:
        rates=f"{RESULTS}/rates.csv",
        points=f"{RESULTS}/rate_points.csv",
    log:
        f"{RESULTS}/logs/rates.log",
    benchmark:
        f"{RESULTS}/benchmarks/rates.tsv"
    conda:
        "../../envs/environment.yaml"
    shell:
        "python -m analyses.rates.compute --runs {input.runs:q} --rates {output.rates:q}"
        " --points {output.points:q} > {log:q} 2>&1"
