"""Compiling and invoking graphs, with regard to their steps (reference langgraph §7.3)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.analysis.needing import asynchronous, needed
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness, WitnessStep
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, rule
from phaselint.vocabulary.suggest import plural
from phaselint_rules.langgraph.edits import checked, put, span, text_at
from phaselint_rules.langgraph.needs import RUNS, TARGETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.needing import Needed
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.model import Invocation
    from phaselint.vocabulary.finding import Safety

SYNCHRONOUS = ("invoke", "stream", "batch")
"""Methods that can't run bare coroutine functions."""


@rule(
    "LG308",
    ERROR,
    needs=RUNS,
    prove="steps.proofs:ends_at_the_limit",
    complete_if=(*TARGETS, "invocations_known"),
    fix="unsafe",
    ends="failure",
)
def recursion_limit_too_low(facts: LanggraphFacts) -> Iterator[Finding]:
    """Recursion limit too low for the shortest run

    What:
        `recursion_limit` of an invocation, or the release's default, isn't above the number of
        steps of the shortest run. A run that completes in 5 steps needs a limit of 6, because
        LangGraph checks the limit before it checks whether any work is left. A run that stops to
        ask in step 5 needs a limit of 5.
    Why:
        Every run fails with `GraphRecursionError`, even after its last node.
    Bad:
        # START -> load -> clean -> store -> END
        app.invoke({}, {"recursion_limit": 3})
    Good:
        app.invoke({}, {"recursion_limit": 4})
    Fix:
        Set the limit to the steps of the run plus one. phaselint suggests this as a safe fix for a
        graph without loops.
    Dry run:
        The shortest run ends at the limit, and completes with the suggested limit.
    Source:
        langgraph §5.9, §7.3
    """
    for invocation in facts.graph.invocations:
        limit = facts.limit_of(invocation)
        if limit is None or invocation.kind in ("resume", "none"):
            continue

        def find(ways: Ways, limit: int = limit) -> Iterator[Held]:
            given = needed(ways, facts.contract.project)
            if given is not None and limit < given.limit:
                yield Held("limit", (), given)

        for held in facts.in_all(find):
            yield _too_low(facts, invocation, limit, held.value)


def _too_low(facts: LanggraphFacts, invocation: Invocation, limit: int, given: Needed) -> Finding:
    place = invocation.place
    written = invocation.limit[1] if invocation.limit is not None else None
    return Finding(
        place,
        message(
            "shortest run {} and needs a recursion limit of {}; the limit is {}",
            f"asks in step {given.steps}" if given.asks else f"has {plural(given.steps, 'step')}",
            given.limit,
            limit,
        ),
        message("set `recursion_limit` to at least {}", given.limit),
        related=(Related(written, "the limit"),) if written and written != place else (),
        witness=Witness(
            {"limit": limit, "needed": given.limit, "steps": given.steps},
            tuple(
                WitnessStep(f"step {number}: {', '.join(map(quote, tasks))}", phase=tasks[0])
                for number, tasks in enumerate(given.run, 1)
                if tasks
            ),
        ),
        fix=_raised(facts, invocation, given),
    )


def _raised(facts: LanggraphFacts, invocation: Invocation, given: Needed) -> Fix | None:
    """Suggest the limit that the shortest run needs, if the current one is a number."""
    if invocation.limit is None or not text_at(facts, invocation.limit[1]).isdecimal():
        return None
    limit = str(given.limit)
    safety: Safety = "unsafe" if given.loops else "safe"
    return Fix(safety, f"set the limit to {limit}", (Edit(invocation.limit[1], limit),))


@rule(
    "LG309",
    ERROR,
    needs=RUNS,
    prove="steps.proofs:fails_under_invoke",
    complete_if=TARGETS,
    fix="safe",
    ends="failure",
)
def async_under_invoke(facts: LanggraphFacts) -> Iterator[Finding]:
    """Synchronous call of a graph with a coroutine node

    What:
        `invoke`, `stream`, or `batch` is called on a graph in which every run reaches a node or a
        router that is an `async def`.
    Why:
        The run fails there with `TypeError`: "No synchronous function provided".
    Bad:
        async def fetch(state): ...

        app.invoke({})
    Good:
        await app.ainvoke({})
    Fix:
        Call `ainvoke`, `astream`, or `abatch`. Inside an `async def`, phaselint suggests `await
        ….ainvoke(…)`.
    Dry run:
        The executor explores all runs: none completes without reaching the node or router.
        phaselint reads from the file that it is a coroutine function.
    Source:
        langgraph §5.14, §7.3
    """
    calls = [each for each in facts.graph.invocations if each.method in SYNCHRONOUS]
    if not calls:
        return

    def find(ways: Ways) -> Iterator[Held]:
        given = asynchronous(ways)
        if given is not None:
            yield Held("async", (), given)

    for held in facts.in_all(find):
        name, function, router = held.value
        where = "START" if name == START else quote(name)
        what = message("router {}", quote(function.name)) if router else message("node {}", where)
        for call in calls:
            if call.kind == "resume":
                continue
            yield Finding(
                call.place,
                message("{} is an `async def`, so `{}` fails with TypeError", what, call.method),
                message("use `a{}`", call.method),
                related=(Related(function.place, "defined here"),),
                witness=Witness({"node": name, "router": router, "method": call.method}),
                fix=_awaited(facts, call),
            )


def _awaited(facts: LanggraphFacts, call: Invocation) -> Fix | None:
    """Suggest `await ….ainvoke(…)` in a coroutine."""
    text, found = text_at(facts, call.place), span(call.place)
    if not call.in_async or call.method != "invoke" or found is None:
        return None
    at = text.find(".invoke(")
    if at < 0 or text.count(".invoke(") != 1:
        return None
    start, end = found
    document = facts.contract.documents[call.place.file]
    renamed = put(call.place, start + at + 1, "a")
    if document.text[:start].rstrip().endswith("await"):
        return checked(facts, "safe", "use `ainvoke`", (renamed,))
    closed = document.text[end : end + 1] not in ("[", ".", "(")
    edits = [
        put(call.place, start, "await " if closed else "(await "),
        renamed,
        *(() if closed else (put(call.place, end, ")"),)),
    ]
    return checked(facts, "safe", "use `await` and `ainvoke`", edits)


@rule("LG310", INFO, needs=("has_graph",), default=False)
def never_compiled(facts: LanggraphFacts) -> Iterator[Finding]:
    """Graph that is never compiled

    What:
        A `StateGraph` is neither compiled nor returned, stored, exported, or passed on, in a module
        that isn't imported by any other file.
    Why:
        Only a compiled graph can run.
    Bad:
        builder = StateGraph(State)
        builder.add_node("draft", draft)
        builder.add_edge(START, "draft")
    Good:
        graph = builder.compile()
    Fix:
        Compile the graph, or remove it.
    Source:
        langgraph §7.3
    """
    graph = facts.graph
    used = graph.open or graph.exported or graph.served or graph.nested or graph.parents
    if graph.compiles or graph.invocations or used:
        return
    yield Finding(
        graph.place,
        message("graph {} is never compiled", quote(graph.name)),
        "compile the graph, or remove it",
        witness=Witness({"graph": graph.name}),
    )
