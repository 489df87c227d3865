"""The manifest of the extension for VS Code says what the server takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import phaselint
from phaselint.dialects import NAMES, dialect
from phaselint.vocabulary.finding import SEVERITIES
from phaselint_lsp.lenses import GRAPH_AT, PLAYER, PROVE, RUN_SCRIPT, SHOW_GRAPH
from phaselint_lsp.settings import EDITOR_KEYS, KEYS, read_settings

FOLDER = Path(__file__).parents[2] / "lsp" / "vscode"
TYPES = {str: "string", bool: "boolean", int: "integer", list: "array"}

if not FOLDER.is_dir():  # a source distribution has no extension
    pytest.skip("there is no extension here", allow_module_level=True)

MANIFEST: dict[str, Any] = json.loads((FOLDER / "package.json").read_text("utf-8"))
SETTINGS: dict[str, Any] = MANIFEST["contributes"]["configuration"]["properties"]


def test_it_has_the_version_of_the_package() -> None:
    assert MANIFEST["version"] == phaselint.__version__


def test_the_server_knows_each_setting() -> None:
    names = {name.split(".")[1] for name in SETTINGS}
    assert names <= {*KEYS, *EDITOR_KEYS}
    assert names >= set(KEYS)
    assert set(SETTINGS["phaselint.minSeverity"]["enum"]) == set(SEVERITIES)


def test_without_any_setting_the_server_does_what_it_does_by_itself() -> None:
    given: dict[str, Any] = {}
    for name, setting in SETTINGS.items():
        _, *groups, last = name.split(".")
        group = given
        for key in groups:
            group = group.setdefault(key, {})
        group[last] = setting["default"]
    chosen = read_settings(given)
    assert {name: dict(options) for name, options in chosen.options.items()} == {
        name: {} for name in NAMES
    }
    assert chosen._replace(options={}) == read_settings(None)


@pytest.mark.parametrize("name", NAMES)
def test_the_options_of_a_dialect_are_those_it_has(name: str) -> None:
    listed = SETTINGS[f"phaselint.options.{name}"]["properties"]
    expected = {}
    for option in dialect(name).options:
        default = list(option.default) if option.kind is list else option.default
        entry = {"type": TYPES[option.kind], "default": default, "description": option.help}
        if option.kind is list:
            entry["items"] = {"type": "string"}
        if option.values:
            entry["enum"] = list(option.values)
        expected[option.name] = entry
    assert listed == expected


def test_what_is_shown_are_answers_of_commands_that_the_server_has() -> None:
    source = "".join(path.read_text("utf-8") for path in sorted((FOLDER / "src").glob("*.ts")))
    assert f"{PLAYER}: true" in source
    for command in (PROVE, RUN_SCRIPT, SHOW_GRAPH, GRAPH_AT):
        assert f'"{command}"' in source
    own = {command["command"] for command in MANIFEST["contributes"]["commands"]}
    assert not own & {PROVE, RUN_SCRIPT, SHOW_GRAPH, GRAPH_AT}, "the client registers these itself"
    assert all(f'"{command}"' in source for command in own)


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads((FOLDER / "package-lock.json").read_text("utf-8"))
    assert lock["version"] == MANIFEST["version"]
    assert not [name for name, entry in lock["packages"].items() if "resolved" in entry]
