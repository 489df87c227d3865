"""The start of a run: what is refused, its input, and the step of START (reference §4, §5.1)."""

from __future__ import annotations

from itertools import product

from phaselint.dialects.langgraph.functionmodel import name_of
from phaselint.dialects.langgraph.model import START
from phaselint.dialects.langgraph.running.building import refusals
from phaselint.dialects.langgraph.running.course import Course
from phaselint.dialects.langgraph.running.interrupts import NO_CHECKPOINTER
from phaselint.dialects.langgraph.running.law import conditions, law_of, resumable
from phaselint.dialects.langgraph.running.nesting import first_frame
from phaselint.dialects.langgraph.running.session import Failure, State
from phaselint.dialects.langgraph.running.statekeys import returns_whole, sites_of
from phaselint.dialects.langgraph.running.steps import proceed
from phaselint.dialects.protocol import ScriptError
from phaselint.dialects.records import Event, Outcome
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.model import Graph, LanggraphContract
    from phaselint.dialects.langgraph.running.building import Refusal
    from phaselint.dialects.langgraph.running.session import Law

GIVEN_KEYS = ("input", "when", "resume", "sync")
WORLD_KEYS = ("thread", "checkpointer")
MOST_SAMPLES = 16
MOST_CONDITIONS = 4
"""Conditions of a graph of which each truth is tried (reference §2.4)."""

NO_GRAPH = "syntax-error"
NEEDS_KEYS = "Checkpointer requires one or more of the following 'configurable' keys"


class Given(NamedTuple):
    """The start of a run: the keys of its input (None for all), the conditions that hold (None if
    unspecified), whether it is a `Command(resume=...)` or None, and whether it is passed to
    `.invoke` or the like."""

    keys: frozenset[str] | None = None
    truth: Mapping[str, bool] | None = None
    resume: bool = False
    empty: bool = False
    sync: bool = False


class World(NamedTuple):
    """What is around a run: its thread, empty where it is said to have none, none where nothing
    is said; and whether somebody supplies a checkpointer."""

    thread: str | None = None
    checkpointer: bool = False


class Laws:
    """The laws of the runs of a contract, each worked out once."""

    def __init__(self, contract: LanggraphContract, graph: Graph) -> None:
        self.contract = contract
        self.graph = graph
        self.conditions = conditions(contract)
        self._known: dict[Hashable, Law] = {}
        self._refused: dict[Hashable, tuple[Refusal, ...]] = {}

    def law(self, options: Mapping[str, Any], truth: Mapping[str, bool]) -> Law:
        """The law under some conditions."""
        asked = (str(options.get("version")), options.get("recursion-limit"))
        key = (*asked, *sorted(truth.items()))
        if key not in self._known:
            self._known[key] = law_of(self.contract, self.graph, options, truth)
        return self._known[key]

    def refused(
        self, options: Mapping[str, Any], truth: Mapping[str, bool] | None
    ) -> tuple[Refusal, ...]:
        """LangGraph's reasons for refusing the graph; under any conditions if none are
        specified."""
        key = (str(options.get("version")), None if truth is None else (*sorted(truth.items()),))
        if key not in self._refused:
            asked = truths(self.conditions) if truth is None else (truth,)
            found = [
                each for one in asked for each in refusals(self.contract, self.graph, options, one)
            ]
            self._refused[key] = tuple(dict.fromkeys(found))
        return self._refused[key]


def truths(texts: Sequence[str]) -> tuple[dict[str, bool], ...]:
    """The ways in which conditions may hold, that all do first; beyond `MOST_CONDITIONS` the rest
    of them holds."""
    tried = texts[:MOST_CONDITIONS]
    rows = product((True, False), repeat=len(tried))
    return tuple(dict(zip(tried, row, strict=True)) for row in rows)


def samples(laws: Laws) -> tuple[Mapping[str, Any], ...]:
    """What stands for all inputs: all keys, or those of each invocation where all are known, and
    each truth of the conditions."""
    found: list[dict[str, Any]] = []
    for keys in _inputs(laws.graph):
        given: dict[str, Any] = {} if keys is None else {"input": dict.fromkeys(keys)}
        for truth in truths(laws.conditions):
            found.append({**given, "when": truth} if truth else given)
    return tuple(found[:MOST_SAMPLES])


def _inputs(graph: Graph) -> Sequence[tuple[str, ...] | None]:
    """The keys with which the graph is invoked, for each invocation; None for all. Used only if
    nodes return the whole state."""
    whole = any(returns_whole(site) for node in graph.nodes for site in sites_of(node))
    around = graph.exported or graph.served or graph.nested or graph.parents
    if not whole or around or not graph.invocations:
        return (None,)
    if not all(each.kind == "input" and each.complete for each in graph.invocations):
        return (None,)
    every = [[str(name_of(key.value)) for key in each.keys] for each in graph.invocations]
    if not all(every):  # what nothing is given is not the graph's fault, before 0.3
        return (None,)
    return tuple(dict.fromkeys(tuple(sorted(keys)) for keys in every))


def begin(
    laws: Laws | None, options: Mapping[str, Any], given: Any, world: Mapping[str, Any]
) -> State:
    """The state before the first question, with all that happened before it. Raises ScriptError."""
    told = read_given(given)
    around = read_world(world)
    if laws is None:
        return State(ended=Outcome("refused", NO_GRAPH), refusal=NO_GRAPH)
    refused = laws.refused(options, told.truth)
    if refused:
        detail = ", ".join(dict.fromkeys(each.code for each in refused))
        first = refused[0]
        told_of = {"code": first.code, "error": first.error, "text": first.text}
        opening = (Event("refused", told_of),)
        return State(ended=Outcome("refused", detail), opening=opening, refusal=first.text)
    law = laws.law(options, told.truth or {})
    law = law._replace(sync=told.sync, resumable=law.resumable or around.checkpointer)
    course = Course(State(frames=(first_frame(law, told.keys),)))
    failure = _failing(laws.graph, law, told, around.thread)
    if failure is not None:
        course.end(Outcome("error", failure.code), (failure,))
    else:
        course.note("begin", START)
        _note_lost(course, told)
        proceed(course)
    return course.state()._replace(opening=course.happened())


def _failing(graph: Graph, law: Law, given: Given, thread: str | None) -> Failure | None:
    """Why an invocation fails before anything runs."""
    if given.resume and not law.resumable:
        return Failure(START, "RuntimeError", NO_CHECKPOINTER)
    if thread == "" and any(each.checkpointer == "yes" for each in graph.compiles):
        return Failure(START, "ValueError", NEEDS_KEYS)
    if given.empty:
        return Failure(START, "EmptyInputError", "the input is None")
    older = law.version < (0, 3) and law.given is not None and given.keys is not None
    if older and law.given is not None and law.given.isdisjoint(given.keys or ()):
        wanted = sorted(law.given)
        return Failure(START, "InvalidUpdateError", f"Must write to at least one of {wanted}")
    return None


def _note_lost(course: Course, given: Given) -> None:
    """The keys of the input that the graph does not take."""
    law = course.frame.law
    taken = law.given if law.keys is not None else None
    for key in sorted(given.keys or ()):
        if taken is not None and key not in taken:
            course.note("lost", START, key=key)


def read_given(given: Any) -> Given:
    """What a run is started with. Raises ScriptError."""
    if given is None:
        return Given()
    if not isinstance(given, dict):
        raise ScriptError(("input",), "`input` must be a mapping such as {input: {...}}")
    for key in given:
        if key not in GIVEN_KEYS:
            known = ", ".join(f"`{each}`" for each in GIVEN_KEYS)
            raise ScriptError(("input", key), f"unknown key `{key}`; expected {known}")
    when = given.get("when")
    if when is not None and not (
        isinstance(when, dict) and all(isinstance(each, bool) for each in when.values())
    ):
        raise ScriptError(("input", "when"), "`when` must be a mapping condition → true or false")
    resume = given.get("resume", False)
    sync = bool(given.get("sync", False))
    if "input" not in given:
        return Given(None, when, bool(resume), sync=sync)
    keys = given["input"]
    if keys is not None and not isinstance(keys, dict):
        keys = {}
    return Given(frozenset(map(str, keys or ())), when, bool(resume), keys is None, sync)


def read_world(world: Mapping[str, Any]) -> World:
    """What is around a run. Raises ScriptError."""
    for key in world:
        if key not in WORLD_KEYS:
            known = ", ".join(f"`{each}`" for each in WORLD_KEYS)
            raise ScriptError(("world", key), f"unknown key `{key}`; expected {known}")
    thread = world.get("thread", "")
    said = None if "thread" not in world else str(thread or "")
    return World(said, bool(world.get("checkpointer", False)))


def world_of(graph: Graph) -> Mapping[str, Any]:
    """A world in which runs of a graph can be resumed that are interrupted."""
    if resumable(graph) or not _interrupts(graph):
        return {}
    return {"checkpointer": True}


def _interrupts(graph: Graph) -> bool:
    """Whether runs of a graph may be interrupted; of subgraphs it is not asked."""
    functions = [node.function for node in graph.nodes if node.function is not None]
    calls = any(each.swallowed is None for function in functions for each in function.interrupts)
    stops = any(each.interrupt_before or each.interrupt_after for each in graph.compiles)
    return calls or stops or any(node.kind == "subgraph" for node in graph.nodes)
