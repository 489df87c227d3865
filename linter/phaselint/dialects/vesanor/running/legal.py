"""The responses that the checker of certificates steps (reference §4.2, §5.3).

They are found apart from those of an exploration, by asking the session itself: which calls it
releases, and which tool it would release no more after another. A legal response that can be given
in two parts, the first of which leaves the phase as it is and keeps the session from releasing no
call of the second, is left out: its parts are stepped one after the other. All others are here, up
to sets of calls that do the same.
"""

from __future__ import annotations

from itertools import product
from math import prod

from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.records import Choice
from phaselint.dialects.vesanor.reading.outputs import representative_outputs
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.dialects.vesanor.running.gatekeeper import Narrowing, rulings
from phaselint.dialects.vesanor.running.steps import take
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.vesanor.running.session import SessionState

MAX_TRIED = 4_096
"""Sets of calls that are looked at in one state, at most."""


def legal(state: SessionState) -> Iterator[Choice]:
    """The legal responses of a session without limits but for tools that may not be called at all;
    none when it has ended.

    Raises TooManyChoices when there are more than `MAX_TRIED` sets of calls to look at.
    """
    if state.ended is not None:
        return
    law = state.law
    if law.last_step_count:
        yield Choice("model", Turn())
    released = {
        name: outputs
        for name in law.request
        if not rulings(state, (Call(name),)) and (outputs := _returns(state, name))
    }
    goals = {name: law.target(name) for name in released}
    for calls in released.values():
        yield from (_choice((call,)) for call in calls)
    closes = _closes(state, released, goals)
    for names in _together(state, released, goals, closes):
        for calls in product(*(released[name] for name in names)):
            yield _choice(calls)


def _choice(calls: tuple[Call, ...]) -> Choice:
    return Choice("tool" if any(call.output for call in calls) else "model", Turn(calls))


def _returns(state: SessionState, name: str) -> tuple[Call, ...]:
    """A tool called with every output that some precondition can tell from others."""
    conditions = state.law.conditions.get(name, ())
    try:
        outputs = tuple(representative_outputs(conditions)) if conditions else ({},)
    except OverflowError as error:
        raise TooManyChoices(f"preconditions distinguish {error} of {quote(name)}") from None
    return tuple(Call(name, output=output) for output in outputs)


def _closes(
    state: SessionState, released: Mapping[str, Sequence[Call]], goals: Mapping[str, str]
) -> dict[str, frozenset[str]]:
    """For each call that doesn't change the phase, the tools that the session releases before it
    and, for some output, not after it."""
    narrowing = Narrowing()
    found: dict[str, frozenset[str]] = {}
    for name, calls in released.items():
        if not goals[name]:
            later = [take(state, Turn((call,)), narrowing)[0] for call in calls]
            found[name] = frozenset(
                other
                for other in released
                if other != name and any(rulings(each, (Call(other),)) for each in later)
            )
    return found


def _together(
    state: SessionState,
    released: Mapping[str, Sequence[Call]],
    goals: Mapping[str, str],
    closes: Mapping[str, frozenset[str]],
) -> Iterator[tuple[str, ...]]:
    """Sets of two or more tools that cannot be called in two parts, one for all that do the same;
    with them some that can."""
    for goal in sorted({*goals.values()} - {""}):
        movers = [name for name in released if goals[name] == goal]
        pool = _closing(movers, closes)
        found = _sets(state, released, [*(n for n in released if n in pool), *movers])
        yield from (names for names in found if any(goals[each] for each in names))
    told: set[str] = set()
    for name in closes:
        # Those that close it, of which it closes each, directly or through others.
        group = {each for each in _closing((name,), closes) if name in _closing((each,), closes)}
        if group and name not in told:
            told |= group | {name}
            yield from _sets(state, released, [n for n in released if n in group or n == name])


def _closing(names: Sequence[str], closes: Mapping[str, frozenset[str]]) -> set[str]:
    """The tools that close some others, directly or through each other; not those themselves."""
    found = set(names)
    grown = True
    while grown:
        near = {name for name in closes if name not in found and closes[name] & found}
        found |= near
        grown = bool(near)
    return found - set(names)


def _sets(
    state: SessionState, released: Mapping[str, Sequence[Call]], pool: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """Sets of two or more of some tools, one for all that do the same."""
    law = state.law
    found: dict[object, tuple[str, ...]] = {(): ()}
    for name in pool:
        for names in list(found.values()):
            grown = (*names, name)
            found.setdefault((bool(law.target(name)), *_does(state, grown, released)), grown)
        size = sum(prod(len(released[each]) for each in names) for names in found.values())
        if size > MAX_TRIED:
            where = quote(state.phase or "")
            raise TooManyChoices(f"phase {where} allows more than {MAX_TRIED:,} responses")
    yield from (names for names in found.values() if len(names) > 1)


def _does(
    state: SessionState, names: Sequence[str], released: Mapping[str, Sequence[Call]]
) -> tuple[object, object]:
    """What calls do that a session can tell: which tools they forbid, and which of them were not
    called before or have outputs that matter."""
    law = state.law
    matter = {n for n in names if n in law.required and n not in state.executed}
    bans = {other for name in names for other in law.bans(name)} - state.forbidden
    return frozenset(matter | {n for n in names if len(released[n]) > 1}), frozenset(bans)
