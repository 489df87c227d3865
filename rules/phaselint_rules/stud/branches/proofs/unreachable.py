"""How the executor shows that a branch is never taken (reference §3.3, §6.2)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.branch_shadowing import takers_of
from phaselint.dialects.stud.analysis.lower import describe
from phaselint.dialects.stud.running.elements import BRANCH, moves_of
from phaselint.executor.proof import cut_off_at, data_of
from phaselint.vocabulary.finding import Proof
from phaselint_rules.stud.proofs.answering import everything
from phaselint_rules.stud.proofs.claims import checks_claim
from phaselint_rules.stud.ways.run_descriptions import lost_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


def _read_branch(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    """The branch that a finding points at, and those that take what it would."""
    pointer = finding.place.pointer
    for name, spec in facts.pipeline.specs.items():
        if name not in facts.stages:
            continue
        if pointer == (*spec.pointer, "default") and spec.default is not None:
            lost = lost_by(facts, facts.stages[name], spec.default)
            return {"stage": name, "branch": "default", "condition": "default", "lost": lost}
        for number, branch in enumerate(spec.branches):
            if pointer == (*branch.pointer, "when"):
                takers = takers_of(facts, name, number)
                if takers is None:
                    return None
                return {
                    "stage": name,
                    "branch": number,
                    "condition": describe(branch.when),
                    "takers": list(takers),
                    "lost": lost_by(facts, facts.stages[name], branch.result),
                }
    return None


@checks_claim(_read_branch, "explore")
def never_taken(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """Runs reach the end of the stage, and every one takes another way there."""
    data = data_of(finding)
    stage, branch = data["stage"], data["branch"]
    atlas = everything(lab)
    moves = _moves(lab, atlas)
    edge = moves.get((stage, BRANCH, branch))
    if edge is not None:
        last = atlas.edges[edge]
        script = lab.script(f"leave {stage}", (*atlas.run_to(last.source), last.choice))
        return Proof("refuted", "explore", script, "a run takes the branch")
    if not atlas.complete:
        return Proof("unproved", "explore", reason=cut_off_at(atlas))
    if not any(isinstance(move, tuple) and move[:2] == (stage, BRANCH) for move in moves):
        return Proof("unproved", "explore", reason=f"no run continues from `{stage}`")
    return Proof("proved", "explore")


def _moves(lab: ProofContext[StudFacts], atlas: Atlas[Any]) -> dict[Hashable, int]:
    """What runs use, each with the first step that does, by its number."""
    if "moves" not in lab.kept:
        found: dict[Hashable, int] = {}
        for number, edge in enumerate(atlas.edges):
            for move in moves_of(edge.events):
                found.setdefault(move, number)
        lab.kept["moves"] = found
    known: dict[Hashable, int] = lab.kept["moves"]
    return known
