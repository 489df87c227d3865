"""Policies on real runs: the same machines that proofs use, fed with the acts of a log in the order
in which they happened."""

from __future__ import annotations

from phaselint.dialects.acts import OWNED, Act
from phaselint.policies.automaton import MET, SETTLED, letter, machine
from phaselint.vocabulary.message import message
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Literal

    from phaselint.policies.automaton import Machine
    from phaselint.policies.pattern import Pattern
    from phaselint.policies.policy import Policy
    from phaselint.transcripts.deeds import TracedAct
    from phaselint.transcripts.seen import Format
    from phaselint.transcripts.traces import Trace

    Verdict = Literal["held", "broken", "open", "untested", "not decidable"]
    Spell = Callable[[TracedAct], Sequence[str]]
    """The names that the contract has for the subject of an act."""

_LOST = "a record of the run wasn't understood"
_SAMPLE = "the log has a sample of the run"

ALWAYS = frozenset({"start", "end"})


class Judged(NamedTuple):
    """A policy on one run.

    Attributes:
        verdict: `untested` where nothing in the run puts it to the test, `open` where the run isn't
            over and may still do what the policy demands.
        number: the act that breaks it; none where the end does, or nothing.
        why: why it isn't decidable.
    """

    policy: Policy
    verdict: Verdict
    number: int | None = None
    why: str = ""


def judge(policy: Policy, trace: Trace, spell: Spell | None = None) -> Judged:
    """The verdict of a policy on one run."""
    why = undecidable(policy, trace)
    if why:
        return Judged(policy, "not decidable", None, why)
    made = machine(policy)
    state, tested, opened = made.start, policy.shape in ("every-run", "some-run"), False
    for number, letter_ in _letters(policy, trace, spell):
        told = letter_ & made.mask
        if not told:
            continue
        opened = True
        tested = tested or _tests(policy, told)
        state = made.step(state, told)
        if state == MET:
            return _met(policy, trace, spell, number)
        if state == SETTLED:
            break
    if state in made.open:
        return Judged(policy, "broken" if trace.is_over else "open")
    if policy.shape == "some-run":
        return Judged(policy, "untested")
    if not (tested or (opened and policy.shape != "every-run")):
        return Judged(policy, "untested")
    waits = policy.shape == "every-run" and not trace.is_over and state != SETTLED
    return Judged(policy, "open" if waits and not opened else "held")


def _met(policy: Policy, trace: Trace, spell: Spell | None, number: int) -> Judged:
    """The verdict where an act breaks a policy, or does what it asks for, if none is missing."""
    if policy.shape == "some-run":
        return Judged(policy, "held", number)
    if trace.gap is None and not trace.sampled:
        return Judged(policy, "broken", number)
    surely = _surely_broken(policy, trace, spell)
    if surely is None:
        return Judged(policy, "not decidable", None, _SAMPLE if trace.gap is None else _LOST)
    return Judged(policy, "broken", surely)


def _surely_broken(policy: Policy, trace: Trace, spell: Spell | None) -> int | None:
    """The act by which a policy is broken, whatever acts are missing; none if some would save it.

    Before an act that isn't known to be complete any others may have happened. Whose it is isn't
    certain either, so an act that a pattern with a phase is about counts as one that may be meant.
    """
    made = machine(policy)
    placed = any(each.is_placed for each in policy.patterns)
    states = {made.start}
    for number, letter_ in _letters(policy, trace, spell):
        uncertain = trace.sampled or trace.is_after_gap(number)
        if uncertain:
            states = _reachable(made, states)
        told = letter_ & made.mask
        if told:
            after = {_stepped(made, each, told) for each in states}
            states = states | after if uncertain and placed else after
        if states == {MET}:
            return number
    return None


def _reachable(made: Machine, states: set[int]) -> set[int]:
    """The states that any acts lead to."""
    found, waiting = set(states), [*states]
    while waiting:
        here = waiting.pop()
        further = {_stepped(made, here, told) for told in range(1, made.mask + 1)} - found
        found |= further
        waiting += further
    return found


def _stepped(made: Machine, state: int, told: int) -> int:
    return state if state in (MET, SETTLED) else made.step(state, told)


def _tests(policy: Policy, told: int) -> bool:
    """Whether an act is one of those that a policy is about."""
    return bool(told) if policy.scope or policy.shape == "never-both" else bool(told & 3)


def undecidable(policy: Policy, trace: Trace) -> str:
    """Why a log can't tell whether a policy holds; empty where it can."""
    if policy.origin:
        return "policies with `from` are about contracts, not about runs"
    for each in policy.patterns:
        if not shows(trace.format, each):
            return message("a {} doesn't show `{}`", message(trace.format.title), each.text)
    if trace.sampled and policy.shape not in ("never", "never-both"):
        return _SAMPLE
    if trace.gap is not None and policy.shape in ("every", "every-run"):
        return _LOST
    return ""


def shows(format_: Format, pattern: Pattern) -> bool:
    """Whether logs of a format tell of the acts that a policy names."""
    if "*" in format_.shows or pattern.verb in ALWAYS or pattern.verb in format_.shows:
        return pattern.verb != "turn" or "*" in format_.shows
    kinds = {each.kind for each in pattern.readings} if pattern.verb == "call" else set()
    shown = {each.partition(" ")[2] for each in format_.shows if each.startswith("call ")}
    return bool(shown) and bool(kinds) and (None in kinds or bool(kinds & shown))


def _letters(policy: Policy, trace: Trace, spell: Spell | None) -> Iterator[tuple[int, int]]:
    """The number of each act, in the order in which they happened, and which places of the policy
    it fills."""
    known: dict[tuple[int, int, int], int] = {}
    for number in trace.in_time():
        sort = trace.sort(number)
        found = known.get(sort)
        if found is None:
            found = 0
            for each in acts_of(trace.act(number), spell):
                found |= letter(policy, each)
            known[sort] = found
        yield number, found


def acts_of(act: TracedAct, spell: Spell | None = None) -> Iterator[Act]:
    """An act of a log as the acts that policies name, in each spelling of its name."""
    deed = act.deed
    names = spell(act) if spell is not None else ()
    owned = deed.verb in OWNED
    for name in dict.fromkeys((deed.subject, *names)):
        phase = deed.target if owned else act.actor
        kinds = (deed.sort, "") if deed.sort else ("",)
        for kind in kinds:
            target = "" if owned else deed.target
            yield Act(deed.verb, name, kind, phase=phase, target=target, ok=act.ok)
