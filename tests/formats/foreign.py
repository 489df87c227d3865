"""Documents of the dialects' own formats, and what our own check says of one: whether it has the
shape of its file."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import phaselint
from conformance.labels import CORPUS
from formats.documents import FIXTURES
from phaselint.dialects.climpt import forms as climpt
from phaselint.dialects.keys import usable
from phaselint.dialects.shape import problems
from phaselint.dialects.stud.reading.stagefile import read_file as read_stage
from phaselint.dialects.sweny.reading import shapes as sweny
from phaselint.dialects.sweny.reading.skills import read_file as read_skill
from phaselint.dialects.vesanor import forms as vesanor
from phaselint.dialects.vesanor.reading.shapes import TOOL
from phaselint.document import Document
from phaselint.document.reader import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from phaselint.dialects.shape import Shape
    from phaselint.dialects.stud.model import Profile

    Judge = Callable[[Any, Path], bool]
    Belongs = Callable[[str, dict[str, Any]], bool]


def _shaped(*shapes: Shape) -> Judge:
    """Accepts what has no grave problem under one of some shapes."""

    def judge(value: Any, _folder: Path) -> bool:
        return any(not any(each.grave for each in problems(value, shape)) for shape in shapes)

    return judge


def _skill(value: Any, _folder: Path) -> bool:
    document = Document("skills/a/SKILL.md", "markdown", f"---\n{json.dumps(value)}\n---\nText.\n")
    read_again = read(document.path, document.text.encode())
    return not read_skill(read_again).fault


def _stage(value: Any, _folder: Path) -> bool:
    text = "---\n{}\n---\nText.\n"
    document = Document("a.md", "markdown", text, value=without_points(value))
    return any(
        all(each.names == ("body",) for each in read_stage(document, profile).problems)
        for profile in PROFILES
    )


PROFILES: tuple[Profile, ...] = ("documented", "reference")


def without_points(value: Any) -> Any:
    """The same with whole numbers in place of those that end in `.0`: JSON Schema does not tell
    them apart, YAML and TOML do."""
    if isinstance(value, dict):
        return {key: without_points(each) for key, each in value.items()}
    if isinstance(value, list):
        return [without_points(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _write_team(folder: Path) -> None:
    """An agent, without which prompts are nobody's."""
    agents = folder / ".github" / "agents"
    agents.mkdir(parents=True, exist_ok=True)
    (agents / "b.agent.md").write_text("---\nname: B\ndescription: Helps.\n---\nText.\n", "utf-8")


_HEADER_RULES = {"boolean-not-recognized", "field-type", "invalid-value", "incomplete-handoff"}
"""The rules that speak of the shape of a header."""


def _header(path: str) -> Judge:
    def judge(value: Any, folder: Path) -> bool:
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"---\n{json.dumps(value)}\n---\nText.\n", "utf-8")
        if not path.endswith(".agent.md"):
            _write_team(folder)
        result = phaselint.lint([str(folder)], isolated=True)
        return not _HEADER_RULES & {each.name for each in result.findings}

    return judge


ACCEPTS: Mapping[str, Judge] = {
    "vesanor-session": _shaped(vesanor.SESSION),
    "vesanor-tool": _shaped(TOOL),
    "sweny-workflow": _shaped(sweny.WORKFLOW),
    "sweny-skill": _skill,
    "climpt-registry": _shaped(climpt.FORMER.registry, climpt.LATER.registry),
    "climpt-agent": _shaped(climpt.FORMER.agent, climpt.LATER.agent),
    "stud-stage": _stage,
    "agents-agent": _header(".github/agents/a.agent.md"),
    "agents-prompt": _header(".github/prompts/a.prompt.md"),
}

_BELONGS: Mapping[str, Belongs] = {
    "vesanor-session": lambda _, value: {"phases", "agent"} <= value.keys(),
    "vesanor-tool": lambda _, value: {"tool", "side_effect"} <= value.keys(),
    "sweny-workflow": lambda _, value: {"nodes", "edges"} <= value.keys(),
    "sweny-skill": lambda name, _: name == "SKILL.md",
    "climpt-registry": lambda _, value: {"agentId", "steps"} <= value.keys(),
    "climpt-agent": lambda name, value: name == "agent.json" and "runner" in value,
    "stud-stage": lambda name, value: name.endswith(".md") and "completionTool" in value,
    "agents-agent": lambda name, _: name.endswith(".agent.md"),
    "agents-prompt": lambda name, _: name.endswith(".prompt.md"),
}


@cache
def documents(name: str) -> tuple[Any, ...]:
    """The values of all documents of a format in the fixtures and, where it is there, the
    corpus, each once."""
    found = {json.dumps(value, sort_keys=True): value for value in _of_format(name)}
    return tuple(map(deepcopy, found.values()))


def _of_format(name: str) -> Iterator[Any]:
    belongs = _BELONGS[name]
    for path, value in _mappings():
        if belongs(path, value):
            yield value


@cache
def _mappings() -> tuple[tuple[str, dict[str, Any]], ...]:
    """The mappings in files that JSON has as well, each with the name of its file."""
    folders = [FIXTURES, *([Path(CORPUS)] if CORPUS else [])]
    paths = [path for folder in folders for path in sorted(folder.rglob("*.*"))]
    found = []
    for path in paths:
        if path.suffix in (".yaml", ".yml", ".json", ".md") and path.is_file():
            document = read(path.name, path.read_bytes())
            if usable(document) and isinstance(document.value, dict):
                found += [(path.name, plain) for plain in _plain(document.value)]
    return tuple(found)


def _plain(value: Any) -> Iterator[dict[str, Any]]:
    """The same as JSON has it, if it has."""
    try:
        yield json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return
