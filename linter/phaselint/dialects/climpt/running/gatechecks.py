"""What a start checks of gates and their parts (reference §3.1, steps 6 to 9).

Written against the raw registry and the expanded schemas, independently of the rules whose verdicts
it confirms. Every check can raise the error that crashes the reference: a value of another shape.
"""

from __future__ import annotations

from phaselint.dialects.climpt.model import ALLOWED
from phaselint.dialects.climpt.running.agentchecks import object_at
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.javascript.values import is_truthy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.filemodel import Expanded
    from phaselint.dialects.climpt.model import ClimptContract

    Steps = Mapping[str, Any]
    Kind = Callable[[Any], str]

COMPLETE = ("structuredGate", "transitions", "outputSchemaRef")
"""What every step of a flow-routed registry has, except sections."""


def intent_refusals(steps: Steps, kind_of: Kind) -> Iterator[Failure]:
    """The steps that list an intent which their kind doesn't allow."""
    for key, step in steps.items():
        wrong = _wrong_intents(step, kind_of)
        if wrong:
            yield Failure("SR-VALID-001", f"step `{key}`: kind doesn't allow {', '.join(wrong)}")


def _wrong_intents(step: Mapping[str, Any], kind_of: Kind) -> list[str]:
    gate: Any = step.get("structuredGate")
    allowed = ALLOWED.get(kind_of(step))
    if not is_truthy(gate) or allowed is None:
        return []
    words = [*gate["allowedIntents"]]
    words += [gate["fallbackIntent"]] if gate.get("fallbackIntent") else []
    return [f"`{word}`" for word in words if word not in allowed]


def gate_refusals(steps: Steps) -> Iterator[Failure]:
    """The gates without a field for the intent of an answer."""
    for key, step in steps.items():
        gate = step.get("structuredGate")
        if not is_truthy(gate):
            continue
        ref = gate.get("intentSchemaRef")
        if not ref or not str(ref).startswith("#/") or not gate.get("intentField"):
            yield Failure("SR-VALID-002", f"step `{key}`: the gate is incomplete")


def flow_refusals(steps: Steps, verdict: Any) -> Iterator[Failure]:
    """What gated registries lack."""
    if verdict == "detect:graph" and not any(map(has_gate, steps.values())):
        yield Failure("SR-GATE-004", "no step has a gate")
    flow_routed = any("structuredGate" in step for step in steps.values())
    for key, step in steps.items() if flow_routed else ():
        whole = all(is_truthy(step.get(member)) for member in COMPLETE)
        if not whole and not key.startswith("section."):
            yield Failure("SR-GATE-003", f"step `{key}` is incomplete")


def has_gate(step: Mapping[str, Any]) -> bool:
    """Whether a step has an effective gate."""
    return is_truthy(step.get("structuredGate"))


def is_step(steps: Steps, name: Any) -> bool:
    """Whether something is the name of a step."""
    return isinstance(name, str) and name in steps


# --- schemas --------------------------------------------------------------------------------------


def schema_refusals(contract: ClimptContract, registry: Any) -> Iterator[Failure]:
    """The gated steps whose schema doesn't allow exactly the intents that they list. Can raise the
    error that crashes the reference."""
    if "schemas" in contract.absent_trees:
        return
    for key, step in registry["steps"].items():
        gate = step.get("structuredGate")
        if is_truthy(gate) and is_truthy(step.get("outputSchemaRef")):
            expanded = contract.schemas.get(key)
            wrong = _unparsed(contract, expanded) or _schema_fault(expanded, gate)
            if wrong:
                yield Failure("SR-VALID-003", f"step `{key}`: {wrong}")


def _unparsed(contract: ClimptContract, expanded: Expanded | None) -> str:
    """Why a file of the schema isn't JSON for the reference; empty if all are."""
    for file in expanded.files if expanded else ():
        if file in contract.documents and contract.documents[file].bom:
            return f"`{file}` isn't valid JSON"
    return ""


def _schema_fault(expanded: Expanded | None, gate: Mapping[str, Any]) -> str:
    if expanded is None or expanded.schema is None:
        return expanded.error if expanded else "the output schema is malformed"
    node: Any = expanded.schema
    for name in str(gate["intentSchemaRef"])[2:].split("/"):
        node = node.get(name) if isinstance(node, dict) else None
    values = object_at(node).get("enum")
    if not isinstance(values, list):
        return "`intentSchemaRef` points to no enum"
    words = {word for word in values if isinstance(word, str)}
    return "" if words == set(gate["allowedIntents"]) else "enum and `allowedIntents` differ"
