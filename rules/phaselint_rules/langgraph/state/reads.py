"""Reads of the state (reference langgraph §2.9, §5.8)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.state import (
    given_to,
    input_schema,
    keyed,
    output_schema,
    speaks_of,
    written,
)
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint_rules.langgraph.edits import checked, text_at
from phaselint_rules.langgraph.needs import SCHEMA, SCHEMA_RUNS
from phaselint_rules.langgraph.wording import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.acting import Actor
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.functionmodel import Key, Read, Schema
    from phaselint.dialects.langgraph.model import Graph
    from phaselint.vocabulary.message import Message

SCHEMA_OF_ALL = (*SCHEMA_RUNS, "invocations_known", "closed")
"""S, U and X, of a graph that has runs."""


@rule("LG403", WARNING, needs=SCHEMA_OF_ALL, prove="state.proofs.starts:comes_to")
def state_key_never_written(facts: LanggraphFacts) -> Iterator[Finding]:
    """State key that is read but never set

    What:
        A node or a router reads a key by `state["key"]`, or uses the result of `state.get("key")`
        without checking for `None`. No node writes the key, no invocation has it in its input, and
        the schema doesn't give it a default. Reported only if all invocations and all updates are
        known, and there is an invocation.
    Why:
        Such a key is missing: `state["key"]` raises `KeyError`, and `state.get("key")` is `None`. A
        declaration in a `TypedDict` makes no difference.
    Bad:
        def answer(state: State):
            return {"answer": "from " + state["context"]}

        graph.invoke({"question": "Why?"})
    Good:
        def retrieve(state: State):
            return {"context": search(state["question"])}
    Fix:
        Write the key in a node, or pass it to `invoke`; or read it with a default.
    Dry run:
        A run that reaches the node without the key. The failure of the node is read from the file,
        not run.
    Source:
        langgraph §2.12, §5.8, §7.4
    """
    graph = facts.graph
    if not keyed(facts) or graph.parents or graph.nested:
        return
    given = _given(graph)
    wrote = written(facts)
    if given is None or not wrote.complete:
        return
    lost = _near_to_dropped(facts)
    told: set[str] = set()
    for actor in facts.actors:
        for read in actor.function.reads:
            key = graph.all_keys.get(read.key)
            if key is None or read.key in given | wrote.names | lost | told:
                continue
            if _absent(key) and _needed(read) and not actor.sent and _sees(facts, actor, read.key):
                told.add(read.key)
                yield _never_written(facts, actor, read)


def _given(graph: Graph) -> frozenset[str] | None:
    """The keys given by invocations; None unless all are known and there is an input."""
    inputs = [each for each in graph.invocations if each.kind == "input"]
    if not inputs or any(each.kind == "unknown" for each in graph.invocations):
        return None
    if not all(each.complete for each in inputs):
        return None
    taken = input_schema(graph).keys
    keys = (str(given.value) for each in inputs for given in each.keys)
    return frozenset(key for key in keys if key in taken)


def _absent(key: Key) -> bool:
    """Whether a key has no value until it is written."""
    return not (key.reducer or key.channel or key.managed or key.default)


def _needed(read: Read) -> bool:
    """Whether a read fails if the key is missing."""
    return not read.guarded and (read.by == "subscript" or (read.by == "get" and read.needed))


def _sees(facts: LanggraphFacts, actor: Actor, key: str) -> bool:
    """Whether a key is among those that an actor gets, in every graph that uses it."""
    for graph in facts.users(actor.function):
        if graph.id != facts.graph.id:
            return False
    schema = given_to(facts.graph, actor)
    return schema is not None and schema.kind == "typed" and key in schema.keys


def _near_to_dropped(facts: LanggraphFacts) -> frozenset[str]:
    """The keys that a node probably means by a dropped one (§7.7)."""
    from phaselint.dialects.langgraph.analysis.state import updates

    graph = facts.graph
    found: set[str] = set()
    for actor in facts.actors:
        for _, update in updates(actor.function):
            for each in update.keys:
                better = (
                    nearest(each.key, (*graph.all_keys,))
                    if each.key not in graph.all_keys
                    else None
                )
                found.update((better,) if better else ())
    return frozenset(found)


def _never_written(facts: LanggraphFacts, actor: Actor, read: Read) -> Finding:
    why: Message
    if read.by == "subscript":
        why = message("key {} is never set: KeyError", quote(read.key))
    else:
        why = message("key {} is never set, so {} uses None", quote(read.key), _who(actor))
    start = next(each for each in facts.graph.invocations if each.kind == "input")
    return Finding(
        read.place,
        why,
        f"write {quote(read.key)} in an earlier node, or pass it to `{start.method}`",
        related=(
            Related(facts.graph.all_keys[read.key].place, "declared here"),
            Related(start.place, "the input that lacks it"),
        ),
        witness=Witness({"node": actor.name, "key": read.key}),
    )


def _who(actor: Actor) -> Message:
    if actor.role == "router":
        return message("the router of {}", quote(actor.name))
    return quote(actor.name)


@rule("LG404", INFO, needs=SCHEMA, default=False)
def state_key_never_read(facts: LanggraphFacts) -> Iterator[Finding]:
    """State key that is never read

    What:
        No node and no router reads a key of the state, and it isn't in the output schema, if the
        graph has one.
    Why:
        The values written to it have no effect.
    Bad:
        class State(TypedDict):
            draft: str
            attempts: int

        StateGraph(State, output_schema=Draft)
    Good:
        class State(TypedDict):
            draft: str
    Fix:
        Remove the key, or read it.
    Source:
        langgraph §2.9, §7.4
    """
    graph = facts.graph
    if not keyed(facts) or graph.output is None or not output_schema(graph).known:
        return
    read = _read(facts)
    if read is None:
        return
    for name, key in graph.state.keys.items():
        if name not in read and name not in graph.output.keys and not key.managed:
            yield Finding(
                key.place,
                message("key {} is never read by a node or router", quote(name)),
                "remove the key, or read it",
                witness=Witness({"key": name}),
            )


def _read(facts: LanggraphFacts) -> frozenset[str] | None:
    """The keys that are read; None if they aren't known."""
    graph = facts.graph
    if not facts.closed or graph.defaults_handler:
        return None
    known = all(node.kind == "function" and node.function is not None for node in graph.nodes)
    if not known or any(branch.router is None for branch in graph.branches):
        return None
    functions = [actor.function for actor in facts.every_actor]
    if not all(function.reads_complete for function in functions):
        return None
    return frozenset(read.key for function in functions for read in function.reads)


@rule("LG411", ERROR, needs=SCHEMA, fix="safe")
def subscript_on_object_state(facts: LanggraphFacts) -> Iterator[Finding]:
    """State key read in a way that its class doesn't support

    What:
        A node or a router reads `state["key"]`, but its state is a pydantic model or a dataclass;
        or it reads `state.key`, but its state is a `TypedDict`. The class is the annotation of its
        first parameter or, without an annotation, the state of the graph.
    Why:
        Models and dataclasses have attributes but no items, and a `TypedDict` is a dict, so the
        read fails with `TypeError` or `AttributeError`.
    Bad:
        class State(BaseModel):
            question: str

        def answer(state: State):
            return {"answer": state["question"]}
    Good:
        def answer(state: State):
            return {"answer": state.question}
    Fix:
        Read the attribute, or the item, as phaselint suggests.
    Source:
        langgraph §2.9, §5.8, §7.4
    """
    told: set[object] = set()
    for actor in facts.actors:
        if actor.sent or not speaks_of(facts, actor.function):
            continue
        for read in actor.function.reads:
            schema = _misread(facts, actor, read)
            if schema is not None and read.place not in told:
                told.add(read.place)
                yield _unreadable(facts, actor, read, schema)


def _misread(facts: LanggraphFacts, actor: Actor, read: Read) -> Schema | None:
    """The schema whose objects don't support an actor's read; None if a graph that uses it gives it
    something different."""
    found = None
    for graph in facts.users(actor.function):
        for other in facts.beside(graph).actors_by_function.get(actor.function.id, ()):
            schema = given_to(graph, other)
            if schema is None or other.sent or not _fails(schema, read):
                return None
            found = found or schema
    return found


def _fails(schema: Schema, read: Read) -> bool:
    if read.key not in schema.keys or schema.subscriptable:
        return False
    if read.by == "attribute":
        return schema.kind == "typed"
    return read.by == "subscript" and schema.kind in ("model", "dataclass")


def _unreadable(facts: LanggraphFacts, actor: Actor, read: Read, schema: Schema) -> Finding:
    name = schema.name or "the state"
    if read.by == "subscript":
        said = message(
            "{} has no items, so {} can't be read: TypeError", quote(name), quote(read.key)
        )
        help_ = f"read the attribute `.{read.key}`"
    else:
        said = message(
            "{} is a dict and has no attribute {}: AttributeError", quote(name), quote(read.key)
        )
        help_ = f'read the item `["{read.key}"]`'
    return Finding(
        read.place,
        said,
        help_,
        related=() if schema.place is None else (Related(schema.place, "the class of the state"),),
        witness=Witness({"node": actor.name, "key": read.key, "by": read.by}),
        fix=_reread(facts, read),
    )


def _reread(facts: LanggraphFacts, read: Read) -> Fix | None:
    """Suggest reading the attribute in place of the item, or the item in place of the attribute, if
    the place is the whole expression."""
    text = text_at(facts, read.place)
    if read.by == "subscript" and text.endswith("]") and read.key.isidentifier():
        better = f"{text[: text.rindex('[')].rstrip()}.{read.key}"
    elif read.by == "attribute" and text.endswith(f".{read.key}"):
        better = f'{text.removesuffix(f".{read.key}")}["{read.key}"]'
    else:
        return None
    return checked(facts, "safe", f"replace `{text}` with `{better}`", (Edit(read.place, better),))
