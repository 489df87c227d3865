"""What names in `tools` enable in VS Code's own agent, and that runs offer the same."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from agenttables import differences
from phaselint.dialects.agents.enabling import enabled, enabling, kind, now
from phaselint.dialects.agents.running.offering import is_offered
from phaselint.dialects.agents.tables.vscode import SETS, TOOLS
from phaselint_rules.agents import slips

if TYPE_CHECKING:
    from pathlib import Path

TERMINAL = "execute/runInTerminal execute/getTerminalOutput"
TASKS = "execute/createAndRunTask execute/runTask read/getTaskOutput"
EDIT = "createDirectory createFile createJupyterNotebook editFiles editNotebook rename"
EXECUTE = (
    "runInTerminal getTerminalOutput sendToTerminal killTerminal createAndRunTask runTask runTests "
    "testFailure runNotebookCell"
)
SEARCH = "codebase fileSearch listDirectory textSearch usages"

LINES = {
    "search": f"{' '.join(f'search/{each}' for each in SEARCH.split())} read/readFile",
    "codebase": "search/codebase",
    "search/codebase": "search/codebase",
    "runCommands": f"{TERMINAL} read/terminalLastCommand read/terminalSelection",
    "runTasks": TASKS,
    "runNotebooks": ("execute/runNotebookCell read/getNotebookSummary read/readNotebookCellOutput"),
    "new": "vscode/installExtension vscode/newWorkspace vscode/runCommand",
    "createFile": "edit/createFile",
    "editFiles": "edit/editFiles",
    "edit/editFiles": "edit/editFiles",
    "rename": "edit/rename",
    "edit": " ".join(f"edit/{each}" for each in EDIT.split()),
    "askQuestions": "vscode/askQuestions",
    "vscode_askQuestions": "vscode/askQuestions",
    "vscode/askQuestions": "vscode/askQuestions",
    "runSubagent": "agent/runSubagent",
    "agent": "agent/runSubagent",
    "agent/runSubagent": "agent/runSubagent",
    "custom-agent": "agent/runSubagent",
    "shell": " ".join(f"execute/{each}" for each in EXECUTE.split()),
    "execute": " ".join(f"execute/{each}" for each in EXECUTE.split()),
    "execute/runInTerminal": "execute/runInTerminal",
    "run_in_terminal": "",
    "runInTerminal": "execute/runInTerminal",
    "read_file grep_search": "",
    "Read Grep": "",
    "search/readFile": "read/readFile",
    "readFile": "read/readFile",
    "runCell": "execute/runNotebookCell",
    "changes": "",
    "search/changes": "",
    "skill": "",
    "findTestFiles": "",
    "openSimpleBrowser": "",
    "searchResults": "",
    "todos": "todo",
    "todo": "todo",
    "githubRepo": "web/githubRepo",
    "web": "web/fetch web/githubRepo web/githubTextSearch",
    "vscode/VSCodeAPI": "",
    "*": "",
    "": "",
    "view grep": "",
    "vscodeTasks": f"{TASKS} read/problems",
    "github/*": "",
    "edit/*": "",
    "think": "",
    "Bash Edit": "",
    "runCommands/runInTerminal": "execute/runInTerminal",
    "Codebase": "",
}
"""Names of a header → the tools that are enabled."""


@pytest.mark.parametrize("names", LINES)
def test_a_header_enables(names: str) -> None:
    assert sorted(enabled(names.split())) == sorted(LINES[names].split())


def test_runs_offer_what_is_enabled() -> None:
    pick = Random(7)
    known = [*enabling(), *(each.name for each in TOOLS), *(each.model for each in TOOLS), "*"]
    for _ in range(2000):
        names = tuple(pick.choices(known, k=pick.randint(0, 4)))
        offered = {each.name for each in TOOLS if is_offered(each.name, names)}
        assert offered == enabled(names), names


@pytest.mark.parametrize("name", SETS)
def test_a_set_is_offered_with_any_of_its_tools(name: str) -> None:
    tools = {each for each in enabled([name]) if each.rpartition("/")[2] in SETS[name]}
    assert tools
    assert all(is_offered(name, [each]) for each in tools)
    assert not is_offered(name, ["todo"])


@pytest.mark.parametrize(
    ("name", "is_a", "better"),
    [
        ("search/codebase", "now", ()),
        ("shell", "now", ()),
        ("codebase", "old", ("search/codebase",)),
        ("search/readFile", "old", ("read/readFile",)),
        ("runTasks", "old", tuple(TASKS.split())),
        ("changes", "off", ()),
        ("Grep", "alias", ()),
        ("str_replace", "alias", ()),
        ("*", "alias", ()),
        ("think", "gone", ()),
        ("new/getProjectSetupInfo", "gone", ()),
        ("read_file", "model", ("read/readFile",)),
        ("await_terminal", "model", ()),
        ("vscode/VSCodeAPI", "model", ("vscode/vscodeAPI",)),
        ("weather/forecast", "elsewhere", ()),
        ("publisher.extension", "elsewhere", ()),
        ("github-mcp-server", "elsewhere", ()),
        ("vscodeGeneral/rename", "elsewhere", ()),
        ("vscodeGeneral/renames", "unknown", ()),
        ("edit/files", "unknown", ()),
        ("", "unknown", ()),
    ],
)
def test_what_a_name_is(name: str, is_a: str, better: tuple[str, ...]) -> None:
    assert kind(name) == is_a
    if is_a != "now":
        assert sorted(now(name)) == sorted(better)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("serach", "search"),
        ("Codebase", "codebase"),
        ("edit/editFile", "edit/editFiles"),
        ("runTaks", None),  # `runTask` and `runTasks`
        ("todoz", "todo"),  # and `todos`, which is the same tool
        ("sear", None),
        ("nwe", None),
        ("EDIT", "edit"),
        ("s" * 100_000, None),
    ],
)
def test_what_is_meant_by_a_slip(name: str, meant: str | None) -> None:
    assert slips.of_vscode(name) == meant


@pytest.mark.parametrize(
    ("name", "meant"),
    [("bash", "Bash"), ("webfetch", "WebFetch"), ("Gerp", "Grep"), ("Ask", None), ("Lint", None)],
)
def test_what_is_meant_by_a_slip_in_claude_code(name: str, meant: str | None) -> None:
    assert slips.of_claude(name) == meant


def test_newer_tables_are_compared(tmp_path: Path) -> None:
    meant = {"read_file": "read/readAny", "see": "read/viewImage"}
    (tmp_path / "model-names.json").write_text(json.dumps({"meant": meant}))
    told = list(differences(tmp_path))
    assert "name of models `read_file`: 'read/readFile' here, 'read/readAny' there" in told
    assert "name of models `see`: missing here" in told
    assert "name of models `grep_search`: ours alone" in told
