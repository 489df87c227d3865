"""The keys of a case, by engine (reference §5.13).

A key that no part of an engine reads would be taken for a test of something: a case that has one
is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Steps = tuple[str | int, ...]
    Found = Iterator[tuple[Steps, Any]]

ABOUT = ("case", "semantics", "source", "engine", "expected", "expected_by")
SHARED = ("stages", "script", "maxStageExecutions", "aborted")

KEYS: Mapping[str, tuple[str, ...]] = {
    "stage": ("entry", "ctx", *SHARED),
    "schedule": ("entry", *SHARED),
    "sequential": ("order", "ctx", *SHARED),
    "parallel-join": ("siblings", "join", "ctx", *SHARED),
    "act": ("entry", "stages", "script"),
    "approval": ("calls",),
}
"""What each engine reads of a case, besides what the case says about itself."""

STAGE = (
    *("id", "body", "turnCap", "completionTool", "completionSchema", "allowedTools"),
    "next",
)
PHASES = ("setup", "gate", "act", "assert")
ACT = ("turns", "grants", "guards", "toolResults")
ACTS = ("delayMs", "abortRun", "throw", "capHit")
TURN = ("text", "calls", "finishReason")
CALL = ("name", "args")
GUARD = ("tool", "deny")
QUESTION = (
    *("tool", "args", "sm", "allowedTools", "grant", "guard"),
    *("stageExecutionId", "attempt", "proposalId"),
    *("mode", "approvalKey", "allowlist", "cached", "user"),
)


class UnknownKey(Exception):
    """A case has a key, or names an engine, that is not known."""


def check_keys(case: Mapping[str, Any]) -> None:
    """Raise UnknownKey for the first key of a case that its engine does not read."""
    engine = case["engine"]
    if engine not in KEYS:
        raise UnknownKey(f"`engine` names no engine: `{engine}`")
    _known((), case, (*ABOUT, *KEYS[engine]))
    for at, stage in _items(("stages",), case.get("stages")):
        _known(at, stage, STAGE)
    for at, call in _items(("calls",), case.get("calls")):
        _known(at, call, QUESTION)
    script = case.get("script") or {}
    _known(("script",), script, ACT if engine == "act" else PHASES)
    for stage, said in (script.get("act") or {}).items():
        for at, act in _items(("script", "act", stage), said):
            _known(at, act, ACTS)
    for at, guard in _items(("script", "guards"), script.get("guards")):
        _known(at, guard, GUARD)
    for stage, said in (script.get("turns") or {}).items():
        for at, visit in _items(("script", "turns", stage), said):
            for inner, turn in _items(at, visit):
                _known(inner, turn, TURN)
                for own, call in _items((*inner, "calls"), turn.get("calls")):
                    _known(own, call, CALL)


def _items(at: Steps, value: Any) -> Found:
    """The entries of a list, with where they stand; a value that is none is its only one."""
    if isinstance(value, list):
        yield from (((*at, number), each) for number, each in enumerate(value))
    elif value is not None:
        yield at, value


def _known(at: Steps, value: Any, known: tuple[str, ...]) -> None:
    for key in value if isinstance(value, dict) else ():
        if key not in known:
            name = ".".join(map(str, (*at, key)))
            raise UnknownKey(f"`{name}` is read by no part of the engine")
