"""Checks shared by the rules about routers and commands."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.callplaces import in_call
from phaselint.dialects.langgraph.functionmodel import (
    Member,
    Send,
    channel_of,
    name_of,
)
from phaselint.dialects.langgraph.model import END, START
from phaselint.vocabulary.finding import Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.langgraph.wording import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import (
        Answer,
        Constant,
        Function,
        Known,
        Return,
    )
    from phaselint.dialects.langgraph.model import Branch, Graph, MapEntry, Node
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

MOST_RELATED = 8
"""The most places of values shown in a finding."""

MAPS = ("dict", "list", "literal")


class Given(NamedTuple):
    """A value that a router returns, and the answer that contains it."""

    known: Known
    answer: Answer

    @property
    def value(self) -> Constant:
        """The value; for a member of an Enum, its equal value."""
        return name_of(self.known.value)


def given(branch: Branch) -> Iterator[Given]:
    """All values that a router returns at a source, except those that can't be looked up
    anywhere."""
    for answer in branch.answers.options:
        if not answer.unhashable:
            for known in answer.targets:
                yield Given(known, answer)


def entries(branch: Branch) -> Mapping[Constant, MapEntry] | None:
    """The entries of a branch's map by label; None if LangGraph uses no map, or if some labels are
    unknown."""
    path_map = branch.path_map
    if path_map is None or path_map.given not in MAPS or not path_map.complete:
        return None
    return {name_of(each.label): each for each in path_map.entries}


def without_map(branch: Branch) -> bool:
    """Whether a router returns names of nodes."""
    return branch.path_map is None or branch.path_map.given == "ignored"


def fails(branch: Branch, answer: Answer) -> bool:
    """Whether LangGraph refuses an answer of a router."""
    values = [each.value for each in answer.targets]
    if any(sent(each) == END for each in values):
        return True
    names = [name_of(each) for each in values if not isinstance(each, Send)]
    if without_map(branch):
        return None in names or START in names
    labels = entries(branch)
    return answer.unhashable or (labels is not None and any(each not in labels for each in names))


def source_of(branch: Branch) -> str:
    """The source of a branch; empty if it isn't known."""
    name = None if branch.source is None else name_of(branch.source.value)
    return name if isinstance(name, str) else ""


def called(branch: Branch) -> Message:
    """A router in the words of a message."""
    return message("router {}", quote(branch.name)) if branch.name else message("router")


def runs(facts: LanggraphFacts, source: str) -> bool:
    """Whether runs can reach a source and pass it: not if a walk over all runs never reaches it, as
    if each run fails before, and not if the node always fails."""
    return _runs(facts, source, lambda ways: source not in ways.failing)


def enters(facts: LanggraphFacts, source: str) -> bool:
    """Whether runs can reach a source, whatever it does then."""
    return _runs(facts, source, lambda _: True)


def routes(facts: LanggraphFacts, source: str, used: Place | None = None) -> bool:
    """Whether runs can reach the edges and routers of a source: not if the node always returns to
    the parent graph either; and the router that is used at a place: not if one before it always
    fails."""

    def passes(ways: Ways) -> bool:
        past = source == START or ways.gets_past(source)
        return past and (used is None or ways.asks(source, used))

    return _runs(facts, source, passes)


def _runs(facts: LanggraphFacts, source: str, passes: Callable[[Ways], bool]) -> bool:
    if source != START and source not in facts.reachable:
        return False
    for ways in filter(passes, facts.ways):
        if source == START:
            return True
        walk = ways.certain_walk if ways.certain else None
        if walk is None or not walk.complete or source in walk.ran:
            return True
    return False


def returned(those: Sequence[Given]) -> tuple[Related, ...]:
    """Where values are returned; several at one place only once."""
    places = {each.known.place: each for each in those}
    return tuple(
        Related(place, message("returns {}", value(each.known.value)))
        for place, each in [*places.items()][:MOST_RELATED]
    )


def is_node(graph: Graph, given: Constant) -> bool:
    """Whether a value names a node of a graph."""
    name = name_of(given)
    return isinstance(name, str) and name in graph.named


def sent(given: Constant) -> str | None:
    """The node that a `Send` goes to; None if it is unknown or isn't a `Send`."""
    if not isinstance(given, Send) or given.node is None:
        return None
    return given.node.value if isinstance(given.node, Member) else given.node


def written(given: Constant) -> str:
    """How a value appears in the name of a channel."""
    if isinstance(given, Send):
        return "" if given.node is None else channel_of(given.node)
    return channel_of(given)


class Going(NamedTuple):
    """A target of a `goto`: its node, and the return of the function."""

    node: Node
    function: Function
    back: Return
    known: Known
    handler: bool = False
    single: bool = True

    def place(self, facts: LanggraphFacts) -> Place:
        """Where it is reported: a list member or a `Send` at its own place."""
        if not self.single or isinstance(self.known.value, Send):
            return self.known.place
        return in_call(facts.contract, self.known.place, self.back.command)


def gotos(graph: Graph) -> Iterator[Going]:
    """The targets of every known `goto` of the nodes and error handlers of a graph."""
    for node in graph.nodes:
        for function in (node.function, node.handler):
            if function is None:
                continue
            for back in function.returns:
                for option in back.goto.options if back.goto is not None else ():
                    for known in option.targets:
                        handled = function is node.handler
                        yield Going(node, function, back, known, handled, single=option.single)
