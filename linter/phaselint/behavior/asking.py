"""Policies asked of one contract: how each stands, and what is found to be wrong with them."""

from __future__ import annotations

from phaselint.behavior.product import judge
from phaselint.behavior.runs import Runs
from phaselint.behavior.showing import places_of, shown
from phaselint.behavior.standing import Standing
from phaselint.behavior.telling import REMEDY, help_for, untested, violated
from phaselint.dialects.acts import START, TURN
from phaselint.executor.explore import TOO_MANY
from phaselint.executor.proof import STATIC
from phaselint.executor.soundness.claim_messages import whole
from phaselint.executor.soundness.search import refusal_in
from phaselint.policies.naming import resolved
from phaselint.vocabulary.finding import Finding, Proof, Related, Witness, WitnessStep
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.behavior.product import Verdict
    from phaselint.behavior.showing import Shown
    from phaselint.dialects.acts import Act, Name
    from phaselint.executor.proof import ProofContext
    from phaselint.policies.policy import Policy
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

VIOLATED = "policy-violated"
UNTESTED = "policy-never-tested"
UNDECIDED = "policy-undecided"

LISTED = "`phaselint graph --acts` lists the acts of a contract"

_BOUND = "the bound of "

SIMPLER = "raise `--bound`, or make the contract simpler"


class Question(NamedTuple):
    """A policy to be asked of a contract, and where it is written, with its range; `idle` are the
    patterns in it that match no act of the contract, each with its place."""

    policy: Policy
    place: Place
    idle: tuple[tuple[str, Place], ...] = ()


class Said(NamedTuple):
    """A finding about a policy, the name of its rule, and its proof."""

    rule: str
    finding: Finding
    proof: Proof


class Answer(NamedTuple):
    """How a policy stands, what is found to be wrong, and, where the analysis contradicts itself,
    what is wrong with that. `dark`: it is not known what runs do, for errors of the contract."""

    standing: Standing
    said: tuple[Said, ...] = ()
    defect: str = ""
    dark: bool = False


def asked(
    lab: ProofContext[Any], questions: Iterable[Question], *, verify: bool = False
) -> Iterator[Answer]:
    """How policies stand in the contract on a bench, in their order; `verify` has those that hold
    checked a second time. A contract that is refused has no runs, and decides none of them."""
    refused = refusal_in(lab)
    if refused:
        reason = f"the contract is refused before a run begins, with `{refused}`"
        yield from (unasked(each, reason) for each in questions)
        return
    runs = Runs(lab)
    places, acts = places_of(runs), [each.act for each in runs.known]
    for each in questions:
        meant = each._replace(policy=resolved(each.policy, acts))
        yield _answer(lab, runs, places, meant, verify=verify)


def stopped(reason: str) -> str:
    """That exploration stopped early, for a reason that is the name of a bound or a clause."""
    bound = reason.startswith(_BOUND) or reason == TOO_MANY
    return f"exploration stopped at {reason}" if bound else reason


def unasked(question: Question, reason: str) -> Answer:
    """How a policy stands in a contract of which no run is known."""
    answer = _undecided(question, reason, 0, "correct the errors of the contract first")
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
        return _undecided(question, stopped(verdict.reason), verdict.states, SIMPLER)
    if verdict.status == "violated":
        return _violated(lab, runs, places, question, verdict)
    answer = Answer(_standing(question, verdict), tuple(_vacuous(question, verdict)))
    if verify:
        from phaselint.behavior.verifying import doubt_of

        answer = answer._replace(defect=doubt_of(runs, policy))
    return answer


def _vacuous(question: Question, verdict: Verdict) -> Iterator[Said]:
    """What is said of a policy that holds for want of anything that tests it."""
    policy = question.policy
    for pattern, place in question.idle:
        text = message("`{}` matches no act of the contract", pattern)
        finding = Finding(place, text, LISTED, severity="info", known_as=policy.title)
        yield Said(UNTESTED, finding, STATIC)
    if not (verdict.tested or question.idle):
        finding = Finding(question.place, untested(policy), REMEDY, known_as=policy.title)
        yield Said(UNTESTED, finding, Proof("proved", "explore"))


def _standing(question: Question, verdict: Verdict) -> Standing:
    policy = question.policy
    return Standing(
        policy.title,
        policy.rule,
        place=question.place,
        status=verdict.status,
        states=verdict.states,
        tested=verdict.tested,
        why=policy.why,
        severity=policy.severity,
        of_all=policy.shape != "some-run",
    )


def _undecided(question: Question, reason: str, states: int, remedy: str) -> Answer:
    policy = question.policy
    explored = f"; {plural(states, 'state')} explored" if states else ""
    text = message("policy `{}` is not decided: {}{}", policy.title, reason, explored)
    finding = Finding(question.place, text, remedy, known_as=policy.title)
    standing = Standing(
        policy.title,
        policy.rule,
        question.place,
        "undecided",
        states,
        why=policy.why,
        severity=policy.severity,
        reason=reason,
        of_all=policy.shape != "some-run",
    )
    return Answer(standing, (Said(UNDECIDED, finding, STATIC),))


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
    standing = _standing(question, verdict)
    if policy.shape == "some-run":
        place = next(
            (places[each.name] for each in _named(runs, policy) if each.name in places), whole(lab)
        )
        finding = _finding(question, place, violated(policy, None, verdict.nearest))
        return Answer(standing, (Said(VIOLATED, finding, Proof("proved", "explore")),))
    found = shown(lab, policy, verdict)
    if found is None:
        return Answer(standing, (), f"no replay shows that policy `{policy.title}` is violated")
    acts = [each.text for each in found.acts]
    witness = Witness({"policy": policy.title, "acts": acts}, tuple(_steps(policy, found, places)))
    finding = _finding(question, _place(lab, found, places), violated(policy, found))
    if verdict.reason:
        finding = finding._replace(help=f"{verdict.reason}; {finding.help}")
    script = lab.script_of(policy.title, found.run, verdict.setting)
    proof = Proof("proved", "replay", script, _free(found))
    return Answer(standing, (Said(VIOLATED, finding._replace(witness=witness), proof),))


def _free(found: Shown) -> str:
    """What of a run its script leaves out, if anything."""
    if not found.free:
        return ""
    return f"the script leaves out {quote(found.free[0].text)}, which the runtime only offers"


def _named(runs: Runs, policy: Policy) -> Iterator[Act]:
    """The acts of a contract that a policy is about."""
    for known in runs.known:
        if any(each.matches(known.act) for each in policy.first):
            yield known.act


def _finding(question: Question, place: Place, said: Message) -> Finding:
    policy = question.policy
    return Finding(
        place,
        said,
        help_for(policy),
        severity=policy.severity,
        related=(Related(question.place, f"the policy: {policy.rule}"),),
        known_as=policy.title,
    )


def _steps(policy: Policy, found: Shown, places: Mapping[Name, Place]) -> Iterator[WitnessStep]:
    """The run act by act, up to what violates the policy; that models answered goes without saying
    unless the policy is about that."""
    for act in found.acts[: found.at + 1]:
        plain = act.name in (START.name, TURN.name)
        if not plain or any(each.matches(act) for each in policy.patterns):
            yield WitnessStep(act.text, places.get(act.name), act.phase)


def _place(lab: ProofContext[Any], found: Shown, places: Mapping[Name, Place]) -> Place:
    """Where the contract lets a run through: at the act that violates the policy, else at the last
    before it that is written somewhere."""
    for act in reversed(found.acts[: found.at + 1]):
        if act.name in places:
            return places[act.name]
    return whole(lab)
