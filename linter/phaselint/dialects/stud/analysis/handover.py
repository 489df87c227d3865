"""Can a stage's result ever satisfy the `inputsSchema` of the stage that is given it (reference
§2.6, §6.9)?

The result is an abstract one: all that is known of it is a schema. Both schemas together are
asked for an instance, so a `no` is sure.
"""

from __future__ import annotations

from phaselint.dialects.stud.reading.schemas import faults
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Literal

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.schema import SchemaPointer

    Side = Literal["result", "inputs"]


NOTHING: Mapping[str, Any] = {}
RESULT, INPUTS = 0, 1
_SIDES: tuple[Side, Side] = ("result", "inputs")

_PLAIN_DATA = frozenset({"const", "enum", "default", "examples"})
"""Keywords whose values aren't schemas."""

_SHARED = frozenset({"definitions", "$defs"})


class Keyword(NamedTuple):
    """A keyword that takes part in a clash: the side it is on, its pointer in that side's schema
    (of a result: in the schema of the whole result), and what is written there."""

    side: Side
    pointer: SchemaPointer
    value: Any


class Clash(NamedTuple):
    """Why no result satisfies an inputs schema.

    `path` leads to the field of the result that it is about, empty for the result as a whole;
    `demanded` is the keyword that requires it. `keywords` are those that exclude each other.
    """

    path: tuple[str, ...]
    keywords: tuple[Keyword, ...]
    demanded: Keyword | None = None

    def of(self, side: Side) -> tuple[Keyword, ...]:
        """The keywords on one side."""
        return tuple(each for each in self.keywords if each.side == side)


def result_schema(
    facts: StudFacts,
    stage: Stage,
    fields: Mapping[str, Any] = NOTHING,
    required: Sequence[str] = (),
) -> dict[str, Any]:
    """Known facts about the result of a stage (§2.6): `verdict`, `capHit` and `attemptCount` are
    always there, and nothing but its six fields ever. `fields` are schemas of fields of which more
    is known, `required` those that surely exist as well."""
    parsed = facts.schema_of(stage)
    output: Any = facts.outputs.get(stage.id, True)
    if isinstance(parsed, dict) and parsed.get("type") != "object":
        parsed = {"type": "object", "allOf": [_moved(parsed, "#/properties/parsed/allOf/0")]}
    else:
        parsed = _moved(parsed, "#/properties/parsed")
    return {
        "type": "object",
        "properties": {
            "verdict": {"type": "string", "enum": ["ok", "fail"]},
            "reason": {"type": "string"},
            "parsed": parsed,
            "capHit": {"type": "boolean"},
            "attemptCount": {"type": "integer", "minimum": 1},
            "output": _moved(_schema(output), "#/properties/output"),
            **fields,
        },
        "required": ["verdict", "capHit", "attemptCount", *required],
        "additionalProperties": False,
    }


def clash(
    facts: StudFacts,
    stage: Stage,
    inputs: Any,
    fields: Mapping[str, Any] = NOTHING,
    required: Sequence[str] = (),
) -> Clash | None:
    """Why the result of a stage surely never satisfies an inputs schema that is one; none where
    it may. For `fields` and `required` see `result_schema`."""
    from phaselint.schema import exists

    both = {
        "allOf": [
            _moved(result_schema(facts, stage, fields, required), "#/allOf/0"),
            _moved(inputs, "#/allOf/1"),
        ]
    }
    if exists(both, ()).answer != "no":
        return None
    from phaselint.schema import reason

    found = reason(both)
    if found is None:
        return None
    keywords = tuple(_keyword(both, pointer) for pointer in found.excluded if len(pointer) > 1)
    demanded = _keyword(both, found.demanded) if found.demanded else None
    return Clash(found.path, keywords, demanded)


def _keyword(both: Mapping[str, Any], pointer: SchemaPointer) -> Keyword:
    """A keyword by its pointer in both schemas together."""
    value: Any = both
    for step in pointer:
        value = value[step]
    return Keyword(_SIDES[RESULT if pointer[1] == RESULT else INPUTS], pointer[2:], value)


def _schema(value: Any) -> Any:
    """A declared schema; `True`, which accepts anything, for an invalid one."""
    return value if isinstance(value, bool) or not faults(value) else True


def _moved(schema: Any, root: str) -> Any:
    """A schema as a part of another one, `root` being where it stands: its local references are
    those of the whole, and its anchors are its own. In an older draft what is next to a
    reference counts for nothing."""
    from phaselint.schema.resolve import draft_of

    if not isinstance(schema, dict):
        return schema
    named = isinstance(schema.get("$schema"), str)
    inner = {key: value for key, value in schema.items() if key not in ("$schema", "$id")}
    return _renamed(inner, root, named and draft_of(schema) == "draft-07")


def _renamed(value: Any, root: str, old: bool) -> Any:
    if isinstance(value, list):
        return [_renamed(each, root, old) for each in value]
    if not isinstance(value, dict):
        return value
    alone = old and isinstance(value.get("$ref"), str)
    found: dict[Any, Any] = {}
    for key, inner in value.items():
        if key == "$ref" and isinstance(inner, str):
            found[key] = _reference(inner, root)
        elif key == "$anchor" and isinstance(inner, str):
            found[key] = _anchor(inner, root)
        elif not alone or key in _SHARED:
            found[key] = inner if key in _PLAIN_DATA else _renamed(inner, root, old)
    return found


def _reference(name: str, root: str) -> str:
    """A reference as it reads in the whole; one to elsewhere stays as it is."""
    if name == "#" or name.startswith("#/"):
        return root + name[1:]
    return f"#{_anchor(name[1:], root)}" if name.startswith("#") else name


def _anchor(name: str, root: str) -> str:
    """An anchor that no other part of the whole has."""
    return f"{root[2:].replace('/', '-')}-{name}"
