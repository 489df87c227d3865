"""Lists of tools, and the nodes that run them (reference langgraph §2.12, §7.6)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.analysis.state import speaks_of
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
    from phaselint.dialects.langgraph.functionmodel import ToolList
    from phaselint.dialects.langgraph.model import Graph, Node
    from phaselint.vocabulary.finding import Place


@rule(
    "LG601",
    (
        Grade("warning", "they are different tools"),
        Grade("info", "it is one tool, listed more than once"),
    ),
    needs=GRAPH,
)
def shadowed_tool(facts: LanggraphFacts) -> Iterator[Finding]:
    """Duplicate tool name

    What:
        Two different tools with the same name are in one list of a `ToolNode`, of `bind_tools` or
        of an agent. One tool listed more than once is only an info.
    Why:
        Tools are stored by name, so the last one answers all calls.
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
        Rename one of them, or remove it from the list.
    Source:
        langgraph §2.12, §7.6
    """
    told: set[Place] = set()
    for _, tools in lists_of(facts.graph):
        if tools.place not in told and _first_with(facts, tools.place):
            told.add(tools.place)
            yield from _shadowed(tools)


def _first_with(facts: LanggraphFacts, place: Place) -> bool:
    """Whether this is the first graph of the project that has a list: others can have the same
    `ToolNode`, or the same function."""
    for graph in facts.contract.project.values():
        if graph.id == facts.graph.id:
            break
        if any(tools.place == place for _, tools in lists_of(graph)):
            return False
    return True


def _shadowed(tools: ToolList) -> Iterator[Finding]:
    """The names shared by several tools of a list, in one finding; if there aren't any, the tools
    listed more than once."""
    by_name: dict[str, list[tuple[Place, str]]] = {}
    for name, place, definition in tools.tools:
        by_name.setdefault(name, []).append((place, definition))
    several = {name: same for name, same in by_name.items() if len(same) > 1}
    different = {
        name: same for name, same in several.items() if len({each for _, each in same}) > 1
    }
    shown = different or several
    if not shown:
        return
    names = listed(map(quote, shown))
    yield Finding(
        tools.place,
        message("several tools are named {}; the last one answers all calls", names)
        if different
        else message("{} {} listed more than once", names, "is" if len(shown) == 1 else "are"),
        "rename one of them, or take it out" if different else "rename one of them, or remove it",
        severity=None if different else "info",
        related=tuple(
            Related(place, f"{quote(name)} is listed here")
            for name, same in shown.items()
            for place, _ in same
        ),
        witness=Witness({"tools": list(shown)}),
    )


@rule("LG602", WARNING, needs=CLOSED)
def tools_without_node(facts: LanggraphFacts) -> Iterator[Finding]:
    """Tools offered to a model in a graph that runs none

    What:
        A reachable node binds tools, but the graph has no `ToolNode`, no agent and no subgraph, and
        no code in its files reads `tool_calls`. Tools that only format the answer (`tool_choice`,
        one class) don't count.
    Why:
        The model asks for calls that are never executed, often with an otherwise empty answer.
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
    if _may_run(facts, graph):
        return
    told: set[Place] = set()
    for node, tools in bound_tools(graph):
        if tools.place in told or node.name not in facts.reachable or mentions_tool_calls(facts):
            continue
        if node.function is None or not speaks_of(facts, node.function):
            continue
        if any(_may_run(facts, each) for each in facts.users(node.function)):
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


def _may_run(facts: LanggraphFacts, graph: Graph) -> bool:
    """Whether a graph, or a graph around it, runs tools, or might."""
    project = facts.contract.project
    around = (project[each] for each in graph.parents if each in project)
    return any(map(runs_tools, (graph, *around))) or any(map(_executes, graph.nodes))


@rule(
    "LG603",
    (
        Grade("warning", "the tool node lacks a tool"),
        Grade("info", "no model is offered a tool of the tool node"),
    ),
    needs=CLOSED,
)
def tools_differ(facts: LanggraphFacts) -> Iterator[Finding]:
    """Tool offered to a model but missing from the tool node

    What:
        A node binds a tool that isn't in any `ToolNode` that can run after it. Both lists are
        known. A tool that only the `ToolNode` has is an info.
    Why:
        A call of the tool is answered with an error: not a valid tool, try one of these.
    Bad:
        model.bind_tools([book, cancel])
        builder.add_node("tools", ToolNode([book]))
    Good:
        TOOLS = [book, cancel]
        model.bind_tools(TOOLS)
        builder.add_node("tools", ToolNode(TOOLS))
    Fix:
        Use the same list for both.
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

    told: set[Place] = set()
    for held in facts.in_all(find):
        finding: Finding = held.value
        if finding.place not in told:
            told.add(finding.place)
            yield finding


def _executes(node: Node) -> bool:
    """Whether a node's function reads the tool calls and can therefore run them."""
    return node.function is not None and node.function.reads_tool_calls


def _differing(each: Bound, lists: list[ToolList]) -> Iterator[Held]:
    """The tools missing from a tool node; if there aren't any, its additional tools."""
    run = {name: place for tools in lists for name, place, _ in tools.tools}
    bound = {name: place for name, place, _ in each.tools.tools}
    guards = (*each.node.guards, *(guard for node in each.runners for guard in node.guards))
    place = lists[0].place
    missing = [name for name in bound if name not in run]
    more = [name for name in run if name not in bound] if len(lists) == 1 else []
    if missing:
        names = listed(map(quote, missing))
        finding = Finding(
            place,
            message("{} {} offered to the model but missing here", names, _are(missing)),
            f"add {names} to the `ToolNode`, or remove {_it(missing)} from `bind_tools`",
            related=(Related(each.tools.place, "offered here"),),
            witness=Witness({"node": each.node.name, "tools": missing}),
        )
        yield Held(("missing", place, *missing), guards, finding)
    elif more:
        names = listed(map(quote, more))
        finding = Finding(
            place,
            message(
                "{} of the tool node {} offered to the model",
                names,
                "isn't" if len(more) == 1 else "aren't",
            ),
            f"add {names} to `bind_tools`, or remove {_it(more)} from the `ToolNode`",
            severity="info",
            related=(Related(each.tools.place, "bound here"),),
            witness=Witness({"node": each.node.name, "tools": more}),
        )
        yield Held(("more", place, *more), guards, finding)


def _are(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _it(names: list[str]) -> str:
    return "it" if len(names) == 1 else "them"


@rule("LG604", INFO, needs=CLOSED, default=False)
def tool_node_without_calls(facts: LanggraphFacts) -> Iterator[Finding]:
    """Tool node after nodes that don't offer tools to a model

    What:
        All nodes before a `ToolNode` are functions that don't bind tools, and no code in their
        files does.
    Why:
        A `ToolNode` runs the calls of the last message. Without calls, it fails or has no effect.
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
                "tool node {} comes after {}, but no tools are bound there",
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
