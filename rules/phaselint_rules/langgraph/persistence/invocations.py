"""Invocations that need stored state, and how they name it (reference langgraph §5.11)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.statesaved import always_saved, never_saved
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.claim import Ends
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.langgraph.needs import BUILT, INVOKED_RUNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.model import Invocation


NO_CHECKPOINTER = "RuntimeError"
"""How a run ends that is to be resumed without a checkpointer."""

RESUMED: Mapping[str, Any] = {"resume": True}
"""The input of a run that is resumed."""


def _world(invocation: Invocation) -> Mapping[str, Any]:
    """The world of a run by an invocation: with a thread, or without one, and as the graph is
    compiled."""
    return {"thread": None if invocation.thread == "no" else "1", "checkpointer": False}


@rule(
    "LG501",
    ERROR,
    needs=BUILT,
    claims="ends",
)
def resume_without_checkpointer(facts: LanggraphFacts) -> Iterator[Finding]:
    """Resume of a graph without a checkpointer

    What:
        `Command(resume=...)` is passed to a compiled graph, but none of its `compile` calls has a
        checkpointer. The project doesn't assign one, and no platform supplies one
        (`langgraph.json`, the option `langgraph.platform`).
    Why:
        Without a checkpointer, an interrupted run isn't stored. `invoke` raises `RuntimeError`:
        Cannot use Command(resume=...) without checkpointer.
    Bad:
        app = builder.compile()
        app.invoke(Command(resume="yes"), config)
    Good:
        app = builder.compile(checkpointer=InMemorySaver())
        app.invoke(Command(resume="yes"), config)
    Fix:
        Pass a checkpointer to `compile`.
    Dry run:
        A run started this way ends with this error.
    Source:
        langgraph §2.12, §5.11, §7.5
    """
    if not never_saved(facts):
        return
    graph = facts.graph
    for invocation in graph.invocations:
        if invocation.kind == "resume":
            yield Finding(
                invocation.place,
                message("resume of a graph without a checkpointer: RuntimeError"),
                "pass a checkpointer to `compile`",
                related=(Related(graph.compiles[0].place, "compiled without a checkpointer"),),
                witness=Witness({"graph": graph.name, "method": invocation.method}),
                claim=Ends(START, NO_CHECKPOINTER, given=RESUMED, world=_world(invocation)),
            )


@rule(
    "LG503",
    ERROR,
    needs=INVOKED_RUNS,
    prove="persistence.proofs.starts:needs_thread",
)
def missing_thread_id(facts: LanggraphFacts) -> Iterator[Finding]:
    """Invocation without a thread in a graph with a checkpointer

    What:
        Every `compile` of a graph has a checkpointer, but an invocation has no configuration, or a
        literal configuration without `thread_id`.
    Why:
        The checkpointer stores the state of each thread separately. Without a thread, `invoke`
        raises `ValueError`: Checkpointer requires one or more of the following 'configurable' keys.
        If there are other keys, it can be a `KeyError`.
    Bad:
        app = builder.compile(checkpointer=InMemorySaver())
        app.invoke({"question": "Why?"})
    Good:
        app.invoke({"question": "Why?"}, {"configurable": {"thread_id": "1"}})
    Fix:
        Name a thread: `{"configurable": {"thread_id": "..."}}`.
    Dry run:
        A run started this way is refused.
    Source:
        langgraph §2.12, §5.11, §7.5
    """
    graph = facts.graph
    if not always_saved(facts) or graph.parents or graph.nested:
        return
    for invocation in graph.invocations:
        if invocation.thread == "no":
            yield Finding(
                invocation.place,
                message(
                    "{} names no thread, but the checkpointer needs one", quote(invocation.method)
                ),
                'pass `{"configurable": {"thread_id": "..."}}` as the configuration',
                related=(Related(graph.compiles[0].place, "compiled with a checkpointer"),),
                witness=Witness({"graph": graph.name, "method": invocation.method}),
            )
