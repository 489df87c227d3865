"""Shapes, by which dialects check documents (see `phaselint.dialects.shape`), as schemas."""

from __future__ import annotations

from phaselint.dialects.checks import (
    AnyOf,
    AtLeast,
    FilledAnyOf,
    Fits,
    OneOf,
    not_empty,
    whole,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.shape import Kind, Shape

    Keywords = dict[str, Any]
    Said = Mapping[Callable[..., Any], Keywords]

_TYPES: Mapping[Kind, Keywords] = {
    "string": {"type": "string"},
    "text": {"type": ["string", "number", "boolean", "null"]},
    "boolean": {"type": "boolean"},
    "true": {"const": True},
    "number": {"type": "number"},
    "integer": {"type": "integer"},
    "list": {"type": "array"},
    "mapping": {"type": "object"},
    "any": {},
}


class Shapes:
    """Makes schemas of shapes.

    Args:
        said: what each check of a dialect, or its class, says in keywords.
        named: shapes that have a schema of their own, by its name in `$defs`.
        free: a pattern for keys that are nobody's business, also where a mapping is closed.
    """

    __slots__ = ("_free", "_named", "_said")

    def __init__(self, said: Said, named: Mapping[str, Shape], free: str = "") -> None:
        self._said = said
        self._named = named
        self._free = free

    def definitions(self) -> dict[str, Keywords]:
        """The schemas of the shapes that have one of their own."""
        return {name: self.written(shape) for name, shape in self._named.items()}

    def schema(self, shape: Shape) -> Keywords:
        """The schema of a shape, or a reference to it. Raises KeyError for a check that nothing is
        described."""
        for name, each in self._named.items():
            if each is shape:
                return {"$ref": f"#/$defs/{name}"}
        return self.written(shape)

    def written(self, shape: Shape) -> Keywords:
        """The schema of a shape, written out; the shapes in it may be references."""
        words = {"enum": list(shape.words)}
        found: Keywords = {**words} if shape.words else {**_TYPES[shape.kind]}
        if shape.fields is not None:
            found["properties"] = {key: self.schema(each) for key, each in shape.fields.items()}
            if shape.closed:
                if self._free:
                    found["patternProperties"] = {self._free: {}}
                found["additionalProperties"] = False
        elif shape.items is not None:
            under = "additionalProperties" if shape.kind == "mapping" else "items"
            found[under] = self.schema(shape.items)
        if shape.required:
            found["required"] = list(shape.required)
        for check in shape.checks:
            said = self._keywords(check, shape.kind)
            if found.keys().isdisjoint(said):
                found |= said
            else:
                found.setdefault("allOf", []).append(said)
        return found

    def _keywords(self, check: Callable[..., Any], kind: Kind) -> Keywords:
        """What a check demands from values of a kind."""
        if isinstance(check, Fits):
            return {"anyOf": [self.schema(branch) for branch in check.branches]}
        if isinstance(check, AtLeast):
            return {"minimum": check.least}
        if isinstance(check, OneOf):
            return {"oneOf": [{"required": [key]} for key in check.keys]}
        if isinstance(check, AnyOf):
            return {"anyOf": [{"required": [key]} for key in check.keys]}
        if isinstance(check, FilledAnyOf):
            filled = {"not": {"const": ""}}
            return {
                "anyOf": [{"required": [key], "properties": {key: filled}} for key in check.keys]
            }
        if check is not_empty:
            return {"minItems" if kind == "list" else "minLength": 1}
        if check is whole:
            return {"type": "integer"}
        return self._said[check if check in self._said else type(check)]


def typed(kinds: Mapping[str, Keywords], *keys: str, listed: str = "") -> list[Keywords]:
    """What the word at `type` demands from the values next to it, where given: a schema for each.

    Args:
        kinds: word → the schema of its values.
        keys: where such a value stands.
        listed: where a list of them stands, if anywhere.
    """
    return [
        {
            "if": {"properties": {"type": {"const": word}}, "required": ["type"]},
            "then": {
                "properties": {
                    **dict.fromkeys(keys, value),
                    **({listed: {"items": value}} if listed else {}),
                }
            },
        }
        for word, value in kinds.items()
    ]


def suggested(schema: Keywords) -> Keywords:
    """A schema that takes anything and from which editors complete what another says."""
    return {"anyOf": [schema, {}]}
