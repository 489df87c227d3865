"""What rules ask about a step's output schema, and where the answer is in its files.

Questions go to the resolved schema (reference §4.5), places to the files it was put together
from.
"""

from __future__ import annotations

from phaselint.dialects.climpt.reading.schemascopes import NO_LIST
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.schema import declared
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.filemodel import Expanded
    from phaselint.dialects.climpt.model import Step
    from phaselint.schema import Declared
    from phaselint.vocabulary.finding import Part, Pointer
    from phaselint_rules.contradictions import Contradiction


SIGNAL = "next_action.action"
"""The only field in which an answer of a closure step can end the run (reference §4.7)."""


class Enum(NamedTuple):
    """The list of intents in a schema: its pointer in the resolved schema, and its members as
    written."""

    pointer: Pointer
    members: tuple[Any, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The members that count: the strings, each once."""
        return tuple(dict.fromkeys(each for each in self.members if isinstance(each, str)))


def enum_at(schema: Any, reference: str) -> Enum | None:
    """The enum that an `intentSchemaRef` points to in a schema; none if there isn't one (reference
    §2.4, §4.5)."""
    if not reference.startswith("#/"):
        return None
    node = schema
    pointer: list[str | int] = []
    for segment in reference[2:].split("/"):
        if isinstance(node, list) and segment.isdecimal() and int(segment) < len(node):
            pointer.append(int(segment))
            node = node[int(segment)]
        elif isinstance(node, dict) and segment in node:
            pointer.append(segment)
            node = node[segment]
        else:
            return None
    members = node.get("enum") if isinstance(node, dict) else None
    return Enum((*pointer, "enum"), tuple(members)) if isinstance(members, list) else None


def intents(facts: ClimptFacts, step: Step) -> Enum | None:
    """The enum of the intents that the schema of a step lets the model use."""
    return facts.once(_enums).get(step.key)


def all_intents(facts: ClimptFacts) -> tuple[Enum | None, ...]:
    """The same for every step, in order."""
    return tuple(facts.once(_enums).values())


def _enums(facts: ClimptFacts) -> Mapping[str, Enum | None]:
    return dict(zip(facts.steps, _enum.each((facts.listed, facts.step_schemas)), strict=True))


@pure
def _enum(step: Step, schema: Any) -> Enum | None:
    if schema is None or step.gate is None:
        return None
    return enum_at(schema, step.gate.schema_ref)


def schema_place(
    facts: ClimptFacts, step: Step, pointer: Pointer, part: Part = "value"
) -> Place | None:
    """Where a node of a resolved schema is written: the nearest known one above it, and the rest of
    the pointer."""
    expanded = facts.expanded(step)
    return None if expanded is None else place_in(expanded, pointer, part)


def place_in(expanded: Expanded, pointer: Pointer, part: Part = "value") -> Place | None:
    """The same for a schema that a step has."""
    for length in range(len(pointer), -1, -1):
        if pointer[:length] in expanded.origin:
            file, above = expanded.origin[pointer[:length]]
            return Place(file, (*above, *pointer[length:]), part)
    return None


def written(schema: Mapping[str, Any], field: str) -> Declared:
    """What a schema says about a dotted path of the answer."""
    return declared(schema, path_of(field))


def is_property(found: Declared) -> bool:
    """Whether an answer can have a path: it is declared, or some level leaves it open (reference
    §7.4)."""
    return found.missing is None or found.unknown or not (found.closed or found.conflict)


def respelt(field: str, found: Declared) -> str:
    """The similar declared path for a dotted path that isn't declared; empty if there is none."""
    if found.missing is None or found.conflict:
        return ""
    names = list(path_of(field))
    better = suggest(names[found.missing], found.names)
    if better is None:
        return ""
    names[found.missing] = better
    return ".".join(names)


def property_place(
    facts: ClimptFacts, step: Step, found: Declared, part: Part = "key"
) -> Place | None:
    """Where the property that a path ends in is declared."""
    return schema_place(facts, step, found.pointers[0], part) if found.pointers else None


def contradiction_data(found: Contradiction) -> dict[str, Any]:
    """What a witness says about a contradiction; its `path` is that of a run."""
    return {"value": found.data["path"], "keywords": found.data["keywords"]}


def why_unanswerable(facts: ClimptFacts, step: Step) -> Contradiction | None:
    """Why no answer satisfies the output schema of a step; none if some might."""
    from phaselint.schema import reason
    from phaselint_rules.contradictions import contradiction

    schema = facts.schema(step)
    why = reason(schema)
    return None if why is None else contradiction(schema, why)


def no_list(facts: ClimptFacts, step: Step) -> bool:
    """Whether the schema of a step can't be resolved because a `required` isn't a list."""
    expanded = facts.expanded(step)
    return expanded is not None and expanded.error == NO_LIST
