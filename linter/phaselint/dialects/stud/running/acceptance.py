"""What the schemas of stages accept, asked once of each value in a run (reference R6, R17).

Exploration hands the same few payloads and results to a stage in very many states.
"""

from __future__ import annotations

from phaselint.dialects.stud.reading.schemas import accepts, completes
from phaselint.vocabulary.message import say, tick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.running.session import Law, State, Turn
    from phaselint.vocabulary.message import Message


def completed(law: Law, stage: Stage, args: Any) -> bool:
    """Whether a stage is completed by a call of its completion tool with these arguments."""
    return _asked(law, (stage.id, "completionSchema"), args, lambda: completes(stage, args))


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
    why = found.told("args") if found else say("these arguments are none that it takes")
    return say("the `completionSchema` of {} refuses this: {}", tick(stage.id), why)


def given(law: Law, stage: Stage, result: Any) -> bool:
    """Whether a stage takes a result that it is handed, as it is written in JSON."""
    schema = stage.inputs_schema
    return _asked(law, (stage.id, "inputsSchema"), result, lambda: accepts(schema, result))


def _asked(law: Law, where: tuple[str, str], value: Any, ask: Callable[[], bool]) -> bool:
    if law.memo is None:
        return ask()
    key = (*where, repr(value))
    known = law.memo.accepted
    if key not in known:
        known[key] = ask()
    return known[key]
