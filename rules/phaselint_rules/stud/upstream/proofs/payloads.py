"""Prompts after the smallest payloads (reference stud §5.3 R9). Exploration hands in as much of
what placeholders read as it can, so a run by a plan shows what findings claim; what payloads may
contain is read."""

from __future__ import annotations

from phaselint.executor.claimed_runs import tells
from phaselint.executor.claims import prover_of
from phaselint.executor.planning import Plan
from phaselint.executor.proof import data_of, unproved, verdict
from phaselint.vocabulary.claim import Notes
from phaselint_rules.stud.parts import left_out_in, missing_in
from phaselint_rules.stud.proofs.answering import run_plan
from phaselint_rules.stud.proofs.claims import checks_claim, stage_at
from phaselint_rules.stud.upstream.payloadless import bare_ways
from phaselint_rules.stud.upstream.results import dotted
from phaselint_rules.stud.upstream.uses import uses_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.uses import Use
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.stud.parts import ReliableLookup


def _along(lab: ProofContext[StudFacts], finding: Finding, claim: Notes) -> Proof:
    """A run along the path of the finding, each stage of which hands in its smallest payload."""
    way = tuple(data_of(finding)["path"])
    if not way:
        return unproved(f"no run reaches `{claim.phase}`")
    plan = Plan(way, options=claim.options)
    driven = run_plan(lab, f"render the body of {claim.phase}", plan)
    doubt = driven.left or claim.doubt
    return verdict(tells(claim, driven.events), driven.script, doubt)


_after_smallest = prover_of(Notes, "replay", _along)


def _read_missing(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    use = _use(facts, finding)
    if use is None:
        return None
    if missing := missing_in(facts, use):
        return _part(use, missing)
    ways = bare_ways(facts, use)
    return {**_named(use), "branches": len(ways)} if ways else None


@checks_claim(_read_missing)
def not_in_payload(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """Nothing is in the place of a part that schemas of payloads do not have."""
    return _after_smallest(lab, finding)


def _read_left_out(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    use = _use(facts, finding)
    return None if use is None else _part(use, left_out_in(facts, use))


@checks_claim(_read_left_out)
def left_out(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The same, of a part that payloads may lack."""
    return _after_smallest(lab, finding)


def _use(facts: StudFacts, finding: Finding) -> Use | None:
    """The placeholder of a finding, in the body that it points at."""
    stage, written = stage_at(facts, finding), data_of(finding)["placeholder"]
    if stage is None or not facts.graph_known:
        return None
    found = uses_in(facts, stage, "upstream")
    return next((use for use in found if use.written == written), None)


def _named(use: Use) -> dict[str, Any]:
    return {"stage": use.stage.id, "placeholder": use.written}


def _part(use: Use, told: Sequence[ReliableLookup]) -> Mapping[str, Any] | None:
    if not told:
        return None
    return {
        **_named(use),
        "predecessors": [each.giver.stage.id for each in told],
        "parsed": dotted(use.path[4:]),
        "declared": list(told[0].lookup.names),
    }
