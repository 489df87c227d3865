"""Answers of routers that don't reach a node (reference langgraph §7.2)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.functionmodel import Send, name_of
from phaselint.dialects.langgraph.model import END, START
from phaselint.vocabulary.claim import Ends, Notes
from phaselint.vocabulary.finding import Edit, Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint_rules.langgraph.edits import checked, is_string
from phaselint_rules.langgraph.needs import BUILT, CLOSED_RUNS
from phaselint_rules.langgraph.routing.common import (
    Given,
    called,
    entries,
    given,
    is_node,
    returned,
    routes,
    source_of,
    without_map,
    written,
)
from phaselint_rules.langgraph.wording import listed, nearest, spelled, use, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import Answer, Constant, Function
    from phaselint.dialects.langgraph.model import Branch, Graph
    from phaselint.vocabulary.finding import Fix, Severity

BY_CASE = (
    Grade("error", "all that the router returns is known"),
    Grade("warning", "some of it isn't, or it compares with all members of a type"),
    Grade("info", "it compares with the answer of a model"),
)


@rule("LG203", ERROR, needs=CLOSED_RUNS, claims="notes", fix="unsafe", ends="unused")
def router_unknown_node(facts: LanggraphFacts) -> Iterator[Finding]:
    """Router without a map that can return an unknown name

    What:
        A conditional edge has no `path_map`, so its router returns names of nodes, but one of its
        values is neither a node of the graph nor END. Silent if the graph can have unknown nodes,
        and if LangGraph ignores the given `path_map`.
    Why:
        LangGraph drops the name and continues: unless another node is awake, the run ends there as
        completed. Only the log mentions it.
    Bad:
        builder.add_node("technical", technical)
        builder.add_conditional_edges("classify", lambda state: "tecnical")
    Good:
        builder.add_node("technical", technical)
        builder.add_conditional_edges("classify", lambda state: "technical")
    Fix:
        Correct the name, or add the node.
    Dry run:
        A run reaches the node, the router gives the name, and it is dropped.
    Source:
        langgraph §2.8, §4.3, §5.3, §7.2
    """

    def find(ways: Ways) -> Iterator[Held]:
        for branch in ways.graph.branches:
            values = tuple(_unknown(facts, ways.graph, branch))
            if values and branch.source is not None:
                yield Held((branch.place, source_of(branch)), branch.guards, (branch, values))

    for held in facts.in_all(find):
        branch, values = held.value
        yield _unknown_node(facts, branch, values)


def _unknown_node(facts: LanggraphFacts, branch: Branch, values: Sequence[Given]) -> Finding:
    source = source_of(branch)
    names = tuple(dict.fromkeys(each.known.value for each in values))
    kind = "which isn't a node" if len(names) == 1 else "which aren't nodes"
    first = values[0].value
    near = nearest(first, tuple(facts.graph.named)) if isinstance(first, str) else None
    return Finding(
        branch.place,
        message(
            "{} can return {}, {}; LangGraph drops it silently",
            called(branch),
            listed((value(each) for each in names), "or"),
            kind,
        ),
        use(near, "add the node, or correct the name"),
        related=returned(values),
        witness=Witness({"source": source, "names": [spelled(each) for each in names]}),
        fix=_respelled(facts, values, first, near) if len(names) == 1 else None,
        claim=Notes(source, "dropped", {"to": written(names[0])})
        if routes(facts, source, branch.place)
        else None,
    )


def _unknown(facts: LanggraphFacts, graph: Graph, branch: Branch) -> Iterator[Given]:
    """The values of a router without a map that aren't nodes in any graph that uses it."""
    if branch.path_map is not None:
        return
    for each in given(branch):
        if each.value in (None, START, END) or isinstance(each.known.value, Send):
            continue
        if any(name_of(other.value) in (None, START) for other in each.answer.targets):
            continue  # the whole answer fails
        router = branch.router
        if is_node(graph, each.value) or _is_channel(graph, each.known.value):
            continue
        if router is None or _nowhere(facts, router, each.value):
            yield each


def _is_channel(graph: Graph, value: Constant) -> bool:
    """Whether a value wakes a node by its spelling, although it doesn't equal the node's name."""
    return any(node.channel == written(value) for node in graph.nodes)


def _nowhere(facts: LanggraphFacts, router: Function, name: Constant) -> bool:
    """Whether no other graph that uses a router has a node or a label of a name."""
    for graph in facts.users(router):
        if graph.id == facts.graph.id:
            continue
        if not facts.beside(graph).closed or is_node(graph, name):
            return False
        for branch in graph.branches:
            same = branch.router is not None and branch.router.id == router.id
            labels = entries(branch) if same else None
            if same and not without_map(branch) and (labels is None or name in labels):
                return False
    return True


def _respelled(
    facts: LanggraphFacts, values: Sequence[Given], word: Constant, near: str | None
) -> Fix | None:
    places = [each.known.place for each in values]
    if near is None or not all(is_string(facts, place) for place in places):
        return None
    title = f"replace {quote(str(word))} with {quote(near)}"
    return checked(facts, "unsafe", title, tuple(Edit(each, spelled(near)) for each in places))


@rule("LG204", BY_CASE, needs=BUILT, claims="ends", ends="failure")
def router_may_return_none(facts: LanggraphFacts) -> Iterator[Finding]:
    """Router that can end without an answer

    What:
        A router can end without a `return`, or returns `None`, and `None` isn't a label of its map.
        Conditions that cover all members of a type are complete; so is a `raise` at the end.
    Why:
        Without a map, the run fails with `ValueError`: "Branch did not return a valid destination";
        with a map, it fails with `KeyError: None`. To end a run, a router returns `END`.
    Bad:
        def route(state):
            if state["mood"] == "good":
                return "thank"
            elif state["mood"] == "bad":
                return "console"
    Good:
        def route(state):
            if state["mood"] == "good":
                return "thank"
            return "console"
    Fix:
        Return a label on every path.
    Dry run:
        A run reaches the node, the router gives `None`, and the run fails.
    Source:
        langgraph §2.7, §5.3, §7.2
    """

    def find(ways: Ways) -> Iterator[Held]:
        found: dict[str, list[tuple[Branch, Answer]]] = {}
        for branch in ways.graph.branches:
            answer = _none(branch)
            if answer is not None and branch.router is not None:
                found.setdefault(branch.router.id, []).append((branch, answer))
        for router, those in found.items():
            for branch, answer in those:
                yield Held((router, branch.place), branch.guards, (branch, answer))

    told: dict[str, Finding] = {}
    for held in facts.in_all(find):
        branch, answer = held.value
        router = branch.router
        if all(_fails(each, router) for each in facts.users(router)):
            finding = _may_be_none(facts, router, branch, answer)
            before = told.get(router.id)
            if before is None or (before.claim is None and finding.claim is not None):
                told[router.id] = finding
    yield from told.values()


def _may_be_none(
    facts: LanggraphFacts, router: Function, branch: Branch, answer: Answer
) -> Finding:
    source = source_of(branch)
    mapped = not without_map(branch)
    does = message("end without a `return`" if answer.falls_off else "return `None`")
    severity = _severity(facts, branch, answer)
    return Finding(
        router.place,
        message(
            "{} can {}: `{}`", called(branch), does, "KeyError: None" if mapped else "ValueError"
        ),
        "return a label on every path; use `END` to stop",
        severity=severity,
        related=(
            *(() if answer.falls_off else (Related(answer.place, "returns `None`"),)),
            Related(branch.place, "used here"),
        ),
        witness=Witness({"source": source, "router": router.name}),
        claim=Ends(source, "KeyError" if mapped else "ValueError")
        if routes(facts, source, branch.place) and not answer.missing
        else None,
    )


def _severity(facts: LanggraphFacts, branch: Branch, answer: Answer) -> Severity:
    """The confidence that a router can give `None`: lower if it compares with all members of a
    type, and lowest if it compares a model's answer, or a key that the node before sets to an
    unknown value."""
    if answer.missing == "model" or (answer.missing and _not_set_here(facts, branch)):
        return "info"
    return "error" if facts.answers_known(branch) and not answer.missing else "warning"


def _not_set_here(facts: LanggraphFacts, branch: Branch) -> bool:
    """Whether a router reads only one key, and the node before sets it to an unknown value."""
    keys = {each.key for each in branch.router.reads} if branch.router is not None else set()
    node = facts.graph.named.get(source_of(branch))
    if len(keys) != 1 or node is None or node.function is None:
        return False
    written = [each for back in node.function.returns for each in back.update.keys]
    return any(each.key in keys and not each.values.known for each in written)


def _none(branch: Branch) -> Answer | None:
    """The answer with which a router fails because it is `None`; None if it never does, or if its
    map contains `None`."""
    labels = entries(branch)
    if labels is None and not without_map(branch):
        return None
    if labels is not None and None in labels:
        return None
    nothing = (
        each for each in branch.answers.options if any(t.value is None for t in each.targets)
    )
    return next(nothing, None)


def _fails(graph: Graph, router: Function) -> bool:
    """Whether a router fails somewhere in a graph because its answer is `None`."""
    return any(
        each.router is not None and each.router.id == router.id and _none(each) is not None
        for each in graph.branches
    )
