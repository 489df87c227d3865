"""Conditions on outputs that no output can meet, or none that the tool itself allows (reference
§2.2, §2.4, §4.4)."""

from __future__ import annotations

from itertools import combinations

from phaselint.dialects.shape import is_number
from phaselint.dialects.vesanor.analysis.invariants import meets_none, operators
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, Literal

    from phaselint.dialects.vesanor.model import Condition, Tool
    from phaselint.document import Document

    Reason = Literal["rootless", "bound", "conditions", "invariants"]


MAX_PAIRED = 40
"""Of more conditions than this, no two are looked for that contradict each other."""


class LocatedCondition(NamedTuple):
    """A condition with where it is: the number of its precondition, and its own in there."""

    entry: int
    number: int
    condition: Condition


class Clash(NamedTuple):
    """Why the conditions of a tool on the output of one that it requires are never met.

    `conditions` are those to blame, as few as possible. `related` is the invariant that excludes
    what they ask for.
    """

    tool: Tool
    required: str
    reason: Reason
    conditions: tuple[LocatedCondition, ...]
    related: Place | None = None

    @property
    def place(self) -> Place:
        """The last of the conditions."""
        last = self.conditions[-1]
        return Place(self.tool.file, ("preconditions", last.entry, "with_output", last.number))


def clashes(tools: Mapping[str, Tool], documents: Mapping[str, Document]) -> Iterator[Clash]:
    """For each tool and each other that it requires, the first reason, if there is one."""
    for tool in tools.values():
        for required in sorted(tool.requires):
            found = _conditions(tool, required)
            if not found or required not in tools:
                continue
            clash = _among(tool, required, found)
            file = tools[required].file
            yield from clash or _against(tool, required, found, file, documents[file].value)


def _conditions(tool: Tool, required: str) -> list[LocatedCondition]:
    return [
        LocatedCondition(entry.number, number, condition)
        for entry in tool.preconditions
        if entry.tool == required
        for number, condition in enumerate(entry.conditions)
    ]


def _among(tool: Tool, required: str, found: Sequence[LocatedCondition]) -> tuple[Clash, ...]:
    from phaselint.dialects.vesanor.reading.outputs import contradict

    if not contradict([each.condition for each in found]):
        return ()
    for size in (1, 2) if len(found) <= MAX_PAIRED else (1,):
        for some in combinations(found, size):
            if contradict([each.condition for each in some]):
                return (Clash(tool, required, _reason(some[0].condition, size), some),)
    return (Clash(tool, required, "conditions", tuple(found)),)


def _reason(condition: Condition, size: int) -> Reason:
    if size == 1 and condition.rootless:
        return "rootless"
    return "bound" if size == 1 and bad_bound(condition) else "conditions"


def bad_bound(condition: Condition) -> str:
    """The operator of a condition that compares with something other than a number, if one does."""
    tests = (
        (operator, wanted) for operator, wanted in condition.tests if operator in ("gte", "lte")
    )
    return next((operator for operator, wanted in tests if not is_number(wanted)), "")


def _against(
    tool: Tool, required: str, found: Sequence[LocatedCondition], file: str, value: Any
) -> Iterator[Clash]:
    """Conditions on a value that the invariants of the required tool exclude."""
    assertions = value.get("assertions")
    listed = assertions.get("output_invariants") if isinstance(assertions, dict) else None
    if not isinstance(listed, list):
        return
    by_path: dict[tuple[str, ...], list[LocatedCondition]] = {}
    for each in found:
        if each.condition.known:
            by_path.setdefault(each.condition.path, []).append(each)
    for path, here in by_path.items():
        asked = [test for each in here for test in each.condition.tests]
        if all(test == ("exists", False) for test in asked):
            continue
        for number, invariant in enumerate(listed):
            given = operators(invariant, ".".join(("$", *path)))
            if given and meets_none([*asked, ("exists", True), *given]):
                place = Place(file, ("assertions", "output_invariants", number))
                yield Clash(tool, required, "invariants", tuple(here), place)
                return
