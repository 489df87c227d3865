"""Kinds of answers to ask a schema for: one of each represents all, and if none is found, it is
either known that none exists, or reported as undecided."""

from __future__ import annotations

from phaselint.dialects.climpt.running.benign import benign
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.climpt.model import Step
    from phaselint.dialects.climpt.running.session import Law
    from phaselint.schema import Absent, Path, Test

    Demand = tuple[Path, Test | Absent]
    Demands = tuple[Demand, ...]

ANYTHING = {"type": "object"}
"""The schema used for a step without one."""


class Kind(NamedTuple):
    """Answers of one kind meet one of `tries`; if these might not be all, `bounds` are schemas that
    all answers of the kind satisfy."""

    tries: tuple[Demands, ...]
    bounds: tuple[Any, ...] | None = None


class Made(NamedTuple):
    """A small answer that meets demands, if one was found; and whether it is undecided that there
    isn't one."""

    answers: tuple[dict[str, Any], ...] = ()
    unsure: bool = False


def made(law: Law, step: Step, demands: Demands) -> Made:
    """A small answer of a step that meets demands. Without a schema, any answer is possible."""
    from phaselint.schema import together

    schema = law.schema(step.key) or ANYTHING
    found = together(schema, demands)
    if found.answer == "yes":
        answers = (benign(schema, found.instance, demands),)
        return Made(answers if isinstance(found.instance, dict) else ())
    return Made(unsure=found.answer == "maybe")


def is_unsure(law: Law, step: Step, kind: Kind, wanted: Demands, tried: Sequence[Made]) -> bool:
    """Whether it is undecided that there is no answer of a kind, given its tries."""
    if any(each.answers for each in tried):
        return False
    if kind.bounds is None:
        return any(each.unsure for each in tried)
    return _within(law, step, kind, wanted) != "no"


def _within(law: Law, step: Step, kind: Kind, wanted: Demands) -> str:
    """Whether anything satisfies the bounds of a kind."""
    from phaselint.schema import conforming

    schema = law.schema(step.key) or ANYTHING
    return conforming(schema, [*map(_goal, wanted), *(kind.bounds or ())]).answer


def _goal(demand: Demand) -> Any:
    from phaselint.schema import Absent, goal, holding
    from phaselint.schema.walk import lacking

    path, test = demand
    return lacking(path) if isinstance(test, Absent) else holding(path, goal(test))
