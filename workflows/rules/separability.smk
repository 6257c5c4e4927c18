# Decides whether a hyperplane separates the classes of each data set. Answers are files in separability/.

SEPARABILITY_CODE = code_of(
    "analyses/separability/compute.py", "algorithms/maxmargin/separable/*.py"
)
SECONDS = config["budget"]["max_seconds"]


rule separability_of:
    input:
        code=ancient(SEPARABILITY_CODE),
        problem=f"{RESULTS}/problems/{{data}}.npz",
    output:
        directory(f"{RESULTS}/separability/{{data}}"),
    log:
        f"{RESULTS}/logs/separability-{{data}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/separability-{{data}}.tsv"
    wildcard_constraints:
        data=one_of(PLAN.separability),
    conda:
        "../../envs/environment.yaml"
    resources:
        mem_mb=4000,
    params:
        code=code_digest(SEPARABILITY_CODE),
        questions=lambda wildcards: PLAN.separability[wildcards.data],
        limit=f"--max-seconds {SECONDS}" if SECONDS else "",
    shell:
        "python -m analyses.separability.compute {input.problem:q} --questions {params.questions:q}"
        " {params.limit} --output {output:q} > {log:q} 2>&1"


rule separability:
    input:
        code_of("analyses/separability/collect.py"),
        folders=expand(f"{RESULTS}/separability/{{data}}", data=PLAN.separability),
    output:
        f"{RESULTS}/separability.csv",
        f"{RESULTS}/separability_images.csv",
    log:
        f"{RESULTS}/logs/separability.log",
    benchmark:
        f"{RESULTS}/benchmarks/separability.tsv"
    conda:
        "../../envs/environment.yaml"
    params:
        folder=lambda wildcards, output: os.path.dirname(output[0]),
    shell:
        "python -m analyses.separability.collect {input.folders:q} --output {params.folder:q} > {log:q} 2>&1"
