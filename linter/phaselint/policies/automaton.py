"""A policy as a small deterministic machine over acts: what exploration carries along.

An act is a letter: a set of bits that say which places of the policy it fills. In the place of what
is demanded or what opens a scope only acts count that are not known to have failed; in the place of
what is forbidden every attempt does.
"""

from __future__ import annotations

from functools import partial

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from phaselint.dialects.acts import Act
    from phaselint.policies.pattern import Pattern
    from phaselint.policies.policy import Policy, Scope

    Step = Callable[[int, int], int]
    """From a state and a letter to a state."""

MET = -1
"""The state of a run that has violated its policy; for `some-run`, of one that does what it asks
for. Nothing leads out of it."""

SETTLED = -2
"""The state of a run that cannot come to `MET` any more, however it goes on or ends."""

FIRST_TRIED, FIRST, SECOND_TRIED, SECOND, THIRD = 1, 2, 4, 8, 16
"""What an act is: an attempt at the first acts of a policy, the same done, and so on."""


class Machine(NamedTuple):
    """A policy as a machine.

    Attributes:
        start: the state of a run that has done nothing.
        step: from a state, neither `MET` nor `SETTLED`, by a letter that is not 0, to a state.
        open: the states in which a run must not end.
        mask: the bits of letters that the machine looks at.
    """

    start: int
    step: Step
    open: frozenset[int] = frozenset()
    mask: int = 0


def machine(policy: Policy) -> Machine:
    """The machine of a policy."""
    scope = policy.scope
    if policy.shape == "never":
        return _counting(0, scope)
    if policy.shape == "at-most":
        return _counting(policy.most, scope)
    if policy.shape == "never-both":
        return Machine(0, _both, mask=FIRST_TRIED | SECOND_TRIED)
    if policy.shape == "every":
        return Machine(0, _answered, frozenset({1}), FIRST_TRIED | SECOND)
    if policy.shape == "some-run":
        return Machine(int(scope != "after"), partial(_possible, scope), mask=FIRST | SECOND)
    if scope == "before":
        return Machine(0, _prepared, frozenset({1}), FIRST | SECOND)
    return Machine(int(not scope), _done_after, frozenset({1}), FIRST | SECOND)


def letter(policy: Policy, act: Act) -> int:
    """Which places of a policy an act fills, as bits."""
    found = 0
    done = act.ok != "no"
    if _any(policy.first, act):
        found |= FIRST_TRIED | (FIRST if done else 0)
    if _any(policy.second, act):
        found |= SECOND_TRIED | (SECOND if done else 0)
    if done and _any(policy.third, act):
        found |= THIRD
    return found


def letters(policy: Policy, acts: Sequence[Act]) -> list[int]:
    """The letters of acts, as far as the machine of a policy looks at them."""
    mask = machine(policy).mask
    verbs = {each.verb for each in policy.patterns}
    return [letter(policy, act) & mask if act.verb in verbs else 0 for act in acts]


def _any(patterns: Iterable[Pattern], act: Act) -> bool:
    return any(each.matches(act) for each in patterns)


def _counting(most: int, scope: Scope) -> Machine:
    """No more than so many attempts while a scope is open. 0 is closed; higher states are open, and
    one more than what was counted."""
    start = int(scope in ("", "before"))
    mask = FIRST_TRIED | (SECOND if scope else 0) | (THIRD if scope == "between" else 0)
    return Machine(start, partial(_count, most, scope), mask=mask)


def _count(most: int, scope: Scope, state: int, act: int) -> int:
    if state and act & FIRST_TRIED:
        state += 1
        if state > most + 1:
            return MET
    if scope == "before":
        return SETTLED if act & SECOND else state
    if state and act & THIRD:
        state = 0
    if not state and act & SECOND:
        return 1
    return state


def _both(state: int, act: int) -> int:
    """State 1: the first was tried; 2: the second."""
    if act & FIRST_TRIED:
        state |= 1
    if act & SECOND_TRIED:
        state |= 2
    return MET if state == 3 else state


def _answered(state: int, act: int) -> int:
    """State 1: something waits for what must follow it."""
    if act & SECOND:
        state = 0
    return 1 if act & FIRST_TRIED else state


def _prepared(state: int, act: int) -> int:
    """State 1: the second was done first, so the run must not end."""
    if state:
        return 1
    if act & SECOND:
        return 1
    return SETTLED if act & FIRST else 0


def _done_after(state: int, act: int) -> int:
    """State 0: the scope is not open yet; 1: the first must be done."""
    if state:
        return SETTLED if act & FIRST else 1
    return 1 if act & SECOND else 0


def _possible(scope: Scope, state: int, act: int) -> int:
    """State 1: the first would do the demanded act."""
    if state and act & FIRST:
        return MET
    if not act & SECOND:
        return state
    return SETTLED if scope == "before" else 1
