"""What a pointer into a registry or an agent.json refers to, in the format's own words."""

from __future__ import annotations

import re

from phaselint.dialects.climpt.reading.settings import tool_of, tools_of
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import Message, joined, message, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Pointer

WILDCARD = "*"

INNER = ("work", "verification")

CONTEXT = r"\$\{context\.([^}]+)\}"
"""How an argument of a subprocess names a value."""

ENTRIES: Mapping[str, str] = {
    "steps": "step",
    "validators": "validator",
    "validationSteps": "validation step",
    "failurePatterns": "failure pattern",
    "parameters": "parameter",
}
"""Root members with named entries, and what such an entry is called."""

MEMBERS: Mapping[str, Message] = {
    "structuredGate": message("the gate"),
    "runner": message("the `runner`"),
}
"""Members that have a word of their own."""

PLURALS: Mapping[str, str] = {"transitions": "the transition", "inputs": "the input"}
"""Members of a step with named entries, and what such an entry is called."""


def value_at(facts: ClimptFacts, place: Place) -> Any:
    """The value at a place as it is in the file; none if there is none."""
    document = facts.contract.documents.get(place.file)
    value: Any = document.value if document else None
    for key in place.pointer:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def written_step(facts: ClimptFacts, step: Step) -> Mapping[str, Any]:
    """A step of the registry as it is in the file."""
    return facts.once(_written_steps)[step.key]


def _written_steps(facts: ClimptFacts) -> Mapping[str, Mapping[str, Any]]:
    found: Mapping[str, Mapping[str, Any]]
    found = value_at(facts, facts.place((*facts.registry.base, "steps"))) or {}
    return found


def listed_tools(facts: ClimptFacts) -> Iterator[tuple[str, Place]]:
    """The tools that an agent lists, each with its place: in agent.json, or from release 1.14 on
    in its settings, where a rule counts by its name."""
    settings = facts.contract.settings
    place = facts.agent_place((*facts.agent.base, "runner", "boundaries", "allowedTools"))
    if settings is not None:
        place = Place(settings.file, ("permissions", "allow"))
    given = value_at(facts, place)
    for index, rule in enumerate(given if isinstance(given, list) else ()):
        if isinstance(rule, str):
            name = rule if settings is None else tool_of(rule)
            yield name, place._replace(pointer=(*place.pointer, index))


def tools(facts: ClimptFacts) -> tuple[str, ...]:
    """The names of the tools that an agent lists, wherever its release looks."""
    settings = facts.contract.settings
    return tools_of(settings) if settings is not None else facts.agent.tools or ()


def texts_in(value: Any) -> list[str]:
    """The strings that a value is or contains, including those in lists, in no order."""
    found: list[str] = []
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, list):
            waiting += each
    return found


def subject(facts: ClimptFacts, place: Place) -> Message:
    """What a place in the registry or agent.json is, such as "`c3` of step `initial.issue`"."""
    if facts.has_agent and facts.in_agent(place.file, place.pointer):
        noun, pointer = "the agent", place.pointer[len(facts.agent.base) :]
    else:
        noun, pointer = "the registry", place.pointer[len(facts.registry.base) :]
    return joined(" of ", _parts(pointer)) if pointer else message(noun)


def _parts(pointer: Pointer) -> Iterator[Message]:
    """The words for the last step of a pointer, and for the named things it is in."""
    *above, last = pointer
    head = str(pointer[0])
    if len(pointer) == 2 and head in ENTRIES:
        yield message("{} {}", ENTRIES[head], quote(str(last)))
        return
    if len(pointer) == 4 and head == "steps" and pointer[2] in PLURALS:
        yield message("{} {}", PLURALS[str(pointer[2])], quote(str(last)))
        above = above[:-1]
    elif isinstance(last, int):
        yield message("entry {}", last + 1)
    elif len(pointer) == 3 and last in MEMBERS:
        yield MEMBERS[last]
    else:
        while _is_plain(above):
            last = f"{above.pop()}.{last}"
        yield quote(last)
    if above:
        yield from _parts(tuple(above))


def _is_plain(pointer: Sequence[str | int]) -> bool:
    """Whether a dot follows the last key of a pointer: it is neither a list item nor something with
    its own word."""
    if not pointer or isinstance(pointer[-1], int):
        return False
    entry = len(pointer) == 2 and pointer[0] in ENTRIES
    member = len(pointer) == 3 and pointer[2] in MEMBERS
    return not (entry or member or (len(pointer) == 4 and pointer[2] in PLURALS))


def owner_of(place: Place) -> Place:
    """The place of the value that a member or an item belongs to."""
    return place._replace(pointer=place.pointer[:-1], part="value")


def context_of(facts: ClimptFacts, key: str) -> dict[str, int]:
    """The names that the arguments of a step's subprocess take from the context, each with the
    number of the first argument that does so."""
    pointer = (*facts.steps[key].pointer, "runner", "args")
    given = value_at(facts, facts.place(pointer))
    found: dict[str, int] = {}
    for index, text in enumerate(given if isinstance(given, list) else ()):
        for name in re.findall(CONTEXT, text) if isinstance(text, str) else ():
            found.setdefault(name, index)
    return found
