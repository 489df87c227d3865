"""What looks at a field of a stage's result, as data (reference §3.3, §2.6); see `asked`."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.stud.model import Condition
    from phaselint.dialects.stud.running.branches import Way

Pairs = frozenset[tuple[str, bool]]
"""Results, as far as conditions without a path tell them apart: a verdict, and whether the cap was
hit."""


class Asked(NamedTuple):
    """A branch, the results that it is about, and the condition on a path into the field that is
    looked at; none where it has no path, or one into another field, and then it is `opaque`."""

    number: int
    results: Pairs
    when: Condition | None
    opaque: bool = False


class Looks(NamedTuple):
    """What looks at a field of a stage's result: branches in their order, for the results that
    there may be, and what those demand from the field that are given the result, by the way on."""

    asked: tuple[Asked, ...]
    results: Pairs
    readers: Mapping[Way, tuple[Any, ...]]
