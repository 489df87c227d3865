"""The steps of a registry of 1.13 in the form of 1.14 (1.14 §2.2, §2.3, §9)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.promptfiles import closing_adaptation, file_name
from phaselint.dialects.climpt.spelling import FORMER_MEMBERS
from phaselint.project.paths import join
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.migrating.context import Context
    from phaselint.dialects.climpt.model import Step

FORMER_INTENT = "abort"
IMPLIED = "default"
MOST_REPEATS = 20
"""The longest chain that is written: for more repeats in a row, write your own."""


def migrated_steps(registry: Mapping[str, Any], context: Context) -> dict[str, Any]:
    """A registry with its steps in the form of 1.14."""
    steps = {
        key: _step(value, context.registry.steps[key], context)
        for key, value in registry["steps"].items()
    }
    if context.iterations > MOST_REPEATS and any(
        "adaptationChain" in each for each in steps.values()
    ):
        text = message(
            "steps can now repeat {} times in a row; in 1.13, they could in all {} iterations",
            *(MOST_REPEATS, context.iterations),
        )
        context.remark(context.registry.file, ("steps",), text)
    return {**registry, "steps": steps}


def _step(value: Mapping[str, Any], step: Step, context: Context) -> dict[str, Any]:
    kept = {key: each for key, each in value.items() if key not in FORMER_MEMBERS}
    found: dict[str, Any] = {}
    for key, each in value.items():  # kind and address replace those of 1.13
        if key == "stepKind":
            found |= {"kind": each}
        elif key in FORMER_MEMBERS:
            found |= _head(value, step, context, found)
        else:
            found |= {key: kept[key]}
    found |= _head(value, step, context, found)
    found.setdefault("uvVariables", [])
    found.setdefault("usesStdin", False)
    found |= _gated(found, step, context)
    chain = _chain(step, context)
    return {**found, "adaptationChain": chain} if chain else found


def _head(
    value: Mapping[str, Any], step: Step, context: Context, found: Mapping[str, Any]
) -> dict[str, Any]:
    """Kind and address of a step, unless they already exist."""
    head: dict[str, Any] = {}
    if "kind" not in found and "stepKind" not in value:
        kind = context.kind_of(step)
        if kind:
            head["kind"] = kind
        else:
            text = message("the kind of `{}` isn't known: add a `kind`", step.key)
            context.remark(context.registry.file, step.pointer, text)
    if "address" not in found:
        head["address"] = _address(value, step, context)
    return head


def _address(value: Mapping[str, Any], step: Step, context: Context) -> dict[str, Any]:
    """The address of a step. In a registry of closure steps only, the closing action no longer
    names a prompt (1.14 §4.5), so its variant becomes the step's own."""
    action = _closing_action(step, context) if context.closure_only else ""
    parts = {
        "c1": context.registry.c1,
        "c2": value.get("c2"),
        "c3": value.get("c3"),
        "edition": value.get("edition") or IMPLIED,
        "adaptation": action if _has_prompt(step, action, context) else value.get("adaptation"),
    }
    return {key: each for key, each in parts.items() if each not in (None, "")}


# --- intents and transitions -------------------------------------------------------------------


def _gated(value: Mapping[str, Any], step: Step, context: Context) -> dict[str, Any]:
    """Gate and transitions without the intent that no longer exists, and with a transition for each
    allowed one."""
    if step.gate is None:
        return {}
    gate, rules = value.get("structuredGate"), value.get("transitions")
    changed: dict[str, Any] = {}
    if isinstance(gate, dict) and FORMER_INTENT in step.gate.allowed:
        allowed = [each for each in gate["allowedIntents"] if each != FORMER_INTENT]
        changed["structuredGate"] = {**gate, "allowedIntents": allowed}
    if step.gate.fallback == FORMER_INTENT:
        text = message("the fallback of `{}` is `abort`, which is no longer an intent", step.key)
        place = (*step.gate.pointer, "fallbackIntent")
        context.remark(context.registry.file, place, text)
    if isinstance(rules, dict):
        kept = {key: rule for key, rule in rules.items() if key != FORMER_INTENT}
        changed["transitions"] = kept | _added(kept, step, context)
    return changed


def _added(rules: Mapping[str, Any], step: Step, context: Context) -> dict[str, Any]:
    """The transitions that 1.14 requires for allowed intents, if 1.13 did without."""
    added: dict[str, Any] = {}
    for intent in dict.fromkeys(step.gate.allowed if step.gate else ()):
        if intent in rules or intent == FORMER_INTENT:
            continue
        known, target = _target(intent, step, context)
        if known:
            added[intent] = {"target": target}
        else:
            text = message("`{}` allows `{}`: add its target", step.key, intent)
            context.remark(context.registry.file, (*step.pointer, "transitions"), text)
    return added


def _target(intent: str, step: Step, context: Context) -> tuple[bool, str | None]:
    """Whether the target of an intent without a transition is known, and the target: null or a
    step."""
    if intent in ("repeat", "closing"):
        return True, step.key if intent == "repeat" else None
    if intent == "jump" and step.gate is not None and step.gate.target_field:
        text = message(
            "a `jump` of `{}` without a step stays there; choose another target", step.key
        )
        context.remark(context.registry.file, (*step.pointer, "transitions"), text)
        return True, context.continuation_of(step.key) or step.key
    following = context.continuation_of(step.key) if intent in ("next", "jump") else ""
    return bool(following), following


# --- chains ------------------------------------------------------------------------------------


def _chain(step: Step, context: Context) -> list[str]:
    """The chain of a step that can repeat, which 1.13 allowed in all iterations; empty for other
    steps."""
    if not _may_repeat(step, context):
        return []
    left = context.iterations_left(step.key)
    return [_repeated(step, context)] * min(left, MOST_REPEATS)


def _may_repeat(step: Step, context: Context) -> bool:
    if step.gate is not None:
        return "repeat" in step.gate.allowed
    if step.kind != "closure" or not step.has_schema:
        return False
    expanded = context.contract.schemas.get(step.key)
    schema: Any = expanded.schema if expanded is not None else None
    for key in ("properties", "next_action", "properties", "action"):
        schema = schema.get(key) if isinstance(schema, dict) else None
    words = schema.get("enum", schema.get("const")) if isinstance(schema, dict) else ()
    return words is None or "repeat" in words if isinstance(words, list | str | None) else False


def _repeated(step: Step, context: Context) -> str:
    """The adaptation with the prompt that 1.13 sent again."""
    if context.closure_only:
        return IMPLIED
    own = (_closing_action(step, context), step.adaptation)
    return next((each for each in own if _has_prompt(step, each, context)), IMPLIED)


def _closing_action(step: Step, context: Context) -> str:
    """The closing action that names the prompt of a step; empty if there is none."""
    return closing_adaptation(context.agent) if step.kind == "closure" else ""


def _has_prompt(step: Step, adaptation: str, context: Context) -> bool:
    """Whether a prompt for an adaptation exists, which is empty if none is named."""
    root = context.contract.breakdown.root
    if root is None or not adaptation:
        return False
    name = file_name(step.edition, adaptation)
    return join(root, f"{step.c2}/{step.c3}/{name}") in context.contract.listed
