"""Why a stage doesn't take a result that it is handed (reference R6)."""

from __future__ import annotations

from phaselint.dialects.stud.reading.schemas import dated
from phaselint.dialects.stud.running.acceptance import given
from phaselint.dialects.stud.running.asked import PARSED
from phaselint.javascript.texts import json_of
from phaselint.vocabulary.message import message, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.running.records import Result
    from phaselint.dialects.stud.running.session import Execution, Law
    from phaselint.vocabulary.message import Message

RESULT = "result"
MOST_SHOWN = 80
"""Characters of a payload that a message shows."""


def unfit(law: Law, execution: Execution) -> str:
    """Which of the results that a stage is handed its `inputsSchema` refuses, and which field."""
    stage = execution.stage
    result = next(each for each in execution.upstream if not given(law, stage, each))
    if law.memo is None:
        return str(_unfit(stage, result))
    key = (stage.id, repr(result))
    if key not in law.memo.refused:
        law.memo.refused[key] = str(_unfit(stage, result))
    return law.memo.refused[key]


def _unfit(stage: Stage, result: Result) -> Message:
    from phaselint.schema.refusal import refusal

    found = refusal(dated(stage.inputs_schema), result.as_json())
    name = str(found.path[0]) if found and found.path else RESULT
    if found and name != RESULT:
        found = found._replace(path=found.path[1:])
    told = message(": {}", found.told(name)) if found else message("")
    if result.accepted and (found is None or name == PARSED):
        given_by = message("the payload {} of {}", _shown(result.parsed), quote(result.stage))
    else:
        given_by = message("the result of {}", quote(result.stage))
    return message("its `inputsSchema` refuses {}{}", given_by, told)


def _shown(payload: Any) -> Message:
    """A payload as JSON, cut off where it is long."""
    text = json_of(payload)
    return quote(text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…")
