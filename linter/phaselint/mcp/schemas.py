"""The JSON Schemas of what tools take and give."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Schema = dict[str, Any]

STRING: Mapping[str, Any] = {"type": "string"}
COUNT: Mapping[str, Any] = {"type": "integer", "minimum": 0}
STRINGS: Mapping[str, Any] = {"type": "array", "items": STRING}


def _object(required: tuple[str, ...] = (), **properties: Any) -> Schema:
    """The schema of an object; others than these properties are an error."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _list(item: Mapping[str, Any]) -> Schema:
    return {"type": "array", "items": item}


def _said(schema: Mapping[str, Any], description: str) -> Schema:
    return {**schema, "description": description}


PATHS = _said(
    STRINGS,
    "Files and folders in the workspace; a file stands for the whole contract it belongs to. The "
    "default is the contracts of `texts`, or else the whole workspace.",
)
TEXTS: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": STRING,
    "description": "Unsaved files: path → content. They stand for the files on disk, and need not "
    "exist there.",
}
DIALECT = _said(STRING, "The format of the contracts; detected by default.")
SECONDS: Mapping[str, Any] = {
    "type": "number",
    "exclusiveMinimum": 0,
    "maximum": 20,
    "description": "Stop after so many seconds with what is known until then; the default is 20.",
}
LIMIT: Mapping[str, Any] = {
    "type": "integer",
    "minimum": 1,
    "maximum": 100,
    "description": "How many are shown at most; fewer if the answer gets too large.",
}
SKIP = _said(COUNT, "How many are skipped.")
COMMON: Mapping[str, Any] = {"texts": TEXTS, "dialect": DIALECT, "seconds": SECONDS}
CONTRACT = _said(STRING, "The path of the contract.")


def lint() -> Schema:
    """What the tools `lint` and `prove` take."""
    return _object(
        paths=PATHS,
        **COMMON,
        select=_said(STRINGS, "Only these rules, by name or code."),
        ignore=_said(STRINGS, "Not these rules."),
        min_severity={
            "enum": ["error", "warning", "info"],
            "description": "The lowest severity shown; by default infos are only counted.",
        },
        fixes=_said({"type": "boolean"}, "Try fixes in a copy; the default is true."),
        limit=LIMIT,
        skip=SKIP,
    )


RULE = _object(
    ("rule",), rule=_said(STRING, "Name or code, such as `order-trap` or `PL101`."), dialect=DIALECT
)
GRAPH = _object(("contract",), contract=CONTRACT, **COMMON, limit=LIMIT, skip=SKIP)
SCRIPT = _object(
    ("script",),
    script=_said(STRING, "The path of the script, which names its contract."),
    contract=_said(STRING, "The path of the contract, if the script should run on another one."),
    scenario=_said(STRING, "Only the scenario of this name."),
    **COMMON,
)
POLICIES = _object(paths=PATHS, **COMMON, limit=LIMIT, skip=SKIP)
VERSIONS = _object(
    old=_said(STRING, "A git revision or a directory; the default is the last commit."),
    new=_said(STRING, "A git revision or a directory; the default is the working tree."),
    paths=PATHS,
    **COMMON,
)

_LEFT_OUT = _object(("after", "how"), before=COUNT, after=COUNT, how=STRING)
_EDIT = _object(
    ("file", "start", "end", "new"), file=STRING, start=STRING, end=STRING, old=STRING, new=STRING
)
_FIX = _object(
    ("finding", "at", "title", "safety", "tried", "edits"),
    finding=COUNT,
    at=STRING,
    title=STRING,
    safety={"enum": ["safe", "unsafe", "manual"]},
    tried=STRING,
    why=STRING,
    findings_before=COUNT,
    findings_after=COUNT,
    edits=_list(_EDIT),
    too_long=STRING,
)
_FINDING = _object(
    ("number", "rule", "code", "severity", "message", "at"),
    number=COUNT,
    rule=STRING,
    code=STRING,
    severity={"enum": ["error", "warning", "info"]},
    message=STRING,
    at=STRING,
    line=STRING,
    contract=STRING,
    see=STRINGS,
    run=STRINGS,
    blocked=STRINGS,
    proof=STRING,
    explains=STRINGS,
    help=STRING,
    same=STRINGS,
    consequences=STRINGS,
)
_SUMMARY = _object(
    ("contracts", "errors", "warnings", "infos", "suppressed", "proved"),
    contracts=COUNT,
    errors=COUNT,
    warnings=COUNT,
    infos=COUNT,
    suppressed=COUNT,
    proved={"type": "boolean"},
    confirmed=STRING,
    hidden=COUNT,
    notes=STRINGS,
    problems=STRINGS,
)
STOPPED: Mapping[str, Any] = {"stopped": STRING}
"""Of an answer that the limit of seconds has ended: what is missing."""

FINDINGS = _object(
    ("summary", "findings", "fixes"),
    summary=_SUMMARY,
    findings=_list(_FINDING),
    fixes=_list(_FIX),
    left_out=_LEFT_OUT,
    **STOPPED,
)
RULE_PAGE = _object(
    ("rule", "page"),
    rule=STRING,
    codes=STRINGS,
    dialects=STRINGS,
    page=_said(STRING, "The page of the rule."),
)
_NODE = _object(
    ("name",),
    name=STRING,
    initial={"type": "boolean"},
    terminal={"type": "boolean"},
    reachable={"type": "boolean"},
    why=STRING,
    at=STRING,
)
_TRANSITION = _object(
    ("from", "to", "actions"),
    **{"from": STRING},
    to=STRING,
    actions=STRINGS,
    kind=STRING,
    never=STRING,
)
DRAWING = _object(
    ("contract", "dialect", "nodes", "transitions"),
    contract=STRING,
    dialect=STRING,
    nodes=_list(_NODE),
    transitions=_list(_TRANSITION),
    limits=STRINGS,
    left_out=_LEFT_OUT,
)
_RUN = _object(
    ("scenario", "outcome", "ok", "steps", "failures"),
    scenario=STRING,
    outcome=STRING,
    ok={"type": "boolean"},
    steps=STRINGS,
    failures=STRINGS,
)
RUNS = _object(
    ("contract", "ok", "runs"),
    contract=STRING,
    ok={"type": "boolean"},
    runs=_list(_RUN),
    left_out=_LEFT_OUT,
)
_SUGGESTION = _object(
    ("number", "text", "policy"), number=COUNT, text=STRING, policy={"type": "object"}
)
_POLICY = _object(
    ("title", "status"), title=STRING, rule=STRING, at=STRING, status=STRING, run=STRINGS
)
_LISTED = _object(
    ("contract", "dialect", "policies", "suggestions"),
    contract=STRING,
    dialect=STRING,
    policies=_list(_POLICY),
    problems=STRINGS,
    suggestions=_list(_SUGGESTION),
    no_suggestions=STRING,
)
SUGGESTIONS = _object(("contracts",), contracts=_list(_LISTED), left_out=_LEFT_OUT, **STOPPED)
_CHANGED = _object(
    ("contract", "change"),
    contract=STRING,
    dialect=STRING,
    change=STRING,
    behaves_alike={"type": "boolean"},
    new_findings=STRINGS,
    fixed_findings=STRINGS,
)
DIFFERENCE = _object(
    ("old", "new", "counts", "contracts", "report"),
    old=STRING,
    new=STRING,
    counts={"type": "object", "additionalProperties": COUNT},
    contracts=_list(_CHANGED),
    report=_said(STRING, "The report for people: runs that are new or lost, step by step."),
    problems=STRINGS,
)
