# Compares public implementations of ALMA with the paper's definition.

ALMA_CODE = code_of("analyses/alma_beside_river/compute.py") + sources(
    {"ALMA", "RiverALMA"}
)


rule alma_beside_river:
    input:
        code=ancient(ALMA_CODE),
        # Both need no download; the second one is sparse.
        problems=expand(
            f"{RESULTS}/problems/{{data}}.npz",
            data=["alma-artificial-s3-e000", "mushroom"],
        ),
    output:
        f"{RESULTS}/alma_beside_river.csv",
    log:
        f"{RESULTS}/logs/alma_beside_river.log",
    benchmark:
        f"{RESULTS}/benchmarks/alma_beside_river.tsv"
    conda:
        "../../envs/environment.yaml"
    params:
        code=code_digest(ALMA_CODE),
    shell:
        "python -m analyses.alma_beside_river.compute {input.problems:q} --output {output:q} > {log:q} 2>&1"
