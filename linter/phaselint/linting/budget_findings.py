"""What is said where patterns or schemas of a contract take more steps than they are allowed."""

from __future__ import annotations

from phaselint.linting.exploration import INCOMPLETE
from phaselint.vocabulary import step_budget as bounds
from phaselint.vocabulary.finding import Finding, Place
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ANY_DIALECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.base import Target
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.rule import Rule
    from phaselint.vocabulary.step_budget import StepBudget

_MOST_SHOWN = 60
_HELP = "simplify the {}, or use fewer; there might be defects that aren't reported"


def spent(
    allowance: StepBudget, documents: Mapping[str, Document], target: Target, rules: Sequence[Rule]
) -> Iterator[Hit]:
    """Say at which pattern, and at which schema, the steps were spent, if they were."""
    rule = next(each for each in rules if (each.name, each.dialect) == (INCOMPLETE, ANY_DIALECT))
    whole = Place(target.file, (), "document")
    if pattern := allowance.pattern_cut:
        shown = pattern if len(pattern) <= _MOST_SHOWN else f"{pattern[: _MOST_SHOWN - 1]}…"
        text = message(
            "the patterns of this contract exceed the limit of {} steps, at {}",
            f"{bounds.STEPS:,}",
            quote(shown),
        )
        place = _written(pattern, documents) or whole
        yield Hit(rule, Finding(place, text, _HELP.format("patterns")), target)
    if allowance.schema_cut is not None:
        text = message(
            "the schemas of this contract exceed the limit of {} steps",
            f"{bounds.SCHEMA_STEPS:,}",
        )
        place = _itself(allowance.schema_cut, documents) or whole
        yield Hit(rule, Finding(place, text, _HELP.format("schemas")), target)


def _written(pattern: str, documents: Mapping[str, Document]) -> Place | None:
    """Where a pattern is first written, by itself or in a longer text."""
    around: Place | None = None
    for place, value in _values(documents):
        if value == pattern:
            return place
        if around is None and isinstance(value, str) and pattern in value:
            around = place
    return around


def _itself(wanted: Any, documents: Mapping[str, Document]) -> Place | None:
    """Where a value is, not one that is equal to it."""
    return next((place for place, value in _values(documents) if value is wanted), None)


def _values(documents: Mapping[str, Document]) -> Iterator[tuple[Place, Any]]:
    """All values, in the order in which they are written; one that is shared comes once."""
    for path, document in documents.items():
        seen: set[int] = set()
        waiting: list[tuple[Any, Pointer]] = [(document.value, ())]
        while waiting:
            here, pointer = waiting.pop()
            yield Place(path, pointer), here
            if isinstance(here, (dict, list)) and id(here) not in seen:
                seen.add(id(here))
                parts = here.items() if isinstance(here, dict) else enumerate(here)
                waiting += reversed([(part, (*pointer, key)) for key, part in parts])
