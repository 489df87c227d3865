"""Subgraphs that don't share keys with their parents (reference langgraph §5.12)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.state import keyed
from phaselint.dialects.langgraph.analysis.statesubgraphs import sharing_nothing
from phaselint.vocabulary.claim import Notes
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import WARNING, rule
from phaselint_rules.langgraph.needs import SCHEMA_RUNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.statesubgraphs import Nothing
    from phaselint.vocabulary.message import Message


@rule("LG408", WARNING, needs=SCHEMA_RUNS, prove="state.proofs.subgraphs:returns_so")
def subgraph_key_mismatch(facts: LanggraphFacts) -> Iterator[Finding]:
    """Subgraph that shares no input or output key with its parent

    What:
        A compiled graph is a node of another, but no key of its input, or no key of its output, is
        in the state of the parent.
    Why:
        Keys are passed by name. Without a common key, the subgraph silently runs without input, or
        its output is dropped.
    Bad:
        class Inner(TypedDict):
            document: str

        class Outer(TypedDict):
            text: str

        outer.add_node("summary", inner.compile())
    Good:
        def summary(state: Outer):
            return {"text": inner.invoke({"document": state["text"]})["document"]}

        outer.add_node("summary", summary)
    Fix:
        Use the same names for the keys, or call the subgraph in a function that maps them.
    Dry run:
        A run in which the subgraph gets nothing or returns nothing.
    Source:
        langgraph §5.12, §7.4
    """
    if not keyed(facts):
        return
    told: set[object] = set()
    for each in sharing_nothing(facts):
        if each.node.place in told:
            continue
        told.add(each.node.place)
        side = "output" if each.gets else "input"
        yield Finding(
            each.node.place,
            message("subgraph {} {}", quote(each.node.name), _says(each)),
            "use the same key names, or call the subgraph in a function that maps them",
            related=_states(facts, each),
            witness=Witness({"node": each.node.name, "side": side}),
            claim=Notes(each.node.name, "nothing", {"side": side}),
        )


def _says(each: Nothing) -> Message:
    if not each.gets and not each.returns:
        return message("shares no key with the state, so it gets nothing and returns nothing")
    if each.gets:
        return message("has no key of the state in its output, so it returns nothing")
    return message("has no key of the state in its input, so it gets nothing")


def _states(facts: LanggraphFacts, each: Nothing) -> tuple[Related, ...]:
    inner = each.graph.output if each.gets else each.graph.input
    places = ((inner or each.graph.state).place, facts.graph.state.place)
    said = ("the keys of the subgraph", "the keys of the state")
    return tuple(
        Related(place, text) for place, text in zip(places, said, strict=True) if place is not None
    )
