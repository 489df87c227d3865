"""The names by which targets show the acts of a team."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from guards.driving import Loaded, guard_text, policy
from phaselint.guards.targets import OF, NotShown, tool_names

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("target", "tool", "names"),
    [
        ("claude-code", "Bash", {"Bash"}),
        ("claude-code", "mcp__git__push", {"mcp__git__push"}),
        ("vscode", "edit/createFile", {"create_file"}),
        ("vscode", "todo", {"manage_todo_list"}),
        ("vscode", "mine_own", {"mine_own"}),
        ("copilot-cli", "bash", {"Bash"}),
        ("copilot-cli", "search", {"Grep", "Glob"}),
        ("copilot-cli", "edit", {"Edit", "Write", "str_replace"}),
    ],
)
def test_a_tool_has_the_names_of_its_target(target: str, tool: str, names: set[str]) -> None:
    assert set(tool_names(OF[target], tool, team=True)) == names


@pytest.mark.parametrize(
    ("target", "tool"),
    [
        ("claude-code", "Agent"),
        ("claude-code", "Skill"),
        ("claude-code", "edit/createFile"),
        ("vscode", "agent/runSubagent"),
        ("vscode", "Bash"),
        ("vscode", "github/push"),
        ("copilot-cli", "task"),
        ("copilot-cli", "github/push"),
    ],
)
def test_a_tool_without_a_documented_name_is_not_shown(target: str, tool: str) -> None:
    with pytest.raises(NotShown, match=f"{OF[target].product}.*`{tool}`"):
        tool_names(OF[target], tool, team=True)


def event(**more: Any) -> dict[str, Any]:
    return {
        "hook_event_name": "PreToolUse",
        "session_id": "s",
        "tool_name": "pay",
        "tool_input": {},
        **more,
    }


def test_only_the_named_agent_is_blocked(tmp_path: Path) -> None:
    text = guard_text([policy({"never": "call tool pay in Note Writer"})], "claude-code")
    guard = Loaded(text, tmp_path)
    assert guard(event()) is None
    assert guard(event(agent_id="a", agent_type="checker")) is None
    assert guard(event(agent_id="b", agent_type="note-writer")) is not None
    assert guard(event(agent_type="Note Writer")) is not None


def test_a_reached_agent_is_blocked_where_it_is_called(tmp_path: Path) -> None:
    guard = Loaded(guard_text([policy({"never": "reach Payer"})], "claude-code"), tmp_path)
    call = {"tool_name": "Agent", "tool_input": {"subagent_type": "payer"}}
    assert guard(event(**call)) is not None
    assert guard(event(tool_name="Agent", tool_input={"subagent_type": "checker"})) is None
    assert guard(event(tool_name="Task", tool_input={})) is None
