"""What a start checks of a registry (reference §3.1, steps 6 to 10).

Written against the raw registry and the expanded schemas, and apart from the rules whose verdicts
it confirms. Every check may raise what the reference crashes of: a value of another shape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.model import ALLOWED
from phaselint.dialects.climpt.running.agentchecks import object_at
from phaselint.javascript.values import is_truthy
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.climpt.filemodel import Expanded
    from phaselint.dialects.climpt.model import ClimptContract

_WORK = ("initial", "continuation")


class Refusal(NamedTuple):
    """Why a start is refused: the code, and what is wrong in words."""

    code: str
    reason: str


def registry_refusals(registry: Any, name: Any) -> Iterator[Refusal]:
    """What the registry loader refuses, for the agent of a name. May raise what the reference
    crashes of."""
    if not all(is_truthy(registry.get(key)) for key in ("agentId", "version", "steps")):
        yield Refusal("SR-LOAD-001", "`agentId`, `version` or `steps` is missing")
    if registry["agentId"] != name:
        yield Refusal("SR-LOAD-002", f"the registry is that of `{registry['agentId']}`")
    steps: Mapping[str, Any] = registry["steps"]
    for key, step in steps.items():
        wrong = _wrong_intents(step)
        if wrong:
            yield Refusal("SR-VALID-001", f"step `{key}`: {', '.join(wrong)} not for its kind")
    yield from _entries(registry, steps)
    for key, step in steps.items():
        gate = step.get("structuredGate")
        if not is_truthy(gate):
            continue
        ref = gate.get("intentSchemaRef")
        if not ref or not str(ref).startswith("#/") or not gate.get("intentField"):
            yield Refusal("SR-VALID-002", f"step `{key}`: the gate is incomplete")


def _wrong_intents(step: Mapping[str, Any]) -> list[str]:
    gate: Any = step.get("structuredGate")
    allowed = ALLOWED.get(kind_of(step))
    if not is_truthy(gate) or allowed is None:
        return []
    words = [*gate["allowedIntents"]]
    words += [gate["fallbackIntent"]] if gate.get("fallbackIntent") else []
    return [f"`{word}`" for word in words if word not in allowed]


def kind_of(step: Mapping[str, Any]) -> str:
    """The kind of a raw step (reference §2.3)."""
    given = step.get("stepKind")
    phase = step.get("c2")
    return str(given) if is_truthy(given) else "work" if phase in _WORK else str(phase)


def _entries(registry: Mapping[str, Any], steps: Mapping[str, Any]) -> Iterator[Refusal]:
    entry, mapping = registry.get("entryStep"), registry.get("entryStepMapping")
    if not entry and not isinstance(mapping, dict):
        yield Refusal("SR-ENTRY-001", "there is no entry step")
    if entry and not _names(steps, entry):
        yield Refusal("SR-ENTRY-002", f"there is no step `{entry}`")
    for key, target in (mapping or {}).items():
        if not _names(steps, target):
            yield Refusal("SR-ENTRY-003", f"`{key}`: there is no step `{target}`")


def _names(steps: Mapping[str, Any], name: Any) -> bool:
    return isinstance(name, str) and name in steps


def schema_refusals(contract: ClimptContract, registry: Any) -> Iterator[Refusal]:
    if "schemas" in contract.absent_trees:
        return
    for key, step in registry["steps"].items():
        gate = step.get("structuredGate")
        if is_truthy(gate) and is_truthy(step.get("outputSchemaRef")):
            expanded = contract.schemas.get(key)
            wrong = _unparsed(contract, expanded) or _schema_fault(expanded, gate)
            if wrong:
                yield Refusal("SR-VALID-003", f"step `{key}`: {wrong}")


def _unparsed(contract: ClimptContract, expanded: Expanded | None) -> str:
    """Why a file of the schema is no JSON for the reference; empty where all are."""
    for file in expanded.files if expanded else ():
        if file in contract.documents and contract.documents[file].bom:
            return f"`{file}` is no JSON"
    return ""


def _schema_fault(expanded: Expanded | None, gate: Mapping[str, Any]) -> str:
    if expanded is None or expanded.schema is None:
        return expanded.error if expanded else "the output schema is malformed"
    node: Any = expanded.schema
    for name in str(gate["intentSchemaRef"])[2:].split("/"):
        node = node.get(name) if isinstance(node, dict) else None
    values = object_at(node).get("enum")
    if not isinstance(values, list):
        return "`intentSchemaRef` leads to no enum"
    words = {word for word in values if isinstance(word, str)}
    return "" if words == set(gate["allowedIntents"]) else "enum and `allowedIntents` differ"


def _has_gate(step: Mapping[str, Any]) -> bool:
    return is_truthy(step.get("structuredGate"))


def flow_refusals(registry: Any, verdict: Any) -> Iterator[Refusal]:
    steps = registry["steps"]
    if verdict == "detect:graph" and not any(map(_has_gate, steps.values())):
        yield Refusal("SR-GATE-004", "no step has a gate")
    flow_routed = any("structuredGate" in step for step in steps.values())
    for key, step in steps.items() if flow_routed else ():
        wanted = ("structuredGate", "transitions", "outputSchemaRef")
        if not key.startswith("section.") and not all(is_truthy(step.get(each)) for each in wanted):
            yield Refusal("SR-GATE-003", f"step `{key}` is incomplete")
    mapping = registry.get("entryStepMapping") or {}
    named = mapping.get(verdict) if verdict is not None else next(iter(mapping.values()), None)
    if not named and not registry.get("entryStep"):
        yield Refusal("SR-GATE-002", f"no entry step for the verdict type `{verdict}`")
