"""The validation step of a run: its conditions, and what happens after a failure (reference
§4.8)."""

from __future__ import annotations

from functools import partial

from phaselint.dialects.climpt.reading.extractors import Result
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.session import Judgement
from phaselint.dialects.records import Event
from phaselint.javascript.spaces import trim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import Condition, ValidationStep, Validator
    from phaselint.dialects.climpt.running.session import Events, State

DEFAULT_ATTEMPTS = 3
UNRECOVERABLE = (126, 127)
DENIED = ("EACCES", "Permission denied")
ABORTED = "AGENT_VALIDATION_ABORT"
COMMANDS = ("command", "custom")
TYPES = (*COMMANDS, "file", "semantic")
ASSUMED = ("file", "semantic")
"""Types whose success is assumed if a script doesn't specify it: what they check isn't run."""
EXCEPTION = "AGENT_QUERY_ERROR"

_HOLDS = Judgement()


def conditions_hold(
    state: State, conditions: Iterable[Condition], events: Events
) -> tuple[State, Judgement]:
    """Run conditions in order up to the first failure."""
    law = state.law
    for condition in conditions:
        validator = law.registry.validators.get(condition.validator)
        if validator is None:
            reason = f"unknown validator `{condition.validator}`"
            return state, Judgement(False, failure=Failure(EXCEPTION, reason))
        if validator.type not in TYPES:
            reason = f"unknown validator type `{validator.type}`"
            return state, Judgement(False, failure=Failure(EXCEPTION, reason))
        name = validator.name
        scripted, result = ("validator", name) in state.supplies, None
        if scripted:
            result, state = state.supplied("validator", name, None)
        told, judged = law.once(
            ("judged", name, result, scripted),
            partial(_judged, validator, result, scripted=scripted),
        )
        events.append(Event("validator", told, state.step))
        if not judged.holds:
            return state, judged
    return state, _HOLDS


def _judged(
    validator: Validator, given: Result | None, *, scripted: bool
) -> tuple[dict[str, Any], Judgement]:
    """The record of a validator with a result, without one of a success; and what it means."""
    result = given or passing(validator) or Result()
    told = _told(validator, result, scripted=scripted)
    if told["holds"]:
        return told, _HOLDS
    if validator.extractors is None and validator.type in COMMANDS:
        reason = f"validator `{validator.name}` has no `extractParams`"
        return told, Judgement(False, validator, result, Failure(EXCEPTION, reason))
    return told, Judgement(False, validator, result)


def _told(validator: Validator, result: Result, *, scripted: bool) -> dict[str, Any]:
    """The record of a validator and its result, and whether it succeeds."""
    told = {"name": validator.name, **result._asdict(), "holds": succeeds(validator, result)}
    return told | ({"assumed": True} if validator.type in ASSUMED and not scripted else {})


def failing_pattern(judged: Judgement) -> dict[str, Any]:
    """What a failed condition adds to the record of an iteration: the pattern of its validator."""
    known = judged.validator
    return {} if known is None else {"failed_pattern": known.pattern}


def forgotten(state: State, validation: ValidationStep) -> State:
    """The state in which no attempt of a validation step counts."""
    if state.attempts.get(validation.step_id) == 0:
        return state
    return state._replace(attempts={**state.attempts, validation.step_id: 0})


def succeeds(validator: Validator, result: Result) -> bool:
    """Whether a result is a success; for validators without a command, the exit status decides, and
    a custom validator without a command succeeds."""
    if validator.type not in COMMANDS:
        return result.exit == 0
    if validator.type == "custom" and not validator.command:
        return True
    word, _, wanted = validator.success_when.partition(":")
    if validator.success_when == "empty":
        return not trim(result.stdout)
    if word == "exitCode":
        return str(result.exit) == trim(wanted)
    if word == "contains":
        return wanted in result.stdout
    if word == "matches":
        from phaselint.patterns.matching import matches

        return matches(wanted, result.stdout) is True
    return False


def passing(validator: Validator) -> Result | None:
    """A result with which a validator succeeds, if one can be found."""
    word, _, wanted = validator.success_when.partition(":")
    candidates = [Result(), Result(0, wanted)]
    if word == "exitCode" and trim(wanted).isdecimal():
        candidates.append(Result(_number(wanted)))
    if word == "matches":
        from phaselint.patterns.sample import example

        text = example(wanted)
        candidates += [] if text is None else [Result(0, text)]
    return next((each for each in candidates if succeeds(validator, each)), None)


def failing(validator: Validator) -> Result | None:
    """A result with which a validator fails so that it can be recovered from, if there is one."""
    candidates = (Result(1), Result(1, "failed"), Result(2), Result(1, "\n"))
    return next((each for each in candidates if not succeeds(validator, each)), None)


def _number(text: str) -> int:
    return int(trim(text)[:9])


def is_final(judged: Judgement) -> bool:
    """Whether trying again can't fix a failure."""
    validator, result = judged.validator, judged.result
    denied = bool(result.stderr) and any(word in result.stderr for word in DENIED)
    lost = validator is not None and not validator.recoverable
    return result.exit in UNRECOVERABLE or denied or lost


def most_attempts(validation: ValidationStep) -> int:
    """How often an answer can fail."""
    most = validation.max_attempts
    return DEFAULT_ATTEMPTS if most is None else most


def counted(state: State, validation: ValidationStep) -> tuple[Mapping[str, int], bool]:
    """The attempts with one more of a validation step, and whether it was the last."""
    most = most_attempts(validation)
    attempts = min(state.attempts.get(validation.step_id, 0) + 1, most)
    return {**state.attempts, validation.step_id: attempts}, attempts >= most


def outputs_fit(validation: ValidationStep, prose: str) -> bool:
    """Whether the first JSON block of the prose satisfies the inline schema, if there is one."""
    if validation.output_schema is None:
        return True
    from phaselint.schema import valid

    found = json_block(prose)
    return found is not None and valid(validation.output_schema, found) != "no"


def fitting_block(validation: ValidationStep) -> str:
    """The smallest block of JSON that satisfies the inline schema; empty if there is none."""
    if validation.output_schema is None:
        return ""
    import json

    from phaselint.schema import minimal

    found = minimal(validation.output_schema)
    return "" if found is None else f"```json\n{json.dumps(found, ensure_ascii=False)}\n```"


def json_block(prose: str) -> Any | None:
    """The value of the first fenced block of JSON, if there is one."""
    import json
    import re

    block = re.search(r"```json\s*\n(.*?)```", prose, re.DOTALL)
    if block is None:
        return None
    try:
        return json.loads(block[1])
    except (ValueError, RecursionError):
        return None
