"""Policies asked of one contract: how each stands, and what is wrong with them."""

from __future__ import annotations

from phaselint.behavior.answers import (
    SIMPLER,
    VIOLATED,
    Answer,
    Said,
    broken,
    idle_said,
    never_tested,
    stands,
    undecided,
    unshown,
    unverified,
    violated_by,
)
from phaselint.behavior.product import judge
from phaselint.behavior.runs import Runs
from phaselint.behavior.showing import places_of, shown
from phaselint.behavior.telling import violated
from phaselint.executor.explore import TOO_MANY
from phaselint.executor.soundness.search import refused_with
from phaselint.executor.soundness.whereabouts import whole
from phaselint.policies.naming import resolved
from phaselint.vocabulary.finding import Proof

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.behavior.answers import Question
    from phaselint.behavior.product import Verdict
    from phaselint.dialects.acts import Act, Name
    from phaselint.executor.proof import ProofContext
    from phaselint.policies.policy import Policy
    from phaselint.vocabulary.finding import Place

_BOUND = "the bound of "


def asked(
    lab: ProofContext[Any],
    questions: Iterable[Question],
    *,
    verify: bool = False,
    runs: Runs | None = None,
) -> Iterator[Answer]:
    """The status of policies in the contract on a bench, in order; `verify` has those that hold
    checked a second time. `runs` are those of the contract, where they are at hand. A contract that
    is refused has no runs, and decides none of them."""
    refused = refused_with(lab)
    if refused:
        yield from (unasked(each, refused) for each in questions)
        return
    runs = runs or Runs(lab)
    places, acts = places_of(runs), [each.act for each in runs.known]
    for each in questions:
        if each.policy.origin:
            from phaselint.behavior.coming import comes_to

            yield comes_to(lab, places, each, verify=verify)
            continue
        meant = each._replace(policy=resolved(each.policy, acts))
        yield _answer(lab, runs, places, meant, verify=verify)


def stopped(reason: str) -> str:
    """That exploration stopped early, for a reason that is the name of a bound or a clause."""
    bound = reason.startswith(_BOUND) or reason == TOO_MANY
    return f"exploration stopped at {reason}" if bound else reason


def unasked(question: Question, reason: str) -> Answer:
    """The status of a policy in a contract of which no run is known."""
    answer = undecided(question, reason, 0, "correct the errors of the contract first")
    return answer._replace(dark=True)


def _answer(
    lab: ProofContext[Any],
    runs: Runs,
    places: Mapping[Name, Place],
    question: Question,
    *,
    verify: bool,
) -> Answer:
    policy = question.policy
    verdict = judge(runs, policy)
    if verdict.status == "undecided":
        return undecided(question, stopped(verdict.reason), verdict.states, SIMPLER)
    if verdict.status == "violated":
        return _violated(lab, runs, places, question, verdict)
    found = stands(question, verdict.status, verdict.states, tested=verdict.tested)
    answer = Answer(found, tuple(_vacuous(question, verdict)))
    if verify:
        from phaselint.behavior.verifying import second_look

        looked = second_look(lab, runs, policy, verdict)
        answer = answer._replace(defect=looked.doubt)
        return unverified(answer, question, looked.stopped)
    return answer


def _vacuous(question: Question, verdict: Verdict) -> Iterator[Said]:
    """The messages about a policy that holds for want of anything that tests it."""
    yield from idle_said(question)
    if not (verdict.tested or question.idle):
        yield never_tested(question)


def _violated(
    lab: ProofContext[Any],
    runs: Runs,
    places: Mapping[Name, Place],
    question: Question,
    verdict: Verdict,
) -> Answer:
    """A violated policy, as the run that violates it shows it; of one that asks for a single run,
    as all runs do."""
    policy = question.policy
    standing = stands(question, verdict.status, verdict.states, tested=verdict.tested)
    if policy.shape == "some-run":
        place = next(
            (places[each.name] for each in _named(runs, policy) if each.name in places), whole(lab)
        )
        finding = broken(question, place, violated(policy, None, verdict.nearest))
        return Answer(standing, (Said(VIOLATED, finding, Proof("proved", "explore")),))
    found = shown(lab, policy, verdict)
    if found is None:
        return unshown(standing)
    told = violated(policy, found)
    said = violated_by(lab, places, question, found, told, verdict.setting)
    return Answer(standing, (said.helped(verdict.reason),))


def _named(runs: Runs, policy: Policy) -> Iterator[Act]:
    """The acts of a contract that a policy is about."""
    for known in runs.known:
        if any(each.matches(known.act) for each in policy.first):
            yield known.act
