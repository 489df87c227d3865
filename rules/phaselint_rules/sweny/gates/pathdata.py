"""Data that show what is wrong with a path (reference §5.7, §8.3)."""

from __future__ import annotations

from copy import deepcopy

from phaselint.dialects.sweny.analysis.matchvalues import lists_of, wanted
from phaselint.dialects.sweny.analysis.pathfaults import EVALS
from phaselint.dialects.sweny.model import INPUT
from phaselint.dialects.sweny.reading.gatevalues import steps as steps_of
from phaselint.schema import EACH, Equals, Present, minimal, valid, values_at, without
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.sweny.analysis.clashes import Clash
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.schema import Step, Test

MOST_VALUES = 40
"""Number of declared values that are tried one after the other."""


class Values(NamedTuple):
    """Data to be given one after the other; `all` tells that they have every declared value."""

    data: tuple[Any, ...]
    all: bool


def as_object(schema: Any) -> dict[str, Any]:
    """A schema for the data of a node, which are always a mapping."""
    return {**(schema if isinstance(schema, dict) else {}), "type": "object"}


def prefix_data(use: Use) -> dict[str, Any] | None:
    """Data of the node in which what comes before the fault is there; none where any data that
    pass its gates will do."""
    if use.fault not in ("undeclared", "type-mismatch") or use.schema is None:
        return None
    if use.root == INPUT or is_recorded(use):
        return None
    found = minimal(as_object(use.schema), [(use.taken, Present())] if use.taken else [])
    return found if isinstance(found, dict) else None


def lacking(use: Use) -> dict[str, Any] | None:
    """Data with two elements, of which the second lacks the field that is optional."""
    schema, steps, at = as_object(use.schema), use.steps, len(use.taken)
    whole = minimal(schema, [(steps, wanted(use) or Present())])
    if isinstance(whole, dict):
        added = _with_lacking(whole, steps, at)
        if valid(use.schema, added) != "no":
            return added
    found = without(schema, steps[: at + 1])
    return found if isinstance(found, dict) else None


def without_field(use: Use) -> dict[str, Any] | None:
    """Data that lack the field that is optional, and have all else as it is declared; none where
    there are none, and for what the runtime itself records of an evaluator that passes."""
    if is_recorded(use):
        return None
    schema, steps = as_object(use.schema), use.steps[: len(use.taken) + 1]
    data = minimal(schema)
    if not isinstance(data, dict) or _has(data, steps):
        data = without(schema, steps)
    return data if isinstance(data, dict) else None


def _with_lacking(whole: dict[str, Any], steps: Sequence[Step], at: int) -> dict[str, Any]:
    """Add to the innermost list on the way a copy of its first element without the field."""
    last = max(place for place, step in enumerate(steps[:at]) if step is EACH)
    found = deepcopy(whole)
    elements = _down(found, steps[:last])
    copy = deepcopy(elements[0])
    del _down(copy, steps[last + 1 : at])[steps[at]]
    elements.append(copy)
    return found


def _down(value: Any, steps: Sequence[Step]) -> Any:
    for step in steps:
        value = value[0 if step is EACH else step]
    return value


def _has(data: Any, steps: Sequence[Step]) -> bool:
    """Whether the first elements on a path have it all."""
    for step in steps:
        if step is EACH:
            if not data:
                return False
            data = data[0]
        elif not isinstance(data, dict) or step not in data:
            return False
        else:
            data = data[step]
    return True


def is_recorded(use: Use) -> bool:
    """Whether a path leads to what the runtime records of evaluators, and not into data."""
    segments = use.path.segments
    in_data = use.evaluator is not None or use.root == INPUT
    return not in_data and len(segments) > 1 and segments[1].name == EVALS


def every_value(use: Use) -> Values:
    """Data for each of the values declared at the path; for infinitely many values, those
    that the check wants, as far as they are declared, and some other."""
    if use.schema is None or is_recorded(use):
        return Values((None,), all=False)
    schema = use.schema if use.root == INPUT else as_object(use.schema)
    possible = values_at(use.schema, use.steps)
    values = _asked(use) if possible is None else possible
    tests: list[Test] = [Equals(value) for value in values]
    tests += [Present()] if possible is None else []
    found = [minimal(schema, [(use.steps, test)]) for test in tests[:MOST_VALUES]]
    hopeless = use.match is not None and use.match.value == []
    data = [each for each in found if each is not None] or [None] * hopeless
    return Values(tuple(data), all=possible is not None and len(possible) <= MOST_VALUES)


def _asked(use: Use) -> Sequence[Any]:
    """The values that a check names."""
    if use.match is None or use.match.operator == "matches":
        return ()
    return list(use.match.value) if use.match.operator == "in" else [use.match.value]


def with_no_elements(use: Use) -> Iterator[Any]:
    """Data in which one of the lists on the path of a check for all elements is empty, for each
    list that may be."""
    if use.schema is None or use.path.mode == "any":
        return
    schema = use.schema if use.root == INPUT else as_object(use.schema)
    for way in lists_of(use):
        found = minimal(schema, [(way, Equals([]))])
        if found is not None:
            yield found


def clashing_data(clash: Clash) -> Iterator[Any]:
    """Data with each of the values that a check names, as they are declared or, where none can be,
    as they are named."""
    use = clash.use
    below = 0 if use.evaluator is not None else 2 if use.root == INPUT else 1
    path = steps_of(use.path.segments[below:])
    declared = use.schema if use.root == INPUT else as_object(use.schema)
    for value in clash.candidates[:MOST_VALUES]:
        demands = [(path, Equals(value))]
        found = minimal(declared, demands) if use.schema is not None else None
        if found is None:
            found = minimal({} if use.root == INPUT else {"type": "object"}, demands)
        if found is not None:
            yield found


def with_text(facts: SwenyFacts, use: Use, text: str) -> Any | None:
    """Data of the node, or of the input, with a string at the path."""
    if use.schema is not None:
        schema = use.schema if use.root == INPUT else as_object(use.schema)
        return minimal(schema, [(use.steps, Equals(text))])
    steps = _way(use)
    if use.root == INPUT:
        return minimal({}, [(steps[1:], Equals(text))])
    node = facts.nodes.get(use.root)
    if node is None:
        return None
    return minimal({"type": "object", "required": list(node.required)}, [(steps, Equals(text))])


def _way(use: Use) -> tuple[Step, ...]:
    """The path below its node, or below the run input."""
    steps: list[Step] = []
    for segment in use.path.segments[use.evaluator is None :]:
        steps += (segment.name, EACH) if segment.wildcard else (segment.name,)
    return tuple(steps)
