"""How the executor shows that a path fails (reference §5.5, §5.7, §8.3)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.matchvalues import refused
from phaselint.dialects.sweny.model import INPUT
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import partly, unproved
from phaselint.schema import values_at
from phaselint.vocabulary.rule import by
from phaselint_rules.sweny.gates.impossible import REQUIRED
from phaselint_rules.sweny.gates.pathdata import (
    every_value,
    prefix_data,
    with_no_elements,
)
from phaselint_rules.sweny.proofs.answering import prevented, results_of, run_plan
from phaselint_rules.sweny.proofs.claims import (
    NO_WAY,
    Unlike,
    agree,
    checks_claim,
    pointer_of,
)
from phaselint_rules.sweny.proofs.visits import never_after
from phaselint_rules.sweny.samples import passing_answer, run_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Fault, Use
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

CUT = "…"
"""The end of a reason that is longer than the engine keeps."""

FAULTS: Mapping[str, Fault] = {
    "path-type-mismatch": "type-mismatch",
    "requires-not-upstream": "not-upstream",
}
"""The faults of the paths that rules report."""

_NO_PATH = ("syntax", "unaddressable-node")
_STOPS = (
    "missing segment",
    "expected object before segment",
    "expected array at",
    "null encountered before segment",
)
"""How the engine's reasons begin if a path doesn't resolve."""

NO_ELEMENT = "(any:) no element satisfies "
_HELD_AGAINST = ("equals ", "in [", "matches /", NO_ELEMENT)
"""How the engine's reasons begin if a path resolves to values that don't satisfy the check."""

_ARE_NULL = ("resolved to null/undefined", "(any:) all resolved values are null/undefined")
"""How the engine's reasons begin if a path resolves only to null."""


@checks_claim
def fails(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """With data as declared, a run reaches the gate, and the path fails there, at the segment
    that is wrong."""
    facts = lab.facts
    use = faulty(lab, finding)
    if use.fault == "not-upstream" and (proof := never_after(lab, use.root, use.node.id)):
        return proof
    way = path_to_gate_avoiding(facts, use)
    if use.fault == "type-mismatch" and finding.severity != "warning":
        require_failure_on_empty_lists(lab, use, way)
    return _shown(lab, use, way, prefix_data(use))


@checks_claim
@by("static+replay")
def fails_for_every_value(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The data have each of the declared values in turn, and the check fails on all of them. That
    no other is declared is read; or, if they are infinite, that none matches."""
    facts = lab.facts
    use = _impossible(facts, finding)
    way = path_to_gate_avoiding(facts, use)
    if finding.severity != "warning":
        require_failure_on_empty_lists(lab, use, way)
    values = every_value(use)
    proof = unproved("no data with this path was found")
    for data in values.data:
        driven = drive_to(lab, use, way, data)
        if prevented := prevented_by(driven, use, way):
            return unproved(prevented)
        reason = reason_of(driven, use, way)
        if reason and not is_refused(reason, use):
            return unproved("the check fails for another reason")
        proof = shown(driven, bool(reason))
        if proof.status != "proved":
            return proof
    other = "no other value" if values.all else "no value that passes the check"
    return partly(proof, f"that {other} is declared")


def require_failure_on_empty_lists(
    lab: ProofContext[SwenyFacts], use: Use, way: tuple[str, ...]
) -> None:
    """Let the check fail with each list empty that may be. Raises Unlike where one passes."""
    for data in with_no_elements(use):
        driven = drive_to(lab, use, way, data)
        if not prevented_by(driven, use, way) and not reason_of(driven, use, way):
            raise Unlike("the check holds for an empty list")


def _impossible(facts: SwenyFacts, finding: Finding) -> Use:
    """The check that a finding is about. Raises Unlike where the contract says otherwise what is
    checked and declared."""
    use = use_of(facts, finding)
    answer = refused(use)
    if answer is None:
        raise Unlike("the contract has no such check there")
    possible = None if use.schema is None else values_at(use.schema, use.steps)
    agree(
        finding,
        operator=use.match.operator if use.match else REQUIRED,
        value=use.match.value if use.match else None,
        possible=None if possible is None else list(possible),
        excluded=[list(pointer) for pointer in answer.excluded],
    )
    return use


def is_refused(reason: str, use: Use) -> bool:
    """Whether the values at the path were held against the check and do not satisfy it; one that
    no value satisfies needs none."""
    if use.match is None:
        return reason.startswith(_ARE_NULL)
    return reason.startswith(_HELD_AGAINST) or use.match.value == []


# --- the path of a finding --------------------------------------------------------------------


def use_of(facts: SwenyFacts, finding: Finding) -> Use:
    """The path that a finding is about. Raises Unlike if it is about none of the contract."""
    pointer = pointer_of(facts, finding)
    for use in (*facts.required_paths, *facts.evaluated_paths):
        match = use.match
        places = [use.pointer] if match is None else [use.pointer, (*match.pointer, match.operator)]
        if pointer in places:
            evaluator = use.evaluator
            agree(
                finding,
                node=use.node.id,
                gate="requires" if evaluator is None else "eval",
                evaluator="" if evaluator is None else evaluator.name,
                root=use.root,
                path=use.text,
            )
            return use
    raise Unlike("the contract has no such path there")


def faulty(lab: ProofContext[SwenyFacts], finding: Finding) -> Use:
    """The path that a finding is about, if the contract is at odds with it as the rule says.

    Raises Unlike.
    """
    use = use_of(lab.facts, finding)
    if use.fault != FAULTS[lab.rule.name]:
        raise Unlike("the contract doesn't contradict the path in that way")
    if use.fault == "syntax":
        agree(finding, reason=use.path.error)
    if use.fault == "type-mismatch":
        agree(finding, types=list(use.types))
    return use


def path_to_gate_avoiding(facts: SwenyFacts, use: Use) -> tuple[str, ...]:
    """The nodes of a run to the gate, past the node that the path names if it is an earlier one;
    raises Unlike where there is no such run."""
    name, way = use.node.id, tuple[str, ...]()
    earlier = use.evaluator is None and use.root in facts.nodes and use.root != name
    if facts.graph_known and earlier and facts.ways.precedes(use.root, name):
        first, then = facts.ways.way(use.root), facts.ways.way(name, start=use.root)
        way = (*first, *then[1:]) if first and then else ()
    elif facts.graph_known:
        way = facts.ways.way(name)
    if not way:
        raise Unlike(NO_WAY)
    return way


def _shown(
    lab: ProofContext[SwenyFacts],
    use: Use,
    way: tuple[str, ...],
    data: Mapping[str, Any] | None,
) -> Proof:
    driven = drive_to(lab, use, way, data)
    if prevented := prevented_by(driven, use, way):
        return unproved(prevented)
    reason = reason_of(driven, use, way)
    if reason and not _tells(reason, use):
        return unproved("the check fails for another reason")
    return shown(driven, bool(reason))


def _tells(reason: str, use: Use) -> bool:
    """Whether the reference's reason is what is wrong with a path, and not something else."""
    if use.fault in _NO_PATH:
        return reason.startswith(use.path.error)
    name = use.segment if use.fault else use.root
    return reason.startswith(tuple(f"{begin} '{name}'" for begin in _STOPS))


def prevented_by(driven: PlannedRun, use: Use, way: Sequence[str]) -> str:
    """What kept a run from giving the path its data, if anything did."""
    if use.evaluator is None:
        given = use.root not in way or use.root == use.node.id
        if given or driven.of("model:run", use.root):
            return ""
        failed = f"the model does not run on `{use.root}`: its `requires` fails first"
        return prevented(driven, use.root, failed)
    results = results_of(driven, use.node.id)[: way.count(use.node.id)]
    verdicts = results[-1].get("evals", ()) if results else ()
    said = [v.get("reasoning", "") for v in verdicts if v["name"] == use.evaluator.name]
    if not said:
        failed = "the run doesn't reach the evaluator: another gate fails first"
        return prevented(driven, use.node.id, failed)
    if any(reasoning.endswith(CUT) for reasoning in said) and not reason_of(driven, use, way):
        return "the evaluator's reason is cut off before it mentions the path"
    return ""


def drive_to(
    lab: ProofContext[SwenyFacts],
    use: Use,
    way: tuple[str, ...],
    data: Mapping[str, Any] | None,
) -> PlannedRun:
    """A run in which the node that the path names gives some data, or else the run input holds
    them; without, data that pass its gates."""
    facts = lab.facts
    models: dict[str, Any] = {}
    given = None
    if use.root == INPUT:
        given = run_input(facts)
        if data is not None and len(use.path.segments) > 1:
            given[use.path.segments[1].name] = data
    elif use.root in facts.nodes:
        answer = passing_answer(facts.nodes[use.root])
        models[use.root] = answer if data is None else {**answer, "data": data}
    return run_plan(lab, f"{lab.rule.name} in {use.node.id}", Plan(way, models, given=given))


def reason_of(driven: PlannedRun, use: Use, way: Sequence[str]) -> str:
    """Why the path failed where the way ends, in the reference's words; the run may have gone on
    from there, and back."""
    results = results_of(driven, use.node.id)[: way.count(use.node.id)]
    if not results:
        return ""
    data = results[-1]["data"]
    if use.evaluator is None:
        text = str(data.get("error") or data.get("skipped_reason") or "")
    else:
        name = use.evaluator.name
        text = " ".join(
            each.get("reasoning", "")
            for each in results[-1].get("evals", ())
            if each["name"] == name and not each["pass"]
        )
    return text.partition(f"'{use.text}' ")[2]
