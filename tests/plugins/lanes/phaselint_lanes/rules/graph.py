"""Lanes and the ways between them: rules that boards share with other dialects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.vocabulary.finding import Finding, Fix, Witness
from phaselint.vocabulary.message import message
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Rule
from phaselint_lanes.detect import NAME
from phaselint_lanes.rules import proofs
from phaselint_lanes.rules.needs import GRAPH, LANES
from phaselint_rules.edits import remove_item
from phaselint_rules.words import meant, respell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.vocabulary.finding import Pointer
    from phaselint_lanes.analysis.facts import LanesFacts


def unknown_entry(facts: LanesFacts) -> Iterator[Finding]:
    """Cards start in a lane that there is not.

    What:
        `start` is the name of no lane.
    Why:
        No card comes onto the board.
    Bad:
        start: triag
    Good:
        start: triage
    Fix:
        Correct the name. Where one is near, it is offered.
    Source:
        lanes §2
    """
    start = facts.contract.start
    if start not in facts.contract.lanes:
        yield _missing(facts, start, ("start",), "cards start in `{}`, which is no lane")


def unknown_target(facts: LanesFacts) -> Iterator[Finding]:
    """A way leads to a lane that there is not.

    What:
        A name in the `to` of a lane is the name of no lane.
    Why:
        A card that goes there is lost.
    Bad:
        triage: {to: [don]}
    Good:
        triage: {to: [done]}
    Fix:
        Correct the name. Where one is near, it is offered.
    Source:
        lanes §2
    """
    for name, lane in facts.lanes():
        for index, target in enumerate(lane.to):
            if target not in facts.contract.lanes:
                pointer = ("lanes", name, "to", index)
                yield _missing(facts, target, pointer, "this leads to `{}`, which is no lane")


def _missing(facts: LanesFacts, name: str, pointer: Pointer, template: str) -> Finding:
    known, place = tuple(facts.contract.lanes), facts.place(pointer)
    return Finding(
        place,
        message(template, name),
        meant(name, known, "name one of the lanes"),
        fix=respell(name, known, place),
    )


def repeated_way(facts: LanesFacts) -> Iterator[Finding]:
    """A lane leads to another twice.

    What:
        The `to` of a lane has a name that it has had already.
    Why:
        It says nothing, and another name may be meant.
    Bad:
        triage: {to: [done, repair, done]}
    Good:
        triage: {to: [done, repair]}
    Fix:
        Remove it, or say what is meant.
    Source:
        lanes §2
    """
    for name, lane in facts.lanes():
        for index, target in enumerate(lane.to):
            if target in lane.to[:index]:
                pointer = ("lanes", name, "to", index)
                edit = remove_item(facts.document, pointer)
                yield Finding(
                    facts.place(pointer),
                    message("the lane `{}` leads to `{}` already", name, target),
                    "remove it, or name another lane",
                    fix=Fix("safe", "remove it", (edit,)) if edit else None,
                    tags=("unnecessary",),
                )


def unreachable_phase(facts: LanesFacts) -> Iterator[Finding]:
    """No way leads to a lane.

    What:
        A lane that no card comes to from the start, stamps left out of account.
    Why:
        Nothing happens there.
    Bad:
        triage: {to: [done]}   # and a lane `repair`
    Good:
        triage: {to: [repair, done]}
    Fix:
        Let a lane lead to it, or remove it.
    Dry run:
        Complete exploration never enters it.
    Source:
        lanes §2
    """
    for name, _ in facts.lanes():
        if name not in facts.ways:
            yield Finding(
                facts.place(("lanes", name), "key"),
                message("no card comes to the lane `{}`", name),
                "let a lane lead to it, or remove it",
                witness=Witness({"lane": name}),
                tags=("unnecessary",),
            )


RULES = (
    Rule("PL105", unknown_entry, ERROR, LANES, dialect=NAME, fix="unsafe"),
    Rule("PL106", unknown_target, ERROR, LANES, dialect=NAME, fix="unsafe"),
    Rule("LA101", repeated_way, INFO, LANES, dialect=NAME, fix="safe"),
    Rule(
        "PL101",
        unreachable_phase,
        WARNING,
        GRAPH,
        proofs.graph.never_entered,
        dialect=NAME,
        ends="unused",
    ),
)
