"""Answers about policies: how each stands, and what is wrong."""

from __future__ import annotations

from phaselint.behavior.standing import Standing
from phaselint.behavior.telling import REMEDY, help_for, untested
from phaselint.dialects.acts import START, TURN
from phaselint.executor.proof import STATIC
from phaselint.executor.soundness.whereabouts import whole
from phaselint.vocabulary.finding import Finding, Proof, Related, Witness, WitnessStep
from phaselint.vocabulary.message import message, quote, retold
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.behavior.showing import Shown
    from phaselint.behavior.standing import Status
    from phaselint.dialects.acts import Name
    from phaselint.dialects.records import Grade
    from phaselint.executor.proof import ProofContext, RunInput
    from phaselint.policies.policy import Policy
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

VIOLATED = "policy-violated"
UNTESTED = "policy-never-tested"
UNDECIDED = "policy-undecided"

LISTED = "`phaselint graph --acts` lists the acts of a contract"

SIMPLER = "raise `--bound`, or make the contract simpler"

RUNS: Mapping[Grade, str] = {
    "hostile": "in all runs",
    "fair": "in all runs with fair answers",
    "strict": "in all runs with strict answers",
}
"""The runs that policies are about, by the worst answers that count."""


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

    def helped(self, further: str) -> Said:
        """The same with something else to know before its help; unchanged for an empty string."""
        if not further:
            return self
        return self._replace(finding=self.finding._replace(help=f"{further}; {self.finding.help}"))


class Answer(NamedTuple):
    """How a policy stands, what is wrong with it, and, where the analysis contradicts itself,
    what is wrong with that. `dark`: it is not known what runs do, for errors of the contract."""

    standing: Standing
    said: tuple[Said, ...] = ()
    defect: str = ""
    dark: bool = False


def stands(question: Question, status: Status, states: int = 0, *, tested: bool = True) -> Standing:
    """How a policy stands."""
    policy = question.policy
    return Standing(
        policy.title,
        policy.rule,
        place=question.place,
        status=status,
        states=states,
        tested=tested,
        why=policy.why,
        severity=policy.severity,
        runs=which_runs(policy),
    )


def which_runs(policy: Policy) -> str:
    """The runs that a policy is about, where it is about all of a kind, in words."""
    if policy.shape == "some-run" or policy.origin:
        return ""
    return RUNS[policy.worst]


def undecided(question: Question, reason: str, states: int, remedy: str) -> Answer:
    """That it is not known how a policy stands, and why."""
    policy = question.policy
    explored = f"; {plural(states, 'state')} explored" if states else ""
    text = message("policy `{}` isn't decided: {}{}", policy.title, retold(reason), explored)
    finding = Finding(question.place, text, remedy, known_as=policy.title)
    found = stands(question, "undecided", states)._replace(reason=reason)
    return Answer(found, (Said(UNDECIDED, finding, STATIC),))


def unverified(answer: Answer, question: Question, why: str) -> Answer:
    """The answer that a policy holds where a second look could not tell."""
    if not why:
        return answer
    title = question.policy.title
    text = message("policy `{}` holds, but `--verify` did not check that: {}", title, why)
    finding = Finding(question.place, text, SIMPLER, known_as=title)
    standing = answer.standing._replace(unverified=why)
    return answer._replace(standing=standing, said=(*answer.said, Said(UNDECIDED, finding, STATIC)))


def idle_said(question: Question) -> Iterator[Said]:
    """That patterns of a policy match nothing."""
    for pattern, place in question.idle:
        text = message("`{}` matches no act of the contract", pattern)
        title = question.policy.title
        finding = Finding(place, text, LISTED, severity="info", known_as=title)
        yield Said(UNTESTED, finding, STATIC)


def never_tested(question: Question, told: Message | None = None) -> Said:
    """That a policy holds for want of anything that tests it."""
    policy = question.policy
    finding = Finding(question.place, told or untested(policy), REMEDY, known_as=policy.title)
    return Said(UNTESTED, finding, Proof("proved", "explore"))


def broken(question: Question, place: Place, said: Message) -> Finding:
    """The finding that a policy is violated."""
    policy = question.policy
    return Finding(
        place,
        said,
        help_for(policy),
        severity=policy.severity,
        related=(Related(question.place, f"the policy: {policy.rule}"),),
        known_as=policy.title,
    )


def violated_by(
    lab: ProofContext[Any],
    places: Mapping[Name, Place],
    question: Question,
    found: Shown,
    said: Message,
    setting: RunInput,
) -> Said:
    """The finding that a policy is violated, with the run that shows it."""
    policy = question.policy
    acts = [each.text for each in found.acts]
    witness = Witness(
        {"policy": policy.title, "acts": acts}, tuple(steps_of(policy, found, places))
    )
    finding = broken(question, place_of(lab, found, places), said)._replace(witness=witness)
    script = lab.script_of(policy.title, found.run, setting)
    return Said(VIOLATED, finding, Proof("proved", "replay", script, left_out(found)))


def unshown(standing: Standing) -> Answer:
    """That a policy was said to be violated, and its run can't be made again."""
    return Answer(standing, (), f"no replay shows that policy `{standing.title}` is violated")


def steps_of(policy: Policy, found: Shown, places: Mapping[Name, Place]) -> Iterator[WitnessStep]:
    """The run act by act, up to what violates the policy; that models answered goes without saying
    unless the policy is about that."""
    for act in found.acts[: found.at + 1]:
        plain = act.name in (START.name, TURN.name)
        if not plain or any(each.matches(act) for each in policy.patterns):
            yield WitnessStep(act.text, places.get(act.name), act.phase)


def place_of(lab: ProofContext[Any], found: Shown, places: Mapping[Name, Place]) -> Place:
    """Where the contract lets a run through: at the act that violates the policy, else at the last
    before it that is written somewhere."""
    for act in reversed(found.acts[: found.at + 1]):
        if act.name in places:
            return places[act.name]
    return whole(lab)


def left_out(found: Shown) -> str:
    """What of a run its script leaves out, if anything."""
    if not found.free:
        return ""
    return f"the script leaves out {quote(found.free[0].text)}, which the runtime only offers"
