"""How the executor shows what conditional transitions do (reference §7.5)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.conditionvalues import (
    DEFAULT,
    handed,
    longer_list,
    producible,
)
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.executor.planning import shown
from phaselint.executor.proof import data_of, never_by, unproved
from phaselint.schema import Equals
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.proofs.answering import answer, iterations, key_in
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.ways.proofs.graph import not_explored
from phaselint_rules.climpt.ways.proofs.transitions import planned, rule_of, said
from phaselint_rules.climpt.ways.transitiontext import (
    FORWARD,
    can_be_asked,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step, Transition
    from phaselint.executor.explore import Edge
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.claims import Claim

NO_TARGET = "SR-TRANS-002"


# --- what findings say ----------------------------------------------------------------------------


def _conditional(claim: Claim, *inner: str) -> tuple[Step, Transition] | None:
    """The conditional transition that runs read as such, of which a finding names a member."""
    found = rule_of(claim)
    if found is None or claim.place.pointer != (*found[1].pointer, *inner):
        return None
    _, transition = found
    plain = transition.simple or not transition.conditional or transition.intent not in FORWARD
    return found if not plain and can_be_asked(claim.facts, *found) else None


def _no_value(claim: Claim) -> ExpectedFinding | None:
    key, facts = claim.name("value"), claim.facts
    found = _conditional(claim, "targets", key)
    schema = facts.schema(found[0]) if found else None
    path = handed(found[0], found[1].condition) if found else None
    if found is None or schema is None or path is None or key not in found[1].targets:
        return None
    if key == DEFAULT:
        return None
    if producible(schema, path, key):
        return _several(claim, *found)
    return claim.here(step=found[0].key, value=key, field=path, target=found[1].targets[key])


def _several(claim: Claim, step: Step, transition: Transition) -> ExpectedFinding | None:
    """What a finding says about a key that a list of one element can match, but a longer list
    can't."""
    key, listed = claim.name("value"), claim.data.get("listed")
    path, schema = handed(step, transition.condition), claim.facts.schema(step)
    if path is None or schema is None or longer_list(schema, path, key) != listed:
        return None
    if not isinstance(listed, list) or ",".join(map(str, listed)) in transition.targets:
        return None
    data = {"intent": transition.intent, "field": path, "value": key, "listed": listed}
    return claim.here(step=step.key, **data, target=transition.targets.get(DEFAULT))


# --- runs -----------------------------------------------------------------------------------------


def goes_to(driven: PlannedRun, step: str, target: str | None) -> bool:
    """Whether the run leaves a step for another one, or ends there with SR-TRANS-002."""
    records = iterations(driven, step)
    if not records:
        return False
    if target is None:
        return driven.code == NO_TARGET
    return records[-1].get("next") == target


@checks_claim(_no_value, "that the transition of `{step}` has the key `{value}`")
@by("explore", "static+replay")
def never_chosen(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """No answer that the schema allows has the value that the key means. A list of several
    elements, including the key, goes to the default in a run."""
    if "listed" in data_of(finding):
        return _takes_default(lab, finding)
    data, atlas = data_of(finding), lab.sampled
    if reason := not_explored(lab, data["step"]):
        return Proof("unproved", "explore", None, reason)

    def has_value(edge: Edge) -> bool:
        so = edge.choice.value.so
        if atlas.states[edge.source].step != data["step"] or not isinstance(so, dict):
            return False
        return bool(key_in(so, data["field"]) == data["value"])

    return never_by(lab, "have the value", atlas, has_value, "an answer has the value")


def _takes_default(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run answers with a list of several elements and goes to the default, or ends there."""
    plan = planned(lab, finding)
    data, facts = data_of(finding), lab.facts
    step = facts.steps[data["step"]]
    wanted = (path_of(data["field"]), Equals(data["listed"]))
    last = answer(facts, step, data["intent"], wanted)
    if last is None:
        return unproved("no answer could be made up with such a list")

    def run_goes_to_target(driven: PlannedRun) -> bool:
        return goes_to(driven, step.key, data["target"])

    return shown(said(lab, finding, plan._replace(last=last)), run_goes_to_target)
