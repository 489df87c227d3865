"""Properties that an output schema should require (reference climpt §7.4, §7.6)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import path_of
from phaselint.vocabulary.finding import Fix
from phaselint.vocabulary.message import quote
from phaselint_rules.climpt.edits import add_item, add_member
from phaselint_rules.climpt.gates.schemas import schema_place, written
from phaselint_rules.climpt.pointertext import value_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step

PROPERTIES = "properties"


def owner(names: tuple[str, ...], number: int) -> tuple[str, ...]:
    """The pointer to the object that a name on a path is a property of."""
    return tuple(key for name in names[:number] for key in (PROPERTIES, name))


def requirement(facts: ClimptFacts, step: Step, names: tuple[str, ...], number: int) -> Fix | None:
    """Add a name to the `required` next to its property, if both are in one object."""
    above = owner(names, number)
    listed = schema_place(facts, step, (*above, "required"))
    declared = schema_place(facts, step, (*above, PROPERTIES, names[number]))
    if declared is None:
        return None
    home = declared.pointer[:-2]
    documents, name = facts.contract.documents, names[number]
    if (
        listed is not None
        and value_at(facts, declared._replace(pointer=(*home, "required"))) is not None
    ):
        edit = add_item(documents, declared.file, (*home, "required"), name)
    else:
        edit = add_member(documents, declared.file, home, "required", [name])
    return Fix("safe", f"require {quote(name)}", (edit,)) if edit else None


def own_requirement(facts: ClimptFacts, step: Step, field: str) -> Fix | None:
    """Require the first name on a path that can be absent, if only one step uses the schema that
    declares it."""
    found = written(facts.schema(step) or {}, field)
    if found.missing is not None or not found.optional:
        return None
    names, number = path_of(field), found.optional[0]
    declared = schema_place(facts, step, (*owner(names, number), PROPERTIES, names[number]))
    if declared is None:
        return None
    home = (declared.file, declared.pointer)
    others = (each for key, each in facts.contract.schemas.items() if key != step.key)
    if any(home in each.origin.values() for each in others):
        return None
    return requirement(facts, step, names, number)


def field_of(reference: str) -> str:
    """The dotted path of the property that a reference points to; empty if it points to something
    else, or through a name that a dotted path can't have."""
    segments = reference[2:].split("/")
    names = segments[1::2]
    plain = all(each == PROPERTIES for each in segments[::2]) and len(segments) % 2 == 0
    return ".".join(names) if plain and not any("." in name for name in names) else ""
