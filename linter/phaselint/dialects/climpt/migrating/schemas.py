"""Output schemas without the intent `abort`, which was removed (1.14 §9)."""

from __future__ import annotations

from phaselint.dialects.climpt.migrating.steps import FORMER_INTENT
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.climpt.migrating.context import Context
    from phaselint.dialects.climpt.model import Gate
    from phaselint.vocabulary.finding import Pointer

    Source = tuple[str, Pointer]


def without_abort(context: Context) -> dict[str, Any]:
    """The values of the schema files in which a gate that allows the intent lists it: path →
    value."""
    found: dict[str, Any] = {}
    for step in context.registry.steps.values():
        if step.gate is None or FORMER_INTENT not in step.gate.allowed:
            continue
        source = _enum(step.key, step.gate, context)
        if source is None:
            text = message("the schema of `{}` might list `abort`, which isn't an intent", step.key)
            context.remark(context.registry.file, (*step.pointer, "outputSchemaRef"), text)
            continue
        file, pointer = source
        found[file] = _changed(found.get(file, context.contract.documents[file].value), pointer)
    return found


def _enum(key: str, gate: Gate, context: Context) -> Source | None:
    """Where the list of the intents of a step is written."""
    expanded = context.contract.schemas.get(key)
    reference = gate.schema_ref
    if expanded is None or expanded.schema is None or not reference.startswith("#/"):
        return None
    tokens = reference[2:].split("/")
    place = (*(token.replace("~1", "/").replace("~0", "~") for token in tokens), "enum")
    source = expanded.origin.get(place)
    return source if source is not None and source[0] in context.contract.documents else None


def _changed(value: Any, pointer: Pointer) -> Any:
    """A value without the intent in the list at a place."""
    if not pointer:
        listed = isinstance(value, list)
        return [each for each in value if each != FORMER_INTENT] if listed else value
    key, rest = pointer[0], pointer[1:]
    if isinstance(value, list):
        return [_changed(each, rest) if at == key else each for at, each in enumerate(value)]
    return {**value, key: _changed(value[key], rest)}
