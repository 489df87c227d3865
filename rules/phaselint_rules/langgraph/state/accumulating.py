"""Values added to themselves (reference langgraph §2.9, §5.10, §5.12)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.state import (
    adds,
    given_to,
    keyed,
    speaks_of,
    updates,
)
from phaselint.dialects.langgraph.analysis.statesubgraphs import added_again
from phaselint.vocabulary.claim import Notes
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import WARNING, rule
from phaselint_rules.langgraph.needs import SCHEMA_RUNS
from phaselint_rules.langgraph.wording import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.acting import Actor
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.functionmodel import Return, Update, Written
    from phaselint.dialects.langgraph.model import Graph


@rule("LG406", WARNING, needs=SCHEMA_RUNS, claims="notes", fix="unsafe")
def accumulated_twice(facts: LanggraphFacts) -> Iterator[Finding]:
    """Update that adds the old value to itself

    What:
        A key has the reducer `operator.add`, and a node returns its old value: `state["key"]`
        itself, `state["key"] + more`, `[*state["key"], more]`, or the whole state.
    Why:
        The reducer adds the returned value to the current one, so the old content is in the key
        more than once. `add_messages` identifies messages by their ids and doesn't double them.
    Bad:
        reports: Annotated[list, operator.add]

        def collect(state):
            return {"reports": state["reports"] + ["more"]}
    Good:
        def collect(state):
            return {"reports": ["more"]}
    Fix:
        Return only the new items. phaselint suggests this if it can tell which items are new.
    Dry run:
        A run in which the node adds the key to itself.
    Source:
        langgraph §2.9, §5.10, §7.4
    """
    if not keyed(facts):
        return
    told: set[object] = set()
    for actor in facts.actors:
        if actor.role == "router" or actor.sent or not speaks_of(facts, actor.function):
            continue
        for given, update in updates(actor.function):
            for written in update.keys:
                if written.again and written.place not in told and _adds(facts, actor, written.key):
                    told.add(written.place)
                    yield _added_to_itself(facts, actor, written)
            whole = _whole(facts, actor, update)
            if whole and given.place not in told:
                told.add(given.place)
                yield _returns_all(facts, actor, given, whole)


def _adds(facts: LanggraphFacts, actor: Actor, key: str) -> bool:
    """Whether a key is added up in every graph that uses a function."""
    return all(
        keyed(facts, graph) and adds(graph.all_keys.get(key))
        for graph in facts.users(actor.function)
    )


def _whole(facts: LanggraphFacts, actor: Actor, update: Update) -> tuple[str, ...]:
    """The keys added to themselves when the whole state is returned: those that the node gets but
    doesn't set itself."""
    schema = given_to(facts.graph, actor)
    if not update.whole or schema is None or schema.is_root:
        return ()
    own = {written.key for written in update.keys}
    return tuple(key for key in schema.keys if key not in own and _adds(facts, actor, key))


def _added_to_itself(facts: LanggraphFacts, actor: Actor, written: Written) -> Finding:
    from phaselint_rules.langgraph.state.newitems import new_only

    return Finding(
        written.place,
        message("key {} is added to itself", quote(written.key)),
        "return only the new items: `operator.add` adds them to the old ones",
        related=_reducers(facts.graph, written.key),
        witness=Witness({"node": actor.name, "key": written.key}),
        fix=new_only(facts, written),
        claim=_doubled(actor.name, written.key),
    )


def _returns_all(
    facts: LanggraphFacts, actor: Actor, given: Return, keys: tuple[str, ...]
) -> Finding:
    verb = "is" if len(keys) == 1 else "are"
    themselves = "itself" if len(keys) == 1 else "themselves"
    return Finding(
        given.place,
        message(
            f"the node returns the whole state, so {{}} {verb} added to {themselves}",
            listed(map(quote, keys)),
        ),
        "return only the changed keys",
        related=_reducers(facts.graph, keys[0]),
        witness=Witness({"node": actor.name, "key": keys[0]}),
        claim=_doubled(actor.name, keys[0]),
    )


def _reducers(graph: Graph, key: str) -> tuple[Related, ...]:
    return (Related(graph.all_keys[key].place, "its reducer is `operator.add`"),)


def _doubled(node: str, key: str) -> Notes:
    return Notes(node, "write", {"key": key, "doubled": True})


@rule("LG407", WARNING, needs=SCHEMA_RUNS, prove="state.proofs.subgraphs:returns_so")
def subgraph_doubles(facts: LanggraphFacts) -> Iterator[Finding]:
    """Subgraph that returns an accumulating key to its parent

    What:
        A compiled graph is a node of another graph, and both have a key with the reducer
        `operator.add` that the subgraph gets and returns.
    Why:
        A subgraph returns the whole value of its keys, not only what its nodes have added. The
        parent adds that to its own value, so the old items are duplicated.
    Bad:
        class State(TypedDict):
            log: Annotated[list, operator.add]

        parent = StateGraph(State)
        parent.add_node("inner", StateGraph(State).add_node(...).compile())
    Good:
        class Output(TypedDict):
            result: str

        parent.add_node("inner", StateGraph(State, output_schema=Output).add_node(...).compile())
    Fix:
        Leave the key out of the subgraph's output schema, call the subgraph in a function that
        returns only the new items, or use a reducer that skips known items.
    Dry run:
        A run in which the subgraph returns what it got from the parent.
    Source:
        langgraph §5.12, §7.4
    """
    if not keyed(facts):
        return
    told: set[object] = set()
    for node, keys in added_again(facts):
        if node.place in told:
            continue
        told.add(node.place)
        yield Finding(
            node.place,
            message(
                "subgraph {} returns all of {}, and the parent adds it again",
                quote(node.name),
                listed(map(quote, keys)),
            ),
            f"leave {listed(map(quote, keys))} out of the subgraph's output schema",
            related=_reducers(facts.graph, keys[0]),
            witness=Witness({"node": node.name, "key": keys[0]}),
            claim=_doubled(node.name, keys[0]),
        )
