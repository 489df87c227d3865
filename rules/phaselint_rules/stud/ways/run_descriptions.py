"""Ways through the stages of a pipeline as places, lines for people and witness data."""

from __future__ import annotations

from itertools import pairwise

from phaselint.dialects.stud.analysis.lower import DEFAULT, ways
from phaselint.dialects.stud.analysis.names import nearest
from phaselint.vocabulary.finding import Witness, WitnessStep
from phaselint.vocabulary.message import arrows, message, quote, quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Result, Spec, Stage
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

PARALLEL = "parallel"

MOST_NAMED = 5
"""How many names a message lists before it counts the others."""

MOST_LINES = 20
"""How many stages a run lists one by one."""


def specs(facts: StudFacts) -> Iterator[tuple[Stage, Spec]]:
    """Every NextSpec that is understood, with its stage: what should be said about any other is
    known only when it is mended."""
    for name, spec in facts.pipeline.specs.items():
        stage = facts.stages.get(name)
        if stage is not None and spec.sound:
            yield stage, spec


def fan_outs(facts: StudFacts) -> Iterator[tuple[Stage, str, Result]]:
    """The alternatives that start stages side by side, including unreachable ones."""
    for stage, label, result in facts.results:
        if result.execution == PARALLEL:
            yield stage, label, result


def first_names(names: Sequence[str]) -> Message:
    """Names in backticks, the first few of many."""
    more = len(names) - MOST_NAMED
    return (
        quote_all(names)
        if more < 2
        else message("{} and {} more", quote_all(names[:MOST_NAMED]), more)
    )


def near(facts: StudFacts, name: str, known: Sequence[str]) -> tuple[str, ...]:
    """The known name that was most likely meant, alone; none where none is near."""
    found = nearest(name, known, len(facts.undeclared))
    return (found,) if found else ()


def witness_at(facts: StudFacts, stage: str, /, **data: Any) -> Witness:
    """A run to a stage, and what the finding says about it; without the run where there is
    none, and without its lines where it is only the entry."""
    way = facts.roles.way(stage) if facts.graph_known else ()
    told: Mapping[str, Any] = {"stage": stage, **data}
    if not way:
        return Witness(told)
    run = tuple(lines(facts, way)) if len(way) > 1 else ()
    return Witness({**told, "path": list(way)}, run)


def lines(facts: StudFacts, way: Sequence[str]) -> Iterator[WitnessStep]:
    """One line for each stage of a run; of a long one, those at its start and its end."""
    yield WitnessStep(f"start in {quote(way[0])}", facts.place(("entryStage",)), way[0])
    yield from moves(facts, way)


def moves(facts: StudFacts, way: Sequence[str]) -> Iterator[WitnessStep]:
    """One line for each step from a stage to the next."""
    pairs = list(pairwise(way))
    cut = len(pairs) - MOST_LINES
    half = MOST_LINES // 2
    for pair in pairs[:half] if cut > 0 else pairs:
        yield _line(facts, *pair)
    if cut > 0:
        yield WitnessStep(f"{cut} more stages", None, pairs[-half][0])
        yield from (_line(facts, *pair) for pair in pairs[-half:])


def _line(facts: StudFacts, source: str, target: str) -> WitnessStep:
    label, place = reference(facts, source, target)
    return WitnessStep(f"{arrows((source, target))} ({label})", place, target)


def reference(facts: StudFacts, source: str, target: str) -> tuple[str, Place]:
    """How and where a stage names another as the next one, a sibling or a join; the first
    reference of several, a join only where it is nothing else. Raises LookupError for none."""
    found = list(_references(facts, source, target))
    return min(found, key=lambda each: each[0])[1:]


def flow_reference(facts: StudFacts, source: str, target: str) -> Place:
    """Where a stage names another that control goes on to: as the next one or as a join."""
    found = [each for each in _references(facts, source, target) if each[0] != 1]
    return min(found, key=lambda each: each[0])[2]


def _references(facts: StudFacts, source: str, target: str) -> Iterator[tuple[int, str, Place]]:
    spec = facts.pipeline.specs[source]
    # Of many branches most lead elsewhere, and to describe a condition takes its time.
    naming = tuple(branch for branch in spec.branches if branch.result.names(target))
    for label, result in ways(spec._replace(branches=naming)):
        if result.fork and target in result.stages and target != result.join:
            place = facts.place(result.name_at(result.stages.index(target)))
            yield 1, f"{label}, in parallel", place
        elif result.fork and target == result.join:
            yield 2, f"{label}, as the join", facts.place(result.join_at)
        elif not result.ends and not result.fork and target in result.stages:
            yield 0, label, facts.place(result.name_at(result.stages.index(target)))


def under(label: str) -> str:
    """An alternative of a stage in a message; nothing for the only one."""
    if label == "always":
        return ""
    return " (by default)" if label == DEFAULT else f" (when {label})"


def lost_by(facts: StudFacts, stage: Stage, result: Result) -> list[str]:
    """The stages that never run since a way of a stage is never gone."""
    if not facts.graph_known or result.ends or stage.id not in facts.roles.running:
        return []
    join = (result.join,) if result.fork and result.join else ()
    named = dict.fromkeys((*result.stages, *join))
    return [name for name in named if name in facts.stages and name not in facts.roles.running]
