"""Where the state of a graph is kept between runs (reference langgraph §2.12, §5.11)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts


def never_saved(facts: LanggraphFacts) -> bool:
    """Whether no compiled graph has a checkpointer: none is given, none assigned, none supplied by
    a platform, and no graph around it has one to inherit."""
    graph = facts.graph
    if graph.served or graph.checkpointed_later or facts.options.get("platform"):
        return False
    if graph.parents or graph.nested:
        return False
    return bool(graph.compiles) and all(each.checkpointer == "no" for each in graph.compiles)


def always_saved(facts: LanggraphFacts) -> bool:
    """Whether every compiled graph has a checkpointer of its own."""
    graph = facts.graph
    return bool(graph.compiles) and all(each.checkpointer == "yes" for each in graph.compiles)
