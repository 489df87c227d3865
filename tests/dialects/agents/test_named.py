"""Which team is looked at when a user names a path, and what is none of ours."""

from __future__ import annotations

from contextlib import chdir
from typing import TYPE_CHECKING

import pytest

from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES
from teams import CLAUDE, HOME, PROMPTS, Said, agent, checked, found, put, to

if TYPE_CHECKING:
    from pathlib import Path

LEAD, PROMPT = f"{HOME}lead.agent.md", f"{PROMPTS}a.prompt.md"
TEAM = {
    LEAD: agent("Lead", to("Helper")),
    f"{HOME}helper.agent.md": agent("Helper"),
    PROMPT: "---\nagent: Lead\n---\nDo it.\n",
    ".vscode/settings.json": '{"chat.agentFilesLocations": {"crew": true}}',
    "crew/more.agent.md": agent("More"),
    "loose/lead.agent.md": agent("Lead", to("Helper")),
    "docs/agents/a.md": agent("A", to("Nobody")),
    f"sub/{CLAUDE}z.md": agent("z"),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    put(tmp_path, TEAM)
    return tmp_path


@pytest.mark.parametrize(
    ("path", "team"),
    [
        (LEAD, ". (5 files)"),
        (".github", ". (5 files)"),
        (HOME, ". (5 files)"),
        (PROMPT, ". (5 files)"),
        ("crew/more.agent.md", ". (5 files)"),
        ("crew", ". (5 files)"),
        ("loose", "loose (1 file)"),
        ("loose/lead.agent.md", "loose (1 file)"),
        ("sub", "sub (1 file)"),
        (f"sub/{CLAUDE}", "sub (1 file)"),
        (f"sub/{CLAUDE}z.md", "sub (1 file)"),
    ],
)
def test_a_path_stands_for_the_team_around_it(project: Path, path: str, team: str) -> None:
    assert checked(project, path) == [team]


@pytest.mark.parametrize("path", ["docs", "docs/agents/a.md", ".vscode/settings.json"])
def test_what_is_no_agent_stands_for_no_team(project: Path, path: str) -> None:
    assert checked(project, path) == []


def test_each_team_is_looked_at_once(project: Path) -> None:
    assert sorted(checked(project)) == [". (5 files)", "loose (1 file)", "sub (1 file)"]
    assert checked(project, LEAD, PROMPT, ".github") == [". (5 files)"]
    assert found(project) == [Said("warning", "unknown-target", "loose/lead.agent.md")]


@pytest.mark.parametrize("path", [LEAD, f"{HOME}new.agent.md", PROMPT])
def test_a_text_that_stands_for_a_file_is_one_of_the_team(project: Path, path: str) -> None:
    text = b"---\nagent: Helpre\n---\n" if path == PROMPT else agent("Next", to("Helpre")).encode()
    with chdir(project):
        request = Request(paths=(path,), overlay={str(project / path): text}, jobs=1)
        result = run(request, RULES)
    assert [each.place.file for each in result.findings if "Helpre" in str(each.message)] == [path]


def test_a_project_inside_has_a_team_of_its_own(project: Path) -> None:
    files = {f"{CLAUDE}a.md": agent("a"), f"{CLAUDE}b.md": agent("b", "tools: Agent(z), Read")}
    put(project / "sub/inner", files)
    with chdir(project / "sub/inner"):
        result = run(Request(jobs=1), RULES)
    assert {each.name for each in result.findings} == {"unknown-subagent", "agent-list-ignored"}


@pytest.mark.parametrize(
    "path",
    [
        *("agent.md", "x.agent.txt", "x.agent.yaml", ".github/agents.md", "chat.chatmode.txt"),
        *(".github/ISSUE_TEMPLATE/a.md", ".claude/commands/a.md", ".claude/agents.md"),
        *("agents/a.md", "claude/agents/a.md", "github/agents/a.md", ".githubx/agents/a.md"),
        *(".github/agents/a.txt", ".claude/agents/a.mdx", ".claude-plugin/agents/a.md"),
    ],
)
def test_markdown_that_only_looks_like_it_is_left_alone(tmp_path: Path, path: str) -> None:
    put(tmp_path, {path: "---\nname: A\ntools: [read\n---\n"})
    assert found(tmp_path) == []
    assert checked(tmp_path) == []


def checked_as_agents(folder: Path, *paths: str) -> tuple[list[str], list[Said]]:
    """What is taken for teams where a user says that they are some, and their findings."""
    with chdir(folder):
        request = Request(paths=paths, jobs=1, verbose=True, dialect="agents")
        result = run(request, RULES)
    teams = [line.removeprefix("checked ") for line in result.notices if " as agents " in line]
    worse = (each for each in result.findings if each.level != "info")
    return teams, [Said(each.level, each.name, each.place.file) for each in worse]


def test_a_folder_that_is_a_team_may_have_others_below_it(project: Path) -> None:
    teams, _ = checked_as_agents(project, ".")
    wanted = [". as agents (5 files)", "loose as agents (1 file)", "sub as agents (1 file)"]
    assert teams == wanted


def test_a_named_file_is_an_agent_if_the_user_says_so(tmp_path: Path) -> None:
    one = agent("one", "tools: Agent(two, tow), Read")
    put(tmp_path, {"pack/agents/one.md": one, "pack/agents/two.md": agent("two"), "a.md": "# A\n"})
    teams, said = checked_as_agents(tmp_path, "pack/agents/two.md", "pack/agents/one.md")
    assert teams == ["pack/agents/one.md as agents (2 files)"]
    assert said == [Said("warning", "unknown-subagent", "pack/agents/one.md")]
    assert checked_as_agents(tmp_path, "pack/agents/README.md")[0] == []
    assert checked(tmp_path, "pack/agents/one.md") == []
