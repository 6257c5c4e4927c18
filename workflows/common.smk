# What the rules ask about their inputs and parameters.

TABLE_FILES = [
    f"{workflow.basedir}/paper_tables/{table}.yaml" for table in config["tables"]
]


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
    """The files that read a data set in any of its ways, or that draw it."""
    entry = data_set_entry(wildcards.data)
    if "generator" in entry:
        return [f"{workflow.basedir}/data/artificial.py"]
    loaders = [way["loader"] for way in (entry, entry.get("fallback")) if way]
    return sorted({file for loader in loaders for file in loader_sources(loader)})


def prepare_options(wildcards):
    options = data_options(config["data"])
    drawn = "generator" in data_set_entry(wildcards.data)
    return [*options, "--seed", str(config["seed"])] if drawn else options


def problem_of(wildcards):
    return f"{RESULTS}/problems/{BATCHES[wildcards.batch]['data']}.npz"


def file_of(wildcards):
    return BATCHES[wildcards.batch]["file"]


def runs_of(wildcards):
    return json.dumps(BATCHES[wildcards.batch])


def sources_of(wildcards):
    return sources(
        {run["algorithm"] for run in BATCHES[wildcards.batch]["runs"].values()}
    )


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


def figures_option(figures):
    return f"--figures {os.path.dirname(figures[0])}" if figures else ""
