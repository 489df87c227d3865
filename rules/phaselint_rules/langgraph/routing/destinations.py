"""Answers that can't be a destination (reference langgraph §7.2)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.model import END, START
from phaselint.vocabulary.claim import Ends, Notes
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.langgraph.needs import BUILT
from phaselint_rules.langgraph.routing.common import (
    called,
    entries,
    given,
    gotos,
    routes,
    sent,
    source_of,
    without_map,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.model import Branch, Graph, Node
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message


class Wrong(NamedTuple):
    """An answer that can't be a destination: the message, the help, the claim, and its node or
    branch."""

    place: Place
    said: Message
    remedy: str
    claim: tuple[object, ...] | None
    source: str
    owner: Branch | Node


@rule("LG205", ERROR, needs=BUILT, claims="ends_or_notes", ends="failure")
def invalid_destination(facts: LanggraphFacts) -> Iterator[Finding]:
    """Answer that can't be a destination

    What:
        A router without a map returns START, a router returns a `Send` to END, or a router with a
        map returns an unhashable value: a dict, or a list in a list. Or the `goto` of a `Command`
        is START, `None`, or a `Send` to END.
    Why:
        The run fails: `ValueError` "Branch did not return a valid destination",
        `InvalidUpdateError` "Cannot send a packet to the END node", `TypeError`. A `goto` to
        START and a `Send` to END in a `goto` are dropped silently.
    Bad:
        def route(state): return START if state["again"] else END
        builder.add_conditional_edges("review", route)
    Good:
        def route(state): return "draft" if state["again"] else END
        builder.add_conditional_edges("review", route)
    Fix:
        Name the node to run, or return END itself.
    Dry run:
        A run reaches the node, which returns the answer; the run fails or drops it.
    Source:
        langgraph §4.3, §5.3, §7.2
    """

    def find(ways: Ways) -> Iterator[Held]:
        for branch in ways.graph.branches:
            for wrong in _of_branch(branch) if branch.source is not None else ():
                yield Held((wrong.place, wrong.said), branch.guards, wrong)
        for wrong in _of_gotos(facts, ways.graph):
            yield Held((wrong.place, wrong.said), wrong.owner.guards, wrong)

    for held in facts.in_all(find):
        wrong: Wrong = held.value
        used = "used here" if wrong.claim and wrong.claim[0] == wrong.source else "the node"
        yield Finding(
            wrong.place,
            wrong.said,
            wrong.remedy,
            related=(Related(wrong.owner.place, used),),
            witness=Witness({"source": wrong.source}),
            claim=wrong.claim if routes(facts, wrong.source, wrong.owner.place) else None,
        )


def _of_branch(branch: Branch) -> Iterator[Wrong]:
    source, router = source_of(branch), called(branch)
    mapped = not without_map(branch)

    def wrong(place: Place, said: Message, remedy: str, raised: str) -> Wrong:
        return Wrong(place, said, remedy, Ends(source, raised), source=source, owner=branch)

    for each in given(branch):
        if sent(each.known.value) == END:
            said = message("{} can send to END: `InvalidUpdateError`", router)
            yield wrong(each.known.place, said, "return END itself", "InvalidUpdateError")
        elif each.value == START and not mapped:
            said = message("{} can return START: `ValueError`", router)
            remedy = "return the name of the node that runs first"
            yield wrong(each.known.place, said, remedy, "ValueError")
    if entries(branch) is None:
        return
    for answer in branch.answers.options:
        if answer.unhashable:
            said = message("{} can return a value that can't be a label: `TypeError`", router)
            yield wrong(answer.place, said, "return a label, or a list of labels", "TypeError")


def _of_gotos(facts: LanggraphFacts, graph: Graph) -> Iterator[Wrong]:
    for going in gotos(graph):
        if going.back.parent:
            continue
        name, known = going.node.name, going.known
        value, place = known.value, going.place(facts)
        if value is None:
            said = message("`goto` of node {} can be `None`: `TypeError`", quote(name))
            claim: tuple[object, ...] | None = Ends(name, "TypeError")
            remedy = "use `END`, or leave `goto` out"
        elif value == START:
            said = message("`goto` of node {} can be START, which is dropped silently", quote(name))
            claim, remedy = Notes(name, "dropped", {"to": START}), "use the name of the first node"
        elif sent(value) == END:
            said = message("node {} can send to END, which is dropped silently", quote(name))
            claim, remedy = Notes(name, "dropped", {"to": END}), "use `goto=END`"
        else:
            continue
        claim = None if going.handler else claim
        yield Wrong(place, said, remedy, claim, source=name, owner=going.node)
