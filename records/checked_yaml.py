"""Reads YAML files and checks them against a schema."""

import re
from math import inf, isfinite

import yaml

from data.schemas import first_fault
from data.spelling import hint, nearest
from data.yaml_files import UnclearError, read_yaml
from records.errors import RecordError

# The types of JSON, in words.
KINDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "keys and values",
    "string": "a text",
}
BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "above",
    "exclusiveMaximum": "below",
}
UNQUOTED = "without quotation marks"
THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})")  # 1,000 is either 1000 or 1
LARGEST = 2.0**64  # of whole numbers that a hint writes out


def read_checked(path, schema, error=RecordError):
    """Return the content of a YAML file after checking it against a JSON schema.

    Parameters
    ----------
    path : str or Path
        The YAML file.
    schema : str or Path
        The file of the JSON schema.
    error : type
        The exception class to raise. Its message names the file and the key at fault.

    Raises
    ------
    error
        If the file is not YAML or does not match the schema.
    """
    content = read(path, error)
    check(content, schema, path, error)
    return content


def read(path, error=RecordError):
    """Return the content of a YAML file. Raise `error`, which names the file and the line."""
    try:
        return read_yaml(path)
    except UnclearError as fault:
        raise error(f"{path}, {fault}.") from None
    except (yaml.YAMLError, ValueError) as fault:  # a ValueError is of a date that does not exist
        raise error(f"{path}: cannot be read as YAML: {' '.join(str(fault).split())}.") from None


def check_clear(paths, error=RecordError):
    """Raise `error` if one of these files has a key twice, or a number such as 010 or 1:30.

    Snakemake has read the files, as YAML or JSON, and would not say so.
    """
    for path in paths:
        try:
            read_yaml(path)
        except UnclearError as fault:
            raise error(f"{path}, {fault}.") from None
        except yaml.YAMLError:  # JSON with tabs
            continue


def check(content, schema, source, error=RecordError, hint_on_texts=""):
    """Check content against a schema file.

    `source` is the name of the content's file; the message of `error` begins with it.
    `hint_on_texts` ends the message on a text in the place of a number, a truth value or null.
    """
    if surprise := _not_in_json(content, "the top level"):
        raise error(f"{source}: at {surprise}.")
    fault = first_fault(content, schema)
    if fault is None:
        return
    where = ".".join(map(str, fault.absolute_path)) or "the top level"
    if fault.validator == "additionalProperties":
        known = list(fault.schema.get("properties", {}))
        unknown = sorted(set(fault.instance) - set(known))[0]
        raise error(f"{source}: unknown key {unknown!r} at {where}; {hint(unknown, known)}")
    sentence = f"{source}: at {where}: {_described(fault)}."
    is_text = sentence.endswith(f"{UNQUOTED}.")
    raise error(f"{sentence} {hint_on_texts}" if is_text and hint_on_texts else sentence)


def _described(fault):
    """Describe what is wrong with a value and what would be right, in YAML's words."""
    value, wanted = fault.instance, fault.validator_value
    match fault.validator:
        case "type":
            types = [wanted] if isinstance(wanted, str) else wanted
            given = f"{_in_yaml(value)} is given instead of {' or '.join(map(KINDS.get, types))}"
            return _with(given, _how_to_write(value, types, fault.schema))
        case "enum":
            known = f"{_in_yaml(value)} is not one of {', '.join(map(_in_yaml, wanted))}"
            texts = [one for one in wanted if isinstance(one, str)]
            near = nearest(value, texts) if isinstance(value, str) else []
            return _with(known, f"perhaps {near[0]!r} is meant" if near else "")
        case "required":
            missing = next(key for key in wanted if key not in value)
            return f"the key {missing!r} is missing"
        case "minItems" | "minLength" if wanted == 1:
            return f"{_in_yaml(value)} is empty: write at least one entry, or leave out the key"
        case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" as bound:
            nothing = ", nor null" if "null" in fault.schema.get("type", ()) else ""
            return f"{_in_yaml(value)} is not {BOUNDS[bound]} {_in_yaml(wanted)}{nothing}"
        case "pattern":
            return _with(f"{_in_yaml(value)} is not right", fault.schema.get("description", ""))
    return fault.message


def _with(text, hint):
    return f"{text}: {hint}" if hint else text


def _in_yaml(value):
    """Return a value as YAML writes it; a text has quotation marks."""
    if isinstance(value, str):
        return repr(value)
    return yaml.safe_dump(value, default_flow_style=True, width=inf).removesuffix("...\n").strip()


def _not_in_json(content, where):
    """Describe the first value or key that JSON does not have; return None without one.

    The schema library accepts these values without an error.
    """
    if isinstance(content, float) and not isfinite(content):
        return f"{where}: {content} is not a finite number"
    if isinstance(content, dict):
        for key, value in content.items():
            if value is None and type(key) in (int, float):
                return f"{where}: a comma begins an entry, here {key}: write numbers with a point"
            if not isinstance(key, str):
                return (
                    f"{where}: YAML reads the key {key} as {_kind(key)}: put it in quotation marks"
                )
    items = enumerate(content) if isinstance(content, list) else []
    items = content.items() if isinstance(content, dict) else items
    above = "" if where == "the top level" else f"{where}."
    return next(filter(None, (_not_in_json(item, f"{above}{key}") for key, item in items)), None)


def _kind(value):
    """Describe how YAML reads a value."""
    if isinstance(value, bool):
        return "a truth value, as it does yes, no, on, off, true and false"
    if isinstance(value, int | float):
        return "a number"
    return "nothing" if value is None else "a date"


def _how_to_write(value, types, schema):
    """Describe how to write a value in YAML so that it has one of the types; "" if unknown."""
    if isinstance(value, float) and value.is_integer() and "integer" in types:
        return _whole(value)
    if value == "null" and "null" in types:
        return f"YAML reads it as a text: write null, {UNQUOTED}"
    if examples := schema.get("examples"):
        return f"write it as in {' or '.join(map(_in_yaml, examples))}"
    if value is None:
        empty = "[] for an empty list" if "array" in types else "a value"
        return f"write {empty}, or leave out the key"
    if isinstance(value, str):
        return _how_to_write_text(value, types)
    if "array" in types and not isinstance(value, dict):
        return f"write it in brackets, as [{_shown(value)}]"
    if "string" in types and not isinstance(value, list | dict):
        example = "yes" if value is True else "no" if value is False else str(value)
        return f'YAML reads it as {_kind(value)}: put it in quotation marks, as "{example}"'
    return ""


def _how_to_write_text(text, types):
    if "array" in types:
        return f"write it in brackets, as [{text}]"
    if "boolean" in types:
        return f"write true or false, {UNQUOTED}"
    if {"number", "integer"} & set(types):
        return _how_to_write_number(text, "number" in types)
    return ""


def _how_to_write_number(text, may_be_a_fraction):
    if THOUSANDS.fullmatch(text):
        whole, point = text.replace(",", ""), text.replace(",", ".")
        return f"write {whole} or {point}, without a comma"
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return ""
    if not isfinite(value):
        return "write a finite number"
    if value == 0.0 and re.search("[1-9]", text.lower().partition("e")[0]):
        return "it is too small for a number of 64 bits"
    if not may_be_a_fraction:
        if not value.is_integer():
            return "write a whole number"
        return f"YAML reads it as a text: {_whole(value)}, {UNQUOTED}"
    number = repr(value)
    number = number.replace("e", ".0e") if "." not in number else number.removesuffix(".0")
    return f"YAML reads it as a text: write {number}, {UNQUOTED}"


def _whole(value):
    return f"write {int(value)}" if abs(value) < LARGEST else "write a smaller whole number"


def _shown(value):
    return {True: '"yes"', False: '"no"'}[value] if isinstance(value, bool) else value
