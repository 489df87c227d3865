"""The schema of stud's manifests (see `phaselint.dialects.stud.reading.shapes`): of the format
that is phaselint's own. What else stages must be, and whether names lead somewhere, the rules
of the dialect say."""

from __future__ import annotations

from itertools import combinations

from phaselint.dialects.shape import Shape, record
from phaselint.dialects.stud.model import REQUIRED, RETRY_REQUIRED, TOLERATED
from phaselint.dialects.stud.reading import shapes
from phaselint.formats.describing import described
from phaselint.formats.heads import head
from phaselint.formats.manifesttexts import EXAMPLE, STAGE, TEXTS
from phaselint.formats.shapes import Shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.formats.shapes import Keywords, Said

_RESULT = {"$ref": "#/$defs/result"}
_BRANCHED = {"$ref": "#/$defs/branched"}
_NAMES = {"$ref": "#/$defs/names"}
_TESTS = ("equals", "in", "exists")


def _at_most_one(keys: Sequence[str]) -> Keywords:
    return {"not": {"anyOf": [{"required": list(pair)} for pair in combinations(keys, 2)]}}


_SAID: Said = {
    shapes.strict_integer: {"type": "integer"},
    shapes.is_schema: {"type": ["object", "boolean"]},
    shapes.is_scalar: {"type": ["string", "number", "boolean", "null"]},
    shapes.is_marker: {"const": 1},
    shapes.one_spelling: _at_most_one(shapes.STAGE_KEYS),
    shapes.one_test: {
        **_at_most_one(_TESTS),
        "dependentRequired": {test: ["path"] for test in _TESTS},
    },
    shapes.verdicts: {
        "anyOf": [
            {"enum": list(shapes.VERDICT.words)},
            {"type": "array", "items": {"enum": list(shapes.VERDICT.words)}},
        ]
    },
    shapes.bundled: {"anyOf": [{"const": "default"}, _NAMES]},
    shapes.spec: {
        "if": {"anyOf": [{"required": ["branches"]}, {"required": ["default"]}]},
        "then": _BRANCHED,
        "else": _RESULT,
    },
}
"""What each check says, in keywords. An integer with a point and zeroes is one to a schema."""

_NAMED = {
    "names": shapes.NAMES,
    "spec": shapes.SPEC,
    "result": shapes.RESULT,
    "branched": shapes.BRANCHED,
    "branch": shapes.BRANCH,
    "condition": shapes.CONDITION,
    "context": shapes.STAGE_CONTEXT,
}
_RETRY = "retryPolicy"


def schema() -> dict[str, Any]:
    """The schema of `*.stud.yaml` and `*.stud.json`."""
    made = Shapes(_SAID, _NAMED, free="^x-")
    about = "Which stages a stud state machine has, and what comes after each."
    manifest = made.written(_whole())
    properties = manifest["properties"]
    properties["stages"] |= {"minItems": 1, "items": {"$ref": "#/$defs/entry"}}
    properties["next"] |= {"additionalProperties": {"$ref": "#/$defs/spec"}}
    found = {
        **head("manifest", "stud pipeline", about, EXAMPLE),
        **manifest,
        **_profiles(),
        "$defs": {
            **made.definitions(),
            "entry": _entry(),
            "file": made.written(_with_spec(shapes.FILE_ENTRY)) | {"required": ["file"]},
            "stage": _stage(made),
        },
    }
    return described(found, TEXTS)


def stage() -> dict[str, Any]:
    """The schema of the header of a stage's file, in the profile of most, `documented`, or in the
    other."""
    made = Shapes(_SAID, {}, free="^x-")
    about = "The header of a stage of a stud state machine."
    found = made.written(shapes.MARKDOWN_STAGE)
    found["properties"] |= {key: {} for key in TOLERATED}
    found["properties"][_RETRY] |= {"required": list(RETRY_REQUIRED)}
    needed = [{"required": _of_header(names)} for names in REQUIRED.values()]
    return {**head("stud-stage", "stud stage", about, STAGE), **found, "anyOf": needed}


def _of_header(names: Sequence[str]) -> list[str]:
    """The fields that belong in a header: the body is the text below it."""
    return [name for name in names if name != "body"]


def _whole() -> Shape:
    """A manifest: its frame, and the rest."""
    fields = {**(shapes.MANIFEST.fields or {}), **(shapes.FRAME.fields or {})}
    required = (*shapes.FRAME.required, *shapes.MANIFEST.required)
    return record(fields, closed=shapes.MANIFEST.closed, required=required)


def _with_spec(shape: Shape) -> Shape:
    """The shape of an entry of `stages` with its `next`, which is looked at by itself."""
    return shape._replace(fields={**(shape.fields or {}), "next": shapes.SPEC})


def _entry() -> Keywords:
    """An entry of `stages`: a path, a mapping with `file`, or a stage that is written out."""
    return {
        "type": ["string", "object"],
        "minLength": 1,
        "if": {"type": "string"},
        "else": {
            "if": {"required": ["file"]},
            "then": {"$ref": "#/$defs/file"},
            "else": {"$ref": "#/$defs/stage"},
        },
    }


def _stage(made: Shapes) -> Keywords:
    """A stage that is written out: it has some field of one other than `next`."""
    stage = made.written(_with_spec(shapes.INLINE_STAGE))
    stage["properties"] |= {key: {} for key in TOLERATED}
    stage["properties"][_RETRY] |= {"required": list(RETRY_REQUIRED)}
    return stage


def _profiles() -> Keywords:
    """Which fields a stage lacks depends on the profile of the pipeline."""
    reference = {"properties": {"profile": {"const": "reference"}}, "required": ["profile"]}
    return {
        "if": {"properties": {"options": reference}, "required": ["options"]},
        "then": _fields(REQUIRED["reference"]),
        "else": _fields(REQUIRED["documented"]),
    }


def _fields(required: Sequence[str]) -> Keywords:
    written_out = {"type": "object", "not": {"required": ["file"]}}
    items = {"if": written_out, "then": {"required": list(required)}}
    return {"properties": {"stages": {"items": items}}}
