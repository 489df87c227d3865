"""Policies with `from`: whether one who works in a contract makes a call, directly or
through others. The dialect's answer is shown by a run, or looked at a second time."""

from __future__ import annotations

from phaselint.behavior.answers import (
    Answer,
    idle_said,
    never_tested,
    stands,
    undecided,
    unshown,
    unverified,
    violated_by,
)
from phaselint.behavior.showing import Shown, acts_of_run
from phaselint.behavior.telling import any_of, violating
from phaselint.executor.proof import PLAIN
from phaselint.executor.soundness.search import settings
from phaselint.policies.origins import asked_of, violation_from
from phaselint.policies.reading import FROM
from phaselint.vocabulary.finding import Holding
from phaselint.vocabulary.message import message, quote, quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.behavior.answers import Question
    from phaselint.dialects.acts import Name
    from phaselint.dialects.reaching import Reach, Reaching, Way
    from phaselint.executor.proof import ProofContext, RunInput
    from phaselint.policies.policy import Policy
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message


def comes_to(
    lab: ProofContext[Any], places: Mapping[Name, Place], question: Question, *, verify: bool
) -> Answer:
    """The status of a policy with `from` in the contract on a bench, whose acts are at `places`."""
    policy = question.policy
    reaching = lab.runtime.reaching(lab.facts.contract, lab.options)
    if reaching is None:
        return undecided(question, f"`{FROM}` works only for agent teams", 0, f"remove `{FROM}`")
    names = [name for each in policy.first for name in asked_of(each, reaching)]
    if not names or policy.origin not in reaching.agents:
        return Answer(stands(question, "holds", tested=False), tuple(idle_said(question)))
    found = reaching.reach(policy.origin, names, policy.over)
    if found.status == "reached":
        return _violated(lab, places, question, reaching, found)
    if found.status == "unknown":
        return undecided(question, _unknown(found), 0, "name its tools, or forbid them by name")
    holds = stands(question, "holds", tested=found.status == "no")._replace(agents=found.looked)
    answer = Answer(holds, tuple(idle_said(question)))
    if found.status == "missing":
        told = message("no session has agent {} at work", quote(policy.origin))
        told = message("{}, so no run tests the policy {}", told, quote(policy.title))
        answer = answer._replace(said=(*answer.said, never_tested(question, told)))
    if verify:
        from phaselint.behavior.coming_again import looked_again

        doubt, stopped = looked_again(lab, policy, reaching, names)
        return unverified(answer._replace(defect=doubt), question, stopped)
    return answer


def _unknown(found: Reach) -> str:
    """Why it is not known whether somebody makes a call."""
    way = f" ({_chain(found.way)})" if found.way is not None and len(found.way.agents) > 1 else ""
    where = f"; {found.where}" if found.where else ""
    return f"{found.why}{way}{where}"


def _chain(way: Way) -> str:
    """Who is at work on a way, one after the other."""
    return " -> ".join(way.agents)


def _violated(
    lab: ProofContext[Any],
    places: Mapping[Name, Place],
    question: Question,
    reaching: Reaching,
    found: Reach,
) -> Answer:
    """A violated policy, as the run of a way shows it."""
    assert found.way is not None
    policy = question.policy
    standing = stands(question, "violated")
    first = next(settings(lab), PLAIN)
    setting = first._replace(options={**first.options, **found.way.options})
    shown = _shown(lab, policy, reaching, found.way, setting)
    if shown is None:
        return unshown(standing)
    told = _told(policy, shown, found)
    said = violated_by(lab, places, question, shown, told, setting).helped(found.where)
    if found.programs:
        said = said._replace(finding=said.finding._replace(holding=Holding(found.programs)))
    return Answer(standing, (said,))


def _shown(
    lab: ProofContext[Any], policy: Policy, reaching: Reaching, way: Way, setting: RunInput
) -> Shown | None:
    """The run of a way, on the unmodified contract; none where what it does does not violate the
    policy. A call for which there is no answer must be offered in the end."""
    run = lab.replay(way.words, setting)
    acts = acts_of_run(lab.runtime, lab.facts.contract, run)
    offered = [each for each in lab.runtime.offered(run.states[-1]) if each.name == way.act.name]
    made = any(each.name == way.act.name for each in acts)
    free = () if made else tuple(offered[:1])
    acts = (*acts, *free)
    at = violation_from(policy, acts, reaching, over=policy.over)
    return None if at is None else Shown(run, acts, at, free)


def _told(policy: Policy, shown: Shown, found: Reach) -> Message:
    """Who reaches what, through whom, and why."""
    way = found.way
    assert way is not None
    deed = message("agent {} can do {}", quote(policy.origin), any_of(policy.first))
    if way.agents[1:]:
        deed = message("{} through {}", deed, quote_all(way.agents[1:]))
    act = shown.acts[shown.at]
    has = message("{} has {}", quote(act.phase), quote(act.subject))
    told = message("{}: {}", deed, found.why or has)
    return violating(policy, told)
