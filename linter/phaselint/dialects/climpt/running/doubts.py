"""Which answers of an agent aren't decided, and what that leaves open."""

from __future__ import annotations

from phaselint.dialects.climpt.running.elements import elements
from phaselint.dialects.climpt.running.representatives import answers_of
from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.records import Doubt
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import message, retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from phaselint.dialects.climpt.model import ClimptContract, Step
    from phaselint.dialects.climpt.running.session import Law, Unsure
    from phaselint.dialects.records import Element


def doubts(contract: ClimptContract, law: Law) -> Iterator[Doubt]:
    """For each kind of answers that might or might not exist, what it leaves open: the element that
    it would use, and everything after it."""
    doubtful = [(step, each) for step in law.registry.steps.values() for each in _of(law, step)]
    if not doubtful:
        return
    known: dict[str, list[Element]] = {}
    for element in elements(contract):
        known.setdefault(element.phase, []).append(element)
    for step, unsure in doubtful:
        own = [each for each in known.get(step.key, ()) if _is_about(unsure, each)]
        targets = [unsure.target] if unsure.target else _targets(law, own)
        beyond = _beyond(law, known, targets)
        found = {each.id for each in own if unsure.intent} | {
            each.id for name in beyond for each in known.get(name, ())
        }
        yield _doubt(law, step, unsure, frozenset(found))


def _of(law: Law, step: Step) -> Sequence[Unsure]:
    if step.section:
        return ()
    try:
        answers_of(law, step)
    except TooManyChoices:
        return ()
    return law.tried.unsure[step.key]


def _is_about(unsure: Unsure, element: Element) -> bool:
    """Whether an element is a transition of answers that might or might not exist."""
    if element.is_phase or not isinstance(element.id, tuple):
        return False
    _, intent, *target = element.id
    if unsure.intent not in ("", intent):
        return False
    return not unsure.target or target in ([], [unsure.target])


def _targets(law: Law, ways: Sequence[Element]) -> list[str]:
    """The targets of transitions: one that names no step can go to each."""
    every = tuple(law.registry.steps)
    return [name for each in ways for name in each.targets or every]


def _beyond(
    law: Law, known: Mapping[str, Sequence[Element]], first: Sequence[str]
) -> frozenset[str]:
    """The steps that runs can reach from some steps, according to the declarations."""
    waiting = list(first)
    found = set(waiting)
    while waiting:
        ways = [each for each in known.get(waiting.pop(), ()) if not each.is_phase]
        fresh = set(_targets(law, ways)) - found
        found |= fresh
        waiting += fresh
    return frozenset(found)


def _doubt(law: Law, step: Step, unsure: Unsure, left_open: frozenset[Hashable]) -> Doubt:
    from phaselint.schema.undecided import keyword_in

    keyword = keyword_in(law.schema(step.key))
    stopped = f"{keyword} of its output schema" if keyword else "its output schema"
    why = message("whether {}; {} isn't decided here", retold(unsure.what), retold(stopped))
    named = isinstance(unsure.pointer[-1], str)
    place = Place(law.registry.file, unsure.pointer, "key" if named else "value")
    return Doubt(why, place, left_open, phase=step.key)
