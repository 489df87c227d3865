"""Making a run by a plan, and what it says of a finding (design §8).

The benches of all dialects plan runs: which phases to go through, and the answers that show a
finding. What they share is here: the loop that asks the plan, the script that comes of it, and
the verdicts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from phaselint.dialects.protocol import ScriptError
from phaselint.executor.proof import Lab
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.patience import OF_RUN, take
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.records import Choice, Event, Question
    from phaselint.executor.proof import Setting
    from phaselint.executor.replay import Run
    from phaselint.vocabulary.finding import Finding


class Plans(Protocol):
    """What answers the questions of a run; `left` says why it could not go on as planned."""

    left: str

    def answer(self, state: Any, question: Question, events: Sequence[Event]) -> Any | None:
        """The answer in script form; none where the plan ends or is left. `events` are those
        since the last answer."""


class Made(NamedTuple):
    """A run that was made: its answers, what it was started with, its script, and where it left
    the plan, if it did."""

    run: Run[Any]
    choices: tuple[Choice, ...]
    setting: Setting
    script: Mapping[str, Any]
    left: str = ""

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return self.run.events

    @property
    def visited(self) -> tuple[str, ...]:
        """The phases that were entered, in order."""
        return tuple(self.run.summary["phases_visited"])


def make(lab: Lab[Any], name: str, setting: Setting, plan: Plans, most: int = 0) -> Made:
    """Run the contract on the bench with the answers of a plan, `most` of them unless it is 0."""
    state = lab.begin(setting)
    choices: list[Choice] = []
    events = tuple(lab.runtime.opening(state))
    while not (most and len(choices) >= most):
        question = lab.runtime.asks(state)
        answer = None if question is None else plan.answer(state, question, events)
        if answer is None:
            break
        try:
            choices.append(lab.runtime.read(state, answer))
        except ScriptError as error:
            plan.left = error.message
            break
        take(OF_RUN)
        state, events = lab.runtime.step(state, choices[-1])
    return again(lab, name, choices, setting, plan.left)


def again(
    lab: Lab[Any], name: str, choices: Sequence[Choice], setting: Setting, left: str = ""
) -> Made:
    """The run of given answers from the start."""
    run = lab.replay(choices, setting)
    expect = {"phases": run.summary["phases_visited"]}
    script = lab.script(name, choices, expect, setting=setting)
    return Made(run, tuple(choices), setting, script, left)


def verdict(holds: bool, script: Mapping[str, Any] | None, doubt: str) -> Proof:
    """The verdict on a finding that a run is to show: where it does not, a doubt leaves open
    whether another run would."""
    if holds:
        return Proof("proved", "replay", script)
    if doubt:
        return Proof("unproved", "replay", script, doubt)
    return Proof("refuted", "replay", script, "the run does not show what the finding says")


def unscripted(reason: str) -> Proof:
    """The verdict on a finding for which no script can be made."""
    return Proof("unproved", "replay", None, reason)


def data_of(finding: Finding) -> Mapping[str, Any]:
    """The data of a finding's witness. Raises LookupError for one without."""
    if finding.witness is None:
        raise LookupError(f"without a witness: {finding.message}")
    return finding.witness.data


class _Copy:
    """A contract on the bench in place of another, for comparison."""

    def __init__(self, lab: Lab[Any], contract: Any) -> None:
        self.contract = contract
        self.options = lab.facts.options


def beside(lab: Lab[Any], contract: Any) -> Lab[Any]:
    """A lab with another contract on its bench, for comparison."""
    facts: Any = _Copy(lab, contract)
    return Lab(lab.runtime, facts, lab.options, lab.opened, lab.bound)


def compared(lab: Lab[Any], name: str, made: Made, contract: Any, *, same: bool) -> Proof:
    """Compare a run with that of a corrected copy of the contract on the same answers.

    With `same`, the finding is that a construct has no effect: proved when both runs tell the
    same. Without it, the finding is that it has one: proved when they differ.
    """
    twin = again(beside(lab, contract), name, made.choices, made.setting)
    alike = made.events == twin.events and made.run.outcome == twin.run.outcome
    if alike is same:
        return Proof("proved", "differential", made.script)
    if made.left:
        return Proof("unproved", "differential", made.script, made.left)
    reason = "the corrected copy runs otherwise" if same else "the corrected copy runs the same"
    return Proof("refuted", "differential", made.script, reason)
