"""From an intent to the next step (reference §4.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import ALLOWED
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.javascript.texts import text_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import Step, Transition

DEFAULT = "default"


class Routed(NamedTuple):
    """The target of an intent: a step, the end, or none, with the reason."""

    step: str = ""
    finish: bool = False
    failure: Failure | None = None


def route(
    steps: Mapping[str, Step],
    step: Step,
    intent: str,
    target: str | None = None,
    handoff: Mapping[str, Any] | None = None,
) -> Routed:
    """Follow an intent of a step. `target` is the target that a jump names; `handoff` what the
    answer hands off."""
    if step.kind and intent not in ALLOWED[step.kind] and intent != "abort":
        return _none("SR-INTENT-001", f"intent `{intent}` is not for kind `{step.kind}`")
    if intent in ("closing", "abort"):
        return Routed(finish=True)
    if intent == "repeat":
        return Routed(step.key)
    if intent == "jump" and target is not None:
        return _checked(steps, target, "SR-TRANS-010")
    if intent in _CODES:
        return _strict(steps, step, intent)
    return _lenient(steps, step, intent, handoff or {})


_CODES: Mapping[str, tuple[str, str, str]] = {
    "handoff": ("SR-TRANS-004", "SR-TRANS-005", "SR-TRANS-006"),
    "escalate": ("SR-TRANS-007", "SR-TRANS-009", "SR-TRANS-008"),
}
"""The codes for a missing transition, one without a step, and an unknown step."""


def _strict(steps: Mapping[str, Step], step: Step, intent: str) -> Routed:
    """Handoff and escalate: a transition with a single step. Only handoff ignores a conditional
    transition."""
    missing, empty, unknown = _CODES[intent]
    rule = (step.transitions or {}).get(intent)
    if rule is None or (intent == "handoff" and not rule.simple):
        return _none(missing, f"no `{intent}` transition in step `{step.key}`")
    if rule.target is None:
        return _none(empty, f"the `{intent}` transition of step `{step.key}` names no step")
    return _checked(steps, rule.target, unknown)


def _lenient(
    steps: Mapping[str, Step], step: Step, intent: str, handoff: Mapping[str, Any]
) -> Routed:
    """Next, and a jump without target: the transition of either form, or else the continuation."""
    rule = (step.transitions or {}).get(intent)
    if rule is None or not (rule.simple or rule.conditional):
        continuation = derived(steps, step)
        if continuation:
            return Routed(continuation)
        return _none("SR-TRANS-003", f"no `{intent}` transition in step `{step.key}`")
    target = rule.target if rule.simple else _chosen(rule, handoff)
    if target is None:
        return _none("SR-TRANS-002", f"the `{intent}` transition of step `{step.key}` is null")
    return _checked(steps, target, "SR-TRANS-001")


def derived(steps: Mapping[str, Step], step: Step) -> str:
    """The step `continuation.X` of a step `initial.X`, if there is one."""
    head, _, rest = step.key.partition(".")
    name = f"continuation.{rest}"
    return name if head == "initial" and rest and name in steps else ""


def _chosen(rule: Transition, handoff: Mapping[str, Any]) -> str | None:
    value = handoff.get(rule.condition)
    found = rule.targets.get(DEFAULT if value is None else text_of(value))
    return rule.targets.get(DEFAULT) if found is None else found


def _checked(steps: Mapping[str, Step], target: str, code: str) -> Routed:
    if target not in steps:
        return _none(code, f"step `{target}` doesn't exist")
    return Routed(target)


def _none(code: str, reason: str) -> Routed:
    return Routed(failure=Failure(code, reason))
