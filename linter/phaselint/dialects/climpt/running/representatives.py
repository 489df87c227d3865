"""Answers that represent all others in an exploration (reference §6.2).

For a gate, only the intent counts, the value of a conditional transition's key, the target of a
jump and what is handed off (see `gatedanswers`, `leftbehind`); for a closure step, only its closing
signal, whether the verdict handler considers it finished, and whether its prose has the JSON block
that a validation step needs; and for the world, what the validators say. Each is represented by a
small answer that the step's schema accepts; a forbidden answer is used only if there is no other,
and is hostile (see `grades`). Left out are calls that fail and answers without structured output:
they only end runs.
"""

from __future__ import annotations

from functools import partial
from itertools import product

from phaselint.dialects.climpt.reading.values import path_of
from phaselint.dialects.climpt.running.completion import SIGNAL_PATH, SIGNALS, is_checked
from phaselint.dialects.climpt.running.compositeanswers import both_ways
from phaselint.dialects.climpt.running.gatedanswers import GatedAnswers, says
from phaselint.dialects.climpt.running.kinds import made
from phaselint.dialects.climpt.running.latecounts import sooner_or_later
from phaselint.dialects.climpt.running.leftbehind import others
from phaselint.dialects.climpt.running.session import Answer, Unsure
from phaselint.dialects.climpt.running.spoiled import is_spoiled, read_of, spoils
from phaselint.dialects.climpt.running.steps import answered
from phaselint.dialects.climpt.running.validationsteps import failing, passing
from phaselint.dialects.climpt.running.verdicthandlers import CLOSED, OPEN, keyword, telling
from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.records import Choice
from phaselint.javascript.texts import text_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.climpt.model import Step, Validator
    from phaselint.dialects.climpt.reading.extractors import Result
    from phaselint.dialects.climpt.running.kinds import Demand, Demands
    from phaselint.dialects.climpt.running.session import Law, State, Supply
    from phaselint.dialects.records import Event

    Ahead = dict[int, "Taken"]
    """Answers that were tried in a state, by their identities."""

MOST_CHOICES = 512


class Taken(NamedTuple):
    """An answer that was tried in a state, its result, and what happened."""

    answer: Answer
    after: State
    events: tuple[Event, ...]


def representatives(state: State, ahead: Ahead) -> Sequence[Choice]:
    """The answers to try in a state; none when the run has ended. Those that had to be tried to
    find out are added to `ahead`. Raises TooManyChoices."""
    if not state.waiting:
        return ()
    law, step = state.law, state.at
    most = 0 if law.sources and is_spoiled(state) else 1
    answers = (each for each in answers_of(law, step) if spoils(law, step, each.so) <= most)
    counted = (each for answer in answers for each in sooner_or_later(state, answer))
    both = (each for answer in counted for each in _with_validators(state, answer, ahead))
    return tuple(Choice("model", answer) for answer in both)


def answers_of(law: Law, step: Step) -> tuple[Answer, ...]:
    """The answers to try in a step, independently of what happened before. Raises
    TooManyChoices."""
    tried = law.tried
    if step.key not in tried.answers:
        unsure: list[Unsure] = []
        tried.answers[step.key] = _distinct(_answers(law, step, unsure))
        tried.unsure[step.key] = tuple(dict.fromkeys(unsure))
    return tried.answers[step.key]


def _distinct(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """Each answer once. Raises TooManyChoices."""
    found: dict[str, Answer] = {}
    for answer in answers:
        found.setdefault(repr(answer), answer)
        if len(found) > MOST_CHOICES:
            raise TooManyChoices
    return tuple(found.values())


def _answers(law: Law, step: Step, unsure: list[Unsure]) -> Iterator[Answer]:
    """The possible answers of a step, whatever the world says; `unsure` gets what isn't decided."""
    for plain in _plain(law, step, unsure):
        for answer in both_ways(law, step, plain):
            yield answer
            if law.block and is_checked(law, step):
                yield answer._replace(text=f"{answer.text}\n{law.block}".lstrip())


def _plain(law: Law, step: Step, unsure: list[Unsure]) -> Iterator[Answer]:
    if step.kind != "closure" and step.gate is not None:
        gated = GatedAnswers(law, step, step.gate)
        yield from map(Answer, gated.found())
        unsure += gated.unsure
        return
    closing = _ClosingAnswers(law, step)
    yield from closing.found()
    unsure += closing.unsure


class _ClosingAnswers:
    """The answers to a step whose gate isn't read, and which of them aren't decided."""

    def __init__(self, law: Law, step: Step) -> None:
        self._law = law
        self._step = step
        self.unsure: list[Unsure] = []

    def found(self) -> Iterator[Answer]:
        """Answers with each closing signal; without one; and answers that the verdict handler
        considers finished, and that it doesn't."""
        for word in SIGNALS:
            yield from self._leaving(((path_of(SIGNAL_PATH), _equals(word)),))
        silent = [each for each in _without_signal() if made(self._law, self._step, each).answers]
        untold = tuple(self._untold())
        for demands in silent:
            yield from self._leaving(demands)
            for more in untold:
                yield from self._leaving((*demands, *more))
        yield from self._finished(silent)

    def _untold(self) -> Iterator[Demands]:
        """Answers with a field that could make the verdict handler consider them finished, but
        doesn't: its value is another one."""
        read = read_of(self._law, self._step)
        fields = {name: value for name, value in telling(self._law).items() if name in read}
        yield from product(*([*_other_than(name, value)] for name, value in fields.items()))

    def _leaving(self, demands: Demands) -> Iterator[Answer]:
        """Answers that meet demands, with everything that they can leave behind."""
        law, step = self._law, self._step
        found = made(law, step, demands)
        if found.unsure:
            self._note(f"`{step.key}` can be answered in each way that closes a run or not")
        yield from map(Answer, found.answers)
        if found.answers:
            yield from map(Answer, others(law, step, demands, found.answers, self._note))

    def _note(self, what: str) -> None:
        self.unsure.append(Unsure("", "", what, self._step.pointer))

    def _finished(self, silent: Sequence[Demands]) -> Iterator[Answer]:
        """Answers without a signal that the verdict handler might consider finished. If each has a
        signal, a model answers with prose only."""
        law, step, config = self._law, self._step, self._law.config
        plain = made(law, step, silent[0]).answers[0] if silent else None
        verdict = law.agent.verdict
        if verdict == "detect:keyword":
            yield Answer(plain, keyword(config))
        elif verdict == "detect:structured":
            yield Answer(plain, f"```{config.get('signalType')}\n{{}}\n```")
            yield from self._signalling(silent)
        elif verdict == "detect:graph":
            yield from self._having(silent, ((("status",), _equals("completed")),))
            yield from self._having(silent, ((("complete",), _equals(True)),))
        elif verdict in ("poll:state", "meta:composite"):
            for word in (OPEN, CLOSED):
                yield Answer(plain, supplies={("issue", ""): (word,)})
        elif verdict == "meta:custom":
            yield Answer(plain, supplies={("custom", ""): (True,)})

    def _signalling(self, silent: Sequence[Demands]) -> Iterator[Answer]:
        """Answers with the fields that a signal needs, and the signal in prose or in a field."""
        signal, needed = self._law.config.get("signalType"), _needed(self._law)
        for answer in self._having(silent, needed):
            yield answer._replace(text=f"```{signal}\n{{}}\n```")
        fields = (("signal", signal), ("type", signal), ("status", "completed"))
        for name, value in (*fields, ("result", "complete")):
            yield from self._having(silent, (((name,), _equals(value)), *needed))

    def _having(self, silent: Sequence[Demands], more: Demands) -> Iterator[Answer]:
        """An answer without a signal that meets further demands."""
        for demands in silent:
            found = made(self._law, self._step, (*demands, *more)).answers
            yield from map(Answer, found)
            if found:
                return


def _other_than(name: str, value: Any) -> Iterator[Demand]:
    """The possible values of an existing field other than a certain value."""
    from phaselint.schema import Matches, Typed

    told = text_of(value)
    yield (name,), Matches(lambda text: text != told, ("x",), refused=(told,))
    if not isinstance(value, str):
        yield (name,), Typed("string")


def _needed(law: Law) -> Demands:
    """The required values of the fields that a signal needs."""
    from phaselint.schema import There

    needed = law.config.get("requiredFields")
    if isinstance(needed, list):
        return tuple(((text_of(name),), There()) for name in needed)
    pairs = needed.items() if isinstance(needed, dict) else ()
    return tuple(((name,), _equals(value)) for name, value in pairs)


def _without_signal() -> Iterator[tuple[Demand, ...]]:
    """Answers without a closing signal: it is missing, or has another value."""
    from phaselint.schema import Absent, Matches, Typed

    path = path_of(SIGNAL_PATH)
    other = Matches(lambda text: text not in SIGNALS, ("x",))
    yield ((path, Absent()),)
    yield ((path, Typed("string")), (path, other))
    for kind in ("null", "boolean", "number", "array", "object"):
        yield ((path, Typed(kind)),)


def withheld(state: State) -> dict[Hashable, str]:
    """The intents of a gate that no answer can have, each with the reason."""
    step, law = state.at, state.law
    gate = step.gate
    if not state.waiting or step.kind == "closure" or gate is None:
        return {}
    found: dict[Hashable, str] = {}
    for intent in dict.fromkeys(gate.allowed):
        tries = says(law, step, gate, intent).tries
        if not any(made(law, step, tried).answers for tried in tries):
            found[step.key, intent] = f"no answer that the schema allows has intent `{intent}`"
    return found


def _with_validators(state: State, answer: Answer, ahead: Ahead) -> Iterator[Answer]:
    """An answer, and if validators judge it, those in which each one fails: from then on, or
    once."""
    yield answer
    law = state.law
    validation = law.validation
    judging = () if validation is None else (*validation.preflight, *validation.conditions)
    if not judging:
        return
    events: list[Event] = []
    after = answered(state, answer, events)
    ahead[id(answer)] = Taken(answer, after, tuple(events))
    seen = {event.data["name"] for event in events if event.kind == "validator"}
    for name in dict.fromkeys(condition.validator for condition in judging):
        validator = law.registry.validators.get(name)
        if validator is None or name not in seen:
            continue
        key: tuple[Supply, str] = ("validator", validator.name)
        for results in law.once(("failures", validator.name), partial(_failures, validator)):
            yield answer._replace(supplies={**answer.supplies, key: results})


def _failures(validator: Validator) -> tuple[tuple[Result, ...], ...]:
    """The results of a validator that fails: from then on, once, or after a success."""
    fails, holds = failing(validator), passing(validator)
    if fails is None:
        return ()
    return ((fails,), (fails, holds), (holds, fails)) if holds else ((fails,),)


def _equals(value: Any) -> Any:
    from phaselint.schema import Equals

    return Equals(value)
