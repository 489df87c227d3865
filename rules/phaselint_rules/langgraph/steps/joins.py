"""Joins that never complete or have no effect (reference langgraph §5.5, §7.3)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.analysis.starving import starved
from phaselint.dialects.langgraph.analysis.ways import text_of
from phaselint.dialects.langgraph.model import END, START
from phaselint.vocabulary.claim import Never, Same
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, Grade, rule
from phaselint_rules.langgraph.edits import checked, removal, span
from phaselint_rules.langgraph.needs import CLOSED_RUNS, RUNS, TARGETS
from phaselint_rules.langgraph.wording import listed, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.langgraph.analysis.decisions import Outcome
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.starving import Starved
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import Guard
    from phaselint.dialects.langgraph.model import Graph, Join
    from phaselint.vocabulary.message import Message


def _element(join: Join) -> tuple[object, ...]:
    """The id of a join among the elements of the runtime."""
    return ("join", tuple(text_of(each) for each in join.members), text_of(join.target))


def _guards(graph: Graph, join: Join) -> tuple[Guard, ...]:
    """The conditions under which a join and all its nodes exist."""
    nodes = graph.named
    found = list(join.guards)
    for each in (*join.members, *((join.target,) if join.target else ())):
        if (node := nodes.get(text_of(each))) is not None:
            found += node.guards
    return tuple(dict.fromkeys(found))


@rule("PL107", ERROR, needs=RUNS, claims="never", complete_if=TARGETS, ends="unused")
def dangling_join(facts: LanggraphFacts) -> Iterator[Finding]:
    """Join that waits for an unreachable node

    What:
        A member of an edge from a list of nodes is unreachable, while other members run.
    Why:
        A join runs its target after all members have run. This join waits forever, and the run
        completes without the target.
    Bad:
        builder.add_edge(START, "left")
        builder.add_edge(["left", "right"], "total")
    Good:
        builder.add_edge(START, "left")
        builder.add_edge(START, "right")
        builder.add_edge(["left", "right"], "total")
    Fix:
        Add an edge to the member, or remove it from the join.
    Dry run:
        The executor explores all runs of the graph: none completes the join.
    Source:
        langgraph §5.5, §7.3, §7.7
    """

    def find(ways: Ways) -> Iterator[Held]:
        reached = ways.nearly_reached
        for join in ways.graph.joins:
            members = [text_of(each) for each in join.members]
            missing = [each for each in members if each in ways.nodes and each not in reached]
            known = join.complete and text_of(join.target) in ways.nodes
            if known and missing and not reached.isdisjoint(members):
                key = (join.place, _element(join))
                yield Held(key, _guards(ways.graph, join), (join, missing))

    for held in facts.in_all(find):
        join, missing = held.value
        target = text_of(join.target)
        nodes = facts.graph.named
        yield Finding(
            join.place,
            message(
                "join waits for the unreachable {}, so {} never runs",
                listed([quote(each) for each in missing]),
                quote(target),
            ),
            f"add an edge to {quote(missing[0])}, or remove it from the join",
            related=tuple(
                Related(nodes[each].place, "unreachable") for each in dict.fromkeys(missing)
            ),
            witness=Witness(
                {
                    "members": [text_of(each) for each in join.members],
                    "target": target,
                    "missing": list(missing),
                }
            ),
            claim=Never(_element(join)),
        )


@rule(
    "LG303",
    (
        Grade("error", "no checkpointer stores what has arrived"),
        Grade("warning", "a checkpointer stores what has arrived for later runs"),
    ),
    needs=RUNS,
    claims="never",
    complete_if=TARGETS,
    fix="unsafe",
    ends="unused",
)
def exclusive_join(facts: LanggraphFacts) -> Iterator[Finding]:
    """Join of nodes of which only one runs

    What:
        Two members of an edge from a list of nodes run only after different answers of one
        decision, and no run makes that decision twice.
    Why:
        The join waits for both members, but only one of them runs. So the target never runs, and
        the run completes without it.
    Bad:
        builder.add_conditional_edges("intake", length, ["short", "long"])
        builder.add_edge(["short", "long"], "merge")
    Good:
        builder.add_conditional_edges("intake", length, ["short", "long"])
        builder.add_edge("short", "merge")
        builder.add_edge("long", "merge")
    Fix:
        Use a separate edge from each member, as phaselint suggests.
    Dry run:
        The executor explores all runs of the graph: none completes the join.
    Source:
        langgraph §5.5, §7.3, §7.9, §8
    """
    kept = _keeps_arrivals(facts.graph)
    if kept and _several_runs(facts.graph):
        return

    def find(ways: Ways) -> Iterator[Held]:
        for each in starved(ways, ways.walk):
            key = (each.join.place, _element(each.join))
            yield Held(key, (*_guards(ways.graph, each.join), *_decided(each)), each)

    for held in facts.in_all(find):
        yield _exclusive(facts, held.value, kept)


def _decided(found: Starved) -> tuple[Guard, ...]:
    """The conditions under which the decision exists."""
    return found.decision.branch.guards if found.decision.branch is not None else ()


def _exclusive(facts: LanggraphFacts, found: Starved, kept: bool) -> Finding:
    first, second = found.members
    target = text_of(found.join.target)
    return Finding(
        found.join.place,
        message(
            "join waits for both {} and {}, but {} starts only one, so {} never runs",
            quote(first),
            quote(second),
            _decider(found),
            quote(target),
        ),
        f"use a separate edge from each of them to {quote(target)}",
        severity="warning" if kept else "error",
        related=tuple(_sides(found)),
        witness=Witness(
            {
                "members": [text_of(each) for each in found.join.members],
                "target": target,
                "source": found.decision.source,
                "exclusive": [first, second],
            }
        ),
        fix=_edges_instead(facts, found.join),
        claim=Never(_element(found.join)),
    )


def _decider(found: Starved) -> Message:
    """The decision, in the words of a message."""
    branch = found.decision.branch
    if branch is None:
        return message("a `goto` of {}", quote(found.decision.source))
    if branch.name:
        return message("router {}", quote(branch.name))
    source = found.decision.source
    return message("the router of {}", message("START") if source == START else quote(source))


def _sides(found: Starved) -> Iterator[Related]:
    """Where each of the two members is started."""
    for member, outcomes in zip(found.members, found.sides, strict=True):
        for outcome in outcomes[:2]:
            place = next(iter(outcome.targets.values()), outcome.place)
            yield Related(place, f"{_by(outcome)} starts {quote(member)}")


def _by(outcome: Outcome) -> str:
    return "this" if outcome.label is None else str(value(outcome.label))


def _keeps_arrivals(graph: Graph) -> bool:
    """Whether a checkpointer can store what has arrived at a join for the next run."""
    return (
        graph.served
        or graph.checkpointed_later
        or any(each.checkpointer != "no" for each in graph.compiles)
    )


def _several_runs(graph: Graph) -> bool:
    """Whether several runs of a thread are known (§8)."""
    runs = [each for each in graph.invocations if each.kind != "resume" and each.thread != "no"]
    return len(runs) > 1


def _edges_instead(facts: LanggraphFacts, join: Join) -> Fix | None:
    """Suggest an edge from each member in place of a join of listed names."""
    document, found = facts.contract.documents.get(join.place.file), span(join.place)
    places = [span(each.place) for each in join.members]
    if document is None or found is None or not all(places):
        return None
    text, (start, end) = document.text, found
    spans = [each for each in places if each and start <= each[0] and each[1] <= end]
    if len(spans) != len(join.members) or len(spans) < 2:
        return None
    opening = text.rfind("[", start, spans[0][0])
    closing = text.find("]", spans[-1][1], end)
    if opening < 0 or closing < 0 or "#" in text[start:end]:
        return None
    if text[opening + 1 : spans[0][0]].strip() or text[spans[-1][1] : closing].strip(" ,\n\t"):
        return None
    calls = [text[start:opening] + text[at[0] : at[1]] + text[closing + 1 : end] for at in spans]
    dot = "." if text[start - 1 : start] == "." else ""
    line = text.rfind("\n", 0, start) + 1
    indent = text[line : start - len(dot)]
    if indent.strip() and not dot:
        return None
    between = dot if indent.strip() else f"\n{indent}{dot}"
    return checked(
        facts,
        "unsafe",
        "use a separate edge from each member",
        (_replaced(join, between.join(calls)),),
    )


def _replaced(join: Join, text: str) -> Edit:
    return Edit(join.place, text)


@rule("LG304", INFO, needs=CLOSED_RUNS, claims="same", fix="safe")
def join_to_end(facts: LanggraphFacts) -> Iterator[Finding]:
    """Join that points to END

    What:
        An edge from a list of nodes points to END.
    Why:
        It has no effect. A run completes when no node is left to run, with or without an edge to
        END, and doesn't wait for a join.
    Bad:
        builder.add_edge(["left", "right"], END)
    Good:
        builder.add_edge("left", END)
        builder.add_edge("right", END)
    Fix:
        Remove the join, as phaselint suggests.
    Dry run:
        The executor compares runs with and without the join: they are the same.
    Source:
        langgraph §5.1, §5.5, §7.3
    """
    for join in facts.graph.joins:
        if text_of(join.target) == END and join.target is not None and join.complete:
            members: Sequence[str] = [text_of(each) for each in join.members]
            edits = removal(facts, facts.graph, join.place)
            fix = checked(facts, "safe", "remove the join", edits)
            yield Finding(
                join.place,
                message("join of {} to END has no effect", listed([quote(m) for m in members])),
                "remove the join",
                witness=Witness({"members": list(members)}),
                fix=fix,
                claim=Same(edits) if fix is not None else None,
            )
