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

    from phaselint.policies.pattern import Pattern
    from phaselint.policies.policy import Policy
    from phaselint.transcripts.seen import Format
    from phaselint.transcripts.traces import Trace, TracedAct

    Verdict = Literal["held", "broken", "open", "untested", "not decidable"]
    Spell = Callable[[TracedAct], Sequence[str]]
    """The names that the contract has for the subject of an act."""

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
    for act in trace.acts():
        told = _letter(policy, act, spell) & made.mask
        if not told:
            continue
        opened = True
        tested = tested or _tests(policy, told)
        state = made.step(state, told)
        if state == MET:
            return Judged(policy, "held" if policy.shape == "some-run" else "broken", act.number)
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
        return "the log has a sample of the run"
    if trace.gap is not None and policy.shape in ("every", "every-run"):
        return "a record of the run wasn't understood"
    return ""


def shows(format_: Format, pattern: Pattern) -> bool:
    """Whether logs of a format tell of the acts that a policy names."""
    if "*" in format_.shows or pattern.verb in ALWAYS or pattern.verb in format_.shows:
        return pattern.verb != "turn" or "*" in format_.shows
    kinds = {each.kind for each in pattern.readings} if pattern.verb == "call" else set()
    shown = {each.partition(" ")[2] for each in format_.shows if each.startswith("call ")}
    return bool(shown) and bool(kinds) and (None in kinds or bool(kinds & shown))


def _letter(policy: Policy, act: TracedAct, spell: Spell | None) -> int:
    found = 0
    for each in acts_of(act, spell):
        found |= letter(policy, each)
    return found


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
