"""The acts of a contract, as `phaselint graph --acts` lists them: for copying into policies."""

from __future__ import annotations

from phaselint.policies.naming import written
from phaselint.report.terminal import escape
from phaselint.report.wording import spot
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from phaselint.dialects.acts import KnownAct
    from phaselint.vocabulary.finding import Place

OFFERED = "offered"


class Listed(NamedTuple):
    """An act as it is listed: how a policy names it, the phases in which it may be done, whether
    the runtime only offers it in all of them, and the first place where it is written."""

    text: str
    phases: tuple[str, ...] = ()
    offered: bool = False
    place: Place | None = None


def listed(known: Iterable[KnownAct]) -> list[Listed]:
    """The acts of a contract, each string once, sorted; last those that every contract has."""
    found: dict[str, list[KnownAct]] = {}
    for each in known:
        found.setdefault(written(each.act), []).append(each)
    made = [_one(text, some) for text, some in found.items()]
    return sorted(made, key=lambda each: (each.place is None, each.text))


def _one(text: str, some: list[KnownAct]) -> Listed:
    phases = dict.fromkeys(each.act.phase for each in some if each.act.phase)
    place = next((each.place for each in some if each.place is not None), None)
    return Listed(text, tuple(sorted(phases)), all(each.offered for each in some), place)


def as_text(acts: Iterable[Listed]) -> Iterator[str]:
    """A line for each act: its text, whether it is only offered, and where it is written."""
    rows = [(each.text, OFFERED if each.offered else "", _where(each)) for each in acts]
    widths = [max((len(row[at]) for row in rows), default=0) for at in range(2)]
    for text, offered, where in rows:
        yield f"{escape(f'{text:<{widths[0]}}  {offered:<{widths[1]}}  {where}'.rstrip())}\n"


def _where(each: Listed) -> str:
    return spot(each.place) if each.place is not None else ""


def as_data(acts: Iterable[Listed]) -> list[dict[str, Any]]:
    """The same as JSON values."""
    return [
        {
            "act": each.text,
            "phases": list(each.phases),
            "offered": each.offered,
            "file": each.place.file if each.place is not None else None,
            "line": each.place.range.start.line if each.place and each.place.range else None,
        }
        for each in acts
    ]
