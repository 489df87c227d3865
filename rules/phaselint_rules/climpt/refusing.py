"""What a finding claims if the start of an agent is refused because of it (reference §3.1)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.vocabulary.finding import Place, Pointer

CONFIGURATION = ("AC-VALID-001", "AC-VALID-002")
"""The codes of a start that finds a mistake in agent.json."""

INTENTS, REFERENCE, SCHEMA = "SR-VALID-001", "SR-VALID-002", "SR-VALID-003"
"""The codes of a start that finds a mistake in a gate or in an output schema."""


def refused_for(facts: ClimptFacts, codes: str | tuple[str, ...], *places: Place) -> Refused:
    """That the start is refused with one of some codes, because of what is at each of some
    places."""
    listed = (codes,) if isinstance(codes, str) else codes
    return Refused(listed, tuple(inner_place(facts, place) for place in places))


def refused_if_checked(
    facts: ClimptFacts, codes: tuple[str, ...], *places: Place
) -> Refused | None:
    """That the start is refused because of what is at some of these places, if it checks any of
    them; without codes, with whatever code that has."""
    if not places:
        return None
    return Refused(codes, among=tuple(inner_place(facts, place) for place in places))


def inner_place(facts: ClimptFacts, place: Place) -> Pointer:
    """The id that the runtime has for a place: the pointer below the part of a bundle that belongs
    to the agent, or in another file, with the path of that."""
    parts = [(facts.registry.file, facts.registry.base)]
    parts += [(facts.agent.file, facts.agent.base)] if facts.has_agent else []
    for file, base in parts:
        if place.file == file and place.pointer[: len(base)] == base:
            return place.pointer[len(base) :]
    return (place.file, *place.pointer)
