"""An entry of `steps` → typed data (reference §2.2 to §2.5).

Malformed values are left out: the shape pass reports them.
"""

from __future__ import annotations

from phaselint.dialects.climpt.chains import ENDLESS, Chain
from phaselint.dialects.climpt.model import Gate, Input, Runner, Step, Transition
from phaselint.dialects.shape import string_at, strings
from phaselint.javascript.values import is_truthy, type_of
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.spelling import Spelling
    from phaselint.vocabulary.finding import Pointer


@pure
def read_step(value: Mapping[str, Any], pointer: Pointer, spelling: Spelling) -> Step:
    """The step at a place, as far as it is well formed; the caller that knows about a left-out
    value notes it."""
    reference = value.get("outputSchemaRef")
    ref = reference if isinstance(reference, dict) else {}
    transitions, inputs = value.get("transitions"), value.get("inputs")
    address = _at(value, spelling.address)
    return Step(
        str(pointer[-1]),
        pointer,
        step_id=string_at(value, "stepId"),
        name=string_at(value, "name"),
        kind_given=_read_kind(value.get(spelling.kind)),
        kind_key=spelling.kind in value,
        c1=string_at(address, "c1"),
        c2=string_at(address, "c2"),
        c3=string_at(address, "c3"),
        edition=string_at(address, "edition"),
        adaptation=string_at(address, "adaptation"),
        variables=texts(value.get("uvVariables")),
        uses_stdin=value.get("usesStdin") is True,
        schema_file=string_at(ref, "file"),
        schema_name=string_at(ref, "schema"),
        has_schema=isinstance(ref.get("file"), str) and isinstance(ref.get("schema"), str),
        gate=_read_gate(value.get("structuredGate"), (*pointer, "structuredGate")),
        transitions=dict(_read_rules(transitions, (*pointer, "transitions")))
        if isinstance(transitions, dict)
        else None,
        inputs=tuple(_read_inputs(inputs, (*pointer, "inputs")))
        if isinstance(inputs, dict)
        else (),
        model=string_at(value, "model"),
        permission_mode=string_at(value, "permissionMode"),
        runner=_read_runner(value.get("runner")),
        sound=True,
        gate_key="structuredGate" in value,
        chain=_read_chain(value) if spelling.chained else ENDLESS,
        spelling=spelling,
    )


def _read_kind(value: Any) -> str:
    """The given kind; for another type, a word that isn't a kind, because a run uses any truthy
    value (reference §2.2)."""
    if isinstance(value, str):
        return value
    return type_of(value) if is_truthy(value) else ""


def _at(value: Mapping[str, Any], pointer: Pointer) -> Mapping[str, Any]:
    """The mapping at a pointer; empty if there is none."""
    found: Any = value
    for key in pointer:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def _read_chain(value: Mapping[str, Any]) -> Chain:
    """The chain as runs read it: a string letter by letter; a value without a length never ends
    (1.14 §2.2)."""
    if "adaptationChain" not in value:
        return Chain()
    given = value["adaptationChain"]
    if isinstance(given, str):
        return Chain(tuple(given), given=True)
    if isinstance(given, list):
        return Chain(tuple(each if isinstance(each, str) else "" for each in given), given=True)
    return ENDLESS._replace(given=True)


def texts(value: Any) -> tuple[str, ...]:
    """The strings of a list."""
    if not isinstance(value, list):
        return ()
    return tuple(item for item in value if isinstance(item, str))


def _read_gate(value: Any, pointer: Pointer) -> Gate | None:
    """A gate of the wrong type is still a gate, as long as it isn't falsy."""
    if not isinstance(value, dict):
        return Gate(pointer, allowed_known=False) if value or value == [] else None
    allowed = value.get("allowedIntents")
    return Gate(
        pointer,
        allowed=texts(allowed),
        allowed_known=strings(allowed) is not None,
        schema_ref=string_at(value, "intentSchemaRef"),
        field=string_at(value, "intentField"),
        target_field=string_at(value, "targetField"),
        handoff_fields=texts(value.get("handoffFields")),
        fields_given="handoffFields" in value,
        fail_fast=value.get("failFast") is not False,
        fallback=string_at(value, "fallbackIntent"),
    )


def _read_rules(
    transitions: Mapping[str, Any], pointer: Pointer
) -> Iterator[tuple[str, Transition]]:
    for intent, value in transitions.items():
        rule = _read_rule(intent, value, (*pointer, intent))
        if rule is not None:
            yield intent, rule


def _read_rule(intent: str, value: Any, pointer: Pointer) -> Transition | None:
    """A transition, or none if a relevant member of it has the wrong type."""
    if not isinstance(value, dict):
        return None
    target, targets = value.get("target"), value.get("targets")
    if not (target is None or isinstance(target, str)):
        return None
    if not isinstance(value.get("condition", ""), str) or not isinstance(
        value.get("targets", {}), dict
    ):
        return None
    listed = targets.items() if isinstance(targets, dict) else ()
    return Transition(
        intent,
        pointer,
        simple="target" in value,
        conditional="condition" in value and "targets" in value,
        target=target,
        condition=string_at(value, "condition"),
        targets={key: to for key, to in listed if to is None or isinstance(to, str)},
        fallback=string_at(value, "fallback"),
    )


def _read_inputs(inputs: Mapping[str, Any], pointer: Pointer) -> Iterator[Input]:
    for name, value in inputs.items():
        if isinstance(value, dict):
            required = value.get("required")
            yield Input(
                name,
                (*pointer, name),
                source=string_at(value, "from"),
                required=required if isinstance(required, bool) else None,
                has_default="default" in value,
                default=value.get("default"),
            )


def _read_runner(value: Any) -> Runner | None:
    """A runner without a command does nothing (§4.10)."""
    command = string_at(value, "command") if isinstance(value, dict) else ""
    return Runner(command, texts(value.get("args"))) if command else None
