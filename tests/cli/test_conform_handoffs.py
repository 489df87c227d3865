"""Handoffs in chats of VS Code: the log shows which agent each request went to, not the button."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from phaselint.formats import schema
from transcripts import writing

if TYPE_CHECKING:
    from cli.command import Command

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
TOLD = "    inferred: take Write the notes of Release Captain at chat.json#/requests/1; "


def chat(command: Command, *agents: str) -> str:
    """A chat with a request to each agent."""
    whole: dict[str, Any] = {}
    for agent in agents:
        path = writing.vscode(command.folder / "logs", agent, ())
        one = json.loads(path.read_text("utf-8"))
        whole = whole or {**one, "requests": []}
        whole["requests"] += one["requests"]
    path.write_text(json.dumps(whole), "utf-8")
    return str(path)


@pytest.fixture
def release(phaselint: Command) -> Command:
    """The command next to a team for VS Code."""
    shutil.copytree(PROJECTS / "release-crew-fixed", phaselint.folder / "crew")
    return phaselint


def test_a_change_to_the_target_of_a_handoff_is_inferred_to_be_one(release: Command) -> None:
    path = chat(release, "Release Captain", "Notes Writer")
    ended = release("conform", "--contract", "crew", path)
    assert ended.status == 0
    assert TOLD in ended.out
    found = json.loads(release("conform", "--contract", "crew", "--format", "json", path).out)
    Draft202012Validator(schema("conform")).validate(found)
    (run,) = found["runs"]
    assert run["inferred"] == [["take Write the notes of Release Captain", "chat.json#/requests/1"]]
    assert not any(act.startswith("take") for act, _, _ in run["acts"])


@pytest.mark.parametrize(
    "agents",
    [
        ("Release Captain",),
        ("Release Captain", "Release Captain"),
        ("Notes Writer", "Release Captain"),
        ("Release Captain", "Change Scout"),
        ("agent", "Notes Writer"),
    ],
)
def test_other_changes_are_none(release: Command, agents: tuple[str, ...]) -> None:
    path = chat(release, *agents)
    found = json.loads(release("conform", "--contract", "crew", "--format", "json", path).out)
    assert found["runs"][0]["inferred"] == []


def test_a_census_lists_handoffs_that_no_chat_can_have_used(release: Command) -> None:
    used = chat(release, "Release Captain", "Notes Writer")
    told = release("conform", "--census", "--contract", "crew", used).out
    assert "take Write the notes of Release Captain" not in told
    (release.folder / "logs" / "chat.json").unlink()
    unused = chat(release, "Release Captain")
    told = release("conform", "--census", "--contract", "crew", unused).out
    assert "take Write the notes of Release Captain" in told
