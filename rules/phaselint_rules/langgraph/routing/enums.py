"""Members of Enum classes as names of nodes (reference langgraph §5.4, §7.2)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.callplaces import in_call
from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.functionmodel import Member, channel_of, name_of
from phaselint.vocabulary.claim import Notes
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import Grade, rule
from phaselint_rules.langgraph.edits import checked, put, span, text_at
from phaselint_rules.langgraph.needs import BUILT
from phaselint_rules.langgraph.routing.common import (
    MAPS,
    MOST_RELATED,
    fails,
    given,
    gotos,
    routes,
    source_of,
    without_map,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import Guard, Known
    from phaselint.dialects.langgraph.model import Graph, Node
    from phaselint.vocabulary.finding import Fix, Place

BY_SPELLING = (
    Grade("error", "the name is spelled differently where it is woken"),
    Grade("info", "it is spelled the same everywhere"),
)

SINCE = (3, 11)
"""The first release of Python that formats a member as its name (§5.4)."""

OLD = (0, 3)
"""The first release of LangGraph with edges based on channel names (§5.4)."""


class Waking(NamedTuple):
    """A name that wakes a node: the source, the guards, and the operation. `call` is the call with
    the name as an argument; `handler`, whether an error handler gives it."""

    known: Known
    source: str
    guards: tuple[Guard, ...]
    used: Place
    call: Place | None = None
    handler: bool = False


class Mixed(NamedTuple):
    """A node, and a name that wakes it in another spelling. `place` is that of the member."""

    node: Node
    waking: Waking
    place: Place
    member: str


@rule("LG214", BY_SPELLING, needs=BUILT, claims="notes", fix="safe", ends="unused")
def enum_as_name(facts: LanggraphFacts) -> Iterator[Finding]:
    """Member of a `(str, Enum)` class as a node name

    What:
        A member of a class that derives from `str` and `Enum` names a node in one place, and a
        string, or a member of another class, in another: in `add_node` and in the target of an
        edge, a value of a map, a `goto`, or the answer of a router without a map. Members of a
        `StrEnum`, and `.value`, are plain strings. Applies to Python 3.11 and later.
    Why:
        The two are equal, so `compile()` doesn't report an error. But the node's channel contains
        the formatted name, which for such a member is `Step.PLAN`, so the node never runs that way.
        Sources of edges, labels of maps, joins and `Send` compare names and work. If it is spelled
        the same everywhere, it works too, and the finding is an info.
    Bad:
        class Step(str, Enum):
            PLAN = "plan"
        builder.add_node("plan", plan)
        builder.add_edge(START, Step.PLAN)
    Good:
        builder.add_node("plan", plan)
        builder.add_edge(START, Step.PLAN.value)
    Fix:
        Use `.value`; the safe fix does so.
    Dry run:
        A run reaches the source, and what it writes is dropped.
    Source:
        langgraph §5.4, §7.2
    """
    if _python(facts) < SINCE or facts.contract.version < OLD:
        return

    def find(ways: Ways) -> Iterator[Held]:
        for mixed in _mixed(facts, ways.graph):
            guards = (*mixed.node.guards, *mixed.waking.guards)
            yield Held((mixed.place, mixed.waking.known.place), guards, mixed)

    told: dict[Place, list[Mixed]] = {}
    for held in facts.in_all(find):
        told.setdefault(held.value.place, []).append(held.value)
    for place, those in told.items():
        yield _finding(facts, place, those)
    if not told:
        yield from _alike(facts)


def _python(facts: LanggraphFacts) -> tuple[int, int]:
    """The release of Python that runs the graph; 3.11 if it isn't specified."""
    major, _, minor = str(facts.options.get("python") or "3.11").partition(".")
    minor = minor.partition(".")[0]
    return (int(major), int(minor)) if major.isdigit() and minor.isdigit() else SINCE


def _finding(facts: LanggraphFacts, place: Place, those: list[Mixed]) -> Finding:
    first = those[0]
    node, wake = first.node, channel_of(first.waking.known.value)
    if place == first.waking.known.place:
        said = message(
            "{} is written to channel {}, but node {} listens to {}",
            quote(first.member),
            quote(f"branch:to:{wake}"),
            quote(node.name),
            quote(f"branch:to:{node.channel}"),
        )
        related = [Related(node.name_place, "the node is added here")]
    else:
        said = message(
            "node {} listens to channel {}, but {} is written",
            quote(first.member),
            quote(f"branch:to:{node.channel}"),
            quote(f"branch:to:{wake}"),
        )
        related = []
    used = dict.fromkeys(each.waking.used for each in those[:MOST_RELATED])
    related += [Related(each, "meant to wake the node") for each in used if each != place]
    fix = _plain(facts, place)
    wakings = [each.waking for each in those if not each.waking.handler]
    awake = next((e.source for e in wakings if routes(facts, e.source, e.used)), "")
    here = first.waking.call if place == first.waking.known.place else node.place
    return Finding(
        in_call(facts.contract, place, here),
        said,
        "use `.value`",
        severity="error",
        related=tuple(related),
        witness=Witness({"node": node.name, "channel": node.channel, "written": wake}),
        fix=fix,
        claim=Notes(awake, "dropped", {"to": wake}) if awake else None,
    )


def _plain(facts: LanggraphFacts, place: Place) -> Fix | None:
    """Suggest `.value` for a member."""
    text, found = text_at(facts, place), span(place)
    if found is None or not text or not all(part.isidentifier() for part in text.split(".")):
        return None
    return checked(facts, "safe", "use `.value`", (put(place, found[1], ".value"),))


def _mixed(facts: LanggraphFacts, graph: Graph) -> Iterator[Mixed]:
    """The names that equal that of a node but wake another channel."""
    nodes = graph.named
    for waking in _waking(facts, graph):
        value = waking.known.value
        name = name_of(value)
        node = nodes.get(name) if isinstance(name, str) else None
        if node is None or channel_of(value) == node.channel:
            continue
        if isinstance(value, Member):
            yield Mixed(node, waking, waking.known.place, value.spelling)
        else:
            yield Mixed(node, waking, node.name_place, node.channel)


def _waking(facts: LanggraphFacts, graph: Graph) -> Iterator[Waking]:
    """The names by which channels of nodes are written. Joins and `Send` compare for equality, and
    the target of a label that is never returned is never written."""
    for edge in graph.edges:
        if edge.target is not None and edge.source is not None:
            yield Waking(
                edge.target, str(name_of(edge.source.value)), edge.guards, edge.place, edge.place
            )
    for branch in graph.branches:
        source = source_of(branch)
        if without_map(branch):
            for option in branch.answers.options:
                for known in () if fails(branch, option) else option.targets:
                    yield Waking(known, source, branch.guards, branch.place)
        elif branch.path_map is not None and branch.path_map.given in MAPS:
            known_ones = facts.answers_known(branch)
            kept = (each for each in given(branch) if not fails(branch, each.answer))
            labels = {each.value for each in kept} if known_ones else set()
            for entry in branch.path_map.entries:
                if entry.target is not None and (not known_ones or name_of(entry.label) in labels):
                    yield Waking(entry.target, source, branch.guards, entry.place)
    for going in gotos(graph):
        if not going.back.parent:
            yield Waking(
                *(going.known, going.node.name, going.node.guards, going.back.place),
                going.back.command if going.single else None,
                handler=going.handler,
            )


def _alike(facts: LanggraphFacts) -> Iterator[Finding]:
    """The first node named by a member, if all spellings are the same."""
    for node in facts.graph.nodes:
        if node.channel != node.name:
            yield Finding(
                node.name_place,
                message("node name {} is a member of a `(str, Enum)` class", quote(node.channel)),
                "use `.value`, or derive the class from `StrEnum`",
                severity="info",
                witness=Witness({"node": node.name, "channel": node.channel}),
            )
            return
