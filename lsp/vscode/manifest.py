"""What `package.json` has on dialects and schemas: `python lsp/vscode/manifest.py` writes it there,
and the schemas next to it.

What wakes the extension, in which languages its commands are offered, and the options of each
dialect follow from the dialects; for which files there is a schema, from how these are named; the
addresses of the repository, from `phaselint.version`. All else is written by hand, and stays.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from phaselint import version
from phaselint.config.model import FILE as CONFIG_FILE
from phaselint.dialects import NAMES, dialect
from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.dialects.stud.reading.owners import MANIFEST_SUFFIXES
from phaselint.formats import schema
from phaselint.formats.heads import identity
from phaselint.linting.filtering import DEFAULT_BASELINE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.base import Dialect, Option

FILE = Path(__file__).with_name("package.json")
TYPES = {str: "string", bool: "boolean", int: "integer", list: "array"}
OPTIONS = "phaselint.options."
SCHEMAS = "schemas"
"""The folder of the schemas."""

ADDRESSES = ("repository", "homepage", "bugs")
"""The fields with addresses of the repository."""

TOML = "tomlValidation"

MATCHED = {
    "script": tuple(f"*{suffix}" for suffix in SCRIPT_SUFFIXES),
    "manifest": tuple(f"*{suffix}" for suffix in MANIFEST_SUFFIXES),
    "baseline": (DEFAULT_BASELINE,),
}
"""The formats of YAML and JSON files, and their names. A configuration is TOML, for which VS Code
takes schemas by their address alone."""


def manifest(written: Mapping[str, Any]) -> dict[str, Any]:
    """The manifest with what follows from the dialects, in the place of what it has on them."""
    contributes = written["contributes"]
    languages = languages_of_all()
    palette = [
        {**entry, "when": f"editorLangId =~ /^({'|'.join(languages)})$/"}
        for entry in contributes["menus"]["commandPalette"]
    ]
    settings = contributes["configuration"]
    kept = {key: value for key, value in written.items() if key not in ADDRESSES}
    contributes = {key: value for key, value in contributes.items() if key != TOML}
    return {
        **dict(_addressed(kept)),
        "activationEvents": [*activation(languages)],
        "contributes": {
            **contributes,
            **dict(_validation()),
            "menus": {**contributes["menus"], "commandPalette": palette},
            "configuration": {**settings, "properties": dict(_properties(settings["properties"]))},
        },
    }


def _addressed(written: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The manifest with the addresses of the repository after its license, once there are any."""
    home = f"https://github.com/{version.REPOSITORY}"
    for key, value in written.items():
        yield key, value
        if key == "license" and version.REPOSITORY:
            found = ({"type": "git", "url": f"{home}.git"}, f"{home}#readme", f"{home}/issues")
            yield from zip(ADDRESSES, found, strict=True)


def languages_of_all() -> list[str]:
    """What VS Code calls the languages of contracts."""
    return [*dict.fromkeys(each for name in NAMES for each in dialect(name).languages)]


def activation(languages: list[str]) -> Iterator[str]:
    """What wakes the extension."""
    yield from (f"onLanguage:{each}" for each in languages)
    yield f"workspaceContains:**/{CONFIG_FILE}"
    for name in NAMES:
        yield from (f"workspaceContains:{each}" for each in dialect(name).workspaces)


def _validation() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Which files are written with the help of which schema. The YAML of VS Code is by Red Hat, its
    TOML by Taplo."""
    for point, endings in (("jsonValidation", (".json",)), ("yamlValidation", (".yaml", ".yml"))):
        found = []
        for name, patterns in MATCHED.items():
            named = [each for each in patterns if each.endswith(endings)]
            if named:
                found.append({"fileMatch": named, "url": f"./{SCHEMAS}/{name}.json"})
        yield point, found
    if version.DOCUMENTATION:
        yield TOML, [{"fileMatch": CONFIG_FILE, "url": identity("config")}]


def schemas() -> dict[str, str]:
    """The files of the schemas, by their names."""
    return {f"{name}.json": text(schema(name)) for name in MATCHED}


def _properties(written: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The settings: those of dialects come where the first of them was."""
    done = False
    for key, value in written.items():
        if not key.startswith(OPTIONS):
            yield key, value
        elif not done:
            done = True
            yield from ((f"{OPTIONS}{name}", _table(dialect(name))) for name in NAMES)


def _table(of: Dialect) -> dict[str, Any]:
    """The setting with the options of a dialect."""
    return {
        "type": "object",
        "default": {},
        "scope": "window",
        "additionalProperties": False,
        "markdownDescription": f"Options of the format `{of.name}`, as in the table `[{of.name}]` "
        "of `phaselint.toml`, which they override.",
        "properties": {option.name: _option(option) for option in of.options},
    }


def _option(option: Option) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": TYPES[option.kind]}
    words: dict[str, Any] = {"enum": list(option.values)} if option.values else {}
    if option.single:
        entry["type"] = [TYPES[str], TYPES[list]]
    if option.kind is list:
        entry["items"] = {"type": "string", **words}
    else:
        entry |= words
    entry["default"] = list(option.default) if option.kind is list else option.default
    return {**entry, "description": option.help}


def text(value: Mapping[str, Any]) -> str:
    """A manifest as the file has it."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for _name, _text in schemas().items():
        (FILE.parent / SCHEMAS / _name).write_text(_text, "utf-8")
    FILE.write_text(text(manifest(json.loads(FILE.read_text("utf-8")))), "utf-8")
