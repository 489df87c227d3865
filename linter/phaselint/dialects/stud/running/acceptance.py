"""What the schemas of stages accept, asked once of each value in a run (reference R6, R17).

Exploration hands the same few payloads and results to a stage in very many states.
"""

from __future__ import annotations

from phaselint.dialects.stud.reading.schemas import accepts, completes
from phaselint.vocabulary.message import message, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.running.records import Result
    from phaselint.dialects.stud.running.session import Law, State, Turn
    from phaselint.vocabulary.message import Message


def completed(law: Law, stage: Stage, args: Any) -> bool:
    """Whether a stage is completed by a call of its completion tool with these arguments."""
    if law.memo is None:
        return completes(stage, args)
    key = (stage.id, id(args))
    found = law.memo.completed.get(key)
    if found is None:
        found = law.memo.completed[key] = (args, completes(stage, args))
    return found[1]


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
        return accepts(stage.inputs_schema, result.as_json())
    parsed, output = id(result.parsed), id(result.output)
    told = (result.verdict, result.reason, result.accepted, result.cap_hit, result.written)
    key = (stage.id, told, result.attempts, parsed, output)
    found = law.memo.given.get(key)
    if found is None:
        known = accepts(stage.inputs_schema, result.as_json())
        found = law.memo.given[key] = (result, known)
    return found[1]


def handed(law: Law, target: str, results: Sequence[Result]) -> tuple[bool, ...]:
    """Whether a stage takes the results that it is handed, where it looks at them; none does with
    the reference."""
    stage = law.stages.get(target)
    if law.reference or stage is None or not stage.has("inputsSchema"):
        return ()
    return tuple(given(law, stage, each) for each in results)
