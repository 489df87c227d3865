"""The words that output schemas let a model use: intents, and targets of jumps (reference §4.3,
§4.5)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.schemapointers import at, follow
from phaselint.dialects.symbols import Occurrence, Symbol, scope_of
from phaselint.dialects.symbols import follow as value_at
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.filemodel import Expanded
    from phaselint.dialects.climpt.model import ClimptContract, Gate, Step
    from phaselint.dialects.symbols import SymbolKind, SymbolRole
    from phaselint.vocabulary.finding import Pointer


def words_in_schemas(contract: ClimptContract) -> Iterator[Occurrence]:
    """The names in the enums of output schemas: a step's intents are defined there."""
    steps = contract.registry.steps if contract.registry is not None else {}
    for step in steps.values():
        expanded = contract.schemas.get(step.key)
        if expanded is None or expanded.schema is None:
            continue
        intents = intents_at(expanded, step.gate)
        if intents is not None:
            scope = scope_of(step.pointer, len(step.pointer))
            yield from _named(contract, expanded, intents, "intent", "definition", scope)
        target = step.gate.target_field if step.gate is not None else ""
        for path in ("stepId", target):
            pointer = _property(expanded.schema, path)
            if pointer is not None:
                yield from _named(contract, expanded, pointer, "phase", "reference", "", steps)


def intents_at(expanded: Expanded, gate: Gate | None) -> Pointer | None:
    """Where in its resolved schema the intents of a step are enumerated."""
    if gate is None or not gate.schema_ref.startswith("#/"):
        return None
    return follow(expanded.schema, gate.schema_ref[1:])


def _property(schema: Any, path: str) -> Pointer | None:
    """The pointer to the schema of a property, given by a dotted path."""
    pointer: Pointer = ()
    for name in path.split(".") if path else ():
        pointer = (*pointer, "properties", name)
        if value_at(schema, pointer) is None:
            return None
    return pointer or None


def _named(
    contract: ClimptContract,
    expanded: Expanded,
    pointer: Pointer,
    kind: SymbolKind,
    role: SymbolRole,
    scope: str,
    among: Mapping[str, Step] | None = None,
) -> Iterator[Occurrence]:
    """The names that the schema at a pointer lists, where they are written; `among` are those that
    count."""
    for word, inner in _listed(at(expanded.schema, pointer)):
        if among is not None and word not in among:
            continue
        source = expanded.origin.get((*pointer, *inner))
        document = contract.documents.get(source[0]) if source is not None else None
        if source is not None and document is not None:
            file, place = source
            if value_at(document.value, place) == word:
                yield Occurrence(Symbol(kind, word, scope), Place(file, place), role, place)


def _listed(schema: Any) -> Iterator[tuple[str, Pointer]]:
    """The words that an `enum` or a `const` allows, and where in the schema."""
    if not isinstance(schema, dict):
        return
    enum = schema.get("enum")
    for index, word in enumerate(enum if isinstance(enum, list) else ()):
        if isinstance(word, str):
            yield word, ("enum", index)
    if isinstance(schema.get("const"), str):
        yield schema["const"], ("const",)
