"""The assumptions of an answer (see `phaselint.dialects.protocol.Grade`).

A model answers according to the step's schema, and for a gate with an unknown schema with an
intent. Any run can have a validator that fails once, or an answer without a required block; a
validator that always fails isn't the agent's fault.
"""

from __future__ import annotations

from phaselint.dialects import schema_violations
from phaselint.dialects.climpt.reading.values import at, path_of
from phaselint.dialects.climpt.running.completion import SIGNAL_PATH, is_checked, signal_of
from phaselint.dialects.climpt.running.gate import interpret, target_of
from phaselint.dialects.climpt.running.spoiled import spoils
from phaselint.dialects.climpt.running.validationsteps import outputs_fit, succeeds
from phaselint.vocabulary.step_budget import Itself

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.climpt.model import Gate, Step
    from phaselint.dialects.climpt.running.session import Answer, Law, State
    from phaselint.dialects.records import Choice, Grade, Misfit


def grade(state: State, choice: Choice) -> Grade:
    """The assumptions of an answer of the step that a run waits for."""
    law, step, answer = state.law, state.at, choice.value
    if answer.error or _unasked(law, step, answer.so):
        return "hostile"
    verdicts = _verdicts(law, answer)
    if not all(each[-1] for each in verdicts):  # it always fails
        return "hostile"
    if not all(map(all, verdicts)) or _lacks_block(law, step, answer):
        return "fair"
    return "strict"


def forbidden(law: Law, step: str, so: Any) -> bool:
    """Whether the output schema of a step certainly forbids an answer."""
    from phaselint.schema import valid

    schema = law.schema(step)
    if schema is None:
        return False
    return law.once(("forbidden", step, Itself(so)), lambda: valid(schema, so) == "no")


def misfit(law: Law, step: str, so: Any) -> Misfit | None:
    """Why no model gives an answer to a step, as far as its output schema shows."""
    if so is None or not forbidden(law, step, so):
        return None
    return schema_violations.forbidden(law.schema(step), so, "so", step)


def _unasked(law: Law, step: Step, so: Any) -> bool:
    """Whether a model that follows its instructions wouldn't answer this."""
    return law.once(("unasked", step.key, Itself(so)), lambda: _is_unasked(law, step, so))


def _is_unasked(law: Law, step: Step, so: Any) -> bool:
    gate = step.gate if step.kind != "closure" else None
    if _signals_unasked(law, step, so):
        return True
    if law.schema(step.key) is None:
        return gate is not None and not _says_intent(step, gate, so)
    if forbidden(law, step.key, so) or spoils(law, step, so):
        return True
    return gate is not None and _strays(law, step, gate, so)


def _signals_unasked(law: Law, step: Step, so: Any) -> bool:
    """Whether an answer of a step of the flow has a closing signal in a field that the model wasn't
    told about."""
    from phaselint.schema import declared

    if step.kind == "closure" or not signal_of(so):
        return False
    if step.gate is not None and step.gate.field == SIGNAL_PATH:
        return False
    schema = law.schema(step.key)
    return schema is None or not declared(schema, path_of(SIGNAL_PATH)).pointers


def _says_intent(step: Step, gate: Gate, so: Any) -> bool:
    return isinstance(so, dict) and interpret(step, gate, so).failure is None


def _strays(law: Law, step: Step, gate: Gate, so: Any) -> bool:
    """Whether a free string names a jump target that exists in no run, or is empty."""
    from phaselint.schema import values_at

    intent = interpret(step, gate, so).intent
    if intent != "jump" or not gate.target_field:
        return False
    named = target_of(gate, intent, so)
    target = law.registry.steps.get(named or "")
    if at(so, gate.target_field) != "" and (target is None or not target.section):
        return False
    return values_at(law.schema(step.key), path_of(gate.target_field)) is None


def _verdicts(law: Law, answer: Answer) -> list[list[bool]]:
    """The results of the validators in an answer, one after the other."""
    known = law.registry.validators
    return [
        [succeeds(known[name], result) for result in results]
        for (kind, name), results in answer.supplies.items()
        if kind == "validator" and name in known
    ]


def _lacks_block(law: Law, step: Step, answer: Answer) -> bool:
    """Whether an answer lacks a block that it could have."""
    if not law.block or law.validation is None or not is_checked(law, step):
        return False
    return not outputs_fit(law.validation, answer.text)
