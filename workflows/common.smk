# What the rules ask about their inputs and parameters.

TABLE_FILES = [
    f"{workflow.basedir}/paper_tables/{table}.yaml" for table in config["tables"]
]

# Of the data sets that anything is run on.
DATA = sorted(
    {batch["data"] for batch in BATCHES.values()}
    | {problem["data"] for problem in OVERVIEW.values()}
)


def files_of(*patterns):
    """The files of the project that match, as inputs: what they make is made again when they change."""
    paths = (
        path for pattern in patterns for path in Path(workflow.basedir).glob(pattern)
    )
    return sorted(str(path) for path in paths if path.is_file())


def data_options(data_config):
    options = ["--store", data_config["store"]]
    if data_config["mirror"]:
        options += ["--mirror", data_config["mirror"]]
    return [*options, "--strict"] if data_config["strict"] else options


def makers_of(wildcards):
    """The files that read a data set in any of its ways, or that draw it; of one of the user's own
    the file itself too."""
    if wildcards.data in OWN:
        return [OWN[wildcards.data]["file"], f"{workflow.basedir}/data/own.py"]
    entry = data_set_entry(wildcards.data)
    if "generator" in entry:
        return [f"{workflow.basedir}/data/artificial.py"]
    loaders = [way["loader"] for way in (entry, entry.get("fallback")) if way]
    return sorted({file for loader in loaders for file in loader_sources(loader)})


def entry_of(wildcards):
    """What the config or the register says of a data set: when it changes, it is made again."""
    return json.dumps(OWN.get(wildcards.data) or data_set_entry(wildcards.data))


def prepare_options(wildcards):
    if wildcards.data in OWN:
        return own_options(OWN[wildcards.data])
    options = data_options(config["data"])
    drawn = "generator" in data_set_entry(wildcards.data)
    return [*options, "--seed", str(config["seed"])] if drawn else options


def own_options(entry):
    options = ["--file", entry["file"]]
    if config["data"]["strict"]:
        options.append("--strict")
    if "label" in entry:
        options += ["--label", str(entry["label"])]
    return (
        [*options, "--positive", *map(str, entry["positive"])]
        if "positive" in entry
        else options
    )


def problem_of(wildcards):
    return f"{RESULTS}/problems/{BATCHES[wildcards.batch]['data']}.npz"


def batch_of(wildcards):
    """The whole batch: when one of its runs changes, it is run again."""
    return json.dumps(BATCHES[wildcards.batch])


def sources_of(wildcards):
    """Of all algorithms of a batch; parameter grids are made from the exact maximum."""
    runs = BATCHES[wildcards.batch]["runs"].values()
    names = {run["algorithm"] for run in runs}
    if any(run.get("parameter_grid") for run in runs):
        names.add("MaximumMargin")
    return sources(names)


def batches(kind):
    """The batches of one kind, plain, timed or online, as a pattern."""
    names = [name for name, batch in BATCHES.items() if kind_of(batch) == kind]
    return "|".join(map(re.escape, names)) or "none"


def kind_of(batch):
    if "online" in batch:
        return "online"
    return "timed" if batch["timed"] else "plain"


def permutations_option(wildcards):
    limits = config["online"]["permutations"] or {}
    limit = limits.get(BATCHES[wildcards.batch]["data"])
    return f"--permutations {limit}" if limit else ""


def draws_option(wildcards):
    limit = config["draws"] if "draws" in BATCHES[wildcards.batch] else None
    return f"--draws {limit}" if limit else ""


def overview_data_of(wildcards):
    return f"{RESULTS}/problems/{OVERVIEW[wildcards.name]['data']}.npz"


def learner_option(wildcards):
    """Of the overview of a variant, which runs alone."""
    return f"--learner {wildcards.variant}" if "variant" in wildcards.keys() else ""


def overview_problem_of(wildcards):
    return json.dumps({"name": wildcards.name, **OVERVIEW[wildcards.name]})


def figure_caption(figure):
    """Of Snakemake's own report, in reStructuredText."""
    title, text, *_ = caption(figure)
    return in_rst(f"{title}. {text}")


def in_rst(text):
    return re.sub(r"([\\*_`|])", r"\\\1", plain(text))


# Of the tables, for Snakemake's own report.
TITLES = {
    f"{table.paper}-{table.name}": in_rst(table.title)
    for table in map(read_table, config["tables"])
}
