"""The shape of a workflow file of the next release, as a table (reference §11.1, §11.2).

The ceilings of `max_iterations` and `retry.max`, and what an inline skill has to say, are left to
the rules that are about them alone.
"""

from __future__ import annotations

import re

from phaselint.dialects.checks import TEXT, AnyOf, AtLeast, not_empty, union, whole
from phaselint.dialects.shape import (
    ANY,
    BOOLEAN,
    NUMBER,
    STRING,
    Problem,
    Shape,
    is_integer,
    record,
    words,
)
from phaselint.dialects.sweny.policies import CLASSES, OUTPUT_TYPES
from phaselint.dialects.sweny.reading import shapes
from phaselint.dialects.sweny.reading.shapes import COUNT, SOME_TEXTS, TEXTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.vocabulary.finding import Pointer

_LONGEST_PREFIX = 64
_EXPIRY = r"[1-9][0-9]*[smhd]"


def _positive(value: float, pointer: Pointer) -> Sequence[Problem]:
    return () if value > 0 else (Problem("too-small", pointer, "more than 0"),)


def _to_a_hundred(value: float, pointer: Pointer) -> Sequence[Problem]:
    if is_integer(value) and 1 <= value <= 100:
        return ()
    wanted = "an integer from 1 to 100"
    return (Problem("malformed", pointer, wanted, found=str(value)),)


def _prefix(value: str, pointer: Pointer) -> Sequence[Problem]:
    if len(value) <= _LONGEST_PREFIX:
        return ()
    return (Problem("malformed", pointer, f"at most {_LONGEST_PREFIX} characters"),)


def _expiry(value: str, pointer: Pointer) -> Sequence[Problem]:
    if re.fullmatch(_EXPIRY, value):
        return ()
    wanted = "an integer and `s`, `m`, `h` or `d`, such as `7d`"
    return (Problem("malformed", pointer, wanted, found=value),)


HUNDRED = Shape("number", checks=(_to_a_hundred,))

BUDGET = record(
    {"tokens": COUNT, "cost_usd": Shape("number", checks=(_positive,))},
    closed=True,
    checks=(AnyOf(("tokens", "cost_usd")),),
)

ACCESS = words("read", "write")
SOME_CLASSES = Shape("list", items=words(*CLASSES), checks=(not_empty,))
POLICY = record(
    {"access": ACCESS, "deny": SOME_CLASSES, "strict": BOOLEAN},
    closed=True,
    checks=(AnyOf(("access", "deny", "strict")),),
)
PERMISSIONS = union(
    "`read`, `write`, or a mapping with `access`, `deny` or `strict`", ACCESS, POLICY
)

OUTPUT = record(
    {
        "type": words(*OUTPUT_TYPES),
        "via": TEXT,
        "max": HUNDRED,
        "target": TEXT,
        "title_prefix": Shape("string", checks=(not_empty, _prefix)),
        "labels": SOME_TEXTS,
        "expires": Shape("string", checks=(_expiry,)),
        "number": union(
            "a number, a string, or a mapping with `input`",
            TEXT,
            Shape("number", checks=(whole, AtLeast(1))),
            record({"input": TEXT}, closed=True, required=("input",)),
        ),
        "state": words("reopen", "close"),
    },
    closed=True,
    required=("type",),
)

ASSOCIATIONS = (
    "OWNER",
    "MEMBER",
    "COLLABORATOR",
    "CONTRIBUTOR",
    "FIRST_TIME_CONTRIBUTOR",
    "FIRST_TIMER",
    "NONE",
)
SAFE_OUTPUTS = record(
    {
        "allow": Shape("list", items=words(*OUTPUT_TYPES), checks=(not_empty,)),
        "max": HUNDRED,
        "staged": BOOLEAN,
        "trusted_actors": SOME_TEXTS,
        "trusted_associations": Shape("list", items=words(*ASSOCIATIONS), checks=(not_empty,)),
        "screen": BOOLEAN,
    },
    closed=True,
)

EXPRESSION = record({"expr": TEXT}, closed=True, required=("expr",))
WHEN = union("a string, or a mapping with `expr`", STRING, EXPRESSION)


def _with(shape: Shape, fields: Mapping[str, Any]) -> Shape:
    return shape._replace(fields={**(shape.fields or {}), **fields})


NODE = _with(
    shapes.NODE,
    {
        "budget": BUDGET,
        "permissions": PERMISSIONS,
        "outputs": Shape("list", items=OUTPUT, checks=(not_empty,)),
        "agent_env": TEXTS,
        "on_fail": words("halt", "continue"),
        "route_by": words("agent", "decider"),
    },
)

EDGE = _with(shapes.EDGE, {"when": WHEN, "description": STRING})

DECIDER = record({"min_confidence": NUMBER, "min_margin": NUMBER}, closed=True)

INLINE_SKILL = shapes.INLINE_SKILL._replace(checks=())

WORKFLOW = _with(
    shapes.WORKFLOW,
    {
        "nodes": Shape("mapping", items=NODE),
        "edges": Shape("list", items=EDGE, apart=True),
        "skills": Shape("mapping", items=INLINE_SKILL),
        "spec_version": ANY,
        "budget": BUDGET,
        "permissions": PERMISSIONS,
        "safe_outputs": SAFE_OUTPUTS,
        "context_mode": words("bounded", "full"),
        "decider": DECIDER,
    },
)
