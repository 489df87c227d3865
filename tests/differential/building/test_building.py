"""What is read of a program is what LangGraph builds when the program is run.

Random programs are written in many idioms, run with the package, and read as text. Compared are
nodes, edges, joins, branches with their maps, and whether the graph is refused.

`PHASELINT_LANGGRAPH` is how many programs are drawn afresh, and as many again that are always the
same.
"""

from __future__ import annotations

import importlib
import os
import random
import runpy
import sys
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from differential.building.programs import Program, program, variants
from fresh import SEED
from phaselint.dialects.base import Target
from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
from phaselint.dialects.langgraph.analysis.refusals import refusals
from phaselint.dialects.langgraph.functionmodel import channel_of, name_of
from phaselint.dialects.langgraph.options import OPTIONS
from phaselint.dialects.langgraph.reading.load import graphs_of, load
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from phaselint.dialects.langgraph.functionmodel import Guard
    from phaselint.dialects.langgraph.model import Graph, LanggraphContract

COUNT = int(os.environ.get("PHASELINT_LANGGRAPH", "500"))
DEFAULTS: dict[str, Any] = {option.name: option.default for option in OPTIONS}

pytestmark = pytest.mark.langgraph


class Built(NamedTuple):
    """A graph as it was built."""

    nodes: frozenset[str]
    edges: frozenset[tuple[str, str]]
    joins: frozenset[tuple[frozenset[str], str]]
    branches: tuple[tuple[str, tuple[tuple[tuple[str, str], ...] | None, ...]], ...]


def run(program: Program, folder: Path) -> tuple[Built | None, str]:
    """What LangGraph builds, or why it refuses to."""
    for name, text in program.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        builder = importlib.import_module("main").graph
        built = built_of(builder)
    except (ValueError, RuntimeError, TypeError) as error:
        return None, f"{type(error).__name__}: {error}"
    finally:
        sys.path.remove(str(folder))
        for name in program.files:
            sys.modules.pop(name.removesuffix(".py"), None)
    return built, ""


def built_of(builder: Any) -> Built:
    """What is in a graph of the package."""
    branches = []
    for source, listed in builder.branches.items():
        maps = [
            None if each.ends is None else tuple(sorted((str(k), v) for k, v in each.ends.items()))
            for each in listed.values()
        ]
        branches.append((str(source), tuple(maps)))
    return Built(
        frozenset(builder.nodes),
        frozenset(builder.edges),
        frozenset((frozenset(members), target) for members, target in builder.waiting_edges),
        tuple(sorted(branches)),
    )


def read(program: Program) -> LanggraphContract:
    """The contract of the graph of a program."""
    reader = DictReader(program.files)
    for file in sorted(program.files):
        for name in graphs_of(reader, file):
            return load(reader, Target("langgraph", "", file, name), DEFAULTS)
    raise AssertionError("no graph")


def read_of(graph: Graph) -> Built:
    """What was read, as what is built."""
    branches: dict[str, list[tuple[tuple[str, str], ...] | None]] = {}
    for branch in graph.branches:
        assert branch.source is not None
        entries = None
        if branch.path_map is not None and branch.path_map.given != "ignored":
            pairs = [(e.label, e.target) for e in branch.path_map.entries]
            entries = tuple(
                sorted((str(name_of(k)), str(name_of(v.value))) for k, v in pairs if v is not None)
            )
        branches.setdefault(str(name_of(branch.source.value)), []).append(entries)
    return Built(
        frozenset(node.name for node in graph.nodes),
        frozenset(
            (str(name_of(e.source.value)), str(name_of(e.target.value)))
            for e in graph.edges
            if e.source is not None and e.target is not None
        ),
        frozenset(
            (frozenset(str(name_of(m.value)) for m in join.members), channel_of(join.target.value))
            for join in graph.joins
            if join.target is not None
        ),
        tuple(sorted((source, tuple(maps)) for source, maps in branches.items())),
    )


def difference(program: Program, folder: Path) -> str:
    """How what is read differs from what is built; empty where it does not."""
    built, refused = run(program, folder)
    contract = read(program)
    graph = contract.graph
    assert graph is not None
    ours = refusals(LanggraphFacts(contract, DEFAULTS, 1000))
    said = [each.rule for each in ours]
    if graph.open:
        return f"it is open: {graph.open}"
    if bool(refused) != bool(said):
        return f"refused: {refused or 'no'}; {said}"
    if built is None:
        return ""
    found = read_of(graph)
    return "" if found == built else f"read {found}, built {built}"


def holds(guards: tuple[Guard, ...], truth: Mapping[str, bool]) -> bool:
    """Whether all guards of an operation hold."""
    return all(bool(eval(each.text, {}, dict(truth))) is each.holds for each in guards)


def varying(program: Program, folder: Path) -> str:
    """How the variants of a graph differ from what is built; empty where they do not."""
    (folder / "main.py").write_text(program.files["main.py"], encoding="utf-8")
    module = runpy.run_path(str(folder / "main.py"))
    graph = read(program).graph
    assert graph is not None
    if graph.many_guards:
        return ""
    for values in product((False, True), repeat=3):
        truth = dict(zip(("p0", "p1", "p2"), values, strict=True))
        try:
            built = built_of(module["make"](**truth))
        except ValueError:  # a node that is added twice
            continue
        nodes = tuple(each for each in graph.nodes if holds(each.guards, truth))
        edges = tuple(each for each in graph.edges if holds(each.guards, truth))
        most = read_of(graph._replace(nodes=nodes, edges=edges))
        nodes = tuple(each for each in nodes if each.certain)
        edges = tuple(each for each in edges if each.certain)
        least = read_of(graph._replace(nodes=nodes, edges=edges))
        if not (
            least.nodes <= built.nodes <= most.nodes and least.edges <= built.edges <= most.edges
        ):
            found = least, most
            return f"{truth}: read {found}, built {built}"
    return ""


@pytest.mark.parametrize("drawn", ["same", "fresh"])
def test_that_each_variant_is_what_is_built(drawn: str, tmp_path: Path) -> None:
    pytest.importorskip("langgraph")
    chosen = random.Random(1 if drawn == "same" else SEED)
    wrong: list[str] = []
    for _ in range(COUNT // 2):
        made = variants(chosen.randrange(10**9))
        said = varying(made, tmp_path)
        if said:
            wrong.append(f"seed {made.seed}: {said}")
    assert not wrong, "\n".join([f"{len(wrong)} of {COUNT // 2}", *wrong[:5]])


@pytest.mark.parametrize("drawn", ["same", "fresh"])
def test_that_what_is_read_is_what_is_built(drawn: str, tmp_path: Path) -> None:
    pytest.importorskip("langgraph")
    chosen = random.Random(0 if drawn == "same" else SEED)
    wrong: list[str] = []
    for number in range(COUNT):
        made = program(chosen.randrange(10**9))
        folder = tmp_path / str(number)
        folder.mkdir()
        said = difference(made, folder)
        if said:
            wrong.append(f"seed {made.seed}: {said}")
    assert not wrong, "\n".join([f"{len(wrong)} of {COUNT}", *wrong[:5]])
