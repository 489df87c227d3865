"""What a start checks of gates and their parts (reference §3.1, steps 6 to 9).

Written against the raw registry and the expanded schemas, independently of the rules whose verdicts
it confirms. Every check can raise the error that crashes the reference: a value of another shape.
"""

from __future__ import annotations

from phaselint.dialects.climpt.model import ALLOWED
from phaselint.dialects.climpt.running.agentchecks import object_at
from phaselint.dialects.climpt.running.failure import Failure, ShapeError, refused_at
from phaselint.javascript.values import is_truthy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.filemodel import Expanded
    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.vocabulary.finding import Pointer

    Steps = Mapping[str, Any]
    Kind = Callable[[Any], str]

_GATE = "structuredGate"
COMPLETE = (_GATE, "transitions", "outputSchemaRef")
"""What every step of a flow-routed registry has, except sections."""


def intent_refusals(steps: Steps, kind_of: Kind) -> Iterator[Failure]:
    """The steps that list an intent which their kind doesn't allow."""
    for key, step in steps.items():
        try:
            wrong = _wrong_intents(step, kind_of)
        except (KeyError, TypeError) as error:
            place = ("steps", key, _GATE, "allowedIntents")
            raise ShapeError(str(error), place) from error
        if wrong:
            named = ", ".join(f"`{word}`" for word, _ in wrong)
            places = (("steps", key, _GATE, *inner) for _, inner in wrong)
            yield refused_at("SR-VALID-001", f"step `{key}`: kind doesn't allow {named}", *places)


def _wrong_intents(step: Mapping[str, Any], kind_of: Kind) -> list[tuple[Any, Pointer]]:
    """The intents that the kind of a step doesn't allow, with their places in its gate."""
    gate: Any = step.get(_GATE)
    allowed = ALLOWED.get(kind_of(step))
    if not is_truthy(gate) or allowed is None:
        return []
    words: list[tuple[Any, Pointer]] = [
        (word, ("allowedIntents", number)) for number, word in enumerate([*gate["allowedIntents"]])
    ]
    if gate.get("fallbackIntent"):
        words.append((gate["fallbackIntent"], ("fallbackIntent",)))
    return [(word, place) for word, place in words if word not in allowed]


def gate_refusals(steps: Steps) -> Iterator[Failure]:
    """The gates without a field for the intent of an answer."""
    for key, step in steps.items():
        gate = step.get(_GATE)
        if not is_truthy(gate):
            continue
        ref = gate.get("intentSchemaRef")
        wrong = [] if ref and str(ref).startswith("#/") else ["intentSchemaRef"]
        wrong += [] if gate.get("intentField") else ["intentField"]
        if wrong:
            places = (("steps", key, _GATE, member) for member in wrong)
            yield refused_at("SR-VALID-002", f"step `{key}`: the gate is incomplete", *places)


def flow_refusals(steps: Steps, verdict: Any) -> Iterator[Failure]:
    """What gated registries lack."""
    if verdict == "detect:graph" and not any(map(has_gate, steps.values())):
        yield Failure("SR-GATE-004", "no step has a gate")
    flow_routed = any(_GATE in step for step in steps.values())
    for key, step in steps.items() if flow_routed else ():
        missing = [member for member in COMPLETE if not is_truthy(step.get(member))]
        if missing and not key.startswith("section."):
            places = (("steps", key, member) for member in missing)
            yield refused_at("SR-GATE-003", f"step `{key}` is incomplete", *places)


def has_gate(step: Mapping[str, Any]) -> bool:
    """Whether a step has an effective gate."""
    return is_truthy(step.get(_GATE))


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
        gate = step.get(_GATE)
        if is_truthy(gate) and is_truthy(step.get("outputSchemaRef")):
            expanded = contract.schemas.get(key)
            wrong, *inner = _unparsed(contract, expanded) or _schema_fault(expanded, gate)
            if wrong:
                places = (("steps", key, *inner), *_at_fault(contract, expanded))
                yield refused_at("SR-VALID-003", f"step `{key}`: {wrong}", *places)


def _at_fault(contract: ClimptContract, expanded: Expanded | None) -> Iterator[Pointer]:
    """The place of what prevents resolving a schema: in another file than the registry, with the
    path of that."""
    if expanded is None or not expanded.fault:
        return
    file, pointer = expanded.place
    registry = contract.registry
    if registry is not None and file == registry.file:
        yield pointer[len(registry.base) :]
    else:
        yield (file, *pointer)


def _unparsed(contract: ClimptContract, expanded: Expanded | None) -> tuple[str, ...]:
    """Why a file of the schema isn't JSON for the reference, and a place; empty if all are."""
    for file in expanded.files if expanded else ():
        if file in contract.documents and contract.documents[file].bom:
            return f"`{file}` isn't valid JSON", "outputSchemaRef"
    return ()


def _schema_fault(expanded: Expanded | None, gate: Mapping[str, Any]) -> tuple[str, ...]:
    """What is wrong with a schema, and the place in the step; an empty string if nothing is."""
    if expanded is None or expanded.schema is None:
        wrong = expanded.error if expanded else "the output schema is malformed"
        return wrong, "outputSchemaRef"
    node: Any = expanded.schema
    for name in str(gate["intentSchemaRef"])[2:].split("/"):
        node = node.get(name) if isinstance(node, dict) else None
    values = object_at(node).get("enum")
    if not isinstance(values, list):
        return "`intentSchemaRef` points to no enum", _GATE, "intentSchemaRef"
    words = {word for word in values if isinstance(word, str)}
    wrong = "" if words == set(gate["allowedIntents"]) else "enum and `allowedIntents` differ"
    return wrong, _GATE, "allowedIntents"
