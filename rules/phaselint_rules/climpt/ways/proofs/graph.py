"""How the executor shows what is wrong with the graph (reference §7.5).

What never happens is explored from the entry of the agent's own verdict type, without the limit of
iterations.
"""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import END
from phaselint.executor.planning import Plan
from phaselint.executor.proof import cut_off_at, data_of, never
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.form.releases import no_closure
from phaselint_rules.climpt.proofs.answering import refused_with, run_plan
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.ways.transitiontext import entry_places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.claims import Claim, Prover


# --- what findings say ----------------------------------------------------------------------------


def _out_of_reach(claim: Claim) -> ExpectedFinding | None:
    """A step that no entry of any verdict type reaches, and the others after it."""
    step, facts = claim.step, claim.facts
    islands = tuple(_unlent(facts))
    members = next((each for each in islands if step is not None and each[0] == step.key), ())
    if facts.parity and any(step is not None and step.key in each for each in islands):
        members = (claim.name("step"),)
    if step is None or not members or not facts.reach.isdisjoint(members):
        return None
    data = {"step": step.key, "steps": list(members), "entries": list(facts.entries)}
    return ExpectedFinding(facts.place(step.pointer), data)


def _unlent(facts: ClimptFacts) -> Iterator[tuple[str, ...]]:
    """The steps that become reachable together, without those that a lent prompt explains."""
    for members in facts.intended.islands:
        left = tuple(key for key in members if key not in facts.lent_reach)
        if left:
            yield left


def _of_another_verdict(claim: Claim) -> ExpectedFinding | None:
    """A step that only the entry of another verdict type reaches."""
    step, facts = claim.step, claim.facts
    if step is None or step.section or not facts.active or step.key not in facts.reach:
        return None
    data = {"step": step.key, "steps": [step.key], "entries": [facts.active]}
    return ExpectedFinding(facts.place(step.pointer), data)


def _lost_entry(claim: Claim) -> ExpectedFinding | None:
    step, facts = claim.step, claim.facts
    places = [place for key, place in entry_places(facts) if step and key == step.key]
    code = no_closure(facts)
    if step is None or not (facts.gated or code) or not places:
        return None
    return ExpectedFinding(places[0], {"step": step.key} | ({"code": code} if code else {}))


def _pit(claim: Claim) -> ExpectedFinding | None:
    """A step, and all steps that runs can reach from there."""
    step, facts = claim.step, claim.facts
    if step is None:
        return None
    inside = facts.reach_from((step.key,)).intersection(facts.steps)
    stuck = claim.data.get("stuck")
    known = isinstance(stuck, list) and all(isinstance(key, str) for key in stuck)
    if not known or len(stuck or ()) != len(inside) or inside != frozenset(stuck or ()):
        return None
    return ExpectedFinding(facts.place(step.pointer), {"step": step.key, "stuck": stuck})


# --- runs -----------------------------------------------------------------------------------------


@by("explore")
def never_entered_steps(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """No run reaches any of the steps."""
    if reason := not_explored(lab):
        return Proof("unproved", "explore", None, reason)
    data = data_of(finding)
    lost = frozenset(data["steps"])
    name = f"enter {data['step']}"
    return never(lab, name, lab.sampled, lambda state: not lost.isdisjoint(_steps(lab, state)))


never_entered: Prover = checks_claim(_out_of_reach)(never_entered_steps)
not_in_these_runs: Prover = checks_claim(_of_another_verdict)(never_entered_steps)


@checks_claim(_lost_entry)
@by("explore", "refusal")
def never_ends(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """No run reaches an end other than an error; or the start is refused because no step can end
    the run."""
    if code := data_of(finding).get("code"):
        return refused_with(lab, code)
    if data_of(finding)["step"] != lab.facts.active:
        return Proof("unproved", "explore", None, "no run of this agent starts there")
    if reason := not_explored(lab):
        return Proof("unproved", "explore", None, reason)
    return never(lab, "reach an end", lab.sampled, lambda state: _completed(lab, state))


@checks_claim(_pit)
@by("explore")
def never_left(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run reaches the steps, and no continuation of it leaves them or ends."""
    data = data_of(finding)
    way = tuple(data.get("path", ()))
    if not way or way[0] != lab.facts.active:
        return Proof("unproved", "explore", None, "no run of this agent reaches it")
    driven = run_plan(lab, f"reach {way[-1]}", Plan(way))
    end = driven.run.last
    if driven.left or lab.runtime.asks(end) is None or way[-1] not in _steps(lab, end):
        reason = driven.left or "the run ends before it reaches it"
        return Proof("unproved", "explore", driven.script, reason)
    stuck = frozenset(data["stuck"])

    def leaves(state: Any) -> bool:
        return _completed(lab, state) or state.step not in stuck

    proof = never(lab, f"leave {way[-1]}", lab.explore(end), leaves)
    return proof._replace(script=driven.script) if proof.status != "refuted" else proof


def _steps(lab: ProofContext[ClimptFacts], state: Any) -> tuple[str, ...]:
    """The step that a run is at, and the one of its latest iteration."""
    visited: list[str] = lab.runtime.summary(state)["phases_visited"]
    return (state.step, *visited[-1:])


def _completed(lab: ProofContext[ClimptFacts], state: Any) -> bool:
    return lab.runtime.outcome(state).kind == "completed"


def not_explored(lab: ProofContext[ClimptFacts], *steps: str) -> str:
    """Why runs don't reach some steps, or not as far as the graph says: then something else ends
    them, and what they never do shows nothing. Empty if they do."""
    facts = lab.facts
    if not facts.active:
        return "no run starts without agent.json"
    atlas: Atlas[Any] = lab.sampled
    if not atlas.complete:
        return cut_off_at(atlas)
    entered = {key for state in atlas.states for key in _steps(lab, state)}
    wanted = frozenset(steps) or facts.reach_from((facts.active,)) - {END}
    for key in facts.steps:
        if key in wanted and key not in entered:
            return f"no run reaches `{key}`, although the graph has a path to it"
    return ""
