"""What the loader of release 1.14 refuses in a registry (1.14 §3.1, rows 4 to 10); the first
failure ends it.

Written against the raw registry, independently of the rules whose verdicts it confirms. Every check
can raise the error that crashes the reference: a value of another shape.
"""

from __future__ import annotations

import re

from phaselint.dialects.climpt.model import ALLOWED
from phaselint.dialects.climpt.running.admission import crashing
from phaselint.dialects.climpt.running.agentchecks import PERMISSIONS
from phaselint.dialects.climpt.running.failure import failing, refused_at
from phaselint.dialects.climpt.running.gatechecks import (
    gate_refusals,
    has_gate,
    intent_refusals,
    is_step,
)
from phaselint.dialects.climpt.spelling import FORMER_MEMBERS
from phaselint.javascript.values import is_truthy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.running.failure import Failure, Fault
    from phaselint.vocabulary.finding import Pointer

SHAPE = "SR-VALID-005"
MEMBERS = "SR-VALID-004"
_ADDRESS = ("c1", "c2", "c3", "edition")
_PAIR = ("initial", "continuation")
_LAYER = re.compile(r"[a-z]+(-[a-z]+)*")


def registry_refusals(
    registry: Mapping[str, Any], name: Any, schemas: Iterator[Failure]
) -> Iterator[Failure]:
    """What is wrong with the registry of a named agent; `schemas` are the failures of its output
    schemas, which are checked on the way."""
    faults = [*_shape_faults(registry)]
    if faults:
        yield failing(SHAPE, faults)
        return
    if registry["agentId"] != name:
        reason = f"the registry belongs to `{registry['agentId']}`"
        yield refused_at("SR-LOAD-002", reason, ("agentId",))
    steps: Mapping[str, Any] = registry["steps"]
    yield from crashing(intent_refusals(steps, lambda step: str(step["kind"])))
    yield from crashing(_entry_refusals(registry, steps))
    yield from crashing(gate_refusals(steps))
    yield from crashing(schemas)
    for key, step in steps.items():
        wrong = [*_member_faults(key, step)]
        if wrong:
            yield failing(MEMBERS, wrong, f"step `{key}`: ", "steps", key)


def _shape_faults(registry: Mapping[str, Any]) -> Iterator[Fault]:
    for key in ("agentId", "version", "c1"):
        if not _is_text(registry.get(key)):
            yield f"`{key}` isn't a string", (key,)
    steps = registry.get("steps")
    if not isinstance(steps, dict):
        yield "`steps` isn't an object", ("steps",)
        return
    for key, step in steps.items():
        if not isinstance(step, dict):
            yield f"step `{key}` isn't an object", ("steps", key)
            continue
        for reason, place in _step_faults(step):
            yield f"step `{key}`: {reason}", ("steps", key, *place)


def _step_faults(step: Mapping[str, Any]) -> Iterator[Fault]:
    yield from ((f"`{each}` is refused", (each,)) for each in FORMER_MEMBERS if each in step)
    kind, address = step.get("kind"), step.get("address")
    if not isinstance(kind, str) or kind not in ALLOWED:
        yield "`kind` isn't a valid kind", ("kind",)
    if not isinstance(address, dict):
        yield "`address` isn't an object", ("address",)
        return
    for part in _ADDRESS:
        if not _is_text(address.get(part)):
            yield f"`address.{part}` isn't a string", ("address", part)
    if "adaptation" in address and not _is_text(address["adaptation"]):
        yield "`address.adaptation` isn't a string", ("address", "adaptation")


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _entry_refusals(registry: Mapping[str, Any], steps: Mapping[str, Any]) -> Iterator[Failure]:
    entry, mapping = registry.get("entryStep"), registry.get("entryStepMapping")
    if not is_truthy(entry) and mapping is None:
        yield refused_at("SR-ENTRY-001", "no entry step is set", ())
    if is_truthy(entry) and not is_step(steps, entry):
        yield refused_at("SR-ENTRY-002", f"step `{entry}` doesn't exist", ("entryStep",))
    for key, pair in (mapping or {}).items():
        for member in _PAIR:
            target = pair.get(member) if isinstance(pair, dict) else None
            if not is_step(steps, target):
                whole = ("entryStepMapping", key)
                places: list[Pointer] = (
                    [whole] if not isinstance(pair, dict) or member not in pair else []
                )
                places += [(*whole, member)] if isinstance(pair, dict) else []
                reason = f"`{key}`: `{member}` doesn't name a step"
                yield refused_at("SR-ENTRY-003", reason, *places)


def _member_faults(key: str, step: Mapping[str, Any]) -> Iterator[Fault]:
    if step.get("stepId") != key:
        yield "`stepId` differs from the key", ("stepId",)
    if not _is_text(step.get("name")):
        yield "`name` is empty", ("name",)
    if not _LAYER.fullmatch(step["address"]["c3"]):
        yield "`address.c3` is malformed", ("address", "c3")
    if not isinstance(step.get("uvVariables"), list):
        yield "`uvVariables` isn't an array", ("uvVariables",)
    if not isinstance(step.get("usesStdin"), bool):
        yield "`usesStdin` isn't a boolean", ("usesStdin",)
    if has_gate(step) and not is_truthy(step.get("transitions")):
        yield "it has a gate, but no `transitions`", ("transitions",)
    if "permissionMode" in step and step["permissionMode"] not in PERMISSIONS:
        yield "`permissionMode` isn't a valid mode", ("permissionMode",)
