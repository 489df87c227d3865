"""Facts as policies: how an author would write them, and which of them nobody has written yet."""

from __future__ import annotations

from phaselint.policies.naming import resolved, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.behavior.acting import ActAtlas
    from phaselint.behavior.facts import Fact
    from phaselint.dialects.acts import Act
    from phaselint.policies.naming import Pattern
    from phaselint.policies.policy import Policy


def policy_of(fact: Fact) -> dict[str, Any]:
    """A fact as the mapping by which its author would demand it."""
    act = written(fact.act)
    if fact.kind == "only-after" and fact.other is not None:
        return {"never": act, "before": written(fact.other)}
    if fact.kind == "never-both" and fact.other is not None:
        return {"never-both": [act, written(fact.other)]}
    if fact.kind == "at-most-once":
        return {"at-most": 1, "of": act}
    ends = [f"end {each}" for each in fact.completions]
    return {"every-run": act, "before": ends[0] if len(ends) == 1 else ends}


def acts_in(atlases: Iterable[ActAtlas]) -> dict[str, set[Act]]:
    """All acts that runs do or are offered, by their wording."""
    found: dict[str, set[Act]] = {}
    for atlas in atlases:
        done = {edge.acts for edges in atlas.out for edge in edges}
        for acts in (atlas.opening, *done, *atlas.offered):
            for act in acts:
                found.setdefault(act.text, set()).add(act)
    return found


def unwritten(
    facts: Sequence[Fact], policies: Sequence[Policy], acts: Mapping[str, set[Act]]
) -> tuple[Fact, ...]:
    """The facts that no policy demands yet. `acts` are those of the contract, by their wording."""
    known = [act for some in acts.values() for act in some]
    read = [resolved(each, known) for each in policies]
    return tuple(fact for fact in facts if not any(demands(each, fact, acts) for each in read))


def demands(policy: Policy, fact: Fact, acts: Mapping[str, set[Act]]) -> bool:
    """Whether a policy that holds says at least what a fact says; its names are resolved."""
    about = _Texts(policy, acts)
    act, other = fact.act.text, fact.other.text if fact.other else ""
    if fact.kind == "only-after":
        is_order = policy.shape == "never" and policy.scope == "before"
        return is_order and act in about.first and about.any_second == {other}
    if fact.kind == "never-both":
        pair = (about.first, about.second)
        both = any(act in one and other in two for one, two in (pair, pair[::-1]))
        return policy.shape == "never-both" and both
    if fact.kind == "at-most-once":
        is_count = policy.shape == "at-most" and not policy.scope and policy.most == 1
        return is_count and act in about.first
    ends = {f"end {each}" for each in fact.completions}
    due = not policy.scope or (policy.scope == "before" and ends <= about.second)
    is_due = policy.shape == "every-run" and due and policy.under != "strict"
    return is_due and about.any_first == {act}


class _Texts:
    """The wording of what a policy names: of acts that it names wherever they are done, and of
    those that it names in some phase at least."""

    def __init__(self, policy: Policy, acts: Mapping[str, set[Act]]) -> None:
        self.first, self.any_first = _named(policy.first, acts)
        self.second, self.any_second = _named(policy.second, acts)


def _named(patterns: Sequence[Pattern], acts: Mapping[str, set[Act]]) -> tuple[set[str], set[str]]:
    every: set[str] = set()
    some: set[str] = set()
    for text, those in acts.items():
        met = [any(pattern.matches(act) for pattern in patterns) for act in those]
        every |= {text} if all(met) else set()
        some |= {text} if any(met) else set()
    return every, some
