"""What a workflow declares of the data that gates read, as JSON Schemas (reference §5.4, §5.7).

A schema that is none itself, or whose node is not well formed, declares nothing: then the cause
is reported, and nothing is said about paths into it.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.reachability import Ways
    from phaselint.dialects.sweny.model import Evaluator, Input, Node
    from phaselint.vocabulary.finding import Pointer

_TYPES: Mapping[str, dict[str, Any]] = {
    "string": {"type": "string"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "string[]": {"type": "array", "items": {"type": "string"}},
}


class Ground(NamedTuple):
    """A schema, and where it stands; with `whole`, only as a whole, for the document writes it
    in other words."""

    schema: Any
    pointer: Pointer
    whole: bool = False

    def place(self, pointer: Pointer) -> Pointer:
        """Where a part of the schema is in the document."""
        return self.pointer if self.whole else (*self.pointer, *pointer)


class Declarations(NamedTuple):
    """What the paths of a workflow's gates are held against.

    `inputs` are none where none are declared, or not all of them are well formed; `faulty` names
    the nodes whose output schema is none; `ways` are none while it is not known where edges lead.
    """

    nodes: Mapping[str, Node]
    inputs: Mapping[str, Input] | None
    faulty: Collection[str]
    ways: Ways | None

    def output(self, node: Node) -> Ground | None:
        """The output schema of a node, if it can be trusted."""
        schema = node.output
        if schema is None or not node.sound or node.id in self.faulty:
            return None
        return None if excludes_objects(schema) else Ground(schema, (*node.pointer, "output"))


def excludes_objects(schema: Any) -> bool:
    """Whether the written type leaves out objects, which a node's data always are."""
    kind = schema.get("type") if isinstance(schema, dict) else None
    if isinstance(kind, list):
        return "object" not in kind
    return kind is not None and kind != "object"


def outcome_of(evaluator: Evaluator, *, passes: bool = False) -> Ground:
    """What the runtime records of an evaluator (reference §5.4), also of one that always passes."""
    properties = {
        "name": {"const": evaluator.name},
        "kind": {"const": evaluator.kind},
        "pass": {"const": True} if passes else {"type": "boolean"},
        "reasoning": {"type": "string"},
    }
    schema = {
        "type": "object",
        "properties": properties,
        "required": ["name", "kind", "pass"],
        "additionalProperties": False,
    }
    return Ground(schema, evaluator.pointer, whole=True)


def value_of(field: Input) -> Ground:
    """What a run input may hold under a declared name; a default is not held against `enum`
    (reference §3.8)."""
    schema = _TYPES.get(field.type, {})
    if field.enum is not None:
        values = [*field.enum, field.default] if field.has_default else [*field.enum]
        schema = {**schema, "enum": values}
    return Ground(schema, field.pointer, whole=True)
