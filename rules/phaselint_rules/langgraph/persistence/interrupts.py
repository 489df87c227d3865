"""Interrupts that never ask, or ask too often (reference langgraph §5.11)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.state import speaks_of
from phaselint.dialects.langgraph.analysis.statesaved import never_saved
from phaselint.vocabulary.claim import Differs, Notes
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.langgraph.needs import BUILT, INVOKED_RUNS
from phaselint_rules.langgraph.persistence.handlers import narrowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.acting import Actor
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.functionmodel import Interrupt
    from phaselint.vocabulary.finding import Place


@rule("LG502", INFO, needs=INVOKED_RUNS, prove="persistence.proofs.starts:stops", default=False)
def interrupt_without_checkpointer(facts: LanggraphFacts) -> Iterator[Finding]:
    """Interrupt without a checkpointer, so it's never resumed

    What:
        A node always interrupts, no compiled graph has a checkpointer, all invocations are known,
        and none of them resumes.
    Why:
        The run silently stops there for good: `invoke` returns the state so far.
    Bad:
        def ask(state: State):
            return {"answer": interrupt("ok?")}

        app = builder.compile()
        app.invoke({"answer": ""})
    Good:
        app = builder.compile(checkpointer=InMemorySaver())
    Fix:
        Pass a checkpointer to `compile`, and resume with `Command(resume=...)`.
    Dry run:
        A run that reaches the interrupt.
    Source:
        langgraph §5.11, §7.5
    """
    graph = facts.graph
    if not never_saved(facts) or not graph.invocations:
        return
    if any(each.kind in ("resume", "unknown") for each in graph.invocations):
        return
    told: set[object] = set()
    for actor, each in _interrupts(facts):
        if each.certain and each.swallowed is None and each.place not in told:
            told.add(each.place)
            yield Finding(
                each.place,
                message(
                    "node {} interrupts the run, which stops there because there is no "
                    "checkpointer",
                    quote(actor.name),
                ),
                "pass a checkpointer to `compile`, and resume with `Command(resume=...)`",
                related=(Related(graph.compiles[0].place, "compiled without a checkpointer"),),
                witness=Witness({"node": actor.name}),
            )


def _interrupts(facts: LanggraphFacts) -> Iterator[tuple[Actor, Interrupt]]:
    """The interrupts of the nodes that runs can reach."""
    for actor in facts.actors:
        if actor.role == "node":
            yield from ((actor, each) for each in actor.function.interrupts)


@rule("LG504", WARNING, needs=BUILT, claims="differs")
def interrupt_swallowed(facts: LanggraphFacts) -> Iterator[Finding]:
    """Interrupt inside a `try` whose handler catches it

    What:
        `interrupt()` is called in a `try` that has a handler for `Exception`, `BaseException` or
        everything, and the handler doesn't reraise.
    Why:
        `interrupt()` stops the node by raising `GraphInterrupt`, which is an `Exception`. The
        handler catches it, so the user is never asked, and the node continues as after an error.
    Bad:
        try:
            answer = interrupt("ok?")
        except Exception as error:
            return {"error": str(error)}
    Good:
        answer = interrupt("ok?")
        try:
            ...
        except Exception as error:
            return {"error": str(error)}
    Fix:
        Call `interrupt()` outside the `try`, catch a narrower class, or reraise `GraphInterrupt` in
        an earlier handler.
    Dry run:
        No run is interrupted in the node; with a narrower handler, a run is.
    Source:
        langgraph §5.11, §7.5
    """
    told: set[object] = set()
    for actor, each in _interrupts(facts):
        if each.swallowed is None or each.place in told or not speaks_of(facts, actor.function):
            continue
        told.add(each.place)
        yield _swallowed(facts, actor, each.place, each.swallowed)


def _swallowed(facts: LanggraphFacts, actor: Actor, place: Place, handler: Place) -> Finding:
    edits = narrowed(facts, handler)
    return Finding(
        place,
        message(
            "interrupt of {} is caught as an error, so the user is never asked", quote(actor.name)
        ),
        "call `interrupt()` outside the `try`, or catch a narrower class",
        related=(Related(handler, "the handler catches `GraphInterrupt`"),),
        witness=Witness({"node": actor.name}),
        claim=Differs(edits, Notes(actor.name, "interrupt")) if edits else None,
    )


@rule("LG505", INFO, needs=BUILT, prove="persistence.proofs.starts:runs_again", default=False)
def work_before_interrupt(facts: LanggraphFacts) -> Iterator[Finding]:
    """Side effects before an interrupt, repeated on every resume

    What:
        A node calls a function whose name says that it sends, posts, writes or deletes, and then
        `interrupt()`.
    Why:
        A resumed node starts from its first line, so the work before the interrupt is repeated on
        every resume.
    Bad:
        def order(state: State):
            send_mail(state["text"])
            return {"answer": interrupt("ok?")}
    Good:
        def order(state: State):
            answer = interrupt("ok?")
            send_mail(state["text"])
            return {"answer": answer}
    Fix:
        Do the work after the interrupt, or in an earlier node.
    Dry run:
        A run that is interrupted and resumed, and reaches the node again. The work before the
        interrupt is read from the file, not run.
    Source:
        langgraph §5.11, §7.5
    """
    told: set[object] = set()
    for actor, each in _interrupts(facts):
        if not each.work or each.place in told or not speaks_of(facts, actor.function):
            continue
        told.add(each.place)
        names = dict.fromkeys(name for name, _ in each.work)
        yield Finding(
            each.work[0][1],
            message("{} before an interrupt runs again on every resume", quote_all(names)),
            "do this after the interrupt, or in an earlier node",
            related=(Related(each.place, "the interrupt"),),
            witness=Witness({"node": actor.name, "work": list(names)}),
        )
