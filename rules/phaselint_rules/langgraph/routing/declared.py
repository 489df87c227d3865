"""The destinations that nodes declare (reference langgraph §7.2)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.functionmodel import Send, name_of
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.langgraph.edits import checked, put, span
from phaselint_rules.langgraph.needs import GRAPH
from phaselint_rules.langgraph.routing.common import Going, gotos, is_node
from phaselint_rules.langgraph.wording import listed, spelled, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import Function
    from phaselint.dialects.langgraph.model import Graph
    from phaselint.vocabulary.finding import Fix


@rule("LG212", WARNING, needs=GRAPH, fix="safe")
def goto_not_annotated(facts: LanggraphFacts) -> Iterator[Finding]:
    """Goto that the node doesn't declare

    What:
        A node declares its destinations, with `Command[Literal[...]]` as its return type or with
        `destinations=`, but the `goto` of a `Command` that it returns is another node of the graph.
        END doesn't need to be declared.
    Why:
        The run goes there anyway. Declarations are only for drawings and type checks, which are now
        wrong.
    Bad:
        def triage(state) -> Command[Literal["fast", "slow"]]:
            return Command(goto="human" if state["odd"] else "fast")
    Good:
        def triage(state) -> Command[Literal["fast", "slow", "human"]]:
            return Command(goto="human" if state["odd"] else "fast")
    Fix:
        Add the name to the declaration; the safe fix does so.
    Source:
        langgraph §2.9, §4.2, §7.2
    """

    def find(ways: Ways) -> Iterator[Held]:
        for going in gotos(ways.graph):
            name = name_of(going.known.value)
            if not going.handler and _undeclared(facts, ways.graph, going):
                yield Held((going.known.place, name), going.node.guards, going)

    for held in facts.in_all(find):
        going: Going = held.value
        name = str(name_of(going.known.value))
        given = going.node.destinations or ()
        where = message("its return type" if _by_type(going) else "its `destinations`")
        annotation = going.function.annotation if _by_type(going) else None
        yield Finding(
            going.place(facts),
            message(
                "`goto` {} isn't in {}: {}",
                quote(name),
                where,
                listed(value(each.value) for each in given),
            ),
            f"add {quote(name)} to the declaration",
            related=(Related(annotation or going.node.place, "declared here"),),
            witness=Witness({"name": name, "declared": [spelled(each.value) for each in given]}),
            fix=_declared(facts, going, name),
        )


def _by_type(going: Going) -> bool:
    return going.node.destinations == going.function.declared


def _undeclared(facts: LanggraphFacts, graph: Graph, going: Going) -> bool:
    """Whether a `goto` names an undeclared node, in every graph with the function."""
    value, given = going.known.value, going.node.destinations
    if given is None or going.back.parent or isinstance(value, Send):
        return False
    name = name_of(value)
    if not is_node(graph, name) or name in {name_of(each.value) for each in given}:
        return False
    return _everywhere(facts, going.function, name)


def _everywhere(facts: LanggraphFacts, function: Function, name: object) -> bool:
    """Whether every graph that uses a function has an undeclared node of a name."""
    for graph in facts.users(function):
        nodes = [each for each in graph.nodes if each.function and each.function.id == function.id]
        for node in nodes:
            declared = {name_of(each.value) for each in node.destinations or ()}
            if node.destinations is None or name in declared or name not in graph.named:
                return False
    return True


def _declared(facts: LanggraphFacts, going: Going, name: str) -> Fix | None:
    """Suggest adding a name after the last declared one."""
    given = going.node.destinations
    last = given[-1].place if given and _by_type(going) else None
    found = span(last) if last is not None else None
    if last is None or found is None:
        return None
    edit = put(last, found[1], f", {spelled(name)}")
    return checked(facts, "safe", f"add {quote(name)} to the declaration", (edit,))


@rule("LG213", INFO, needs=GRAPH)
def undeclared_goto(facts: LanggraphFacts) -> Iterator[Finding]:
    """Node with an undeclared goto, in a graph with declarations

    What:
        A node returns a `Command` with a `goto` but doesn't declare destinations, while another
        node of the graph does.
    Why:
        Drawings of the graph have no edge for it, and `compile()` doesn't check whether the names
        are nodes.
    Bad:
        def triage(state) -> Command[Literal["fast"]]: return Command(goto="fast")
        def fast(state): return Command(goto="triage")
    Good:
        def triage(state) -> Command[Literal["fast"]]: return Command(goto="fast")
        def fast(state) -> Command[Literal["triage"]]: return Command(goto="triage")
    Fix:
        Annotate the function with `Command[Literal[...]]`.
    Source:
        langgraph §2.9, §4.2, §7.2
    """
    graph = facts.graph
    if not any(each.destinations for each in graph.nodes):
        return
    told: set[str] = set()
    for going in gotos(graph):
        node = going.node
        if node.destinations is None and not going.back.parent and node.name not in told:
            told.add(node.name)
            yield Finding(
                node.place,
                message("node {} has a `goto`, but doesn't declare destinations", quote(node.name)),
                "add `Command[Literal[...]]` as the return type",
                related=(Related(going.known.place, "returns a `goto` here"),),
                witness=Witness({"node": node.name}),
            )
