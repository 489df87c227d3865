"""Scripted answers ↔ choices, the world and the input of a script (reference §10).

An answer of the model, every key optional:

    so: {…}                      # the structured output
    text: …                      # prose
    error: …                     # the call fails; stands alone
    toolCalls: [{tool: Bash, input: {command: …}}]
    validators: {name: …}        # what the world says from now on, in place of what it said:
    issue: closed                # a model that has tools changes it
    verdict: true

The world, every key optional. Of a list the last member repeats:

    validators: {name: [{exit: 1, stdout: …, stderr: …}]}   # absent: the validator succeeds
    subprocess: {step: {exit: 0, stdout: …}}                # absent: status 0, no output
    issue: open                  # what poll:state sees, or a list, one for each look
    verdict: false               # what a custom verdict handler says
    context: {key: value}        # what an orchestrator hands to a subprocess
    files: {path: text}          # prompt files, over those of the project
    prompts: stand-in            # what cannot be built does not end the run: for looking at the
                                 # ways alone; `real` otherwise

The input maps parameters to values; defaults are applied.
"""

from __future__ import annotations

from phaselint.dialects.climpt.reading.extractors import Result
from phaselint.dialects.climpt.running.session import Answer
from phaselint.dialects.climpt.running.verdicthandlers import CLOSED, OPEN
from phaselint.dialects.protocol import ScriptError
from phaselint.dialects.records import Choice
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.climpt.running.session import Supply
    from phaselint.vocabulary.finding import Pointer

SUPPLY_KEYS = ("validators", "issue", "verdict")
ANSWER_KEYS = ("so", "text", "error", "toolCalls", *SUPPLY_KEYS)
WORLD_KEYS = ("validators", "subprocess", "issue", "verdict", "context", "files", "prompts")
PROMPTS = ("real", "stand-in")
CALL_KEYS = ("tool", "input")
RESULT_KEYS = ("exit", "stdout", "stderr")
PROMPT_SUFFIX = ".md"


class World(NamedTuple):
    """What a script specifies about everything outside the model and the agent's files."""

    supplies: Mapping[tuple[Supply, str], tuple[Any, ...]] = {}
    payload: Mapping[str, Any] = {}
    files: Mapping[str, str] = {}
    lenient: bool = False


# --- answers ----------------------------------------------------------------------------------


def read_answer(answer: Any) -> Choice:
    """The choice of a scripted answer. Raises ScriptError where it is not well formed."""
    _mapping(answer, (), ANSWER_KEYS, "an answer of the model must be a mapping")
    for key in ("text", "error"):
        if not isinstance(answer.get(key, ""), str):
            raise ScriptError((key,), f"`{key}` must be a string")
    if answer.get("error") and ("so" in answer or "text" in answer):
        raise ScriptError(("error",), "an answer with `error` can't have `so` or `text`")
    calls = answer.get("toolCalls", [])
    if not isinstance(calls, list):
        raise ScriptError(("toolCalls",), "`toolCalls` must be a list of calls")
    for index, call in enumerate(calls):
        _mapping(call, ("toolCalls", index), CALL_KEYS, "a call must be a mapping with `tool`")
        if not isinstance(call.get("tool"), str):
            raise ScriptError(("toolCalls", index), "a call must be a mapping with `tool`")
    return Choice(
        "model",
        Answer(
            answer.get("so"),
            answer.get("text", ""),
            answer.get("error", ""),
            tuple(calls),
            _supplies(answer, ()),
        ),
    )


def write(choice: Choice) -> Any:
    """The shortest answer that is read as a choice, as separate JSON values: YAML writes shared
    values of two answers as an alias."""
    from copy import deepcopy

    value: Answer = choice.value
    found: dict[str, Any] = {}
    if value.so is not None:
        found["so"] = deepcopy(value.so)
    found |= {"text": value.text} if value.text else {}
    found |= {"error": value.error} if value.error else {}
    found |= {"toolCalls": list(value.calls)} if value.calls else {}
    for (kind, name), left in value.supplies.items():
        if kind == "validator":
            results = [each._asdict() for each in left]
            found.setdefault("validators", {})[name] = results
        else:
            found["issue" if kind == "issue" else "verdict"] = list(left)
    return found


# --- world ------------------------------------------------------------------------------------


def read_world(world: Mapping[str, Any]) -> World:
    """The world of a script. Raises ScriptError where it is not well formed."""
    at: Pointer = ("world",)
    _mapping(world, at, WORLD_KEYS, "`world` must be a mapping")
    supplies = _supplies(world, at)
    commands = _entries(world, "subprocess", at)
    for step, results in commands.items():
        supplies["subprocess", step] = _results(results, (*at, "subprocess", step))
    files = _entries(world, "files", at)
    for path, text in files.items():
        if not isinstance(text, str) or not path.endswith(PROMPT_SUFFIX):
            raise ScriptError((*at, "files", path), "`files` must map prompt files to strings")
    prompts = world.get("prompts", PROMPTS[0])
    if prompts not in PROMPTS:
        raise ScriptError((*at, "prompts"), unknown("word", str(prompts), PROMPTS))
    return World(supplies, _entries(world, "context", at), files, prompts != PROMPTS[0])


def read_input(given: Any) -> Mapping[str, Any]:
    """The arguments of a script. Raises ScriptError if they aren't a mapping."""
    if not isinstance(given, dict) or not all(isinstance(key, str) for key in given):
        raise ScriptError(("input",), "`input` must map parameters to values")
    return given


def _supplies(value: Mapping[str, Any], at: Pointer) -> dict[tuple[Supply, str], tuple[Any, ...]]:
    found: dict[tuple[Supply, str], tuple[Any, ...]] = {}
    for name, results in _entries(value, "validators", at).items():
        found["validator", name] = _results(results, (*at, "validators", name))
    if "issue" in value:
        states = _listed(value["issue"])
        if not all(state in (OPEN, CLOSED) for state in states):
            raise ScriptError((*at, "issue"), f"`issue` must be `{OPEN}` or `{CLOSED}`, or a list")
        found["issue", ""] = states
    if "verdict" in value:
        verdicts = _listed(value["verdict"])
        if not all(isinstance(verdict, bool) for verdict in verdicts):
            raise ScriptError((*at, "verdict"), "`verdict` must be `true` or `false`, or a list")
        found["custom", ""] = verdicts
    return found


def _results(value: Any, at: Pointer) -> tuple[Result, ...]:
    return tuple(_result(each, at) for each in _listed(value))


def _result(value: Any, at: Pointer) -> Result:
    _mapping(value, at, RESULT_KEYS, "a result must be a mapping with `exit`, `stdout`, `stderr`")
    status = value.get("exit", 0)
    if not isinstance(status, int) or isinstance(status, bool):
        raise ScriptError((*at, "exit"), "`exit` must be a status")
    for key in ("stdout", "stderr"):
        if not isinstance(value.get(key, ""), str):
            raise ScriptError((*at, key), f"`{key}` must be a string")
    return Result(status, value.get("stdout", ""), value.get("stderr", ""))


def _listed(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list) else (value,)


def _entries(value: Mapping[str, Any], key: str, at: Pointer) -> Mapping[str, Any]:
    entries: Any = value.get(key, {})
    _mapping(entries, (*at, key), None, f"`{key}` must be a mapping")
    return entries  # type: ignore[no-any-return]  # it is one


def _mapping(value: Any, at: Pointer, known: Sequence[str] | None, wrong: str) -> None:
    """Raise ScriptError if a value isn't a mapping of names, or has an unknown key."""
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise ScriptError(at, wrong)
    for key in value:
        if known is not None and key not in known:
            raise ScriptError((*at, key), unknown("key", key, known))
