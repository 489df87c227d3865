"""Runs by a plan, and what they say about a finding (design §8).

A proof plans a run: which phases it goes through, and the answers that show the finding. On the
way every phase gets the answer that leads to the next. The executor runs the unmodified contract;
the events say what it did. Which answers lead on, and when a run has reached a phase, differs
from dialect to dialect: each has its own `Answering`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from phaselint.dialects.protocol import ScriptError
from phaselint.executor.proof import ProofContext, RunInput, standing_in, verdict
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from phaselint.dialects.records import Choice, Event, Question
    from phaselint.executor.replay import Run


class Plan(NamedTuple):
    """A run to be made.

    `way` are the phases to go through, from where runs begin. `answers` has for some phases what
    the model answers there, in place of the answer that leads on, and `asks` what side questions
    are answered; both in the form that the dialect has for several answers. `last` is the answer
    at the end of the way; without one the run is left there, or with `onward` goes on with the
    answers that lead on. Without `given` and `world` a run is started with what lets it begin.
    """

    way: tuple[str, ...]
    answers: Mapping[str, Any] = {}
    asks: Any = ()
    last: Any = None
    given: Mapping[str, Any] | None = None
    world: Mapping[str, Any] | None = None
    options: Mapping[str, Any] = {}
    onward: bool = False


class PlannedRun(NamedTuple):
    """A run that was made: its answers, what it was started with, its script, and where it left
    the plan, if it did.

    `code` is how it ended in the words of the dialect's reference. `stopped` says what ended it
    for reasons that have findings of their own, `stand_ins` for what it was given stand-ins.
    """

    run: Run[Any]
    choices: tuple[Choice, ...]
    setting: RunInput
    script: Mapping[str, Any]
    left: str = ""
    code: str = ""
    stopped: str = ""
    stand_ins: str = ""

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return self.run.events

    @property
    def visited(self) -> tuple[str, ...]:
        """The phases that were entered, in order."""
        return tuple(self.run.summary["phases_visited"])

    def of(self, kind: str, phase: str = "") -> tuple[Mapping[str, Any], ...]:
        """The data of the events of a kind, in one phase or in all."""
        return tuple(
            event.data
            for event in self.events
            if event.kind == kind and (not phase or event.phase == phase)
        )


class Astray(Exception):
    """Why a run cannot go on as planned."""


class Answering(Protocol):
    """What a dialect answers in one run of a plan; made anew for each."""

    @property
    def most(self) -> int:
        """How many answers are given; 0 for as many as are asked for."""

    def begin(self) -> RunInput:
        """What the run is started with."""

    def answer(self, state: Any, question: Question, events: Sequence[Event]) -> Any | None:
        """The answer in script form; none where the plan ends. `events` are those since the last
        answer. Raises Astray."""

    def noted(self, made: PlannedRun) -> PlannedRun:
        """The run that was made, with what the dialect has to say about it."""


def sampled(lab: ProofContext[Any], plan: Plan) -> RunInput:
    """What the run of a plan is started with, by default the dialect's sample."""
    given = plan.given
    if given is None:
        given = lab.runtime.sample_input(lab.facts.contract)
    return RunInput(given, plan.world or {}, plan.options)


def run_plan(lab: ProofContext[Any], name: str, answering: Answering) -> PlannedRun:
    """Run the contract on the bench with the answers of a plan, from its start to the end of the
    plan or its own."""
    setting, most, left = answering.begin(), answering.most, ""
    state = lab.begin(setting)
    choices: list[Choice] = []
    events = tuple(lab.runtime.opening(state))
    while not (most and len(choices) >= most):
        question = lab.runtime.asks(state)
        try:
            answer = None if question is None else answering.answer(state, question, events)
            if answer is None:
                break
            choices.append(lab.runtime.read(state, answer))
        except Astray as astray:
            left = str(astray)
            break
        except ScriptError as error:
            left = error.message
            break
        take(OF_RUN)
        state, events = lab.runtime.step(state, choices[-1])
    return answering.noted(replay_answers(lab, name, choices, setting)._replace(left=left))


def replay_answers(
    lab: ProofContext[Any], name: str, choices: Sequence[Choice], setting: RunInput
) -> PlannedRun:
    """The run of given answers from the start."""
    run = lab.replay(choices, setting)
    return PlannedRun(run, run.choices, setting, lab.script_of(name, run, setting))


# --- verdicts -------------------------------------------------------------------------------------


def shown(made: PlannedRun, holds: bool | Callable[[PlannedRun], bool]) -> Proof:
    """The verdict on a finding that a run is to show; `holds` is whether it does, or tells that of
    the run. A run that left its plan, or that something else has stopped, decides nothing unless
    it shows the finding anyway."""
    shows = holds if isinstance(holds, bool) else holds(made)
    return _stood_in(made, verdict(shows, made.script, made.left or made.stopped))


def _stood_in(made: PlannedRun, proof: Proof) -> Proof:
    return standing_in(proof, made.stand_ins) if made.stand_ins else proof


class _Copy:
    """A contract on the bench in place of another, for comparison."""

    def __init__(self, lab: ProofContext[Any], contract: Any) -> None:
        self.contract = contract
        self.options = lab.facts.options


def beside(lab: ProofContext[Any], contract: Any) -> ProofContext[Any]:
    """A lab with another contract on its bench, for comparison."""
    facts: Any = _Copy(lab, contract)
    return ProofContext(lab.runtime, facts, lab.options, lab.opened, lab.bound)


def under(
    lab: ProofContext[Any],
    options: Mapping[str, Any],
    given: Mapping[str, Any] = {},
    world: Mapping[str, Any] = {},
) -> ProofContext[Any]:
    """A lab whose runs have some options, inputs and parts of the world, and their scripts too."""
    if not options and not given and not world:
        return lab
    key = ("under", *(repr(sorted(each.items())) for each in (options, given, world)))
    if key not in lab.kept:
        opened, asked = {**lab.opened, **options}, {**lab.options, **options}
        lab.kept[key] = lab.under(asked, opened, RunInput(given, dict(world)))
    found: ProofContext[Any] = lab.kept[key].of(lab.rule)
    return found


def compared(
    lab: ProofContext[Any], made: PlannedRun, contract: Any, *, same: bool = True
) -> Proof:
    """Compare a run with that of a corrected copy of the contract on the same answers.

    With `same`, the finding is that a construct has no effect: proved when both runs tell the
    same. Without it, the finding is that it has one: proved when they differ.
    """
    twin = beside(lab, contract).replay(made.choices, made.setting)
    alike = made.events == twin.events and made.run.outcome == twin.outcome
    if alike is same:
        return _stood_in(made, Proof("proved", "differential", made.script))
    if made.left:
        return Proof("unproved", "differential", made.script, made.left)
    reason = (
        "the corrected copy behaves differently" if same else "the corrected copy behaves the same"
    )
    return Proof("refuted", "differential", made.script, reason)


def ignored(
    lab: ProofContext[Any],
    made: PlannedRun,
    holds: bool | Callable[[PlannedRun], bool],
    contract: Any,
) -> Proof:
    """The verdict on what a run shows to be ignored: that of a corrected copy is the same."""
    proof = shown(made, holds)
    return compared(lab, made, contract) if proof.status == "proved" else proof
