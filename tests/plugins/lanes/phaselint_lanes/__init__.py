"""Boards: lanes that a card moves through, stamps it collects, and lanes that want them.

    board: 1
    start: triage
    lanes:
      triage: {to: [repair, done]}
      repair: {to: [check], stamp: fixed}
      check: {to: [repair, done], wants: fixed}
      done: {}

A card starts in a lane and moves to one of those in its `to`; where there is none, its way ends.
A lane may put a `stamp` on the cards that enter it, and a card cannot enter a lane that `wants` a
stamp which it does not have: its way ends there, and has failed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.base import Dialect
from phaselint.vocabulary.deferred import deferred
from phaselint_lanes import detect
from phaselint_lanes.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping


def configured(options: Mapping[str, Any]) -> Dialect:
    """The dialect that takes files with the endings of the option for boards."""
    found, claimed = detect.under(options["endings"])
    return DIALECT._replace(detect=found, claim=claimed)


DIALECT = Dialect(
    name=detect.NAME,
    word="lane",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    root=detect.root,
    load=deferred("phaselint_lanes.reading.load", "load"),
    study=deferred("phaselint_lanes.analysis.facts", "LanesFacts"),
    runtime=deferred("phaselint_lanes.running.runtime", "LanesRuntime"),
    machine=deferred("phaselint_lanes.analysis.lower", "lower"),
    configured=configured,
    symbols=deferred("phaselint_lanes.symbols", "symbols"),
    insight=deferred("phaselint_lanes.hover", "LanesInsight"),
    setup=deferred("phaselint_lanes.scaffolding", "setup"),
)
