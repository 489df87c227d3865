"""Odd headers and names: one clear finding, and the others of the team go on as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from teams import CLAUDE, HOME, Said, agent, found, put, to

if TYPE_CHECKING:
    from pathlib import Path

LEAD, ODD = f"{HOME}lead.agent.md", f"{HOME}odd.agent.md"
WORKER = f"{CLAUDE}worker.md"


def header(*lines: str) -> str:
    return "\n".join(("---", *lines, "---", "Do it.", ""))


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (header("name: A", "description: b: c"), ["header-not-portable"]),
        (header("name: A", "description: @b"), ["header-not-portable"]),
        (header("name: A", 'description: "b'), ["header-not-portable"]),
        (header("name: A", "description: b", "tools: [read"), ["syntax-error"]),
        (header("name: A", "description: b", "  name: c"), ["syntax-error"]),
        (header("name: A", "description: b", "name: B"), ["duplicate-key"]),
        (header("name: A", "description: b: c", "name: B"), ["duplicate-key"]),
        ("---\nname: A\ndescription: b\nDo it.\n", ["header-unclosed"]),
        ("---", ["header-unclosed"]),
        ("", ["missing-description"]),
        ("---\n---\n", ["missing-description"]),
        ("\n---\nname: A\n---\n", ["header-not-first-line"]),
        (header("name: A", "description: b").replace("\n", "\r\n"), []),
        (header("name: A", "description: b").replace("\n", "\r"), []),
        ("\ufeff" + header("name: A", "description: b"), []),
        (header("name: A", "description: b") + "\x1b[31m\u202e", []),
        (header("name: A", "description: b", "x: " + "[" * 5000), ["limit-exceeded"]),
    ],
)
def test_what_is_said_of_an_odd_header(tmp_path: Path, text: str, rules: list[str]) -> None:
    put(tmp_path, {LEAD: agent("Lead", to("odd"), "agents: [odd]"), ODD: text})
    said = [each for each in found(tmp_path) if each.file == ODD]
    assert [each.name for each in said] == rules


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (header("name: a", "description: b: c 'd'"), ["header-not-portable"]),
        (header("name: a", "description: b", "c d", "tools: Read"), ["syntax-error"]),
        (header("name: a", "description: @b"), ["header-not-portable"]),
        (header("name: a", "description: *b"), ["header-not-portable"]),
        (header("name: a", "description: b: c", "d: >", "  e"), ["syntax-error"]),
        (header("name: a", "description: b: c", "d: {e", "f: g"), ["syntax-error"]),
        (header("name: a", "description: b: c", "tools:\t- x"), ["syntax-error"]),
        (header("name: a", "description: b: c", "name: d"), ["duplicate-key"]),
        (header("name: a", "description: True", "background: perhaps"), ["field-type"] * 2),
    ],
)
def test_what_is_said_of_an_odd_header_for_claude_code(
    tmp_path: Path, text: str, rules: list[str]
) -> None:
    put(tmp_path, {WORKER: text, f"{CLAUDE}lead.md": agent("lead", "tools: Agent(a), Read")})
    assert found(tmp_path) == [Said(*_level(each), WORKER) for each in rules]


def _level(rule: str) -> tuple[str, str]:
    return "warning" if rule == "header-not-portable" else "error", rule


@pytest.mark.parametrize(
    "name",
    [
        *(
            '"Le\'ad"',
            "'Le\"ad'",
            '"two\\nlines"',
            '"a\\u202eb"',
            "Léad 🚀",
            "３",
            "3",
            "true",
        ),
        *('" blank"', "'*'", "x" * 10_000, "a.b/c", "[Lead]  # no", '"\\\\"'),
    ],
)
def test_a_name_is_found_as_it_is_written(tmp_path: Path, name: str) -> None:
    odd = agent(name) if not name.startswith("[") else agent("Lead2")
    asked = name if not name.startswith("[") else "Lead2"
    put(tmp_path, {LEAD: agent("Lead", to(asked)), ODD: odd})
    assert [each for each in found(tmp_path) if each.name == "unknown-target"] == []
    put(tmp_path, {LEAD: agent("Lead", to("'Somebody else'"))})
    assert [each.name for each in found(tmp_path)] == ["unknown-target"]


def test_names_in_other_case_are_two(tmp_path: Path) -> None:
    put(tmp_path, {LEAD: agent("Lead", to("LEAD")), ODD: agent("lead", to("Lead"))})
    assert found(tmp_path) == [Said("warning", "unknown-target", LEAD)]


def test_a_name_three_times_is_said_of_the_later_two(tmp_path: Path) -> None:
    files = [f"{HOME}{each}.agent.md" for each in "cba"]
    put(tmp_path, {path: agent("Same") for path in files})
    said = [Said("warning", "duplicate-name", path) for path in sorted(files)[1:]]
    assert found(tmp_path) == said


def test_an_unknown_name_that_is_odd_is_said_in_one_line(tmp_path: Path) -> None:
    put(tmp_path, {LEAD: agent("Lead", to('"a\\nb\\u202e`c"'), f"agents: [{'y' * 10_000}]")})
    assert {each.name for each in found(tmp_path)} == {"unknown-target", "unknown-subagent"}
