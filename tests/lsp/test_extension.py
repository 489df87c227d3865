"""The manifest of the extension for VS Code says what the server takes."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import phaselint.version
from phaselint.dialects import NAMES, dialect
from phaselint.dialects.base import Option
from phaselint.document.python import CLASSES, PACKAGE
from phaselint.vocabulary.finding import SEVERITIES
from phaselint_lsp.announced import GRAPH_AT, PROVE, RUN_SCRIPT, SHOW_GRAPH
from phaselint_lsp.lenses import PLAYER
from phaselint_lsp.settings import EDITOR_KEYS, KEYS, read_settings

FOLDER = Path(__file__).parents[2] / "lsp" / "vscode"

if not FOLDER.is_dir():  # a source distribution has no extension
    pytest.skip("there is no extension here", allow_module_level=True)

manifest: Any = import_module("vscode.manifest")
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


def test_what_it_says_of_dialects_follows_from_them() -> None:
    made = manifest.text(manifest.manifest(MANIFEST))
    told = "`python lsp/vscode/manifest.py` writes it"
    assert (FOLDER / "package.json").read_text("utf-8") == made, told


def test_schemas_are_those_of_the_package() -> None:
    told = "`python lsp/vscode/manifest.py` writes them"
    written = {path.name: path.read_text("utf-8") for path in (FOLDER / "schemas").iterdir()}
    assert written == manifest.schemas(), told


def test_schemas_are_there_for_files_of_our_own() -> None:
    found: dict[str, str] = {}
    for point in ("jsonValidation", "yamlValidation"):
        for each in MANIFEST["contributes"][point]:
            assert (FOLDER / each["url"]).is_file()
            found |= dict.fromkeys(each["fileMatch"], Path(each["url"]).stem)
    assert found == {
        **dict.fromkeys(("*.script.yaml", "*.script.yml", "*.script.json"), "script"),
        **dict.fromkeys(("*.stud.yaml", "*.stud.yml", "*.stud.json"), "manifest"),
        "phaselint-baseline.json": "baseline",
    }
    assert "!schemas/*.json" in (FOLDER / ".vscodeignore").read_text("utf-8").splitlines()


def test_the_configuration_has_a_schema_once_it_has_an_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(phaselint.version, "DOCUMENTATION", "")
    assert "tomlValidation" not in manifest.manifest(MANIFEST)["contributes"]
    monkeypatch.setattr(phaselint.version, "DOCUMENTATION", "https://example.org")
    (entry,) = manifest.manifest(MANIFEST)["contributes"]["tomlValidation"]
    address = "https://example.org/schemas/config.json"
    assert entry == {"fileMatch": "phaselint.toml", "url": address}


def test_a_new_dialect_changes_what_wakes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    option = Option("deep", 3, "how deep", kind=int)
    new = dialect("vesanor")._replace(
        name="lanes", options=(option,), workspaces=("**/*.lane",), languages=("lane", "yaml")
    )
    monkeypatch.setattr(manifest, "NAMES", (*NAMES, "lanes"))
    monkeypatch.setattr(manifest, "dialect", lambda name: new if name == "lanes" else dialect(name))
    made = manifest.manifest(MANIFEST)
    added = {*made["activationEvents"]} - {*MANIFEST["activationEvents"]}
    assert added == {"onLanguage:lane", "workspaceContains:**/*.lane"}
    contributes = made["contributes"]
    palette = contributes["menus"]["commandPalette"]
    assert all("|lane)" in entry["when"] for entry in palette)
    properties = contributes["configuration"]["properties"]
    assert properties["phaselint.options.lanes"]["properties"] == {
        "deep": {"type": "integer", "default": 3, "description": "how deep"}
    }
    assert [*properties][-1] == [*SETTINGS][-1]


@pytest.mark.parametrize("name", NAMES)
def test_what_wakes_it_lies_in_projects_of_the_dialect(name: str) -> None:
    files = [path for path in CONTRACTS[name].split() if path]
    for glob in dialect(name).workspaces:
        found = [path for path in files if re.fullmatch(_pattern(glob), path)]
        assert found, glob


def _pattern(glob: str) -> str:
    """A glob of VS Code as a regular expression."""
    words = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "{": "(?:", "}": ")", ",": "|"}
    parts = re.split(r"(\*\*/|\*\*|\*|[{},])", glob)
    return "".join(words.get(part, re.escape(part)) for part in parts)


CONTRACTS = {
    "vesanor": "session.yaml refunds/session.yaml",
    "sweny": ".sweny/workflows/triage.yml",
    "climpt": ".agent/auditor/agent.json",
    "stud": "loans/desk.stud.yaml desk.stud.json",
    "agents": ".github/agents/lead.md shop/.github/agents/lead.agent.md .claude/agents/a/b.md "
    ".claude-plugin/plugin.json collection/lead.agent.md .github/chatmodes/lead.chatmode.md",
    "langgraph": "langgraph.json server/langgraph.json",
}


def test_files_that_editors_have_own_words_for_are_asked_about() -> None:
    """VS Code calls the language of agents `chatagent`, that of prompts `prompt`, and that of
    skills `skill`."""
    assert {"chatagent", "prompt"} <= {*dialect("agents").languages}
    assert "skill" in dialect("sweny").languages
    source = (FOLDER / "src" / "session.ts").read_text("utf-8")
    assert "markdown" not in source, "languages stand in the manifest alone"


def test_it_starts_no_server_for_python_without_the_words_that_the_server_looks_for() -> None:
    source = (FOLDER / "src" / "waking.ts").read_text("utf-8")
    assert f'const PACKAGE = "{PACKAGE.decode()}"' in source
    assert f"const CLASSES = /{b'|'.join(CLASSES).decode()}/" in source
    assert "onLanguage:python" in MANIFEST["activationEvents"]
    assert not [each for each in MANIFEST["activationEvents"] if each.endswith(".py")]


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
