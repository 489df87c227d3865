"""Validation in the form of 1.14 (1.14 §2.4, §4.6, §9)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import VALIDATION, VALIDATION_KEYS
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.migrating.context import Context

FORMER, LATER, EARLIER = "validationConditions", "postLLMConditions", "preflightConditions"
RETRY_EDITION = "failed"
"""The edition of prompts for another attempt."""


def migrated_validation(registry: Mapping[str, Any], context: Context) -> dict[str, Any]:
    """A registry whose validators have a phase and whose validation steps have two lists of
    conditions. All are checked after an answer."""
    found = dict(registry)
    validators, steps = registry.get("validators"), registry.get(VALIDATION)
    if isinstance(validators, dict):
        found["validators"] = {key: _phased(each) for key, each in validators.items()}
    if isinstance(steps, dict):
        found[VALIDATION] = {key: _step(each, context) for key, each in steps.items()}
        _remark(steps, context)
    return found


def _phased(validator: Any) -> Any:
    return {**validator, "phase": "postllm"} if isinstance(validator, dict) else validator


def _step(step: Any, context: Context) -> Any:
    if not isinstance(step, dict):
        return step
    found: dict[str, Any] = {}
    for key, value in step.items():
        if key == FORMER:
            found |= {EARLIER: [], LATER: value}
        else:
            found[key] = _failing(value) if key == "onFailure" else value
        if key == "c3" or (key == "c2" and "c3" not in step):
            found["address"] = _address(step, context)
    found.setdefault("address", _address(step, context))
    found.setdefault(EARLIER, [])
    found.setdefault(LATER, [])
    return found


def _address(step: Mapping[str, Any], context: Context) -> dict[str, Any]:
    parts = {"c1": context.registry.c1, "c2": step.get("c2"), "c3": step.get("c3")}
    return {key: part for key, part in parts.items() if part} | {"edition": RETRY_EDITION}


def _failing(action: Any) -> Any:
    if isinstance(action, dict) and action.get("action") == "abort":
        return {**action, "action": "retry", "maxAttempts": 1}
    return action


def _remark(steps: Mapping[str, Any], context: Context) -> None:
    """Note that the conditions that runs read are no longer checked before the model is called."""
    key = VALIDATION_KEYS.get(context.agent.verdict, "")
    step = steps.get(key)
    if isinstance(step, dict) and step.get(FORMER):
        text = message(
            "`{}` was also checked before the model is called; a condition that must hold then "
            "needs a validator with phase `preflight`",
            key,
        )
        context.remark(context.registry.file, (VALIDATION, key, FORMER), text)
