"""Lists of tools, and who runs what is in them (reference langgraph §2.12, §7.6)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.analysis.statetools import (
    bindings,
    bound_tools,
    lists_of,
    mentions_tool_calls,
    predecessors,
    runs_tools,
)
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import INFO, WARNING, Grade, rule
from phaselint_rules.langgraph.needs import CLOSED, GRAPH
from phaselint_rules.langgraph.wording import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.statetools import Bound
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.model import Node, ToolList
    from phaselint.vocabulary.finding import Place


@rule(
    "LG601",
    (Grade("warning"), Grade("info", "it is one tool that is listed more than once")),
    needs=GRAPH,
)
def shadowed_tool(facts: LanggraphFacts) -> Iterator[Finding]:
    """Tool that has the name of another one in its list.

    What:
        Two different tools of one name are in one list of a `ToolNode`, of `bind_tools` or of an
        agent. One tool that is listed more than once is only noted.
    Why:
        Tools are kept by their names: the last one answers all calls.
    Bad:
        @tool("search")
        def search_web(query: str): ...

        @tool("search")
        def search_files(query: str): ...

        ToolNode([search_web, search_files])
    Good:
        @tool("search_files")
        def search_files(query: str): ...
    Fix:
        Rename one of them, or take it out of the list.
    Source:
        langgraph §2.12, §7.6
    """
    told: set[Place] = set()
    for _, tools in lists_of(facts.graph):
        if tools.place not in told:
            told.add(tools.place)
            yield from _shadowed(tools)


def _shadowed(tools: ToolList) -> Iterator[Finding]:
    by_name: dict[str, list[tuple[Place, str]]] = {}
    for name, place, definition in tools.tools:
        by_name.setdefault(name, []).append((place, definition))
    for name, same in by_name.items():
        if len(same) < 2:
            continue
        different = len({definition for _, definition in same}) > 1
        yield Finding(
            tools.place,
            message("two tools are called {}: the last one answers all calls", quote(name))
            if different
            else message("tool {} is listed more than once", quote(name)),
            f"rename one {quote(name)}, or take it out" if different else "list it once",
            severity=None if different else "info",
            related=tuple(Related(place, f"{quote(name)} is listed here") for place, _ in same),
            witness=Witness({"tool": name}),
        )


@rule("LG602", WARNING, needs=CLOSED)
def tools_without_node(facts: LanggraphFacts) -> Iterator[Finding]:
    """Tools that are offered to a model, in a graph that runs none.

    What:
        A node that runs come to binds tools, and the graph has no `ToolNode`, no agent and no
        subgraph, nor is there code in its files that reads `tool_calls`. Tools that only give
        the answer a form (`tool_choice`, one class) do not count.
    Why:
        The model asks for calls that nobody executes; its answer is often empty beside them.
    Bad:
        def agent(state: MessagesState):
            return {"messages": [model.bind_tools([search]).invoke(state["messages"])]}

        builder.add_node(agent)
        builder.add_edge("agent", END)
    Good:
        builder.add_node("tools", ToolNode([search]))
        builder.add_conditional_edges("agent", tools_condition)
        builder.add_edge("tools", "agent")
    Fix:
        Add a `ToolNode` with these tools, an edge back, and a router such as `tools_condition`.
    Source:
        langgraph §2.12, §7.6
    """
    graph = facts.graph
    around = [
        facts.contract.project[each] for each in graph.parents if each in facts.contract.project
    ]
    if any(map(runs_tools, (graph, *around))) or any(map(_executes, graph.nodes)):
        return
    told: set[Place] = set()
    for node, tools in bound_tools(graph):
        if tools.place in told or node.name not in facts.reachable or mentions_tool_calls(facts):
            continue
        told.add(tools.place)
        names = [quote(name) for name, _, _ in tools.tools]
        yield Finding(
            tools.place,
            message("calls of {} are never executed: no node runs tools", listed(names)),
            "add a `ToolNode` with these tools, and a router such as `tools_condition` to it",
            related=(Related(node.place, "the node that offers them"),),
            witness=Witness({"node": node.name, "tools": [name for name, _, _ in tools.tools]}),
        )


@rule(
    "LG603",
    (Grade("warning"), Grade("info", "a tool of the tool node is offered to no model")),
    needs=CLOSED,
)
def tools_differ(facts: LanggraphFacts) -> Iterator[Finding]:
    """Tool that is offered to a model, and that the tool node does not have.

    What:
        A node binds tools, one of which is in no `ToolNode` that may run after it. Both lists are
        known. A tool that only the `ToolNode` has is noted.
    Why:
        A call of it is answered with an error: not a valid tool, try one of these.
    Bad:
        model.bind_tools([book, cancel])
        builder.add_node("tools", ToolNode([book]))
    Good:
        TOOLS = [book, cancel]
        model.bind_tools(TOOLS)
        builder.add_node("tools", ToolNode(TOOLS))
    Fix:
        Give both the same list.
    Source:
        langgraph §2.12, §7.6
    """
    if any(_executes(node) for node in facts.graph.nodes):
        return

    def find(ways: Ways) -> Iterator[Held]:
        for each in bindings(ways):
            lists = [node.tools for node in each.runners if node.tools is not None]
            if each.tools.complete and lists and all(run.complete for run in lists):
                yield from _differing(each, lists)

    for held in facts.in_all(find):
        yield held.value


def _executes(node: Node) -> bool:
    """Whether a function that is a node reads which calls there are, so that it may run them."""
    return node.function is not None and node.function.reads_tool_calls


def _differing(each: Bound, lists: list[ToolList]) -> Iterator[Held]:
    run = {name for tools in lists for name, _, _ in tools.tools}
    bound = dict.fromkeys(name for name, _, _ in each.tools.tools)
    guards = (*each.node.guards, *(guard for node in each.runners for guard in node.guards))
    place = lists[0].place
    for name in bound:
        if name not in run:
            finding = Finding(
                place,
                message("{} is offered to the model, the tool node does not have it", quote(name)),
                f"add {quote(name)} to the `ToolNode`, or take it out of `bind_tools`",
                related=(Related(each.tools.place, "offered here"),),
                witness=Witness({"node": each.node.name, "tool": name}),
            )
            yield Held(("missing", place, name), guards, finding)
    if len(lists) > 1:
        return
    for name, where, _ in lists[0].tools:
        if name not in bound:
            finding = Finding(
                place,
                message("{} of the tool node is not offered to the model", quote(name)),
                f"add {quote(name)} to `bind_tools`, or take it out of the `ToolNode`",
                severity="info",
                related=(Related(where, "listed here"), Related(each.tools.place, "bound here")),
                witness=Witness({"node": each.node.name, "tool": name}),
            )
            yield Held(("more", place, name), guards, finding)


@rule("LG604", INFO, needs=CLOSED, default=False)
def tool_node_without_calls(facts: LanggraphFacts) -> Iterator[Finding]:
    """Tool node behind nodes that offer no tools to a model.

    What:
        All nodes that lead to a `ToolNode` are functions that bind no tools, and no code in their
        files does.
    Why:
        A `ToolNode` runs the calls of the last message. Without any it fails, or does nothing.
    Bad:
        def agent(state: MessagesState):
            return {"messages": [model.invoke(state["messages"])]}

        builder.add_edge("agent", "tools")
    Good:
        def agent(state: MessagesState):
            return {"messages": [model.bind_tools(TOOLS).invoke(state["messages"])]}
    Fix:
        Bind the tools to the model with `bind_tools`.
    Source:
        langgraph §2.12, §7.6
    """
    if any("bind_tools" in document.text for document in facts.contract.documents.values()):
        return

    def find(ways: Ways) -> Iterator[Held]:
        for node in ways.graph.nodes:
            if node.kind != "tools" or node.name not in ways.reached or node.tools is None:
                continue
            before = [
                ways.nodes[each] for each in predecessors(ways, node.name) if each in ways.nodes
            ]
            if before and all(_offers_nothing(each) for each in before):
                yield Held(node.name, node.guards, (node, before[0]))

    for held in facts.in_all(find):
        node, before = held.value
        yield Finding(
            node.tools.place,
            message(
                "tool node {} comes after {}, which offers no tools",
                quote(node.name),
                quote(before.name),
            ),
            "bind the tools to the model with `bind_tools`",
            related=(Related(before.place, "the node before"),),
            witness=Witness({"node": node.name, "before": before.name}),
        )


def _offers_nothing(node: Node) -> bool:
    function = node.function
    return node.kind == "function" and function is not None and not function.bound
