"""Commands and handlers that end more than intended (reference langgraph §7.2)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.functionmodel import name_of
from phaselint.dialects.langgraph.model import END
from phaselint.vocabulary.claim import Ends
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.langgraph.needs import BUILT
from phaselint_rules.langgraph.routing.common import runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.ways import Source, Ways
    from phaselint.dialects.langgraph.functionmodel import Function, Return
    from phaselint.dialects.langgraph.model import Node

HANDLERS = (1, 2)
"""The first release with error handlers (§4.3)."""


@rule(
    "LG215",
    ERROR,
    needs=("closed", "buildable", "invocations_known"),
    claims="ends",
    ends="failure",
)
def parent_at_top_level(facts: LanggraphFacts) -> Iterator[Finding]:
    """Command for a parent graph that doesn't exist

    What:
        A node returns a `Command` with `graph=Command.PARENT`, but its graph is invoked and isn't a
        node of any other graph. Silent for a graph that other modules can use, and for a function
        that a subgraph also uses.
    Why:
        The run ends with `ParentCommand`, because there is no parent graph to take the command.
    Bad:
        def agent(state): return Command(goto="boss", graph=Command.PARENT)
        builder.add_node("agent", agent)
        builder.compile().invoke({})
    Good:
        def agent(state): return Command(goto="boss")
        builder.add_node("agent", agent)
        builder.compile().invoke({})
    Fix:
        Remove `graph=`, or make the graph a node of another.
    Dry run:
        A run reaches the node, which returns the command, and the run ends with `ParentCommand`.
    Source:
        langgraph §5.12, §7.2
    """

    def find(ways: Ways) -> Iterator[Held]:
        for node in ways.graph.nodes:
            function = node.function
            for back in function.returns if function is not None else ():
                if back.parent and function is not None and facts.in_all_users(function, _on_top):
                    yield Held(back.place, node.guards, (node, back))

    for held in facts.in_all(find):
        node: Node = held.value[0]
        back: Return = held.value[1]
        yield Finding(
            back.command or back.place,
            message("command for the parent ends the run of {}: `ParentCommand`", quote(node.name)),
            "remove `graph=Command.PARENT`, or make the graph a node of another",
            related=(Related(node.place, "the node is added here"),),
            witness=Witness({"node": node.name}),
            claim=Ends(node.name, "ParentCommand") if runs(facts, node.name) else None,
        )


def _on_top(facts: LanggraphFacts) -> bool:
    """Whether a graph is invoked and isn't a node of any other graph."""
    graph = facts.graph
    outside = not graph.parents and not graph.nested and facts.invocations_known
    return outside and facts.closed and bool(graph.invocations)


@rule("LG216", WARNING, needs=BUILT)
def handler_ends_path(facts: LanggraphFacts) -> Iterator[Finding]:
    """Error handler that ends the path of its node

    What:
        A node with an `error_handler=` has outgoing edges, joins or routers, but no return of the
        handler is a `Command` with a `goto`. Applies to LangGraph 1.2 and later.
    Why:
        After a failure, the handler runs in place of the node. Its update is applied, but the
        node's edges aren't taken: the path ends there.
    Bad:
        builder.add_node("fetch", fetch, error_handler=lambda state: {"docs": []})
        builder.add_edge("fetch", "answer")
    Good:
        def missing(state): return Command(goto="answer", update={"docs": []})
        builder.add_node("fetch", fetch, error_handler=missing)
        builder.add_edge("fetch", "answer")
    Fix:
        Return a `Command` with the `goto` from the handler. Suppress the finding if the path should
        end.
    Source:
        langgraph §4.3, §5.13, §7.2
    """
    if facts.contract.version < HANDLERS:
        return

    def find(ways: Ways) -> Iterator[Held]:
        for node in ways.graph.nodes:
            source = ways.sources.get(node.name)
            if node.handler is None or source is None or not _only_updates(node.handler):
                continue
            targets = _targets(source)
            if targets:
                yield Held(node.place, node.guards, (node, targets))

    for held in facts.in_all(find):
        node: Node = held.value[0]
        targets: tuple[str, ...] = held.value[1]
        handler = node.handler
        yield Finding(
            node.place,
            message(
                "error handler of {} ends the path: {} doesn't run after a failure",
                quote(node.name),
                quote_all(targets[:3]),
            ),
            "return a `Command` with the `goto` from the handler",
            related=(Related(handler.place, "the handler"),) if handler is not None else (),
            witness=Witness({"node": node.name, "successors": list(targets)}),
        )


def _only_updates(handler: Function) -> bool:
    """Whether a handler is known not to go anywhere."""
    return handler.returns_complete and all(
        each.goto is None and not each.parent and each.form != "unknown" for each in handler.returns
    )


def _targets(source: Source) -> tuple[str, ...]:
    """The nodes that a node wakes through its edges, joins and routers."""
    found = [name_of(each.target.value) for each in source.edges if each.target is not None]
    found += [name_of(each.target.value) for each in source.joins if each.target is not None]
    for decision in source.decisions:
        if decision.branch is not None:
            found += [name for outcome in decision.outcomes for name in outcome.reached]
    return tuple(dict.fromkeys(str(each) for each in found if each != END))
