"""Subgraphs that end each run that gets to them (reference langgraph §5.12)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.vocabulary.claim import Traps
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.langgraph.needs import RUNS, TARGETS
from phaselint_rules.langgraph.routing.common import enters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.ways import Ways


@rule("LG311", ERROR, needs=RUNS, claims="traps", complete_if=TARGETS, ends="trap")
def subgraph_never_completes(facts: LanggraphFacts) -> Iterator[Finding]:
    """Subgraph that never completes

    What:
        A compiled graph is a node of another, and each of its runs fails or never ends: each
        answer of its router is missing in the map, or it enters a loop without an exit. Silent if a
        function in it can raise, or an error handler can end it or continue after it.
    Why:
        The failure of a subgraph is the failure of its parent. A run that enters the subgraph never
        completes.
    Bad:
        def pick(state):
            return "ok"

        inner.add_conditional_edges("check", pick, {"okay": END})
        outer.add_node("review", inner.compile())
    Good:
        inner.add_conditional_edges("check", pick, {"ok": END})
        outer.add_node("review", inner.compile())
    Fix:
        Correct the subgraph as its own findings say.
    Dry run:
        The executor enters the subgraph, and no run completes that has entered it.
    Source:
        langgraph §5.12, §5.14
    """

    def find(ways: Ways) -> Iterator[Held]:
        for name, node in ways.nodes.items():
            if name in ways.endless:
                yield Held(name, node.guards, node)

    for held in facts.in_all(find):
        node = held.value
        if not enters(facts, node.name):
            continue
        inner = facts.contract.project[node.subgraph]
        yield Finding(
            node.place,
            message("no run of subgraph {} completes", quote(node.name)),
            "correct the subgraph so that its runs complete",
            related=(Related(inner.place, "the subgraph"),),
            witness=Witness({"node": node.name}),
            claim=Traps((node.name,)),
        )
