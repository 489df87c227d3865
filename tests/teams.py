"""Teams of coding agents for tests, and what is found in them."""

from __future__ import annotations

from contextlib import chdir
from typing import TYPE_CHECKING, NamedTuple

from phaselint.dialects.agents import DIALECT
from phaselint.dialects.agents.analysis.facts import AgentsFacts
from phaselint.dialects.agents.reading.load import load
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.project.memory import DictReader
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

HOME, CLAUDE, PROMPTS = ".github/agents/", ".claude/agents/", ".github/prompts/"
CLOSED = ("agents.closed=true",)


class Said(NamedTuple):
    """A finding: how bad, of which rule, and where."""

    level: str
    name: str
    file: str


def agent(name: str, *lines: str, body: str = "Do it.") -> str:
    """The text of an agent with a name, a description, and further lines of its header."""
    return "\n".join(("---", f"name: {name}", "description: Does it", *lines, "---", body, ""))


def to(name: str, more: str = "") -> str:
    """A header line with one handoff."""
    return f"handoffs: [{{label: Go, agent: {name}, prompt: Go on.{more}}}]"


def put(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write the files of a project."""
    (folder / ".git").mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode() if isinstance(text, str) else text)


def found(folder: Path, *paths: str, settings: tuple[str, ...] = ()) -> list[Said]:
    """The errors and warnings in a project; `paths` are those that a user names."""
    with chdir(folder):
        result = run(Request(paths=paths or (".",), settings=settings, jobs=1), RULES)
    worse = (each for each in result.findings if each.level != "info")
    return [Said(each.level, each.name, each.place.file) for each in worse]


def checked(folder: Path, *paths: str) -> list[str]:
    """What is taken for a team, by the folder or the file it is called by, with its files."""
    with chdir(folder):
        request = Request(paths=paths or (".",), jobs=1, verbose=True)
        notices = run(request, RULES).notices
    lines = (line.removeprefix("checked ") for line in notices if " as agents " in line)
    return [line.replace(" as agents ", " ") for line in lines]


def located(folder: Path, settings: tuple[str, ...] = ()) -> list[tuple[str, int, str, str]]:
    """All findings in a project: file, line, level, rule. With proofs, none of which fails."""
    with chdir(folder):
        result = run(Request(paths=(".",), settings=settings, jobs=1, dry_run=True), RULES)
    return [
        (
            each.place.file,
            each.place.range.start.line if each.place.range else 0,
            each.level,
            each.name,
        )
        for each in result.findings
    ]


def team_facts(files: Mapping[str, str]) -> AgentsFacts:
    """What follows from the team in some files."""
    reader = DictReader(dict(files))
    [target] = DIALECT.detect(reader, "")
    options = {option.name: option.default for option in DIALECT.options}
    return AgentsFacts(load(reader, target), options, 1000)
