"""The entries of SchemaStore's catalog for phaselint's own files, and their schemas in the draft of
JSON Schema that SchemaStore asks for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from phaselint import version
from phaselint.config.model import FILE
from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.formats import schema
from phaselint.linting.filtering import DEFAULT_BASELINE

if TYPE_CHECKING:
    from collections.abc import Mapping

MATCHED = {
    "config": (FILE,),
    "script": tuple(f"*{suffix}" for suffix in SCRIPT_SUFFIXES),
    "baseline": (DEFAULT_BASELINE,),
}
"""Our files: the name of the format → the names of its files."""

DRAFT = "http://json-schema.org/draft-07/schema#"
_STORE = "https://www.schemastore.org"
_MAPPINGS = ("properties", "patternProperties", "definitions")
_VALUES = ("enum", "const", "default", "examples", "required", "dependencies")


def files() -> dict[str, str]:
    """The files to hand in, by name: the entries and, where the documentation has no address from
    which SchemaStore can refer to them, the schemas."""
    found = {"catalog.json": _text([_entry(name) for name in MATCHED])}
    for name in MATCHED:
        found[f"phaselint-{name}.json"] = _text({**lowered(schema(name)), "$id": _address(name)})
    return found


def _entry(name: str) -> dict[str, Any]:
    written = schema(name)
    return {
        "name": written["title"],
        "description": written["description"],
        "fileMatch": list(MATCHED[name]),
        "url": _address(name),
    }


def _address(name: str) -> str:
    """Where the schema of a format is, once SchemaStore has the entry."""
    if version.DOCUMENTATION:
        return str(schema(name)["$id"])
    return f"{_STORE}/phaselint-{name}.json"


def lowered(written: Mapping[str, Any]) -> dict[str, Any]:
    """A schema of draft 2020-12 that says the same in draft 7, as far as our formats use it."""
    return {**_lowered(written), "$schema": DRAFT}


def _lowered(written: Any) -> Any:
    """The same of a part. Draft 7 ignores keywords next to a reference, so the reference moves."""
    if isinstance(written, list):
        return [_lowered(each) for each in written]
    if not isinstance(written, dict):
        return written
    renamed = {"$defs": "definitions", "dependentRequired": "dependencies"}
    made = {renamed.get(key, key): value for key, value in written.items()}
    for key, value in made.items():
        if key == "$ref":
            made[key] = value.replace("#/$defs/", "#/definitions/")
        elif key in _MAPPINGS:
            made[key] = {name: _lowered(each) for name, each in value.items()}
        elif key not in _VALUES:
            made[key] = _lowered(value)
    if "$ref" in made and len(made) > 1:
        reference = {"$ref": made.pop("$ref")}
        made["allOf"] = [*made.get("allOf", []), reference]
    return made


def _text(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
