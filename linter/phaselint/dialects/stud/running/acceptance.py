"""What the schemas of stages accept, asked once of each value in a run (reference R6, R17).

Exploration hands the same few payloads and results to a stage in very many states.
"""

from __future__ import annotations

from phaselint.dialects.stud.reading.schemas import admits, faults
from phaselint.dialects.stud.running.memo import once
from phaselint.vocabulary.message import message, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Final, Literal

    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.running.records import Result
    from phaselint.dialects.stud.running.session import Law, State, Turn
    from phaselint.vocabulary.message import Message

    Field = Literal["completionSchema", "inputsSchema"]

COMPLETION: Final = "completionSchema"
INPUTS: Final = "inputsSchema"
_OF_STAGE: Mapping[Field, Callable[[Stage], Any]] = {
    COMPLETION: lambda stage: stage.completion_schema,
    INPUTS: lambda stage: stage.inputs_schema,
}


def completed(law: Law, stage: Stage, args: Any) -> bool:
    """Whether a stage is completed by a call of its completion tool with these arguments."""
    if law.memo is None:
        return _completes(law, stage, args)
    key = (stage.id, id(args))
    found = law.memo.completed.get(key)
    if found is None:
        found = law.memo.completed[key] = (args, _completes(law, stage, args))
    return found[1]


def _completes(law: Law, stage: Stage, args: Any) -> bool:
    """Whether the arguments of a completion call are accepted: always an object, and one that
    the completion schema takes where there is one."""
    if not isinstance(args, dict):
        return False
    return not stage.has(COMPLETION) or _accepts(law, stage, COMPLETION, args)


def _accepts(law: Law, stage: Stage, field: Field, value: Any) -> bool:
    """Whether a schema of a stage lets a value pass; see `reading.schemas.accepts`."""
    return is_schema(law, stage, field) and admits(_OF_STAGE[field](stage), value)


def is_schema(law: Law, stage: Stage, field: Field) -> bool:
    """Whether what a stage has as a schema is one."""
    known = None if law.memo is None else law.memo.sound
    return once(known, (stage.id, field), lambda: not faults(_OF_STAGE[field](stage)))


def rebuff(state: State, turn: Turn) -> Message | None:
    """Why a turn with a call of the completion tool alone does not complete its stage (R18)."""
    law, stage = state.law, state.current.stage
    if len(turn.calls) != 1 or turn.calls[0].name != stage.completion_tool:
        return None
    args = turn.calls[0].args
    if completed(law, stage, args):
        return None
    from phaselint.schema.refusal import refusal

    found = refusal(stage.completion_schema, args) if isinstance(args, dict) else None
    why = found.told("args") if found else message("it doesn't accept these arguments")
    return message("the `completionSchema` of {} refuses this: {}", quote(stage.id), why)


def given(law: Law, stage: Stage, result: Result) -> bool:
    """Whether a stage takes a result that it is handed, as written in JSON."""
    if law.memo is None:
        return _accepts(law, stage, INPUTS, result.as_json())
    parsed, output = id(result.parsed), id(result.output)
    told = (result.verdict, result.reason, result.accepted, result.cap_hit, result.written)
    key = (stage.id, told, result.attempts, parsed, output)
    found = law.memo.given.get(key)
    if found is None:
        known = _accepts(law, stage, INPUTS, result.as_json())
        found = law.memo.given[key] = (result, known)
    return found[1]


def handed(law: Law, target: str, results: Sequence[Result]) -> tuple[bool, ...]:
    """Whether a stage takes the results that it is handed, where it looks at them; none does with
    the reference."""
    stage = law.stages.get(target)
    if law.reference or stage is None or not stage.has("inputsSchema"):
        return ()
    return tuple(given(law, stage, each) for each in results)
