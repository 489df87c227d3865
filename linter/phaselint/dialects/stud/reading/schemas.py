"""The schemas that stages carry: the draft by which one is judged, and what it accepts (reference
§2.3, R6, R17)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from phaselint.document import Document
    from phaselint.schema import Fault
    from phaselint.schema.model import Draft
    from phaselint.vocabulary.finding import Pointer

DRAFT_07: Final = "draft-07"

_NAMED: dict[str, Draft | None] = {
    "http://json-schema.org/draft-07/schema": "draft-07",
    "https://json-schema.org/draft-07/schema": "draft-07",
    "http://json-schema.org/draft-06/schema": "draft-07",
    "https://json-schema.org/draft/2019-09/schema": "2020-12",
    "https://json-schema.org/draft/2020-12/schema": "2020-12",
}
"""Draft-06 and 2019-09 differ from their successors in no keyword's form that is checked, except
for lists in `items`, which 2019-09 still has."""


def named_draft(schema: Any) -> str | None:
    """What `$schema` names, without the fragment; none without one."""
    name = schema.get("$schema") if isinstance(schema, dict) else None
    return name.rstrip("#") if isinstance(name, str) else None


def is_draft_07(name: str) -> bool:
    """Whether an identifier is one that the reference's library knows."""
    return _NAMED.get(name) == DRAFT_07 and "draft-07" in name


def faults(schema: Any) -> tuple[Fault, ...]:
    """What keeps a schema from being one: draft-07 where it names none, as strictly as the
    reference's library takes it; nothing where it names a draft that nobody knows."""
    from phaselint.schema import check

    name = named_draft(schema)
    draft = "draft-07" if name is None else _NAMED.get(name)
    if draft is None:
        return ()
    if draft == DRAFT_07:
        from phaselint.dialects.stud.reading.ajv import FURTHER

        return check(schema, draft, FURTHER)
    if "2019-09" in str(name):
        return tuple(f for f in check(schema, draft) if f.pointer[-1:] != ("items",))
    return check(schema, draft)


def faults_at(document: Document, pointer: Pointer) -> tuple[Fault, ...]:
    """What keeps the value at a place of a document from being a schema."""
    return faults(_at(document, pointer))


def is_schema_at(document: Document, pointer: Pointer) -> bool:
    """Whether the value at a place of a document is a schema, even if it names a draft that nobody
    knows."""
    from phaselint.schema import check

    schema = _at(document, pointer)
    if document.derived(faults_at, pointer):
        return False
    name = named_draft(schema)
    strictly = name is None or _NAMED.get(name) == DRAFT_07  # then all has been looked at
    return strictly or not check(schema, DRAFT_07)


def _at(document: Document, pointer: Pointer) -> Any:
    found = document.value
    for step in pointer:
        found = found[step]
    return found


def dated(schema: Any) -> Any:
    """A schema as it is judged: by draft-07 where it names no draft."""
    if not isinstance(schema, dict) or "$schema" in schema:
        return schema
    return {"$schema": "http://json-schema.org/draft-07/schema#", **schema}


def accepts(schema: Any, value: Any) -> bool:
    """Whether a schema lets a value pass. One that isn't a schema lets nothing pass; what cannot
    be decided within the bounds, or is behind a reference that nobody follows, passes."""
    if isinstance(schema, bool):
        return schema
    return not faults(schema) and admits(schema, value)


def admits(schema: Any, value: Any) -> bool:
    """The same of what is known to be a schema."""
    from phaselint.schema import valid

    return valid(dated(schema), value) != "no"
