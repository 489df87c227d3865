"""A format of our own for runtimes without a reader: JSON lines such as
`{"run": "7", "act": "call tool pay", "phase": "review"}`, which any program can write."""

from __future__ import annotations

from phaselint.dialects.acts import OWNED
from phaselint.transcripts.seen import AGENT, SKILL, TOOL, Seen
from phaselint.transcripts.sources import ok_of, seconds, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.transcripts.sources import Source

VERBS = frozenset(
    {
        *("start", "turn", "reach", "call", "enter", "follow", "take", "pass", "fail", "skip"),
        *("interrupt", "resume", "end", "complete", "goto", "send"),
    }
)
_KINDS = (AGENT, TOOL, SKILL)


def sign(record: object) -> bool:
    """Whether a record is an act in words."""
    return (
        isinstance(record, dict)
        and isinstance(record.get("act"), str)
        and isinstance(record.get("run"), (str, int))
        and not isinstance(record.get("run"), bool)
    )


def read(source: Source) -> Iterator[Seen]:
    """The acts of a file, of any number of runs. A run without `start` starts with its first
    act."""
    runs: dict[str, None] = {}
    lost = False
    for number, record in source.lines():
        if not sign(record):
            if record is not None:
                source.strange("not an act")
            lost = True
            yield from (Seen("gap", place=number, run=run) for run in runs)
            continue
        run, act = str(record["run"]), " ".join(record["act"].split())
        verb, _, rest = act.partition(" ")
        if verb not in VERBS:
            source.strange("unknown verb")
            yield Seen("gap", place=number, run=run)
            continue
        if run not in runs:
            runs[run] = None
            if verb != "start":
                if lost:
                    yield Seen("gap", place=number, run=run)
                yield Seen("start", place=number, time=seconds(record.get("time")), run=run)
        yield _seen(record, verb, rest)._replace(place=number, run=run)


def _seen(record: dict[str, Any], verb: str, rest: str) -> Seen:
    """An act by its words."""
    sort, target = "", ""
    first, _, name = rest.partition(" ")
    if verb == "call" and first in _KINDS and name:
        sort, rest = first, name
    if " -> " in rest:
        rest, _, target = rest.partition(" -> ")
    elif verb in OWNED:
        target = text(record.get("phase"))
        if target and rest.endswith(f" of {target}"):
            rest = rest.removesuffix(f" of {target}")
        elif " of " in rest:
            rest, _, target = rest.rpartition(" of ")
    return Seen(
        verb,
        rest,
        time=seconds(record.get("time")),
        instance="",
        sort=sort,
        target=target,
        ok=ok_of(record.get("ok")),
    )
