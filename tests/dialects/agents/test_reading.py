"""From files to teams (reference §1.2, §2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.dialects.agents import detect
from phaselint.dialects.agents.reading.load import load
from phaselint.project.memory import DictReader
from phaselint.project.reader import walk

if TYPE_CHECKING:
    from phaselint.dialects.agents.model import Team

AGENT = "---\nname: {}\ndescription: Does it\n---\nDo it.\n"
HOME, CLAUDE = ".github/agents/", ".claude/agents/"


def agent(name: str) -> str:
    return AGENT.format(name)


def found(files: dict[str, str]) -> list[tuple[str, str]]:
    reader = DictReader(files)
    targets = (each for folder in walk(reader) for each in detect.detect(reader, folder))
    return [(target.folder, target.main) for target in targets]


def team(files: dict[str, str]) -> Team:
    reader = DictReader(files)
    target, *_ = detect.detect(reader, "")
    return load(reader, target)


@pytest.mark.parametrize(
    "path",
    [
        f"{HOME}a.agent.md",
        f"{HOME}a.md",
        f"{HOME}below/a.agent.md",
        ".github/chatmodes/a.chatmode.md",
        f"{CLAUDE}a.md",
        f"{CLAUDE}below/a.md",
        "a.agent.md",
    ],
)
def test_a_file_makes_its_folder_the_root_of_a_team(path: str) -> None:
    assert found({path: agent("A")}) == [("", "")]


@pytest.mark.parametrize(
    "path",
    [
        f"{HOME}README.md",
        f"{HOME}AGENTS.md",
        f"{HOME}a.instructions.md",
        f"{HOME}below/a.md",
        "AGENTS.md",
        "CLAUDE.md",
        ".github/copilot-instructions.md",
        ".github/prompts/a.prompt.md",
        ".claude/skills/a/SKILL.md",
        "agents/a.md",
        "docs/agents/a.md",
    ],
)
def test_a_file_makes_no_team(path: str) -> None:
    assert found({path: agent("A")}) == []


def test_a_plugin_has_the_agents_of_its_folder() -> None:
    files = {".claude-plugin/plugin.json": "{}", "agents/below/a.md": agent("a")}
    assert found(files) == [("", "")]
    assert [each.family for each in team(files).agents] == ["plugin"]


def test_loose_files_beside_a_root_are_a_team_of_their_own() -> None:
    files = {f"{HOME}a.agent.md": agent("A"), "b.agent.md": agent("B"), "c/d.agent.md": agent("D")}
    assert found(files) == [("", ""), ("", "b.agent.md"), ("c", "")]


def test_a_folder_that_settings_name_belongs_to_the_root() -> None:
    settings = '{ // where\n "chat.agentFilesLocations": {"c/": true, "e": false,}, }'
    files = {f"{HOME}a.agent.md": agent("A"), "c/d.agent.md": agent("D")}
    files |= {".vscode/settings.json": settings, "e/f.agent.md": agent("F")}
    assert found(files) == [("", ""), ("", ""), ("e", "")]  # by what is in `c` as well
    assert [each.title for each in team(files).agents] == ["A", "D"]


def test_nested_roots_are_teams_that_know_the_names_above() -> None:
    files = {f"{CLAUDE}a.md": agent("a"), f"x/{CLAUDE}b.md": agent("b")}
    assert found(files) == [("", ""), ("x", "")]
    reader = DictReader(files)
    inner = load(reader, next(iter(detect.detect(reader, "x"))))
    assert "a" in inner.above


def test_a_sub_folder_is_not_discovered_unless_it_is_named() -> None:
    files = {f"{HOME}a.agent.md": agent("A"), f"{HOME}b/c.agent.md": agent("C")}
    assert [each.discovered for each in team(files).agents] == [True, False]
    files[".vscode/settings.json"] = '{"chat.agentFilesLocations": {".github/agents/b": true}}'
    assert [each.discovered for each in team(files).agents] == [True, True]


def test_a_file_that_is_a_path_is_a_name_and_no_more() -> None:
    read = team({f"{HOME}a.agent.md": agent("A"), f"{HOME}b.agent.md": "../../other/b.agent.md\n"})
    assert read.agents[1].guessed == ("b",)
    assert list(read.documents) == [f"{HOME}a.agent.md"]


@pytest.mark.parametrize(
    ("path", "text", "fault"),
    [
        (f"{HOME}a.agent.md", "---\nname: A\ntools: [x\n---\n", "unread"),
        (f"{HOME}a.agent.md", "---\nname: A\nname: B\n---\n", "unread"),
        (f"{HOME}a.agent.md", "---\nname: A\nDo it.\n", "unclosed"),
        (f"{HOME}a.agent.md", "\n---\nname: A\n---\n", "late"),
        (f"{CLAUDE}a.md", "---\nname: A\ndescription: a\n<example>\nb: c\n---\n", "unread"),
    ],
)
def test_a_broken_header_leaves_its_name(path: str, text: str, fault: str) -> None:
    [read] = team({path: text}).agents
    assert read.header.fault == fault
    assert {"A", "a"} <= set(read.guessed)


def test_claude_code_takes_a_colon_in_a_text_of_one_line() -> None:
    text = "---\nname: a\ndescription: It's for b: c and 'd'\ntools: Read, Bash\n---\n"
    read = team({f"{CLAUDE}a.md": text})
    [one] = read.agents
    assert one.header.value["description"] == "It's for b: c and 'd'"
    assert not one.header.portable
    document = read.documents[f"{CLAUDE}a.md"]
    assert document.text_of(("tools",)) == "Read, Bash"


def test_names_between_commas_have_their_places() -> None:
    text = "---\nname: a\ndescription: b\ntools: Read, Agent(x, y), Bash(a, b)\n---\n"
    read = team({f"{CLAUDE}a.md": text})
    words = read.agents[0].tools or ()
    assert [word.text for word in words] == ["Read", "Agent(x, y)", "Bash(a, b)"]
    document = read.documents[f"{CLAUDE}a.md"]
    assert [document.text[word.start : word.end] for word in words] == [w.text for w in words]


@pytest.mark.parametrize(
    "text",
    ['{"chat.a": "' + '\\"' * 50_000, '{"chat.a": 1 ' + "/*" * 100_000, '{"chat.' + "{" * 100_000],
)
def test_settings_that_cannot_be_read_say_nothing(text: str) -> None:
    files = {f"{HOME}a.agent.md": agent("A"), ".vscode/settings.json": text}
    assert not team(files).nested


@pytest.mark.parametrize("path", [f"{HOME}a.agent.md", f"{CLAUDE}a.md"])
def test_a_long_run_of_blanks_is_one_look(path: str) -> None:
    blanks = " " * 100_000
    [broken] = team({path: f"---\nname: a{blanks}b # c\ntools: [\n---\n"}).agents
    assert broken.guessed[0] == f"a{blanks}b"
    [read] = team({path: f"---\nname: a\ndescription: b: c{blanks}d\n---\n"}).agents
    assert (read.title, read.header.portable) == ("a", False)
