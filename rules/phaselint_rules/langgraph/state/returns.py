"""Return values of nodes, and changes of the state that aren't returned (reference §2.9, §5.8)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.state import speaks_of
from phaselint.vocabulary.claim import Differs, Ends, Notes
from phaselint.vocabulary.finding import Finding, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint_rules.langgraph.needs import BUILT, SCHEMA_RUNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.acting import Actor
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.functionmodel import Change, Function
    from phaselint.vocabulary.message import Message


@rule("LG409", ERROR, needs=BUILT, claims="ends", ends="failure")
def node_returns_non_update(facts: LanggraphFacts) -> Iterator[Finding]:
    """Node that returns something other than an update

    What:
        A node returns a string, a number, a boolean, a set, or a list without a `Command`, and the
        state has keys. In a graph whose state is a single value, such as `StateGraph(dict)`, that
        is an update.
    Why:
        LangGraph accepts a dict, a `Command`, an object of an annotated class, or `None`. Any other
        value ends the run with `InvalidUpdateError`.
    Bad:
        def draft(state: State):
            return "a text"
    Good:
        def draft(state: State):
            return {"draft": "a text"}
    Fix:
        Return a dict with the key for the value.
    Dry run:
        A run that reaches the node and ends with this error.
    Source:
        langgraph §2.9, §7.4
    """
    told: set[object] = set()
    for actor in facts.actors:
        if actor.role == "router" or not speaks_of(facts, actor.function):
            continue
        if not all(_has_keys(facts, each.id) for each in facts.users(actor.function)):
            continue
        for given in actor.function.returns:
            if given.form == "invalid" and given.place not in told:
                told.add(given.place)
                what = given.said or "something else"
                yield Finding(
                    given.place,
                    message(
                        "node {} returns {}, not a dict: InvalidUpdateError",
                        quote(actor.name),
                        what,
                    ),
                    "return a dict with the key for the value",
                    witness=Witness({"node": actor.name, "returns": what}),
                    claim=Ends(actor.name, "InvalidUpdateError"),
                )


def _has_keys(facts: LanggraphFacts, graph: str) -> bool:
    """Whether the state of a graph is known not to be a single value."""
    state = facts.contract.project[graph].state if graph in facts.contract.project else None
    state = state or facts.graph.state
    return state.known and not state.is_root


@rule(
    "LG410",
    (
        Grade("warning", "a key or an attribute is assigned"),
        Grade("info", "a value is changed in place"),
    ),
    needs=SCHEMA_RUNS,
    claims="differs",
    fix="unsafe",
)
def state_changed_not_returned(facts: LanggraphFacts) -> Iterator[Finding]:
    """Change of the state that the function doesn't return

    What:
        A node assigns to a key or an attribute of its state but returns nothing; or a router
        assigns to one. A list that is changed in place (`state["log"].append(...)`) is an info: the
        change happens to persist, but without its reducer and without a checkpoint.
    Why:
        Functions get a copy of the state. Changes to the copy are lost: LangGraph writes only what
        a node returns.
    Bad:
        def count(state: State):
            state["turns"] = state["turns"] + 1
    Good:
        def count(state: State):
            return {"turns": state["turns"] + 1}
    Fix:
        Return the key. If the function has no `return`, phaselint suggests one.
    Dry run:
        No run writes the key in the node; with the fix, if there is one, a run does.
    Source:
        langgraph §2.9, §5.8, §7.4
    """
    told: set[object] = set()
    for actor in facts.actors:
        function = actor.function
        if not speaks_of(facts, function) or not _keyed_everywhere(facts, function):
            continue
        if not _returns_nothing(actor):
            continue
        for change in function.changes:
            if (function.id, change.key, change.kind) not in told:
                told.add((function.id, change.key, change.kind))
                yield _lost(facts, actor, change)


def _keyed_everywhere(facts: LanggraphFacts, function: Function) -> bool:
    return all(_has_keys(facts, each.id) for each in facts.users(function))


def _returns_nothing(actor: Actor) -> bool:
    """Whether a function never returns a value; a router's return value isn't an update."""
    function = actor.function
    if actor.role == "router":
        return True
    return function.returns_complete and all(each.form == "none" for each in function.returns)


def _lost(facts: LanggraphFacts, actor: Actor, change: Change) -> Finding:
    from phaselint_rules.langgraph.state.returning import return_of

    function = actor.function
    router = actor.role == "router"
    in_place = change.kind == "in-place"
    fix = None if router or in_place else return_of(facts, function, change)
    said: Message
    if in_place:
        said = message("key {} is changed in place but not returned", quote(change.key))
    elif router:
        said = message("change of {} in a router is lost", quote(change.key))
    else:
        said = message("change of {} is lost: {} returns nothing", quote(change.key), _named(actor))
    return Finding(
        change.place,
        said,
        f"change {quote(change.key)} in a node, and return it" if router else _return(change),
        severity="info" if in_place else None,
        witness=Witness({"node": actor.name, "key": change.key}),
        claim=Differs(only=Notes(actor.name, "write", {"key": change.key})) if fix else None,
        fix=fix,
    )


def _return(change: Change) -> str:
    return f"return {quote(change.key)} in a dict"


def _named(actor: Actor) -> Message:
    return quote(actor.function.name or actor.name)
