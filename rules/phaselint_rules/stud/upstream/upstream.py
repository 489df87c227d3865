"""Missing results of predecessors (reference §2.6, §6.8)."""

from __future__ import annotations

from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.stud.needs import ALL, GRAPH
from phaselint_rules.stud.upstream.rendered import renders_nothing
from phaselint_rules.stud.upstream.results import (
    NOTHING,
    groups,
    index_of,
    leads_here,
    path_by,
    reachable_uses,
)
from phaselint_rules.stud.upstream.uses import each_place_once, finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.roles import Predecessor
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.message import Message

_AT_FIRST: Mapping[str, Any] = {"from": []}
"""What is told of the stage in which a run begins."""

MOST_NUMBERED = 6
"""Stages that are joined, up to which each is told with its number."""


@rule("ST501", ERROR, needs=GRAPH, claims="notes", complete_if=ALL)
def upstream_on_entry_stage(facts: StudFacts) -> Iterator[Finding]:
    """Entry stage reads the result of a predecessor

    What:
        The entry stage contains a placeholder `ctx.upstream[i].…`, and no other stage points to it.
        Reported once per spelling.
    Why:
        No stage has run before it: the list is empty, and the placeholder renders nothing.
    Bad:
        entryStage: collect
        # and in the body of `collect`
        Go on from {{ctx.upstream[0].parsed.notes}}
    Good:
        Go on from {{ctx.notes}}
    Fix:
        Remove it, or use it in a later stage. A value known before the run belongs in a context
        field.
    Dry run:
        A run begins, and the prompt has nothing in that place.
    Source:
        stud §2.6, §6.8
    """
    yield from each_place_once(_at_entry(facts))


def _at_entry(facts: StudFacts) -> Iterator[Finding]:
    for use in reachable_uses(facts):
        stage = use.stage.id
        if stage == facts.pipeline.entry and not facts.roles.predecessors(stage):
            yield finding(
                use,
                message(
                    "{} {}: runs begin at {}, and no stage points back to it",
                    quote(use.written),
                    NOTHING,
                    quote(stage),
                ),
                "remove it, or use it in a later stage",
                path=path_by(facts, use, None),
                claim=renders_nothing(facts, use, entered=_AT_FIRST, certain=True),
            )


@rule("ST502", ERROR, needs=GRAPH, claims="notes", complete_if=ALL)
def upstream_on_parallel_sibling(facts: StudFacts) -> Iterator[Finding]:
    """Parallel sibling reads the result of a predecessor

    What:
        A stage that runs only as a sibling of fan-outs contains a placeholder `ctx.upstream[i].…`.
        Reported once per spelling.
    Why:
        Siblings don't get results: the list is empty, and the placeholder renders nothing.
    Bad:
        next: {plan: {execution: parallel, nextStages: [fares, stops], join: print}}
        # and in the body of `fares`
        The plan: {{ctx.upstream[0].parsed.plan}}
    Good:
        The plan: {{ctx.plan}}
    Fix:
        Have the state machine write the value to a context field of the siblings.
    Dry run:
        A run reaches the sibling, and its prompt has nothing in that place.
    Source:
        stud §2.6, §6.8
    """
    yield from each_place_once(_in_sibling(facts))


def _in_sibling(facts: StudFacts) -> Iterator[Finding]:
    for use in reachable_uses(facts):
        stage = use.stage.id
        if facts.roles.only_sibling(stage):
            ways = _once(list(facts.roles.predecessors(stage)))
            yield finding(
                use,
                message(
                    "{} {}: {} runs only as a sibling, and siblings don't get results",
                    quote(use.written),
                    NOTHING,
                    quote(stage),
                ),
                "have the state machine write the value to a context field, and name that field",
                *leads_here(facts, use, ways),
                path=path_by(facts, use, ways[0]),
                claim=renders_nothing(
                    facts, use, entered=_as_sibling(facts, ways[0], stage), certain=True
                ),
            )


def _once(ways: list[Predecessor]) -> list[Predecessor]:
    """Ways without further ones from the same stage."""
    return list({way.origin: way for way in reversed(ways)}.values())[::-1]


@rule("ST503", WARNING, needs=GRAPH, claims="notes", complete_if=ALL)
def upstream_maybe_empty(facts: StudFacts) -> Iterator[Finding]:
    """Predecessor result sometimes missing

    What:
        A placeholder `ctx.upstream[i].…` is in the entry stage, to which other stages point back,
        or in a stage that runs both as a sibling and in another way. Reported once per spelling.
    Why:
        On the first visit of the entry, and whenever a stage runs as a sibling, the list is empty
        and the placeholder renders nothing.
    Bad:
        next: {draft: {nextStages: [check]}, check: {nextStages: [draft]}}
        # and in the body of `draft`, the entry
        Remarks: {{ctx.upstream[0].parsed.remarks}}
    Good:
        # and in the body of `check`
        The draft: {{ctx.upstream[0].parsed.text}}
    Fix:
        Use it in a stage that always follows another, or write a sentence that also works without
        it.
    Dry run:
        On the first visit, or the visit as a sibling, the prompt has nothing in that place.
    Source:
        stud §2.6, §6.8
    """
    yield from each_place_once(_at_times(facts))


def _at_times(facts: StudFacts) -> Iterator[Finding]:
    for use in reachable_uses(facts):
        stage = use.stage.id
        ways = list(facts.roles.predecessors(stage))
        beside = next((way for way in ways if way.kind == "sibling"), None)
        if stage == facts.pipeline.entry and ways:
            when = message("on the first visit of {}, where runs begin", quote(stage))
            origins, entered = ways, _AT_FIRST
            path = [stage]
        elif beside is not None and "control" in facts.roles.roles[stage]:
            when = message("when {} starts {} as a sibling", quote(beside.origin), quote(stage))
            origins, entered = [beside], _as_sibling(facts, beside, stage)
            path = path_by(facts, use, beside)
        else:
            continue
        yield finding(
            use,
            message("{} {} {}", quote(use.written), NOTHING, when),
            "use it in a stage that always follows another, or write a "
            "sentence that also works without it",
            *leads_here(facts, use, _once(origins)),
            path=path,
            claim=renders_nothing(facts, use, entered=entered),
        )


def _as_sibling(facts: StudFacts, way: Predecessor, stage: str) -> Mapping[str, Any]:
    """What is told of a stage that is entered as a sibling: who starts it, and its number."""
    names = way.result.stages
    if facts.join_policy == "sibling":
        names = tuple(name for name in names if name != way.result.join)
    return {"from": [way.origin], "sibling": names.index(stage) + 1}


@rule("ST504", ERROR, needs=GRAPH, claims="notes", complete_if=ALL)
def upstream_index_out_of_range(facts: StudFacts) -> Iterator[Finding]:
    """Index of a predecessor result that doesn't exist

    What:
        The index of a placeholder `ctx.upstream[i].…` is too high for every transition into the
        stage. A stage that follows another gets one result, 0; a join gets one per sibling, in the
        order of `nextStages`. Reported once per spelling.
    Why:
        This result doesn't exist, so the placeholder renders nothing.
    Bad:
        next: {plan: {execution: parallel, nextStages: [fares, stops], join: print}}
        # and in the body of `print`
        Stops: {{ctx.upstream[2].parsed.stops}}
    Good:
        Stops: {{ctx.upstream[1].parsed.stops}}
    Fix:
        Use the number of an existing result; the first is 0.
    Dry run:
        A run reaches the stage, and its prompt has nothing in that place.
    Source:
        stud §2.6, §6.8
    """
    yield from each_place_once(_beyond(facts))


def _beyond(facts: StudFacts) -> Iterator[Finding]:
    for use in reachable_uses(facts):
        ways, number = groups(facts, use.stage), index_of(use)
        if not ways or any(number < len(way.sources) for way in ways):
            continue
        most = max(len(way.sources) for way in ways)
        reason = joined("; ", (_given(way) for way in ways[:3]))
        yield finding(
            use,
            message(
                "{} {}: result {} doesn't exist; {}", quote(use.written), NOTHING, number, reason
            ),
            f"the last result is {most - 1}" if most > 1 else "use 0, the only result",
            *leads_here(facts, use, ways),
            index=number,
            results=[list(way.sources) for way in ways],
            path=path_by(facts, use, ways[0]),
            claim=renders_nothing(facts, use, certain=True),
        )


def _given(way: Predecessor) -> Message:
    """What results one way gives, in words."""
    if way.kind == "seq":
        return message("after {}, 0 is the only result", quote(way.origin))
    names = way.sources
    if len(names) > MOST_NUMBERED:
        return message(
            "{} stages are joined here, from 0 ({}) to {} ({})",
            len(names),
            quote(names[0]),
            len(names) - 1,
            quote(names[-1]),
        )
    numbered = [message("{} is {}", number, quote(name)) for number, name in enumerate(names)]
    verb = "are" if len(names) > 1 else "is"
    return message("{} {} joined here: {}", quote_all(names), verb, joined(", ", numbered))
