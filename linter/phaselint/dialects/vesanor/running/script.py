"""Scripted responses ↔ turns (reference §4.2, design §8).

An answer is one of

    "any string"                                 a response without calls
    calls: [lookup, {tool: pay, args: {…}, ok: false, output: {…}}]
    before: {narrow: [lookup]}                   or {widen: true} or {kill: true}
    cost: 0.2

where the keys of the second form can be combined in one mapping.

A call's result is its own `ok` and `output`, else the next one of `world.tools`, a map from
tool to one result or to a list of results of which the last one stays.
"""

from __future__ import annotations

import json

from phaselint.dialects.protocol import ScriptError
from phaselint.dialects.shape import is_number, strings
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.vocabulary.finding import Pointer

ANSWER_KEYS = ("calls", "before", "cost", "text")
CALL_KEYS = ("tool", "args", "ok", "output")
TEXT = "(text)"
BEFORE_KEYS = ("narrow", "widen", "kill")


def read_turn(answer: Any, world: Mapping[str, Any], called: Mapping[str, int]) -> Turn:
    """The turn of a scripted answer; `called` counts the earlier calls of each tool.

    Raises ScriptError where the answer is not well formed.
    """
    if isinstance(answer, str):
        return Turn()
    if not isinstance(answer, dict):
        raise ScriptError((), "an answer must be a string or a mapping with `calls`")
    _only(answer, ANSWER_KEYS, ())
    calls = answer.get("calls", [])
    if not isinstance(calls, list):
        raise ScriptError(("calls",), "`calls` must be a list of tools")
    counts = dict(called)
    read = []
    for index, call in enumerate(calls):
        read.append(_read_call(call, ("calls", index), world, counts))
        counts[read[-1].tool] = counts.get(read[-1].tool, 0) + 1
    cost = answer.get("cost", 0)
    if not is_number(cost):
        raise ScriptError(("cost",), "`cost` must be a number")
    return _with_interventions(Turn(tuple(read), cost=cost), answer.get("before", {}))


def _only(value: Mapping[str, Any], known: tuple[str, ...], pointer: Pointer) -> None:
    for key in value:
        if key not in known:
            raise ScriptError((*pointer, key), unknown("key", key, known))


def _read_call(
    call: Any, pointer: Pointer, world: Mapping[str, Any], counts: Mapping[str, int]
) -> Call:
    if isinstance(call, str):
        call = {"tool": call}
    if not isinstance(call, dict) or not isinstance(call.get("tool"), str):
        raise ScriptError(pointer, "a call must be a tool's name or a mapping with `tool`")
    _only(call, CALL_KEYS, pointer)
    name = call["tool"]
    result = _result(world, name, counts.get(name, 0)) | call
    if not isinstance(result.get("ok", True), bool):
        raise ScriptError((*pointer, "ok"), "`ok` must be `true` or `false`")
    return Call(
        name, fingerprint(call.get("args", {})), result.get("ok", True), result.get("output", {})
    )


def _result(world: Mapping[str, Any], name: str, index: int) -> dict[str, Any]:
    results = world.get("tools", {}).get(name, {})
    if isinstance(results, list):
        results = results[min(index, len(results) - 1)] if results else {}
    return dict(results) if isinstance(results, dict) else {}


def fingerprint(arguments: Any) -> str:
    """Arguments as one canonical string, so equal ones are equal."""
    return json.dumps(arguments, sort_keys=True, default=str)


def _with_interventions(turn: Turn, before: Any) -> Turn:
    if not isinstance(before, dict):
        raise ScriptError(("before",), "`before` must be a mapping")
    _only(before, BEFORE_KEYS, ("before",))
    narrow = strings(before["narrow"]) if "narrow" in before else None
    if "narrow" in before and narrow is None:
        raise ScriptError(("before", "narrow"), "`narrow` must be a list of tools")
    return turn._replace(
        narrow=narrow, widen=bool(before.get("widen")), kill=bool(before.get("kill"))
    )


def write_turn(turn: Turn) -> Any:
    """The shortest answer that `read_turn` reads as this turn, as JSON values."""
    before: dict[str, Any] = {}
    if turn.narrow is not None:
        before["narrow"] = list(turn.narrow)
    if turn.widen:
        before["widen"] = True
    if turn.kill:
        before["kill"] = True
    answer: dict[str, Any] = {"calls": [_write_call(call) for call in turn.calls]}
    if before:
        answer["before"] = before
    if turn.cost:
        answer["cost"] = turn.cost
    return TEXT if answer == {"calls": []} else answer


def _write_call(call: Call) -> Any:
    written: dict[str, Any] = {"tool": call.tool}
    if call.fingerprint != "{}":
        written["args"] = json.loads(call.fingerprint)
    if not call.ok:
        written["ok"] = False
    if call.output != {}:
        written["output"] = call.output
    return call.tool if list(written) == ["tool"] else written
