# fetch, verify, prepare: from a data set's files to one verified problem.


rule prepare:
    input:
        loader_of,
    output:
        f"{RESULTS}/problems/{{data}}.npz",
    log:
        f"{RESULTS}/logs/prepare-{{data}}.log",
    conda:
        "../envs/environment.yaml"
    params:
        entry=lambda wildcards: json.dumps(data_set_entry(wildcards.data)),
        store=config["data"]["store"],
        mirror=(
            f"--mirror {config['data']['mirror']}" if config["data"]["mirror"] else ""
        ),
        strict="--strict" if config["data"]["strict"] else "",
    shell:
        "python -m data prepare {wildcards.data} --output {output} --store {params.store}"
        " {params.mirror} {params.strict} 2>&1 | tee {log}"
