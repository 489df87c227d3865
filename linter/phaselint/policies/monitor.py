"""The judge of one finite run, straight from the table of policies.

It shares nothing with how policies are proved, so it can say whether the run that a proof
shows violates its policy.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.dialects.acts import Act
    from phaselint.policies.pattern import Pattern
    from phaselint.policies.policy import Policy


def violation(policy: Policy, acts: Sequence[Act], ended: bool) -> int | None:
    """Where a run violates a policy: the index of the act by which it does, the number of acts
    where its end does, or none. `ended`: the run is over after these acts; runs that are not over
    violate no policy of endings. A single run never violates `some-run`."""
    tried = _where(policy.first, acts)
    if policy.shape == "never":
        return _first(each for each in tried if _is_asked(policy, acts, each))
    if policy.shape == "at-most":
        return _too_often(policy, acts, tried)
    if policy.shape == "never-both":
        others = _where(policy.second, acts)
        return max(tried[0], others[0]) if tried and others else None
    if policy.shape == "every":
        answers = _done(policy.second, acts)
        missing = any(all(answer <= each for answer in answers) for each in tried)
        return len(acts) if ended and missing else None
    return _unmet(policy, acts) if ended and policy.shape == "every-run" else None


def shows(policy: Policy, acts: Sequence[Act]) -> int | None:
    """Where a run does what `some-run` asks for: the index of the act, or none."""
    done = _done(policy.first, acts)
    return _first(each for each in done if _is_asked(policy, acts, each))


def _is_asked(policy: Policy, acts: Sequence[Act], at: int) -> bool:
    """Whether an act is in the scope of a policy."""
    earlier = [each for each in _done(policy.second, acts) if each < at]
    if policy.scope == "before":
        return not earlier
    if policy.scope == "after":
        return bool(earlier)
    if policy.scope == "between":
        closed = [each for each in _done(policy.third, acts) if each < at]
        return bool(earlier) and (not closed or closed[-1] <= earlier[-1])
    return True


def _too_often(policy: Policy, acts: Sequence[Act], tried: Iterable[int]) -> int | None:
    """The act that is one too many in its stretch."""
    counts: dict[int, int] = {}
    for each in tried:
        if _is_asked(policy, acts, each):
            stretch = _stretch(policy, acts, each)
            counts[stretch] = counts.get(stretch, 0) + 1
            if counts[stretch] > policy.most:
                return each
    return None


def _stretch(policy: Policy, acts: Sequence[Act], at: int) -> int:
    """Which stretch an act is in: the number of acts before it that close one."""
    if policy.scope != "between":
        return 0
    return sum(1 for each in _done(policy.third, acts) if each < at)


def _unmet(policy: Policy, acts: Sequence[Act]) -> int | None:
    """Where a run that is over has not done what every run must."""
    done = _done(policy.first, acts)
    if not policy.scope:
        return None if done else len(acts)
    opened = _first(_done(policy.second, acts))
    if opened is None:
        return None
    if policy.scope == "before":
        return None if done and done[0] < opened else opened
    return None if done and done[-1] > opened else len(acts)


def _where(patterns: Sequence[Pattern], acts: Sequence[Act]) -> list[int]:
    """Where a run does or tries one of some acts."""
    return [index for index, act in enumerate(acts) if any(each.matches(act) for each in patterns)]


def _done(patterns: Sequence[Pattern], acts: Sequence[Act]) -> list[int]:
    """Where a run does one of some acts, as far as anybody knows."""
    return [index for index in _where(patterns, acts) if acts[index].ok != "no"]


def _first(indexes: Iterable[int]) -> int | None:
    return next(iter(indexes), None)
