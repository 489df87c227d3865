"""Invocations that need what is kept, and how they name it (reference langgraph §5.11)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.statesaved import always_saved, never_saved
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.langgraph.needs import BUILT, INVOKED_RUNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts


@rule(
    "LG501",
    ERROR,
    needs=BUILT,
    prove="persistence.proofs.starts:cannot_resume",
)
def resume_without_checkpointer(facts: LanggraphFacts) -> Iterator[Finding]:
    """Resume of a graph that has no checkpointer.

    What:
        `Command(resume=...)` is given to a compiled graph, and no `compile` of it has a
        checkpointer. None is assigned to it in the project, and no platform supplies one
        (`langgraph.json`, the option `langgraph.platform`).
    Why:
        Without a checkpointer nothing is kept of a run that was interrupted. `invoke` raises
        `RuntimeError`: Cannot use Command(resume=...) without checkpointer.
    Bad:
        app = builder.compile()
        app.invoke(Command(resume="yes"), config)
    Good:
        app = builder.compile(checkpointer=InMemorySaver())
        app.invoke(Command(resume="yes"), config)
    Fix:
        Give `compile` a checkpointer.
    Dry run:
        A run that is started so ends with this error.
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
                message("resume of a graph without checkpointer: RuntimeError"),
                "give `compile` a checkpointer",
                related=(Related(graph.compiles[0].place, "compiled without a checkpointer"),),
                witness=Witness({"graph": graph.name, "method": invocation.method}),
            )


@rule(
    "LG503",
    ERROR,
    needs=INVOKED_RUNS,
    prove="persistence.proofs.starts:needs_thread",
)
def missing_thread_id(facts: LanggraphFacts) -> Iterator[Finding]:
    """Invocation of a graph with a checkpointer that names no thread.

    What:
        Every `compile` of a graph has a checkpointer, and an invocation has no configuration, or
        a literal one without `thread_id`.
    Why:
        The checkpointer keeps the state of each thread by itself. Without one `invoke` raises
        `ValueError`: Checkpointer requires one or more of the following 'configurable' keys. Where
        there are other keys, it may be `KeyError`.
    Bad:
        app = builder.compile(checkpointer=InMemorySaver())
        app.invoke({"question": "Why?"})
    Good:
        app.invoke({"question": "Why?"}, {"configurable": {"thread_id": "1"}})
    Fix:
        Name a thread: `{"configurable": {"thread_id": "..."}}`.
    Dry run:
        A run that is started so is refused.
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
                    "{} names no thread, which the checkpointer needs", quote(invocation.method)
                ),
                'pass `{"configurable": {"thread_id": "..."}}` as the configuration',
                related=(Related(graph.compiles[0].place, "compiled with a checkpointer"),),
                witness=Witness({"graph": graph.name, "method": invocation.method}),
            )
