"""Writes to keys that the state doesn't have (reference langgraph §2.10, §5.10)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.state import (
    input_schema,
    keyed,
    speaks_of,
    updates,
)
from phaselint.dialects.langgraph.functionmodel import name_of
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.claim import Notes
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import WARNING, Grade, rule
from phaselint_rules.langgraph.edits import respelled
from phaselint_rules.langgraph.needs import SCHEMA_RUNS
from phaselint_rules.langgraph.wording import listed, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.langgraph.analysis.acting import Actor
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.functionmodel import Known, Return, Written
    from phaselint.dialects.langgraph.model import Graph
    from phaselint.vocabulary.finding import Fix, Place
    from phaselint.vocabulary.message import Message

    Site = tuple[Return, Written]

MOST_SITES = 6
"""The most returns of a key shown in a finding."""


@rule(
    "LG401",
    (
        Grade("warning", "no router sees the key"),
        Grade("info", "a router without an annotation reads the key, or may read it"),
    ),
    needs=SCHEMA_RUNS,
    claims="notes",
    fix="unsafe",
)
def unknown_state_key(facts: LanggraphFacts) -> Iterator[Finding]:
    """Update of a key that the state doesn't have

    What:
        A node returns a key that isn't in any schema of its graph: state, input or output, the
        input schema of a node, or the annotation of a router's first parameter. If several graphs
        use the function, none of them has the key.
    Why:
        LangGraph silently drops such a key, so later readers don't get it. A class that is used
        only in a return annotation doesn't add keys.
    Bad:
        class State(TypedDict):
            findings: list

        def collect(state: State):
            return {"finding": ["..."]}
    Good:
        def collect(state: State):
            return {"findings": ["..."]}
    Fix:
        Correct the key, or add it to the state. If the state has a similar key, phaselint suggests
        it; otherwise, it suggests adding the key to a `TypedDict`.
    Dry run:
        A run in which the node returns the key and loses it.
    Source:
        langgraph §2.10, §5.8, §5.10, §7.4
    """
    if not keyed(facts):
        return
    told: set[str] = set()
    for actor in facts.actors:
        if actor.role == "router" or actor.function.id in told:
            continue
        told.add(actor.function.id)
        if speaks_of(facts, actor.function):
            for key, sites in _dropped_at(facts, actor).items():
                yield _dropped_update(facts, actor, key, sites)


def _dropped_at(facts: LanggraphFacts, actor: Actor) -> Mapping[str, Sequence[Site]]:
    """The keys that a function returns in vain, each with its places."""
    found: dict[str, dict[Place, Site]] = {}
    for given, update in updates(actor.function):
        for written in update.keys:
            if _dropped(facts, actor, written.key):
                found.setdefault(written.key, {}).setdefault(written.place, (given, written))
    return {key: tuple(sites.values()) for key, sites in found.items()}


def _dropped(facts: LanggraphFacts, actor: Actor, key: str) -> bool:
    """Whether no graph that uses a function keeps a key."""
    return all(
        keyed(facts, graph) and key not in graph.all_keys for graph in facts.users(actor.function)
    )


def _dropped_update(
    facts: LanggraphFacts, actor: Actor, key: str, sites: Sequence[Site]
) -> Finding:
    graph = facts.graph
    place = sites[0][1].place
    commands = any(given.form == "command" for given, _ in sites)
    readers = () if commands else _routers(facts, actor, key)
    better = nearest(key, (*graph.all_keys,))
    more = (Related(written.place, "and here") for _, written in sites[1:MOST_SITES])
    return Finding(
        place,
        message("key {} is dropped: {}", quote(key), _instead(better)),
        f"rename it to {quote(better)}" if better else _add(graph, key),
        severity="info" if readers else None,
        related=(*_declared(graph, better), *more),
        witness=Witness({"node": actor.name, "key": key}),
        fix=_respelled(facts, sites, key, better),
        claim=Notes(actor.name, "lost", {"key": key}, hostile=actor.role == "handler"),
    )


def _respelled(
    facts: LanggraphFacts, sites: Sequence[Site], key: str, better: str | None
) -> Fix | None:
    """Suggest a similar key wherever the function returns the wrong one; if there isn't any,
    suggest adding the key to the state."""
    if better is None:
        from phaselint_rules.langgraph.state.fields import with_field

        return with_field(facts, key)
    fixes = [respelled(facts, written.place, key, better) for _, written in sites]
    made = [each for each in fixes if each is not None]
    if not made or len(made) < len(fixes):
        return None
    return made[0]._replace(edits=tuple(edit for each in made for edit in each.edits))


def _instead(better: str | None) -> Message:
    if better is None:
        return message("the state has no such key")
    return message("the state has only {}", quote(better))


def _add(graph: Graph, key: str) -> str:
    called = quote(graph.state.name) if graph.state.name else "the state"
    return f"add {quote(key)} to {called}, or remove it"


def _declared(graph: Graph, better: str | None) -> tuple[Related, ...]:
    key = None if better is None else graph.all_keys.get(better)
    return () if key is None else (Related(key.place, "the key in the state"),)


def _routers(facts: LanggraphFacts, actor: Actor, key: str) -> tuple[object, ...]:
    """The branches of a node whose router sees undeclared keys (§5.8), and reads this one, or
    might."""
    annotated_too = facts.contract.version < (0, 3)
    found = []
    for branch in facts.graph.branches:
        if branch.source is not None and name_of(branch.source.value) != actor.name:
            continue
        router = branch.router
        if router is None:
            found.append(branch)
        elif router.schema is None or router.schema.is_root or annotated_too:
            reads = {each.key for each in router.reads}
            if key in reads or not router.reads_complete:
                found.append(branch)
    return tuple(found)


@rule("LG405", WARNING, needs=SCHEMA_RUNS, prove="state.proofs.starts:loses", fix="unsafe")
def unknown_input_key(facts: LanggraphFacts) -> Iterator[Finding]:
    """Input with a key that the graph doesn't accept

    What:
        The input of a call of `invoke`, `stream` or the like has a literal key that isn't in the
        graph's input schema.
    Why:
        LangGraph silently drops such a key, so the graph runs with less input than it was given.
    Bad:
        class State(TypedDict):
            question: str

        graph.invoke({"quesion": "Why?"})
    Good:
        graph.invoke({"question": "Why?"})
    Fix:
        Correct the key, or add it to the input schema. If the schema has a similar key, phaselint
        suggests it.
    Dry run:
        A run with this input, which loses the key.
    Source:
        langgraph §2.10, §2.12, §7.4
    """
    schema = input_schema(facts.graph)
    if schema.is_root or not schema.known:
        return
    told: set[Place] = set()
    for invocation in facts.graph.invocations:
        if invocation.kind != "input":
            continue
        wrong = [
            given
            for given in invocation.keys
            if isinstance(given.value, str)
            and given.value not in schema.keys
            and given.place not in told
        ]
        told.update(given.place for given in wrong)
        near = {given: nearest(str(given.value), (*schema.keys,)) for given in wrong}
        for given in wrong:
            if near[given] is not None:
                yield _dropped_inputs(facts, schema.name, (given,), near[given])
        if far := tuple(given for given in wrong if near[given] is None):
            yield _dropped_inputs(facts, schema.name, far, None)


def _dropped_inputs(
    facts: LanggraphFacts, schema: str, wrong: tuple[Known, ...], better: str | None
) -> Finding:
    """A finding about keys of one input: one with a similar name, or all without one."""
    keys = [str(given.value) for given in wrong]
    first, *others = wrong
    more = (Related(given.place, "and here") for given in others[:MOST_SITES])
    what = "input key {} is dropped: {}" if len(keys) == 1 else "input keys {} are dropped: {}"
    said = "the keys" if others else "the key"
    return Finding(
        first.place,
        message(what, listed(map(quote, keys)), _taken(schema, better, len(keys) > 1)),
        f"correct {said}, or remove {_it(keys)}"
        if better
        else f"correct {said}, or leave {_it(keys)} out",
        related=(*_declared(facts.graph, better), *more),
        witness=Witness({"phase": START, "keys": keys}),
        fix=respelled(facts, first.place, keys[0], better),
    )


def _it(keys: Sequence[str]) -> str:
    return "it" if len(keys) == 1 else "them"


def _taken(name: str, better: str | None, several: bool) -> Message:
    if better is not None:
        return message("the graph accepts only {}", quote(better))
    if name:
        return message("{} doesn't have them" if several else "{} has no such key", quote(name))
    return message(
        "the graph doesn't accept this key" if several else "the graph doesn't accept them"
    )
