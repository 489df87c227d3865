"""Stamps that lanes want, and lanes that put them on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.vocabulary.finding import Finding, Witness, WitnessStep
from phaselint.vocabulary.message import message
from phaselint.vocabulary.rule import ERROR, Rule
from phaselint_lanes.detect import NAME
from phaselint_lanes.rules import proofs
from phaselint_lanes.rules.needs import STAMPS
from phaselint_rules.words import meant, respell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint_lanes.analysis.facts import LanesFacts


def missing_stamp(facts: LanesFacts) -> Iterator[Finding]:
    """A lane wants a stamp that no lane puts on a card.

    What:
        A card can come to a lane that `wants` a stamp, and no lane has it as its `stamp`.
    Why:
        Every card that goes there is turned away.
    Bad:
        check: {to: [done], wants: signed}   # and no lane with `stamp: signed`
    Good:
        triage: {to: [check], stamp: signed}
    Fix:
        Correct the name, or let a lane put the stamp on. Where a name is near, it is offered.
    Dry run:
        A card that goes to the lane on the shortest way is turned away.
    Source:
        lanes §3
    """
    for name, lane in facts.lanes():
        if lane.wants and lane.wants not in facts.stamped and name in facts.ways:
            known, place = tuple(facts.stamped), facts.place(("lanes", name, "wants"))
            way = facts.ways[name]
            yield Finding(
                place,
                message("no lane puts the stamp `{}` on that `{}` wants", lane.wants, name),
                meant(lane.wants, known, "let a lane put it on before"),
                witness=Witness(
                    {"lane": name, "stamp": lane.wants, "way": list(way)},
                    tuple(WitnessStep(f"the card is in {each}") for each in way[:-1]),
                ),
                fix=respell(lane.wants, known, place),
            )


TURNED_AWAY = proofs.stamps.turned_away

RULES = (
    Rule(
        "LA201",
        missing_stamp,
        ERROR,
        STAMPS,
        TURNED_AWAY,
        fix="unsafe",
        dialect=NAME,
        ends="failure",
    ),
)
