"""What is said where the patterns of a contract take more steps than they are allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.linting.net import INCOMPLETE
from phaselint.vocabulary.allowance import STEPS
from phaselint.vocabulary.diagnostic import Hit
from phaselint.vocabulary.finding import Finding, Place
from phaselint.vocabulary.message import say, tick
from phaselint.vocabulary.rule import ANY_DIALECT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.base import Target
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.rule import Rule

_MOST_SHOWN = 60


def spent(
    pattern: str, documents: Mapping[str, Document], target: Target, rules: Sequence[Rule]
) -> Hit:
    """Say that the steps for patterns were spent at one of them, where that is written."""
    shown = pattern if len(pattern) <= _MOST_SHOWN else f"{pattern[: _MOST_SHOWN - 1]}…"
    finding = Finding(
        _place(pattern, documents, target),
        say(
            "the bound of {} steps for the patterns of a contract was hit at {}",
            f"{STEPS:,}",
            tick(shown),
        ),
        "make it simpler, or use fewer patterns; defects of this one and of others may exist that "
        "are not reported",
    )
    rule = next(each for each in rules if (each.name, each.dialect) == (INCOMPLETE, ANY_DIALECT))
    return Hit(rule, finding, target)


def _place(pattern: str, documents: Mapping[str, Document], target: Target) -> Place:
    """Where a pattern is first written, by itself or in a longer text; the contract as a whole if
    it is nowhere."""
    around: Place | None = None
    for path, document in documents.items():
        seen: set[int] = set()
        waiting: list[tuple[Any, Pointer]] = [(document.value, ())]
        while waiting:
            here, pointer = waiting.pop()
            if here == pattern:
                return Place(path, pointer)
            if isinstance(here, str) and around is None and pattern in here:
                around = Place(path, pointer)
            if isinstance(here, (dict, list)) and id(here) not in seen:
                seen.add(id(here))
                parts = here.items() if isinstance(here, dict) else enumerate(here)
                waiting += reversed([(part, (*pointer, key)) for key, part in parts])
    return around or Place(target.path, (), "document")
