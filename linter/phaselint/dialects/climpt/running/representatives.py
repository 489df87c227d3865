"""Answers that stand for all others in an exploration (reference §6.2).

Of a gate only the intent counts, the value of a conditional rule's key, the target of a jump and
what is handed off; of a closure step only its closing signal, whether the verdict handler takes
it for finished, and whether its prose has the JSON block that a validation step wants; and of the
world what the validators say. Each is stood for by a small answer that the step's schema accepts;
one that it forbids is there only where nothing else is, and is hostile (see `grades`). Left out
are calls that fail, answers without structured output, and texts that are empty or that the
prompt library takes for shell code: all of them only end runs.
"""

from __future__ import annotations

from functools import partial

from phaselint.dialects.climpt.reading.values import at, last_segment
from phaselint.dialects.climpt.running.benign import benign
from phaselint.dialects.climpt.running.completion import SIGNAL_PATH, SIGNALS, is_checked
from phaselint.dialects.climpt.running.compositeanswers import both_ways
from phaselint.dialects.climpt.running.gate import interpret
from phaselint.dialects.climpt.running.keyvalues import values_of
from phaselint.dialects.climpt.running.leftbehind import others
from phaselint.dialects.climpt.running.router import DEFAULT
from phaselint.dialects.climpt.running.session import Answer
from phaselint.dialects.climpt.running.steps import answered
from phaselint.dialects.climpt.running.validationsteps import failing, passing
from phaselint.dialects.climpt.running.verdicthandlers import CLOSED, OPEN, keyword
from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.records import Choice
from phaselint.javascript.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.climpt.model import Gate, Rule, Step
    from phaselint.dialects.climpt.reading.extractors import Result
    from phaselint.dialects.climpt.running.session import Law, State, Supply
    from phaselint.schema import Absent, Path, Test

    Demand = tuple[Path, Test | Absent]
    Demands = tuple[Demand, ...]

MOST_CHOICES = 256
NO_STEP = "(no such step)"
NO_KEY = "(no such key)"


def representatives(state: State) -> Sequence[Choice]:
    """The answers to try in a state; none when the run has ended. Raises TooManyChoices."""
    if not state.waiting:
        return ()
    tried = state.law.tried
    if state.step not in tried:
        tried[state.step] = _distinct(_answers(state.law, state.at))
    both = (each for answer in tried[state.step] for each in _with_validators(state, answer))
    return tuple(Choice("model", answer) for answer in both)


def _distinct(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """Each answer once. Raises TooManyChoices."""
    found: dict[str, Answer] = {}
    for answer in answers:
        found.setdefault(repr(answer), answer)
        if len(found) > MOST_CHOICES:
            raise TooManyChoices
    return tuple(found.values())


def _answers(law: Law, step: Step) -> Iterator[Answer]:
    """What a step may be answered, whatever the world says."""
    for plain in _plain(law, step):
        for answer in both_ways(law, step, plain):
            yield answer
            if law.block and is_checked(law, step):
                yield answer._replace(text=f"{answer.text}\n{law.block}".lstrip())


def _plain(law: Law, step: Step) -> Iterator[Answer]:
    if step.kind != "closure" and step.gate is not None:
        yield from _gated(law, step, step.gate)
        return
    if step.kind == "closure":
        for word in SIGNALS:
            signal = ((_path(SIGNAL_PATH), _equals(word)),)
            tried = [*_instances(law, step, signal)]
            for so in (*tried, *others(law, step, tried, partial(_instances, law, step), signal)):
                yield Answer(so)
    yield from _unclear(law, step)


def _gated(law: Law, step: Step, gate: Gate) -> Iterator[Answer]:
    """One answer for every way out of a gate, with what can be handed off and without it."""
    field = _path(gate.field)
    for intent, said in _sayings(step, gate):
        for demands in _ways(law, step, gate, intent):
            wanted = ((field, said), *demands)
            tried = [*_instances(law, step, wanted), *_full(law, step, gate, wanted)]
            for so in (*tried, *others(law, step, tried, partial(_instances, law, step), wanted)):
                yield Answer(so)
    for so in _instances(law, step, ()):
        yield Answer(so)


def _sayings(step: Step, gate: Gate) -> Iterator[tuple[str, Test | Absent]]:
    """The intents of a gate, each with what says it; one that an answer is taken for which says
    none, too."""
    from phaselint.schema import Absent

    yield from ((intent, _equals(intent)) for intent in gate.allowed)
    fallback = interpret(step, gate, {}).intent
    if fallback:
        yield fallback, Absent()


def _ways(law: Law, step: Step, gate: Gate, intent: str) -> Iterable[Demands]:
    """What more decides where an intent leads."""
    if intent == "jump" and gate.target_field:
        path = _path(gate.target_field)
        yield from (((path, _equals(name)),) for name in (*law.registry.steps, NO_STEP))
    rule = (step.transitions or {}).get(intent)
    if rule is not None and rule.conditional and not rule.simple:
        yield from _keyed(gate, rule)
    yield ()


def _keyed(gate: Gate, rule: Rule) -> Iterator[Demands]:
    """A value for every key of a conditional rule, and one for none of them; or a list of one such
    value, which is the same text. And none at all."""
    from phaselint.schema import Absent, Matches, OneOf

    fields = [path for path in gate.handoff_fields if last_segment(path) == rule.condition]
    if not fields:
        return
    path = _path(fields[-1])
    named = [key for key in rule.targets if key != DEFAULT]
    yield from (((path, OneOf(values_of(key))),) for key in named)
    tests = [Matches(key.__eq__, (key,), text_of) for key in named]
    keys = ("", *rule.targets)
    no_key = Matches(lambda text: text not in keys, (NO_KEY,), text_of, keys)
    for test in (*tests, no_key):
        yield ((path, test),)
        yield (((*path, 0), test),)
    yield ((path, Absent()),)


def _full(law: Law, step: Step, gate: Gate, wanted: Demands) -> Iterator[Any]:
    """An answer that has as many of the fields to hand off as the schema lets it; of a list there
    is something in it, since an empty one is as good as none."""
    if not law.sources:
        return
    demands, best = wanted, None
    for field in gate.handoff_fields:
        for inner in (_path(field), (*_path(field), 0)):
            more = (*demands, (inner, _there()))
            found = next(iter(_instances(law, step, more)), None)
            if found is not None:
                demands, best = more, found
            if found is None or at(found, field) != []:
                break
    if best is not None:
        yield best


def _unclear(law: Law, step: Step) -> Iterator[Answer]:
    """Answers without a closing signal, one that the verdict handler takes for finished, and one
    that it does not."""
    from phaselint.schema import Equals

    verdict, signal = law.agent.verdict, law.config.get("signalType")
    plain: Any = next(iter(_instances(law, step, ())), {})
    if at(plain, SIGNAL_PATH) in SIGNALS and step.kind == "closure":
        plain = None
    if plain is not None:
        yield Answer(plain)
        for so in others(law, step, [plain], partial(_instances, law, step), ()):
            if step.kind != "closure" or at(so, SIGNAL_PATH) not in SIGNALS:
                yield Answer(so)
    if verdict == "detect:keyword":
        yield Answer(plain, keyword(law.config))
    elif verdict == "detect:structured":
        yield Answer(plain, f"```{signal}\n{{}}\n```")
        yield from _signalled(law, step, (("status",), Equals("completed")))
    elif verdict == "detect:graph":
        yield from _signalled(law, step, (("status",), Equals("completed")))
        yield from _signalled(law, step, (("complete",), Equals(True)))
    elif verdict in ("poll:state", "meta:composite"):
        for word in (OPEN, CLOSED):
            yield Answer(plain, supplies={("issue", ""): (word,)})
    elif verdict == "meta:custom":
        yield Answer(plain, supplies={("custom", ""): (True,)})


def _signalled(law: Law, step: Step, demand: Demand) -> Iterator[Answer]:
    yield from (Answer(so) for so in _instances(law, step, (demand,)))


def withheld(state: State) -> dict[Hashable, str]:
    """The intents of a gate that no answer can say, each with the reason."""
    step, law = state.at, state.law
    if not state.waiting or step.kind == "closure" or step.gate is None:
        return {}
    field = _path(step.gate.field)
    return {
        (step.key, intent): f"no answer that the schema allows says `{intent}`"
        for intent in dict.fromkeys(step.gate.allowed)
        if not any(_instances(law, step, [(field, _equals(intent))]))
    }


def _with_validators(state: State, answer: Answer) -> Iterator[Answer]:
    """An answer, and where it is judged by validators, those in which each one fails: from then
    on, or once."""
    yield answer
    validation = state.law.validation
    judging = () if validation is None else (*validation.preflight, *validation.conditions)
    if not judging:
        return
    events: list[Any] = []
    answered(state, answer, events)
    seen = {event.data["name"] for event in events if event.kind == "validator"}
    for name in dict.fromkeys(condition.validator for condition in judging):
        validator = state.law.registry.validators.get(name)
        if validator is None or name not in seen:
            continue
        fails, holds = failing(validator), passing(validator)
        if fails is None:
            continue
        for results in ((fails,), (fails, holds) if holds else (), (holds, fails) if holds else ()):
            yield from _changed(answer, validator.name, results)


def _changed(answer: Answer, name: str, results: tuple[Result, ...]) -> Iterator[Answer]:
    if results:
        key: tuple[Supply, str] = ("validator", name)
        yield answer._replace(supplies={**answer.supplies, key: results})


def _instances(law: Law, step: Step, demands: Sequence[Demand]) -> Iterator[Any]:
    """A small answer of the step's schema that meets the demands, if there is one. Without a
    schema anything may be answered."""
    from phaselint.schema import minimal

    schema = law.schema(step.key)
    if schema is None:
        schema = {"type": "object"}
    found = minimal(schema, demands)
    if isinstance(found, dict):
        yield benign(schema, found, demands)


def _path(text: str) -> Path:
    return tuple(text.split("."))


def _there() -> Test:
    from phaselint.schema import Present

    return Present()


def _equals(value: Any) -> Test:
    from phaselint.schema import Equals

    return Equals(value)
