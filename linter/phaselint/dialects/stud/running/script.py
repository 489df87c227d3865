"""Scripted answers ↔ choices, and the world of a script (reference §5.13).

An answer of the model is an LLM turn, both keys optional

    text: I see
    calls: [{name: read, args: {path: a}}]

With the option `hooks=asked` the code of the state machine answers on channel `ask`: a gate
`proceed`, `skip`, `retry`, `defer` or `block` (or `{gate: skip, output: …}`), an assert `ok`,
`retry`, `fail` or `skip` (or `{verdict: ok, output: …}`). Both may say why, with `reason: …`.

The world, every key optional; a list has an entry per visit, and the last one repeats:

    gate: {stage: [proceed]}
    assert: {stage: [retry, ok]}         # one per attempt; a list of lists is per visit
    setup: {stage: [{name: value}]}
    output: {stage: [value]}
    slots: {stage: [value]}              # what Exit writes into the state machine's slot
    grants: {stage: {tool: [approve, deny]}}      # one per question of a visit
    guards: [{tool: bash, deny: Code}]
    toolResults: {tool: {error: {class: ToolTransient, code: Timeout}}}  # a list: one per call
    cancel: stage:1.2                    # attempt and turn in front of which the run ends
"""

from __future__ import annotations

import re

from phaselint.dialects.protocol import ScriptError
from phaselint.dialects.records import Choice
from phaselint.dialects.stud.running.session import PROCEED, Call, Gate, Judged, Turn, World
from phaselint.dialects.stud.running.verdicts import ASSERTS, GATES, REFERENCE_GATES
from phaselint.vocabulary.suggest import listing, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.running.session import Answer
    from phaselint.vocabulary.finding import Pointer

TURN_KEYS = ("text", "calls")
CALL_KEYS = ("name", "args")
GATE_KEYS = ("gate", "output", "reason")
JUDGED_KEYS = ("verdict", "output", "reason")
WORLD_KEYS = (
    *("gate", "assert", "setup", "output", "slots", "grants", "guards", "toolResults"),
    "cancel",
)
GRANTS = ("approve", "deny", "defer")

_CANCEL = r"(?s)(.+):([1-9][0-9]{0,8})\.([1-9][0-9]{0,8})"


# --- answers ------------------------------------------------------------------------------------


def read_turn(answer: Any) -> Choice:
    """The choice of a scripted LLM turn. Raises ScriptError where it is not well formed."""
    _mapping(
        answer, (), TURN_KEYS, "an answer of the model must be a mapping with `text` or `calls`"
    )
    text, calls = answer.get("text", ""), answer.get("calls", [])
    if not isinstance(text, str):
        raise ScriptError(("text",), "`text` must be a string")
    if not isinstance(calls, list):
        raise ScriptError(("calls",), "`calls` must be a list of calls")
    return Choice("model", Turn(text, tuple(_call(each, n) for n, each in enumerate(calls))))


def _call(value: Any, number: int) -> Call:
    at: Pointer = ("calls", number)
    _mapping(value, at, CALL_KEYS, "a call must be a mapping with `name`")
    if not isinstance(value.get("name"), str):
        raise ScriptError(at, "a call must be a mapping with `name`")
    return Call(value["name"], value.get("args", {}))


def read_gate(answer: Any, *, reference: bool = False) -> Choice:
    """The choice of what a gate says."""
    known = REFERENCE_GATES if reference else GATES
    if not isinstance(answer, dict):
        return Choice("world", Gate(_word(answer, (), known)), "ask")
    _mapping(answer, (), GATE_KEYS, "")
    outcome = _word(answer.get("gate"), (), known)
    early = next((key for key in GATE_KEYS[1:] if key in answer), "")
    if early and outcome == PROCEED:
        raise ScriptError((early,), f"Assert has the `{early}` of a stage that its gate lets act")
    return Choice("world", Gate(outcome, *_written(answer)), "ask")


def read_verdict(answer: Any) -> Choice:
    """The choice of what an assert says."""
    if not isinstance(answer, dict):
        return Choice("world", Judged(_word(answer, (), ASSERTS)), "ask")
    _mapping(answer, (), JUDGED_KEYS, "")
    verdict = _word(answer.get("verdict"), ("verdict",), ASSERTS)
    return Choice("world", Judged(verdict, *_written(answer)), "ask")


def _written(answer: Mapping[str, Any]) -> tuple[Any, bool, str]:
    """What a gate or an assert has Exit write into the result: an output and whether there is one,
    and a reason."""
    reason = answer.get("reason", "")
    if not isinstance(reason, str):
        raise ScriptError(("reason",), "`reason` must be a string")
    return answer.get("output"), "output" in answer, reason


def write(choice: Choice) -> Any:
    """The shortest answer that is read as a choice, as JSON values."""
    value: Answer = choice.value
    if isinstance(value, Gate):
        return _shortest("gate", value.outcome, value)
    if isinstance(value, Judged):
        return _shortest("verdict", value.verdict, value)
    calls = [{"name": call.name, "args": call.args} for call in value.calls]
    if not calls:
        return {"text": value.text}
    return {"text": value.text, "calls": calls} if value.text else {"calls": calls}


def _shortest(key: str, word: str, value: Gate | Judged) -> Any:
    """The word alone, or with what is written into the result."""
    more = {"output": value.output} if value.written else {}
    more |= {"reason": value.reason} if value.reason else {}
    return {key: word, **more} if more else word


# --- input and world ----------------------------------------------------------------------------


def read_context(given: Any) -> Mapping[str, Any]:
    """The context that a run is given. Raises ScriptError where it is not well formed."""
    _mapping(given, ("input",), ("ctx",), "`input` is a mapping with `ctx`")
    ctx: Mapping[str, Any] = given.get("ctx", {})
    _mapping(ctx, ("input", "ctx"), None, "`ctx` maps names to values")
    return ctx


def read_world(world: Any, *, reference: bool = False) -> World:
    """The world of a script. Raises ScriptError where it is not well formed."""
    _mapping(world, ("world",), WORLD_KEYS, "`world` is a mapping")
    gates = REFERENCE_GATES if reference else GATES
    return World(
        gates=_by_stage(world, "gate", lambda value, at: _word(value, at, gates)),
        verdicts={
            stage: _verdicts(value, ("world", "assert", stage))
            for stage, value in _stages(world, "assert").items()
        },
        setups=_by_stage(world, "setup", _setup),
        outputs=_by_stage(world, "output", lambda value, _: value),
        slots=_by_stage(world, "slots", lambda value, _: value),
        grants={
            stage: _grants(value, ("world", "grants", stage))
            for stage, value in _stages(world, "grants").items()
        },
        guards=_guards(world.get("guards", [])),
        results={
            tool: tuple(value) if isinstance(value, list) else (value,)
            for tool, value in _stages(world, "toolResults").items()
        },
        cancel=_cancel(world.get("cancel")),
    )


def _stages(world: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value: Mapping[str, Any] = world.get(key, {})
    what = "tools to their results" if key == "toolResults" else "stages to lists"
    _mapping(value, ("world", key), None, f"`{key}` maps {what}")
    return value


def _by_stage(
    world: Mapping[str, Any], key: str, read: Callable[[Any, Pointer], Any]
) -> dict[str, tuple[Any, ...]]:
    """Lists per visit; a value that isn't a list is one for every visit."""
    found = {}
    for stage, value in _stages(world, key).items():
        at = ("world", key, stage)
        if isinstance(value, list):
            found[stage] = tuple(read(each, (*at, n)) for n, each in enumerate(value))
        else:
            found[stage] = (read(value, at),)
    return found


def _verdicts(value: Any, at: Pointer) -> tuple[tuple[str, ...], ...]:
    listed = value if isinstance(value, list) else [value]
    if not listed or not isinstance(listed[0], list):
        return (tuple(_word(each, (*at, n), ASSERTS) for n, each in enumerate(listed)),)
    found = []
    for number, each in enumerate(listed):
        if not isinstance(each, list):
            raise ScriptError((*at, number), "each visit has a list of verdicts")
        own = (*at, number)
        found.append(tuple(_word(word, (*own, n), ASSERTS) for n, word in enumerate(each)))
    return tuple(found)


def _setup(value: Any, at: Pointer) -> Mapping[str, Any]:
    """What a Setup writes. The reference's scripts have it under `write`."""
    _mapping(value, at, None, "`setup` has a mapping of context names per visit")
    written: Mapping[str, Any] = value
    if value.keys() == {"write"} and isinstance(value["write"], dict):
        written = value["write"]
    return written


def _grants(value: Any, at: Pointer) -> Mapping[str, tuple[str, ...]]:
    _mapping(value, at, None, "`grants` maps tools to decisions")
    found = {}
    for tool, decisions in value.items():
        listed = decisions if isinstance(decisions, list) else [decisions]
        own = (*at, tool)
        found[tool] = tuple(_word(each, (*own, n), GRANTS) for n, each in enumerate(listed))
    return found


def _guards(value: Any) -> tuple[tuple[str, str], ...]:
    at: Pointer = ("world", "guards")
    wrong = "a guard is a mapping with `tool` and `deny`"
    if not isinstance(value, list):
        raise ScriptError(at, "`guards` is a list of guards")
    found = []
    for number, each in enumerate(value):
        _mapping(each, (*at, number), ("tool", "deny"), wrong)
        tool, code = each.get("tool"), each.get("deny")
        if not isinstance(tool, str) or not isinstance(code, str):
            raise ScriptError((*at, number), wrong)
        found.append((tool, code))
    return tuple(found)


def _cancel(value: Any) -> tuple[str, int, int] | None:
    if value is None:
        return None
    match = re.fullmatch(_CANCEL, value) if isinstance(value, str) else None
    if match is None:
        wrong = "`cancel` is a stage, an attempt and a turn: `stage:1.2`"
        raise ScriptError(("world", "cancel"), wrong)
    return match[1], int(match[2]), int(match[3])


def _word(value: Any, at: Pointer, known: Sequence[str]) -> str:
    if not isinstance(value, str):
        raise ScriptError(at, f"expected {listing(known)}")
    if value not in known:
        raise ScriptError(at, unknown("outcome", value, known))
    return value


def _mapping(value: Any, at: Pointer, known: Sequence[str] | None, wrong: str) -> None:
    """Raise ScriptError where a value isn't a mapping, or has a key that is not known."""
    if not isinstance(value, dict):
        raise ScriptError(at, wrong)
    for key in value:
        if known is not None and key not in known:
            raise ScriptError((*at, key), unknown("key", str(key), known))
