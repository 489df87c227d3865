"""How the executor shows that checks of one path exclude each other (reference §5.7, §8.9)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.clashes import clashes
from phaselint.dialects.sweny.model import INPUT
from phaselint.dialects.sweny.reading.gatevalues import steps
from phaselint.executor.planning import shown
from phaselint.executor.proof import partly, unproved
from phaselint.schema import Equals, minimal
from phaselint.vocabulary.rule import by
from phaselint_rules.sweny.evals.proofs.evaltools import fails_either_way
from phaselint_rules.sweny.gates.impossible import REQUIRED
from phaselint_rules.sweny.gates.pathdata import MOST_VALUES, as_object
from phaselint_rules.sweny.gates.proofs.paths import (
    drive_to,
    fails_for_every_value,
    is_refused,
    path_to_gate_avoiding,
    prevented_by,
    reason_of,
    use_of,
)
from phaselint_rules.sweny.proofs.claims import Unlike, agree, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.sweny.analysis.clashes import Clash
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

_CHECKS = ("output_matches", "output_required")


def fails(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """Whatever the model does, one of the node's evaluators fails: with the tool calls that one of
    them asks for and without, or with each of the values that one of them names."""
    if set(_CHECKS).isdisjoint(map(str, finding.place.pointer)):
        return fails_either_way(lab, finding)
    return fails_for_each(lab, finding)


@checks_claim
@by("static+replay")
def fails_always(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The check fails on each value that is declared; or on each that another check names, which
    any other value fails as it is read."""
    if "candidates" not in (finding.witness.data if finding.witness else {}):
        return fails_for_every_value(lab, finding)
    return partly(fails_for_each(lab, finding), "that the checks name no other value")


@checks_claim
def fails_for_each(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The data have each of the values in turn that a check names, and one of the checks fails on
    each."""
    facts = lab.facts
    clash = _clash(facts, finding)
    use = clash.use
    way = path_to_gate_avoiding(facts, use)
    checks = (use, *clash.others)
    proof = unproved("no data with this path was found")
    for data in _data(clash):
        driven = drive_to(lab, use, way, data)
        if prevented := prevented_by(driven, use, way):
            return unproved(prevented)
        reasons = [(reason_of(driven, each, way), each) for each in checks]
        wrong = any(is_refused(reason, each) for reason, each in reasons)
        if not wrong and any(reason for reason, _ in reasons):
            return unproved("the checks fail for another reason")
        proof = shown(driven, wrong)
        if proof.status != "proved":
            return proof
    return proof


def _clash(facts: SwenyFacts, finding: Finding) -> Clash:
    """The checks that a finding is about. Raises Unlike where the contract has none there that
    exclude each other."""
    use = use_of(facts, finding)
    uses = facts.required_paths if use.evaluator is None else facts.evaluated_paths
    clash = next((each for each in clashes(uses) if each.use.pointer == use.pointer), None)
    if clash is None:
        raise Unlike("the contract has no contradictory checks there")
    agree(
        finding,
        operator=use.match.operator if use.match else REQUIRED,
        value=use.match.value if use.match else None,
        candidates=list(clash.candidates),
    )
    return clash


def _data(clash: Clash) -> Iterator[Any]:
    """Data with each of the values that a check names, as they are declared or, where none can be,
    as they are named."""
    use = clash.use
    below = 0 if use.evaluator is not None else 2 if use.root == INPUT else 1
    path = steps(use.path.segments[below:])
    declared = use.schema if use.root == INPUT else as_object(use.schema)
    for value in clash.candidates[:MOST_VALUES]:
        demands = [(path, Equals(value))]
        found = minimal(declared, demands) if use.schema is not None else None
        if found is None:
            found = minimal({} if use.root == INPUT else {"type": "object"}, demands)
        if found is not None:
            yield found
