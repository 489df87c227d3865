"""What files beside agents have that Copilot sessions do not read: folders of settings, servers,
what hooks say for one system."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaselint.dialects.agents.reading.workspace import LOCATIONS, beside
from phaselint.dialects.agents.tables.harness import MATRIX
from phaselint.project.memory import DictReader

SETTINGS, SERVERS, HOOKS = ".vscode/settings.json", ".vscode/mcp.json", ".github/hooks/a.json"


def told(files: dict[str, str], folder: str = "") -> list[tuple[str, str, str]]:
    """Kind, name, and what is said of it."""
    found, documents = beside(DictReader(files), folder)
    assert {each.entry.file for each in found} == set(documents)
    return [(each.kind, each.name, each.about) for each in found]


def servers(**entries: Any) -> dict[str, str]:
    return {SERVERS: json.dumps({"servers": entries})}


def test_the_settings_are_those_of_the_table() -> None:
    rows = {row.removeprefix("setting ") for row in MATRIX if row.startswith("setting ")}
    assert rows == set(LOCATIONS)


@pytest.mark.parametrize(
    ("setting", "file"),
    [
        ("chat.agentFilesLocations", "own/a.agent.md"),
        ("chat.modeFilesLocations", "own/a.chatmode.md"),
        ("chat.instructionsFilesLocations", "own/a.instructions.md"),
        ("chat.promptFilesLocations", "own/a.prompt.md"),
        ("chat.agentSkillsLocations", "own/a/SKILL.md"),
    ],
)
def test_a_folder_with_what_a_setting_is_for(setting: str, file: str) -> None:
    files = {SETTINGS: json.dumps({setting: {"own/": True}}), file: "x"}
    assert told(files) == [("location", setting, "own")]
    assert told({SETTINGS: files[SETTINGS], "own/notes.md": "x"}) == []
    assert told({SETTINGS: json.dumps({setting: {"own": False}}), file: "x"}) == []


@pytest.mark.parametrize(("setting", "usual"), [(key, each[0]) for key, each in LOCATIONS.items()])
def test_a_folder_that_is_looked_into_anyway(setting: str, usual: tuple[str, ...]) -> None:
    files = {
        f"{usual[0]}/a.agent.md": "",
        f"{usual[0]}/a.chatmode.md": "",
        f"{usual[0]}/a/SKILL.md": "",
    }
    files |= {f"{usual[0]}/a.instructions.md": "", f"{usual[0]}/a.prompt.md": ""}
    assert told(files | {SETTINGS: json.dumps({setting: {usual[0]: True}})}) == []


@pytest.mark.parametrize("name", ["", "/", "../own", "~/own", "/own"])
def test_a_folder_that_is_none_of_the_project(name: str) -> None:
    files = {SETTINGS: json.dumps({"chat.promptFilesLocations": {name: True}}), "a.prompt.md": ""}
    assert told(files) == []


@pytest.mark.parametrize(
    ("server", "why"),
    [
        ({"command": "x"}, ""),
        ({"command": "x", "args": ["${input:key}"]}, "${input:…}"),
        ({"url": "https://x", "headers": {"A": "${env:KEY}"}}, "${env:…}"),
        ({"command": "${config:tool}"}, "${config:…}"),
        ({"command": "${command:pick}"}, "${command:…}"),
        ({"command": "x", "cwd": "y"}, "cwd"),
        ({"command": "x", "envFile": ".env"}, "envFile"),
        ({"url": "https://x", "oauth": {}}, "oauth"),
        ({"type": "sse", "url": "https://x"}, "type sse"),
        ({"command": "x", "env": {"A": None}}, "env with null"),
        ({"command": "x", "env": {"A": "b"}}, ""),
        ({"command": "x", "args": ["${workspaceFolder}"]}, ""),
        ("x", ""),
    ],
)
def test_a_server_and_what_keeps_it_from_other_files(server: Any, why: str) -> None:
    assert told(servers(board=server)) == [("server", "board", why)]


@pytest.mark.parametrize("file", [".mcp.json", ".github/mcp.json"])
@pytest.mark.parametrize("key", ["mcpServers", "servers"])
def test_a_server_that_another_file_has(file: str, key: str) -> None:
    files = servers(board={"cwd": "x"}, wiki={}) | {file: json.dumps({key: {"board": {}}})}
    assert told(files) == [("server", "wiki", "")]


def test_hooks_with_and_without_a_matcher() -> None:
    plain = {"type": "command", "windows": "a", "osx": "b"}
    nested = {"matcher": "*", "hooks": [{"type": "command", "linux": "a"}, {"bash": "b"}]}
    files = {HOOKS: json.dumps({"hooks": {"Stop": [plain], "PreToolUse": [nested]}})}
    wanted = [("hook", "windows", "Stop"), ("hook", "osx", "Stop"), ("hook", "linux", "PreToolUse")]
    assert told(files) == wanted
    settings = {".claude/settings.json": files[HOOKS]}
    assert told(settings) == wanted


def test_places_in_files_with_comments() -> None:
    text = '{ // own\n  /* ü */ "servers": {\n    "board": {"cwd": "x",},\n  },\n}\n'
    [found] = beside(DictReader({SERVERS: text}), "")[0]
    assert found.entry.range is not None
    assert found.entry.range.start == (3, 5)
    assert found.entry.range.end == (3, 12)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        '{"servers": []}',
        '{"servers": {"a": 1}',
        '{"servers" {}}',
        '{"servers": ' + '{"a": ' * 400 + "1" + "}" * 401,
        '{"hooks": [1]}',
        '{"hooks": {"Stop": {"windows": 1}}}',
    ],
)
def test_what_is_not_read_as_such(text: str) -> None:
    assert told({SERVERS: text, HOOKS: text, SETTINGS: text}) == []


def test_those_of_a_folder_below() -> None:
    files = {f"sub/{path}": text for path, text in servers(board={}).items()}
    assert told(files) == []
    assert told(files, "sub") == [("server", "board", "")]
