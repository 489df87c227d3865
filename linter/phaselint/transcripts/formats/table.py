"""The formats of logs, and how a file shows which it has."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections import Counter
from contextlib import suppress

from phaselint.transcripts.formats import (
    acts,
    checkpoints,
    claude,
    claude_stream,
    climpt,
    copilot,
    langgraph,
    langsmith,
    otlp,
    stud,
    sweny,
    vscode,
)
from phaselint.transcripts.formats.updates import may_be_update
from phaselint.transcripts.seen import Format
from phaselint.transcripts.sources import LARGEST_VALUE, opened, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

_CALLS = ("call agent", "call skill", "call tool")
_AGENTS = frozenset({"start", "reach", *_CALLS, "end"})
_NODES = frozenset({"start", "enter", "fail", "interrupt"})
_TEAMS, _GRAPHS = frozenset({"agents"}), frozenset({"langgraph"})
_HEAD = 50
_HEAD_SIZE = 2**20

FORMATS: tuple[Format, ...] = (
    Format("acts", "JSON lines of acts", acts.read, frozenset({"*"}), acts.sign),
    Format(
        "claude-code",
        "Claude Code session",
        claude.read,
        _AGENTS,
        claude.sign,
        told_end=False,
        files=claude.files,
        dialects=_TEAMS,
    ),
    Format(
        "claude-stream",
        "Claude Code stream-json",
        claude_stream.read,
        _AGENTS | {"turn"},
        claude_stream.sign,
        dialects=_TEAMS,
    ),
    Format(
        "sweny",
        "SWEny stream",
        sweny.read,
        frozenset({"start", "enter", "follow", "pass", "fail", "skip", "call tool", "end"}),
        sweny.sign,
        dialects=frozenset({"sweny"}),
    ),
    Format(
        "stud",
        "stud session log",
        stud.read,
        frozenset({"start", "turn", "call tool", "fail", "end"}),
        stud.sign,
        files=stud.files,
        dialects=frozenset({"stud"}),
        follows=False,
    ),
    Format(
        "copilot-cli",
        "Copilot CLI events",
        copilot.read,
        _AGENTS,
        copilot.sign,
        dialects=_TEAMS,
        tools="copilot",
    ),
    Format(
        "vscode-chat",
        "VS Code chat",
        vscode.read,
        _AGENTS - {"call skill"},
        vscode.sign,
        whole=True,
        separate="#",
        dialects=_TEAMS,
        tools="vscode",
        infers=frozenset({"take"}),
    ),
    Format(
        "otlp",
        "OpenTelemetry spans",
        otlp.read,
        _AGENTS - {"call skill"} | {"turn", "enter"},
        otlp.sign,
        whole=True,
        dialects=_TEAMS | _GRAPHS,
    ),
    Format(
        "langsmith",
        "LangSmith runs",
        langsmith.read,
        _NODES | {"turn", "call tool", "end"},
        langsmith.sign,
        whole=True,
        dialects=_GRAPHS,
    ),
    Format(
        "climpt-orchestrator",
        "climpt orchestrator log",
        climpt.read_orchestrator,
        frozenset({"start", "enter", "call agent", "take", "end"}),
        climpt.orchestrator_sign,
        dialects=frozenset({"climpt"}),
        follows=False,
    ),
    Format(
        "climpt",
        "climpt agent log",
        climpt.read,
        frozenset({"start", "enter", "take", "end"}),
        climpt.sign,
        dialects=frozenset({"climpt"}),
    ),
    Format(
        "langgraph",
        "LangGraph stream",
        langgraph.read,
        _NODES | {"resume", "call tool"},
        langgraph.sign,
        told_end=False,
        dialects=_GRAPHS,
    ),
    Format(
        "langgraph-sqlite",
        "LangGraph checkpoints",
        checkpoints.read,
        _NODES,
        checkpoints.sign,
        bare=True,
        dialects=_GRAPHS,
    ),
)
"""All formats, those with the clearest signs first."""


def names(formats: Sequence[Format] = FORMATS) -> tuple[str, ...]:
    """What formats are called."""
    return tuple(each.name for each in formats)


def format_of(path: str, formats: Sequence[Format] = FORMATS) -> Format | None:
    """The format that most records at the beginning of a file have; none if it isn't a log.

    Raises:
        UsageError: the file can't be read, or is a single value that is too large.
    """
    with opened(path) as file:
        start = file.read(len(checkpoints.MAGIC))
    if start == checkpoints.MAGIC:
        return next((each for each in formats if each.sign(start)), None)
    some = list(_head(path))
    votes = _votes(some, formats)
    if votes:
        return formats[max(votes, key=lambda number: (votes[number], -number))]
    if _is_torn(path):
        value = whole(path)
        return next((each for each in formats if each.whole and each.sign(value)), None)
    return None


def likely_format_of(path: str, formats: Sequence[Format] = FORMATS) -> Format | None:
    """The format of a file that someone says is a log, though no record shows one."""
    some = list(_head(path))
    if not some or not all(map(may_be_update, some)):
        return None
    return next((each for each in formats if each.sign is langgraph.sign), None)


def _is_torn(path: str) -> bool:
    """Whether the first line of a file is only the beginning of a value."""
    with opened(path) as file:
        while (line := file.readline(LARGEST_VALUE)) and not line.strip():
            pass
    line = line.removeprefix(BOM_UTF8).strip()
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return line[:1] in (b"{", b"[")
    return False


def foreign_to(own: Format) -> Callable[[Any], str] | None:
    """What tells the format of a record in a file of a format, if it's another one: its name, else
    an empty string. None where the file isn't read by records, or by a plugin, whose records only
    the plugin knows."""
    if own.bare or own.origin:
        return None
    others = [each for each in FORMATS if each is not own and not _are_kin(each, own)]

    def whose(record: Any) -> str:
        if not isinstance(record, (dict, list)) or own.sign(record):
            return ""
        return next((each.name for each in others if each.sign(record)), "")

    return whose


def _are_kin(one: Format, other: Format) -> bool:
    """Whether two formats are kinds of lines that one program writes."""
    return one.name.partition("-")[0] == other.name.partition("-")[0] == "climpt"


def _votes(values: Iterable[Any], formats: Sequence[Format]) -> Counter[int]:
    """How many values show each format, by its number."""
    votes: Counter[int] = Counter()
    for value in values:
        number = next((n for n, each in enumerate(formats) if each.sign(value)), None)
        if number is not None:
            votes[number] += 1
    return votes


def _head(path: str) -> Iterator[Any]:
    """The values of the first lines of a file, as far as they are values."""
    with opened(path) as file:
        size = 0
        for _ in range(_HEAD):
            line = file.readline(LARGEST_VALUE if not size else _HEAD_SIZE)
            size += len(line)
            if not line:
                return
            with suppress(ValueError, RecursionError):
                yield json.loads(line)
            if size > _HEAD_SIZE:
                return
