"""Facts as policies: read back they mean the same, and what is written is suggested no more."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from behavior.labs import PROJECTS, labs
from behavior.oracle import COMMON, normal, random_atlas, runs
from fresh import SEED, until
from phaselint.behavior.facts import Fact, facts_in, facts_of
from phaselint.behavior.product import judge
from phaselint.behavior.suggesting import acts_in, policy_of, unwritten
from phaselint.dialects.acts import Act
from phaselint.policies.monitor import violation
from phaselint.policies.naming import resolved
from phaselint.policies.reading import read_policies

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.behavior.acting import ActAtlas
    from phaselint.policies.policy import Policy

COUNT = 60


def read(written: Any, known: Iterable[Act] = ()) -> Policy:
    """A policy that is well formed."""
    policies, flaws = read_policies([written], ("policies",))
    assert not flaws
    return resolved(policies[0], known)


def candidates(*atlases: ActAtlas) -> Iterator[Fact]:
    """All that may be a fact about the acts of some atlases."""
    acts = [min(some) for some in acts_in(atlases).values()]
    acts = sorted(each for each in acts if each.verb not in COMMON)
    for one, two in product(acts, acts):
        if one != two:
            yield Fact("only-after", one, two)
        if one < two:
            yield Fact("never-both", one, two)
    for one in acts:
        yield Fact("at-most-once", one)
        yield Fact("every-run", one, completions=("completed",))


def one_by_one(atlas: ActAtlas) -> ActAtlas:
    """An atlas without threads."""

    def alone(acts: Iterable[Act]) -> tuple[Act, ...]:
        return tuple(each._replace(thread=0) for each in acts)

    return atlas._replace(
        opening=alone(atlas.opening),
        out=tuple(
            tuple(each._replace(acts=alone(each.acts)) for each in edges) for edges in atlas.out
        ),
        offered=tuple(map(alone, atlas.offered)),
    )


def test_a_fact_holds_where_no_run_violates_it_as_a_policy() -> None:
    tried = Counter[str]()
    for number in until(tried, {"violated": COUNT + 1, "held": COUNT + 1}, COUNT):
        atlas = one_by_one(random_atlas(random.Random(f"{SEED}/{number}")))
        found = facts_of((atlas,), str, ("completed",))
        facts = {normal(each.key) for each in found.every}
        every = [*runs(atlas, 6)]
        completes = any(fair and acts[-1].verb == "end" for acts, fair in every)
        for each in candidates(atlas):
            policy = read(policy_of(each))
            violated = any(
                violation(policy, acts, ended=acts[-1].verb == "end") is not None
                for acts, fair in every
                if fair or each.kind != "every-run"
            )
            if each.kind != "every-run" or completes:
                assert (normal(each.key) in facts) != violated, (SEED, number, each.text)
                tried["violated" if violated else "held"] += 1


@pytest.mark.parametrize("project", PROJECTS)
def test_what_is_written_names_the_acts_of_the_fact_alone(project: str) -> None:
    for lab in labs(project):
        acts = acts_in(lab.runs.atlases)
        known = [*(each.act for each in lab.runs.known), *set().union(*acts.values())]
        for fact in facts_in(lab.runs).held:
            policy = read(policy_of(fact), known)
            named = {text for text in acts for each in policy.first if _names(each, acts[text])}
            assert named == {fact.act.text}, fact.text
            if fact.other is not None:
                others = {
                    text for text in acts for each in policy.second if _names(each, acts[text])
                }
                assert others == {fact.other.text}, fact.text


def _names(pattern: Any, acts: Iterable[Act]) -> bool:
    return any(map(pattern.matches, acts))


PAY, APPROVE, SEND = (Act("call", name, phase="desk") for name in ("pay", "approve", "send"))
ACTS = {each.text: {each} for each in (PAY, APPROVE, SEND)} | {
    "call look": {Act("call", "look", phase="desk"), Act("call", "look", phase="hall")}
}
LOOK = Act("call", "look", phase="desk")
AFTER = Fact("only-after", PAY, APPROVE)
BOTH = Fact("never-both", PAY, SEND)
ONCE = Fact("at-most-once", PAY)
DUE = Fact("every-run", PAY, completions=("completed",))


@pytest.mark.parametrize(
    ("written", "fact", "says"),
    [
        ({"never": "call pay", "before": "call approve"}, AFTER, True),
        ({"never": "call p*", "before": "call approve"}, AFTER, True),
        ({"never": ["call send", "call pay"], "before": "call approve"}, AFTER, True),
        ({"never": "call pay", "before": ["call approve", "call send"]}, AFTER, False),
        ({"never": "call pay", "before": "call approval"}, AFTER, False),
        ({"never": "call pay", "after": "call approve"}, AFTER, False),
        ({"never": "call approve", "before": "call pay"}, AFTER, False),
        (
            {"never": "call look in desk", "before": "call pay"},
            Fact("only-after", LOOK, PAY),
            False,
        ),
        ({"never": "call look", "before": "call pay"}, Fact("only-after", LOOK, PAY), True),
        ({"never-both": ["call send", "call pay"]}, BOTH, True),
        ({"never-both": ["call pay", ["call send", "call look"]]}, BOTH, True),
        ({"never-both": ["call pay", "call look"]}, BOTH, False),
        ({"at-most": 1, "of": "call *"}, ONCE, True),
        ({"at-most": 2, "of": "call pay"}, ONCE, False),
        ({"at-most": 1, "of": "call pay", "after": "call send"}, ONCE, False),
        ({"every-run": "call pay"}, DUE, True),
        ({"every-run": "call pay", "before": "end completed"}, DUE, True),
        ({"every-run": "call pay", "before": "end failed"}, DUE, False),
        ({"every-run": "call pay", "under": "strict"}, DUE, False),
        ({"every-run": ["call pay", "call send"]}, DUE, False),
        ({"every-run": "call payout"}, DUE, False),
        ({"some-run": "call pay"}, DUE, False),
    ],
)
def test_a_policy_says_a_fact_or_it_does_not(
    written: dict[str, Any], fact: Fact, says: bool
) -> None:
    ends = {f"end {each}": {Act("end", each)} for each in ("completed", "failed")}
    left = unwritten((fact,), (read(written),), {**ACTS, **ends})
    assert left == (() if says else (fact,))


def test_a_policy_of_several_ends_lists_them() -> None:
    fact = Fact("every-run", PAY, completions=("completed", "failed"))
    assert policy_of(fact) == {"every-run": "call pay", "before": ["end completed", "end failed"]}


@pytest.mark.parametrize("project", PROJECTS)
def test_every_fact_is_proved_as_a_policy(project: str) -> None:
    for lab in labs(project):
        for fact in facts_in(lab.runs).held:
            verdict = judge(lab.runs, read(policy_of(fact)))
            assert (verdict.status, verdict.tested) == ("holds", True), (lab.name, fact.text)


@pytest.mark.parametrize("project", PROJECTS)
def test_what_is_no_fact_is_violated_as_a_policy_unless_limits_keep_runs_from_it(
    project: str,
) -> None:
    pick, violated = random.Random(SEED), 0
    for lab in labs(project):
        found = facts_in(lab.runs)
        known = {normal(each.key) for each in found.every}
        some = [each for each in candidates(*lab.runs.atlases) if normal(each.key) not in known]
        for fact in pick.sample(some, min(len(some), 0 if found.reason else 30)):
            ends = tuple(sorted(lab.runs.runtime.completions))
            verdict = judge(lab.runs, read(policy_of(fact._replace(completions=ends))))
            if fact.kind != "every-run" and not lab.runs.has_limits:
                assert verdict.status == "violated", (SEED, lab.name, fact.text)
            violated += verdict.status == "violated"
    assert violated
