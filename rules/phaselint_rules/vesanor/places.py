"""Where findings about phases stand (reference vesanor §6), and how bad some are."""

from __future__ import annotations

from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.rule import Grade

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.model import Tool

BY_TIME = (
    Grade("error", "if the tool can never be called"),
    Grade("warning", "if it might be called once the session has completed"),
)
"""For tools that can't be called in time: a terminal phase doesn't stop a run (reference A14)."""


def name_place(facts: VesanorFacts, phase: str) -> Place:
    """Where a phase is declared."""
    return Place(facts.session.file, ("phases", facts.phases[phase].number, "name"))


def first_free(places: Sequence[Place], taken: set[Place]) -> Place:
    """The best of some places, best first, that no finding of the rule has taken yet, and take
    it; the very best when none is left. So no two findings of a rule share a place."""
    place = next((each for each in places if each not in taken), places[0])
    taken.add(place)
    return place


def ban_place(tool: Tool, banned: str) -> Place:
    """Where a tool forbids another."""
    return Place(tool.file, ("forbids_after", tool.forbids_after.index(banned)))
