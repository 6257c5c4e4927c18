# Checks each of the user's variants before its runs. If the check fails, the runs are refused.


rule check_variant:
    input:
        code=ancient(checkers_of),
    output:
        check=f"{RESULTS}/variants/{{variant}}.json",
        path=f"{RESULTS}/variants/{{variant}}.txt",
    log:
        f"{RESULTS}/logs/check_variant-{{variant}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/check_variant-{{variant}}.tsv"
    wildcard_constraints:
        variant=one_of(PLAN.variant_files),
    priority: len(PLAN.batches) + len(PLAN.problems) + 2
    conda:
        "../../envs/environment.yaml"
    params:
        code=code_digest(checkers_of),
        file=lambda wildcards: PLAN.variant_files[wildcards.variant],
    shell:
        "python -m workflows.commands.check_variant {params.file:q} --output {output.check:q} --path {output.path:q}"
        " > {log:q} 2>&1"
