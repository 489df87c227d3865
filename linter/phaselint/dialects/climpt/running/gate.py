"""From a model's answer to its intent (reference §4.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import ALIASES
from phaselint.dialects.climpt.reading.values import ABSENT, at, last_segment
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.javascript.texts import text_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import Gate, Step

CODE = "GATE_INTERPRETATION_ERROR"


class Reading(NamedTuple):
    """The result of a gate for an answer."""

    intent: str = ""
    used_fallback: bool = False
    failure: Failure | None = None


def interpret(step: Step, gate: Gate, out: Mapping[str, Any]) -> Reading:
    """The intent of an answer, or why there is none."""
    value = at(out, gate.field)
    if value is ABSENT or value is None:
        return _fallback(step, gate, f"No value at path: {gate.field}")
    word = text_of(value).lower()
    intent = intent_of(step, word)
    if intent is None:
        return _fallback(step, gate, f"Unknown intent value: {word}")
    if intent not in gate.allowed:
        return _fallback(step, gate, f"Intent '{intent}' not in allowedIntents")
    return Reading(intent)


def intent_of(step: Step, text: str) -> str | None:
    """The intent that a string means in a step, if it is one."""
    word = text.lower()
    return word if word in step.intents else ALIASES.get(word)


def _fallback(step: Step, gate: Gate, why: str) -> Reading:
    if gate.fail_fast or not gate.allowed:
        reason = f"cannot determine the intent of step `{step.key}`: {why}"
        return Reading(failure=Failure(CODE, reason))
    first = "next" if "next" in gate.allowed else gate.allowed[0]
    return Reading(gate.fallback if gate.fallback in gate.allowed else first, used_fallback=True)


def target_of(gate: Gate, intent: str, out: Mapping[str, Any]) -> str | None:
    """The target that a jump names, if it does: an empty string isn't a target."""
    value = at(out, gate.target_field) if intent == "jump" and gate.target_field else None
    return value if isinstance(value, str) and value else None


def handed_off(gate: Gate, out: Mapping[str, Any]) -> dict[str, Any]:
    """What an answer hands off, by the last segments of the paths; null counts as present."""
    found = {}
    for path in gate.handoff_fields:
        value = at(out, path)
        if value is not ABSENT:
            found[last_segment(path)] = value
    return found
