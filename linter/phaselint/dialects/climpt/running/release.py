"""What a run does in one release of climpt and not in the other (1.14 §3, §4).

Everything else is common. A release is chosen once, where a run begins, and stays with its law.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import (
        ClimptContract,
        Registry,
        Step,
        ValidationStep,
        Validator,
    )
    from phaselint.dialects.climpt.reading.extractors import Result
    from phaselint.dialects.climpt.reading.permissions import Permissions
    from phaselint.dialects.climpt.running.completion import Checked
    from phaselint.dialects.climpt.running.events import Events
    from phaselint.dialects.climpt.running.failure import Failure
    from phaselint.dialects.climpt.running.session import Law, State
    from phaselint.dialects.climpt.running.validationsteps import Judgement


class Release(NamedTuple):
    """The semantics of a release where they are its own.

    `always` are arguments that every run has, whatever a command line says. `no_entry` is the code
    of a start without an entry step. `refusal` is why a start with some arguments is refused, if
    it is. `resolves` tells whether a run of a registry finds the prompts of its steps at all; what
    the handler sends instead is its `handler_prompt`. `preflight` judges before a closure step
    calls the model, `failed` says what the failure of a condition after an answer comes to: none
    is that the run goes on as if it held. `retry_prompt` is the text that replaces the next
    prompt, or why there is none. `granted` is what a step may use.
    """

    always: Mapping[str, Any]
    no_entry: str
    refusal: Callable[[ClimptContract, Mapping[str, Any]], Failure | None]
    resolves: Callable[[Registry], bool]
    handler_prompt: Callable[[State], str | Failure]
    preflight: Callable[[State, ValidationStep, Events], tuple[State, Judgement]]
    failed: Callable[[State, ValidationStep, Judgement], tuple[State, Checked | None]]
    retry_prompt: Callable[[Law, ValidationStep, Validator | None, Result], str | Failure]
    granted: Callable[[Law, Step], Permissions]
