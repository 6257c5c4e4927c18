# Fetches and verifies the files of each data set and prepares its problem.


rule prepare:
    input:
        own=own_file_of,
        code=ancient(makers_of),
    output:
        f"{RESULTS}/problems/{{data}}.npz",
    log:
        f"{RESULTS}/logs/prepare-{{data}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/prepare-{{data}}.tsv"
    priority: lambda wildcards: DATA_PRIORITIES.get(wildcards.data, 0)
    conda:
        "../../envs/environment.yaml"
    resources:
        mem_mb=4000,
    params:
        code=code_digest(makers_of),
        entry=entry_of,
        options=prepare_options,
    shell:
        "python -m data prepare {wildcards.data:q} --output {output:q} {params.options:q}"
        " > {log:q} 2>&1"
