"""How the executor shows what becomes of inputs (reference climpt §4.6, §7.6)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.analysis.lower import path_of
from phaselint.executor.driving import data_of, unscripted
from phaselint.executor.proof import STATIC
from phaselint.schema import Equals, Present
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.proofs.bench import Plan, answer, edge_between, same_without
from phaselint_rules.climpt.proofs.copies import without
from phaselint_rules.climpt.proofs.transitions import NO_WAY
from phaselint_rules.climpt.proofs.variables import GOING_ON, fails_with, visit, way_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.bench import Driven
    from phaselint_rules.climpt.proofs.variables import Record

SHELL_TEXT = "a>b"


def through(facts: ClimptFacts, goal: str, source: str) -> tuple[str, ...]:
    """The steps of a way to a step that passes another one; the plain way where there is none."""
    before, after = facts.way(source), facts.way(goal, start=source)
    if source == goal or not before or not after:
        return facts.way(goal)
    return (*before, *after[1:])


def saying(
    facts: ClimptFacts, way: tuple[str, ...], source: str, *demands: Any
) -> Mapping[str, Mapping[str, Any]]:
    """The answer with which a step on a way leads on and says what is demanded besides."""
    for step, after in pairwise(way):
        edge = edge_between(facts, step, after) if step == source else None
        said = answer(facts, facts.steps[step], edge.intent, *demands) if edge else None
        if said is not None:
            return {source: said}
    return {}


def shell_character(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The source says something with a shell character in it, and the prompt cannot be built."""
    facts, data = lab.facts, data_of(finding)
    way = through(facts, data["step"], data["source"])
    said = saying(facts, way, data["source"], (path_of(data["field"]), Equals(SHELL_TEXT)))
    if not way or not said:
        return unscripted(NO_WAY)

    def holds(driven: Driven, record: Record) -> bool:
        return fails_with(driven, record, data["code"])

    return visit(lab, f"hand {SHELL_TEXT} to {way[-1]}", way, holds, answers=said)


def not_left(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run comes through the source, which says everything it hands off, and the prompt of the
    step cannot be built."""
    facts, data = lab.facts, data_of(finding)
    if not data["code"]:
        return STATIC
    source = facts.steps[data["from"].rpartition(".")[0]]
    way = through(facts, data["step"], source.key)
    if not way or not way_of(finding):
        return unscripted(NO_WAY)
    fields = source.gate.handoff_fields if source.gate else ()
    said = saying(facts, way, source.key, *((path_of(field), Present()) for field in fields))

    def holds(driven: Driven, record: Record) -> bool:
        return fails_with(driven, record, data["code"])

    return visit(lab, f"go through {source.key} to {way[-1]}", way, holds, answers=said)


@by("differential")
def dropped(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """With every parameter given, a run without the input is the same."""
    facts, data = lab.facts, data_of(finding)
    way = facts.way(data["step"])
    if not way:
        return unscripted(NO_WAY)
    given = {**lab.runtime.sample_input(facts.contract)}
    if facts.has_agent and data["variable"] in facts.agent.parameters:
        given.setdefault(data["variable"], "given")
    plan = Plan(way, GOING_ON, given=given)
    other = without(facts, facts.registry.file, data["pointer"])
    return same_without(lab, f"go to {way[-1]}", plan, other)
