"""What the schemas of stages accept, asked once of each value in a run (reference R6, R17).

Exploration hands the same few payloads and results to a stage in very many states.
"""

from __future__ import annotations

from phaselint.dialects.stud.reading.schemas import accepts, completes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.running.session import Law


def completed(law: Law, stage: Stage, args: Any) -> bool:
    """Whether a stage is completed by a call of its completion tool with these arguments."""
    return _asked(law, (stage.id, "completionSchema"), args, lambda: completes(stage, args))


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
