"""The shapes of stages and manifests, as tables (reference §2.1, §2.8, §3)."""

from __future__ import annotations

from phaselint.dialects.checks import TEXT
from phaselint.dialects.shape import (
    ANY,
    BOOLEAN,
    LIST,
    MAPPING,
    NOUNS,
    STRING,
    STRINGS,
    Problem,
    Shape,
    is_integer,
    problems,
    record,
    words,
)
from phaselint.dialects.stud.model import TOLERATED, VERDICTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.stud.model import Execution
    from phaselint.vocabulary.finding import Pointer

STAGE_KEYS = ("nextStages", "stages", "stageIds")
"""The spellings of a result's stages; the first that is there counts (§3.3)."""

EXECUTIONS: tuple[Execution, ...] = ("sequential", "parallel", "terminate")
SCHEMA_NOUN = "a mapping, `true` or `false`"
NOT_A_STAGE = "neither `file` nor a field of a stage"
"""What is said about an entry of `stages` that lacks them all."""


def wrong(value: Any, shape: Shape, pointer: Pointer = ()) -> tuple[Problem, ...]:
    """What is wrong with a value; keys that start with `x-` are nobody's business (§2.1)."""
    return tuple(
        problem
        for problem in problems(value, shape, pointer)
        if problem.kind != "unknown-field" or not problem.found.startswith("x-")
    )


def is_sound(found: Sequence[Problem]) -> bool:
    """Whether a value with some problems still has its whole meaning: a key that nobody knows
    takes nothing from it."""
    return all(problem.kind == "unknown-field" for problem in found)


# --- checks ------------------------------------------------------------------------------------


def strict_integer(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """An integer as YAML knows it: `2.0` is none (§2.1)."""
    if isinstance(value, int) and not isinstance(value, bool):
        return ()
    return (Problem("invalid-type", pointer, NOUNS["integer"]),)


def json_integer(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """An integer of JSON, which does not tell `2.0` from `2`."""
    return () if is_integer(value) else (Problem("invalid-type", pointer, NOUNS["integer"]),)


def is_schema(value: Any, pointer: Pointer) -> Sequence[Problem]:
    if isinstance(value, dict | bool):
        return ()
    return (Problem("invalid-type", pointer, SCHEMA_NOUN),)


def is_scalar(value: Any, pointer: Pointer) -> Sequence[Problem]:
    if not isinstance(value, dict | list):
        return ()
    return (Problem("invalid-type", pointer, "a single value"),)


def is_marker(value: Any, pointer: Pointer) -> Sequence[Problem]:
    if value == 1 and isinstance(value, int) and not isinstance(value, bool):
        return ()
    return (Problem("invalid-type", pointer, "the number `1`"),)


def one_spelling(value: Any, pointer: Pointer) -> Sequence[Problem]:
    given = tuple(key for key in STAGE_KEYS if key in value)
    if len(given) < 2:
        return ()
    return (Problem("conflict", pointer, "only one of `nextStages`, `stages`, `stageIds`", given),)


def one_test(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """A condition has one test of a path at most, and none without a path (§3.3)."""
    given = tuple(key for key in ("equals", "in", "exists") if key in value)
    if len(given) > 1:
        return (Problem("conflict", pointer, "only one of `equals`, `in`, `exists`", given),)
    if given and "path" not in value:
        return (Problem("conflict", pointer, f"a `path` together with `{given[0]}`", given),)
    return ()


def verdicts(value: Any, pointer: Pointer) -> Sequence[Problem]:
    shape = VERDICT_LIST if isinstance(value, list) else VERDICT
    return problems(value, shape, pointer)


def bundled(value: Any, pointer: Pointer) -> Sequence[Problem]:
    if isinstance(value, list):
        return problems(value, NAMES, pointer)
    if value == "default":
        return ()
    return (Problem("invalid-type", pointer, "a list of names or the word `default`"),)


def spec(value: Any, pointer: Pointer) -> Sequence[Problem]:
    branched = isinstance(value, dict) and ("branches" in value or "default" in value)
    return problems(value, BRANCHED if branched else RESULT, pointer)


# --- stages ------------------------------------------------------------------------------------

NAME = TEXT
NAMES = Shape("list", items=NAME)
SCHEMA = Shape("any", checks=(is_schema,))


def _stage(check: Any, *more: tuple[str, Shape]) -> Shape:
    """A stage whose integers pass a check, with further fields; which are missing depends on
    its profile and is said by `stagefile.missing`."""
    integer = Shape("any", checks=(check,))
    return record(
        {
            "id": NAME,
            "name": NAME,
            "allowedTools": NAMES,
            "completionTool": NAME,
            "completionSchema": SCHEMA,
            "retryPolicy": record({"maxAttempts": integer, "backoff": STRING}, closed=True),
            "turnCap": integer,
            "resolutionPolicy": STRING,
            "description": STRING,
            "inputsSchema": SCHEMA,
            "tags": STRINGS,
            **dict(more),
        },
        closed=True,
    )


_BODY = ("body", STRING)
_NEXT = ("next", ANY)

MARKDOWN_STAGE = _stage(strict_integer)
JSON_STAGE = _stage(json_integer, _BODY)
INLINE_STAGE = _stage(strict_integer, _BODY, _NEXT)
INLINE_JSON_STAGE = _stage(json_integer, _BODY, _NEXT)


def is_inline(entry: Any) -> bool:
    """Whether an entry of `stages` is a stage that is written out: it has some field of one."""
    if not isinstance(entry, dict) or "file" in entry:
        return False
    return any(key in entry for key in INLINE_STAGE.fields or () if key != "next")


def is_tolerated(problem: Problem, base: Pointer, json: bool) -> bool:
    """Whether an unknown key of a stage isn't a mistake; the `next` of a JSON stage is a function
    elsewhere (§2.1, §2.8)."""
    names = (*TOLERATED, "next") if json else TOLERATED
    own = len(problem.pointer) == len(base) + 1
    return problem.kind == "unknown-field" and own and problem.found in names


# --- manifests ---------------------------------------------------------------------------------

FRAME = record(
    {"studPipeline": Shape("any", checks=(is_marker,)), "entryStage": NAME, "stages": LIST},
    required=("studPipeline", "entryStage", "stages"),
)
"""What makes a manifest one: without it nothing else is looked at (§3.1)."""

VERDICT = words(*VERDICTS)
VERDICT_LIST = Shape("list", items=VERDICT)
_SCALAR = Shape("any", checks=(is_scalar,))

CONDITION = record(
    {
        "verdict": Shape("any", checks=(verdicts,)),
        "capHit": BOOLEAN,
        "path": NAME,
        "equals": _SCALAR,
        "in": Shape("list", items=_SCALAR),
        "exists": BOOLEAN,
    },
    closed=True,
    checks=(one_test,),
)
_RESULT_FIELDS = {
    "execution": words(*EXECUTIONS),
    **dict.fromkeys(STAGE_KEYS, NAMES),
    "join": NAME,
}
RESULT = record(_RESULT_FIELDS, closed=True, checks=(one_spelling,))
BRANCH = record(
    {"when": CONDITION, **_RESULT_FIELDS},
    closed=True,
    required=("when",),
    checks=(one_spelling,),
)
BRANCHED = record(
    {"branches": Shape("list", items=BRANCH), "default": RESULT},
    closed=True,
    required=("branches",),
)
SPEC = Shape("any", checks=(spec,))
"""A NextSpec (§3.3)."""

TOOLS = record(
    {
        "bundled": Shape("any", checks=(bundled,)),
        "discovered": NAMES,
        "mcp": Shape("mapping", items=NAMES),
        "mutating": NAMES,
    },
    closed=True,
)
_CONTEXT_NAMES = {"required": NAMES, "optional": NAMES}
STAGE_CONTEXT = record(_CONTEXT_NAMES, closed=True)
CONTEXT = record({**_CONTEXT_NAMES, "byStage": Shape("mapping", items=STAGE_CONTEXT)}, closed=True)
OUTPUTS = Shape("mapping", items=SCHEMA)
OPTIONS = record(
    {"profile": words("documented", "reference"), "joinPolicy": words("separate", "sibling")},
    closed=True,
)

MANIFEST = record(
    {
        "studPipeline": ANY,
        "id": NAME,
        "name": STRING,
        "description": STRING,
        "contractVersion": STRING,
        "entryStage": ANY,
        "stages": ANY,
        "next": MAPPING,
        "tools": TOOLS,
        "ctx": CONTEXT,
        "outputs": OUTPUTS,
        "options": OPTIONS,
    },
    closed=True,
    required=("id",),
)
"""The rest of a manifest; its stages and NextSpecs are looked at one by one."""

FILE_ENTRY = record({"file": NAME, "next": ANY}, closed=True)
"""An entry of `stages` that names a file (§3.2)."""
