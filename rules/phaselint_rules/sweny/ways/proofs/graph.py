"""How the executor shows what is wrong with the graph (reference §8.2)."""

from __future__ import annotations

from phaselint.executor.claims import notes
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import never_by, partly, unproved
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.sweny.proofs.answering import run_plan
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    after_reading,
    agree,
    checks_claim,
    edge_at,
    node_at,
    pointer_of,
    said,
    walk_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge
    from phaselint.executor.explore import Edge as Step
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding

AMBIGUOUS = "AMBIGUOUS_EDGES"
NO_WAY = "no run within the step budget reaches the node"


def not_started(lab: ProofContext[SwenyFacts]) -> str:
    """Why no run can be explored, if so: an exception ends every one at its start."""
    outcome = lab.runtime.outcome(lab.start)
    return f"no run starts: {outcome.detail}" if outcome.kind in {"refused", "error"} else ""


def refused(lab: ProofContext[SwenyFacts], code: str, otherwise: Proof, node: str = "") -> Proof:
    """The executor refuses the workflow with a code of the loader, for a node if one is named;
    else the given verdict."""
    if code not in lab.runtime.outcome(lab.refused).detail.split(", "):
        return otherwise
    if node and (code, node) not in _refusals(lab):
        return otherwise
    script = lab.script(f"refuse with {code}", (), {"outcome": "refused"}, refusal=True)
    return Proof("proved", "refusal", script)


def _refusals(lab: ProofContext[SwenyFacts]) -> set[tuple[str, str]]:
    """The codes with which the loader refuses the workflow, and for which nodes."""
    from phaselint.dialects.sweny.running.admission import errors

    return {(each.code, each.node_id) for each in errors(lab.facts.contract)}


@checks_claim
@by("explore")
def never_ends(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """With all bounds lifted, a run ends only where the router gives no valid answer, or where
    every bounded edge is taken for used up."""
    facts = lab.facts
    if pointer_of(facts, finding) != ("nodes",):
        raise Unlike("the finding isn't about all nodes")
    if reason := not_started(lab):
        return Proof("unproved", "explore", None, reason)
    runtime, states = lab.runtime, lab.atlas.states

    def ends(edge: Step) -> bool:
        outcome = runtime.outcome(states[edge.target])
        well = outcome.kind in {"completed", "failed"}
        return well and runtime.grade(states[edge.source], edge.choice) != "hostile"

    proof = never_by(lab, "come to an end", lab.atlas, ends, "a run ends")
    if proof.status == "proved":
        agree(finding, reach=[name for name in facts.nodes if name in facts.ways.reach])
    return proof


# --- several edges without a condition --------------------------------------------------------


@checks_claim
def only_first(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A run goes from the node along its first edge without a condition. The others are neither
    taken nor offered. If no run reaches the node, the loader's refusal must suffice."""
    return _only_first(lab, finding, _fork(lab.facts, finding), ())


@checks_claim
@by("static+replay")
def only_one_branch(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """As for edges without a condition; of branches that meet only the first is visited before
    they do. That the second would lead there as well, no run shows."""
    facts, data = lab.facts, said(finding)
    fork = _fork(facts, finding)
    branches, meet = data.get("branches"), data.get("meet")
    targets = [edge.target for edge in fork]
    pairs = [[each, after] for at, each in enumerate(targets) for after in targets[at + 1 :]]
    if branches not in pairs or not isinstance(meet, str) or meet not in facts.nodes:
        raise Unlike("the contract has no such branches")
    one, other = branches
    if not (_leads(facts, fork, one, other, meet) and _leads(facts, fork, other, one, meet)):
        raise Unlike("the branches don't meet at that node first")
    shut = facts.nodes.keys() & {fork[0].source, *targets} - {meet, targets[0]}
    onward: tuple[str, ...] = ()
    if branches[0] == targets[0]:
        onward = facts.ways.way(meet, start=targets[0], avoiding=shut)[1:]
    proof = _only_first(lab, finding, fork, onward)
    return partly(proof, f"that `{one}` and `{other}` meet at `{meet}`")


def _fork(facts: SwenyFacts, finding: Finding) -> tuple[Edge, ...]:
    """The edges without a condition that leave a node, with the finding at the second
    one. Raises Unlike."""
    edge = edge_at(facts, finding)
    edges = facts.workflow.edges
    fork = tuple(each for each in edges if each.source == edge.source and not each.condition)
    if fork[1:2] != (edge,):
        raise Unlike("the edge isn't the second unconditional edge of the node")
    agree(
        finding,
        node=edge.source,
        targets=[each.target for each in fork],
        fork=[each.number for each in fork],
    )
    return fork


def _leads(facts: SwenyFacts, fork: Sequence[Edge], branch: str, other: str, meet: str) -> bool:
    """Whether a branch leads to a node without the fork and without the other branch."""
    shut = {fork[0].source, other} - {meet}
    known = branch in facts.nodes and shut <= facts.nodes.keys() and fork[0].source != meet
    return known and facts.ways.way(meet, start=branch, avoiding=shut) != ()


def _only_first(
    lab: ProofContext[SwenyFacts], finding: Finding, fork: Sequence[Edge], onward: tuple[str, ...]
) -> Proof:
    first, *rest = fork
    node = first.source
    if "path" not in said(finding):
        return refused(lab, AMBIGUOUS, unproved(NO_WAY), node)
    walk = walk_of(lab.facts, finding)
    if walk[-1:] != (first,):
        raise Unlike("the run of the finding doesn't follow the first of the edges")
    path = (*(edge.source for edge in walk), first.target)
    conditional = {edge.target for edge in lab.facts.ways.out[node] if edge.condition}
    others = {edge.target for edge in rest} - {first.target} - conditional

    def only_first_edge_counts(driven: PlannedRun) -> bool:
        asked = driven.of("model:evaluate", node)
        offered = {choice["id"] for each in asked for choice in each["choices"]}
        after = driven.visited[len(path) - 1 : len(path) + len(onward)]
        return after == (first.target, *onward) and others.isdisjoint(offered)

    proof = shown(run_plan(lab, f"leave {node}", Plan((*path, *onward))), only_first_edge_counts)
    return refused(lab, AMBIGUOUS, proof, node) if proof.status == "unproved" else proof


# --- runs that do more than is asked ----------------------------------------------------------


@after_reading(notes, "static+replay")
def dry_run_writes(facts: SwenyFacts, finding: Finding) -> str:
    """The names of the tools tell that they change something."""
    from phaselint_rules.sweny.skills.toolnames import writes

    node = node_at(facts, finding, "skills")
    tools = list(dict.fromkeys(filter(writes, facts.visible(node))))
    agree(finding, tools=tools)
    if not tools:
        raise Unlike("no tool of the node changes anything by its name")
    return "that the names of the tools imply that they change something"
