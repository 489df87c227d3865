"""What a pointer into a registry or an agent.json leads to, in the dialect's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.message import tick

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.finding import Place, Pointer

ENTRIES: Mapping[str, str] = {
    "steps": "step",
    "validators": "validator",
    "validationSteps": "validation step",
    "failurePatterns": "failure pattern",
    "parameters": "parameter",
}
"""Root members with named entries, and what such an entry is called."""

MEMBERS: Mapping[str, str] = {
    "structuredGate": "the gate",
    "runner": "the `runner`",
}
"""Members that have a word of their own."""

PLURALS: Mapping[str, str] = {"transitions": "the rule", "inputs": "the input"}
"""Members of a step with named entries, and what such an entry is called."""


def value_at(facts: ClimptFacts, place: Place) -> Any:
    """The value at a place as it was written; none where there is none."""
    document = facts.contract.documents.get(place.file)
    value: Any = document.value if document else None
    for key in place.pointer:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def subject(facts: ClimptFacts, place: Place) -> str:
    """What a place in the registry or agent.json is, such as "`c3` of step `initial.issue`"."""
    agent = facts.agent
    if agent is not None and facts.in_agent(place.file, place.pointer):
        noun, pointer = "the agent", place.pointer[len(agent.base) :]
    else:
        noun, pointer = "the registry", place.pointer[len(facts.registry.base) :]
    return " of ".join(_parts(pointer)) if pointer else noun


def _parts(pointer: Pointer) -> Iterator[str]:
    """The words for the last step of a pointer, and for the named things it is in."""
    *above, last = pointer
    head = str(pointer[0])
    if len(pointer) == 2 and head in ENTRIES:
        yield f"{ENTRIES[head]} {tick(str(last))}"
        return
    if len(pointer) == 4 and head == "steps" and pointer[2] in PLURALS:
        yield f"{PLURALS[str(pointer[2])]} {tick(str(last))}"
        above = above[:-1]
    elif isinstance(last, int):
        yield f"entry {last + 1}"
    else:
        yield MEMBERS.get(last, tick(last)) if len(pointer) == 3 else tick(last)
    if above:
        yield from _parts(tuple(above))


def owner_of(place: Place) -> Place:
    """The place of what a member or an item is in."""
    return place._replace(pointer=place.pointer[:-1], part="value")
