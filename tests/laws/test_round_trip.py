"""Runs of the executor, written as a runtime writes them, conform; with an act removed, added or
exchanged, the first act that no run does is found, or what is left is a run itself.

`PHASELINT_SEED` draws the same runs again, `PHASELINT_MUTANTS` says how many mutants of each case.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from fresh import SEED, picker
from laws.retracing import Executor, Made, word
from phaselint.behavior.runs import Runs
from phaselint.cli.common import find_contract, options_for
from phaselint.linting.conforming import Subject
from phaselint.transcripts.logs import find, read
from transcripts import writing

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Sequence

    from phaselint.dialects.acts import Act
    from phaselint.transcripts.traces import Trace

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
MUTANTS = int(os.environ.get("PHASELINT_MUTANTS") or 60)
RUNS = 12
BOUND = 20_000

GRAPH = """
import operator
from typing import Annotated, TypedDict
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt


class State(TypedDict):
    notes: Annotated[list, operator.add]


def draft(state):
    return {"notes": ["draft"]}


def check(state):
    return {"notes": [interrupt("ok?")]}


def style(state):
    return {"notes": ["style"]}


def publish(state):
    return {"notes": ["publish"]}


def route(state):
    return "publish" if state["notes"] else "draft"


builder = StateGraph(State)
builder.add_node("draft", draft)
builder.add_node("check", check)
builder.add_node("style", style)
builder.add_node("publish", publish)
builder.add_edge(START, "draft")
builder.add_edge("draft", "check")
builder.add_edge("draft", "style")
builder.add_conditional_edges("check", route, ["publish", "draft"])
builder.add_edge("publish", END)
graph = builder.compile()
"""


class Case(NamedTuple):
    """A contract and the format in which its runs are written; `shows` the verbs of that."""

    contract: str
    format: str
    shows: frozenset[str]


ALL = frozenset({"*"})
CASES = {
    "climpt": Case(
        "flag-retirement-fixed/.agent/retirer", "climpt", frozenset({"start", "enter", "take"})
    ),
    "sweny": Case(
        "dependency-bot-fixed/.sweny/workflows/security-advisory.yml",
        "sweny",
        frozenset({"start", "enter", "follow", "pass", "fail", "skip", "call"}),
    ),
    "langgraph": Case("", "tasks", frozenset({"start", "enter", "fail", "interrupt", "resume"})),
    "climpt in words": Case("flag-retirement-fixed/.agent/retirer", "words", ALL),
    "sweny in words": Case(
        "dependency-bot-fixed/.sweny/workflows/security-advisory.yml", "words", ALL
    ),
    "vesanor in words": Case("refund-desk-fixed/refunds", "words", ALL),
    "stud in words": Case("loan-desk-fixed/loans.stud.yaml", "words", ALL),
    "agents in words": Case("release-crew-fixed/handbook", "words", ALL),
    "langgraph in words": Case("", "words", ALL),
}


class Bench(NamedTuple):
    """A contract, in the product and in the oracle."""

    subject: Subject
    executor: Executor
    acts: tuple[Act, ...]


@cache
def bench(name: str, graph: str) -> Bench:
    """What a case is tried on."""
    case = CASES[name]
    path = str(PROJECTS / case.contract) if case.contract else graph
    found = find_contract(path, "", "", (), isolated=True)
    subject = Subject(found, path, BOUND, options_for(found))
    assert not subject.refusal

    def shows(act: Act) -> bool:
        return not case.shows.isdisjoint({"*", act.verb})

    executor = Executor(Runs(subject.context), shows)
    silent = ("turn", "end", "start")
    known = [each.act for each in subject.known if each.act.verb not in silent and shows(each.act)]
    return Bench(subject, executor, tuple(known))


@pytest.fixture(scope="session")
def graph(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file with a graph."""
    path = tmp_path_factory.mktemp("graphs") / "graph.py"
    path.write_text(GRAPH, "utf-8")
    return str(path)


def written(case: Case, folder: Path, acts: Sequence[Act], end: str) -> Path:
    """A log of a run."""
    if case.format != "words":
        told = [each for each in map(word, acts) if each[0] != "start"]
        write: Callable[..., Path] = getattr(writing, case.format)
        return write(folder, told, end)
    records: list[dict[str, Any]] = [
        {"run": "1", "act": each.text, "phase": each.phase} for each in acts
    ]
    if end:
        records.append({"run": "1", "act": f"end {end}"})
    return writing.lines(folder / "acts.jsonl", records)


def trace_of(path: Path) -> Trace:
    """The one run of a log."""
    (file,) = find([str(path)])
    assert not isinstance(file, str)
    (trace,) = read(file).runs
    return trace


def mutant(pick: random.Random, made: Made, known: Sequence[Act]) -> Made:
    """A run with one act removed, added or exchanged, but for its start."""
    acts = list(made.acts)
    at = pick.randrange(1, len(acts))
    kind = pick.choice(("removed", "added", "exchanged"))
    if kind == "added":
        acts.insert(at, pick.choice(known))
    elif kind == "exchanged":
        acts[at] = pick.choice(known)
    else:
        del acts[at]
    return made._replace(acts=tuple(acts))


def compare(case: Case, found: Bench, folder: Path, made: Made) -> None:
    """The product says of a run what the oracle says."""
    if case.format == "climpt":
        made = made._replace(acts=tuple(entered_once(made.acts)))
    trace = trace_of(written(case, folder, made.acts, made.end))
    told = [tuple(each.deed)[:2] for each in trace.acts()]
    assert told == [word(each)[:2] for each in made.acts]
    judged = trace.end == "completed" and trace.format.told_end
    expected = found.executor.leaves([word(each) for each in made.acts], judged)
    followed = found.subject.follow(trace)
    assert not followed.undecided
    first = followed.first
    if expected is None:
        assert first is None
    elif expected == len(made.acts):
        assert first is not None
        assert first.how == "ended early"
    else:
        assert first is not None
        assert (first.number, first.how != "ended early") == (expected, True)


def entered_once(acts: Sequence[Act]) -> Iterator[Act]:
    """Acts as a log of climpt tells them: a step that is entered again without an intent in between
    is no new act."""
    last = ""
    for each in acts:
        if not (each.verb == "enter" and each.subject == last):
            yield each
        last = each.subject if each.verb == "enter" else ""


def runs_of(found: Bench, pick: random.Random) -> list[Made]:
    """Runs that do something."""
    made = [found.executor.make(pick) for _ in range(RUNS)]
    return [each for each in made if len(each.acts) > 1]


@pytest.mark.parametrize("name", CASES)
def test_runs_of_the_executor_conform(name: str, graph: str, tmp_path: Path) -> None:
    pick, found = picker("round trip", name), bench(name, graph)
    for made in runs_of(found, pick):
        trace = trace_of(written(CASES[name], tmp_path, made.acts, made.end))
        followed = found.subject.follow(trace)
        assert (followed.first, followed.undecided) == (None, ""), SEED


@pytest.mark.parametrize("name", [each for each in CASES if each != "langgraph"])
def test_a_changed_run_leaves_at_the_act_that_no_run_does(
    name: str,
    graph: str,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    pick, found = picker("mutants", name), bench(name, graph)
    record_property("drawn", [f"PHASELINT_SEED={SEED} drew {MUTANTS} mutants of {name}"])
    runs = runs_of(found, pick)
    for _ in range(MUTANTS):
        compare(CASES[name], found, tmp_path, mutant(pick, pick.choice(runs), found.acts))


def test_a_changed_stream_of_a_graph_leaves_at_the_node_that_no_run_enters(
    graph: str, tmp_path: Path
) -> None:
    """Nodes alone are changed: the stream of a node that fails without being entered is none."""
    pick, found = picker("nodes", "langgraph"), bench("langgraph", graph)
    nodes = [each for each in found.acts if each.verb == "enter"]
    runs = runs_of(found, pick)
    for _ in range(MUTANTS):
        made = pick.choice(runs)
        entered = tuple(each for each in made.acts if each.verb in ("start", "enter"))
        if len(entered) < 2:
            continue
        changed = mutant(pick, Made(entered, ""), nodes)
        trace = trace_of(written(CASES["langgraph"], tmp_path, changed.acts, ""))
        expected = found.executor.leaves([word(each) for each in changed.acts], False)
        first = found.subject.follow(trace).first
        assert (None if first is None else first.number) == expected
