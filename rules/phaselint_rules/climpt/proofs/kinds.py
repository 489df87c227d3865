"""Provers of what findings claim of runs (`phaselint.vocabulary.claim`), where a single run shows
it: one for each kind of claim (reference climpt §6.2).

Nothing is proved of a contract of which the rule says something else.
"""

from __future__ import annotations

from phaselint.executor.claimed_differences import same_runs
from phaselint.executor.claims import prover_of
from phaselint.executor.mending import mended
from phaselint.executor.planning import Plan
from phaselint.executor.proof import OTHERWISE, unproved
from phaselint.vocabulary.claim import Same
from phaselint.vocabulary.finding import Fix, Proof
from phaselint_rules.climpt.proofs.answering import closing, same_without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.executor.claims import Decide
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Method, Place

    Kinds = Mapping[type[Any], tuple[Method, Decide]]


def whole_run(facts: ClimptFacts, through: str = "") -> Plan | None:
    """A run from the entry to the nearest closure step, through some step on request; if no closure
    step is reached, a run to that step."""
    if not facts.graph_known:
        return None
    start = facts.active or facts.entries[0]
    way = facts.way(through, start=start) if through else (start,)
    if not way:
        return None
    ends = [facts.way(s.key, start=way[-1]) for s in facts.steps.values() if s.kind == "closure"]
    rest = min(filter(None, ends), key=len, default=(way[-1],))
    last = facts.steps[rest[-1]]
    said = closing(facts, last) if last.kind == "closure" else None
    return Plan((*way, *rest[1:]), last=said)


def is_there(facts: ClimptFacts, place: Place) -> bool:
    """Whether the contract has anything at a place: an edit made for another contract might change
    what is next to it."""
    document = facts.contract.documents.get(place.file)
    value: Any = document.value if document else None
    for key in place.pointer:
        known = isinstance(value, dict) and key in value
        if not known and not (isinstance(value, list) and key in range(len(value))):
            return False
        value = value[key]
    return document is not None


def _read_alike(one: ClimptContract, other: ClimptContract) -> bool:
    """Whether runs of two contracts have the same before them: which other files these read
    follows from the registry and from agent.json."""
    parts = ((each.registry, each.agent, each.settings, each.generation) for each in (one, other))
    first, second = parts
    return first == second


def _texts(contract: ClimptContract) -> dict[str, str]:
    """What is written in a contract: edits that leave it unchanged show nothing."""
    return {path: each.text for path, each in contract.documents.items()}


def _same(lab: ProofContext[ClimptFacts], finding: Finding, claim: Same) -> Proof:
    """A run through the step that the finding is in, if any, is the same with the edits; and so is
    every other."""
    facts, place = lab.facts, finding.place
    inner = place.pointer[len(facts.registry.base) :]
    of_step = place.file == facts.registry.file and inner[:1] == ("steps",) and len(inner) > 1
    plan = whole_run(facts, str(inner[1]) if of_step else "")
    if plan is None:
        return unproved("no run reaches it")
    if not is_there(facts, place):
        return Proof("unproved", "differential", None, OTHERWISE)
    try:
        copy = mended(lab, Fix("safe", "the edits of the claim", claim.edits))
    except LookupError:
        return Proof("unproved", "differential", None, OTHERWISE)
    if _texts(copy) == _texts(facts.contract):
        return Proof("unproved", "differential", None, OTHERWISE)
    proof = same_without(lab, f"ignore {place.pointer[-1]}", plan, copy)
    if proof.status != "proved" or _read_alike(facts.contract, copy):
        return proof
    whole = same_runs(lab, copy)
    return proof if whole.status == "proved" else whole


same = prover_of(Same, "differential", _same)
