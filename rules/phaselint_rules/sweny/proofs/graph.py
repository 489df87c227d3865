"""How the executor shows what is wrong with the graph (reference §8.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.sweny.model import INPUT
from phaselint.executor.driving import data_of, unscripted
from phaselint.executor.proof import STATIC, cut_off_at
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.sweny.proofs.bench import Plan, drive, enters, never_enters, shown
from phaselint_rules.sweny.proofs.samples import run_input

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.sweny.proofs.bench import Driven

AMBIGUOUS = "AMBIGUOUS_EDGES"
END = "(end)"
NO_WAY = "no run within the step budget comes to the node"


@by("explore")
def never_entered(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """No run visits the node."""
    if reason := not_started(lab):
        return Proof("unproved", "explore", None, reason)
    node = data_of(finding)["node"]
    if enters(lab.runtime.opening(lab.start), node):
        return Proof("refuted", "explore", None, "every run enters it")
    return never_enters(lab, lab.atlas, node)


def not_started(lab: Lab[SwenyFacts]) -> str:
    """Why no run can be explored, if so: an exception ends every one at its start."""
    outcome = lab.runtime.outcome(lab.start)
    return f"no run starts: {outcome.detail}" if outcome.kind in {"refused", "error"} else ""


def refused(lab: Lab[SwenyFacts], code: str, otherwise: Proof) -> Proof:
    """The executor refuses the workflow with a code of the loader; else the given verdict."""
    if code not in lab.runtime.outcome(lab.refused).detail.split(", "):
        return otherwise
    script = lab.script(f"refuse with {code}", (), {"outcome": "refused"}, refusal=True)
    return Proof("proved", "refusal", script)


@by("explore")
def never_ends(lab: Lab[SwenyFacts], _: Finding) -> Proof:
    """With all bounds lifted, a run ends only where the router gives no valid answer."""
    if reason := not_started(lab):
        return Proof("unproved", "explore", None, reason)
    atlas = lab.atlas
    for edge in atlas.edges:
        outcome = lab.runtime.outcome(atlas.states[edge.target])
        unanswered = any(e.kind == "route" and e.data["to"] == END for e in edge.events)
        if outcome.kind in {"completed", "failed"} and not unanswered:
            script = lab.script("come to an end", (*atlas.run_to(edge.source), edge.choice))
            return Proof("refuted", "explore", script, "a run comes to an end by itself")
    if not atlas.complete:
        return Proof("unproved", "explore", None, cut_off_at(atlas))
    return Proof("proved", "explore")


def only_first(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A run goes from the node along its first edge without a condition. The others are neither
    taken nor offered; of branches that meet, only the first is visited before they do. Where no
    run comes to the node, the loader's refusal has to do."""
    data = data_of(finding)
    if "path" not in data:
        return refused(lab, AMBIGUOUS, unscripted(NO_WAY))
    facts = lab.facts
    node, first = data["node"], data["path"][-1]
    conditional = {edge.target for edge in facts.ways.out[node] if edge.condition}
    others = set(data["targets"]) - {first} - conditional
    onward = _to_meeting(facts, data, others)
    at = len(data["path"]) - 1

    def holds(driven: Driven) -> bool:
        offered = {
            choice["id"]
            for asked in driven.of("model:evaluate", node)
            for choice in asked["choices"]
        }
        after = driven.visited[at : at + 1 + len(onward)]
        return after == (first, *onward) and others.isdisjoint(offered)

    proof = shown(drive(lab, f"leave {node}", Plan((*data["path"], *onward))), holds)
    return refused(lab, AMBIGUOUS, proof) if proof.status == "unproved" else proof


def _to_meeting(
    facts: SwenyFacts, data: Mapping[str, Any], others: Collection[str]
) -> tuple[str, ...]:
    """The way from the first target to where branches meet without any other branch; empty when
    there is none, as where the first branch is not one of the two."""
    meet = data.get("meet")
    if meet is None:
        return ()
    shut = {data["node"], *others} - {meet}
    return facts.ways.way(meet, start=data["path"][-1], avoiding=shut)[1:]


def dry_run_writes(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A run with `dryRun: true` visits the node with the tools among its tools."""
    data, facts = data_of(finding), lab.facts
    node = data["node"]
    if facts.run_to(node) is None:
        return unscripted(NO_WAY)
    way = facts.ways.way(node)
    given = {**run_input(facts, [facts.nodes[each] for each in way]), "dryRun": True}

    def holds(driven: Driven) -> bool:
        runs = driven.of("model:run", node)
        return bool(runs) and set(data["tools"]).issubset(runs[0]["tools"])

    return shown(drive(lab, f"dry run through {node}", Plan(way, given=given)), holds)


def reserved(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """What follows the node finds its result in place of the run input, or the run goes on after
    a route that says it ends."""
    node, facts = data_of(finding)["node"], lab.facts
    if node not in (INPUT, END):
        return STATIC
    if facts.run_to(node) is None:
        return unscripted(NO_WAY)
    way = facts.ways.way(node)
    if node == END:
        return shown(drive(lab, "go on after the end", Plan(way)), _goes_on)
    if not facts.ways.out[node]:
        return unscripted("no node comes after it")
    return _replaced(lab, (*way, facts.ways.out[node][0].target))


def _goes_on(driven: Driven) -> bool:
    routed = [data["to"] for data in driven.of("route")]
    return END in routed and bool(driven.of("node:exit", END))


def _replaced(lab: Lab[SwenyFacts], way: Sequence[str]) -> Proof:
    facts = lab.facts
    given = {**run_input(facts, [facts.nodes[each] for each in way]), "from_the_run": True}

    def holds(driven: Driven) -> bool:
        runs = driven.of("model:run", way[-1])
        return bool(runs) and "from_the_run" not in runs[-1]["context"][INPUT]

    return shown(drive(lab, "look at the input", Plan(tuple(way), given=given)), holds)
