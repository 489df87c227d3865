"""LangGraph itself beside our reading and our runtime, on random graphs.

Each graph is built by the package with scripted functions, is written as Python text that we read
and run, and is run by records made without any reading. What nodes and routers do is drawn alike.
Compared are the nodes of every step in order, the end of the run, and the state.

`PHASELINT_LANGGRAPH` is how many graphs are drawn afresh, and as many again that are always the
same; `PHASELINT_SEED` draws those afresh again. The package may be of any release that the
reference names.
"""

from __future__ import annotations

import os
from collections import Counter
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import pytest

from differential.langgraph.ours import DEFAULTS, Player, Ran
from differential.langgraph.records import contract_of
from differential.langgraph.specs import GraphSpec, drawn
from differential.langgraph.texts import files_of
from fresh import SEED
from phaselint.dialects.langgraph import DIALECT
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from differential.langgraph.engine import Outcome
    from phaselint.dialects.langgraph.model import LanggraphContract

    Record = Callable[[str, object], None]

COUNT = int(os.environ.get("PHASELINT_LANGGRAPH", "500"))
READ_ALONE = 60
ORDERED_SINCE = (0, 3)
"""Before this release the tasks of a step are told in another order."""


def read(spec: GraphSpec, seed: str, release: tuple[int, int]) -> LanggraphContract:
    """The contract that is read of the text of a graph."""
    reader = DictReader(files_of(spec, seed))
    dialect = DIALECT
    if DIALECT.configured is not None:
        dialect = DIALECT.configured({**DEFAULTS, "version": f"{release[0]}.{release[1]}"})
    targets = [each for each in dialect.detect(reader, "") if each.path.endswith("::graph")]
    contract: Any = dialect.load(reader, targets[0])
    assert contract.graph is not None
    assert not contract.graph.open
    assert contract.graph.keys_known
    return contract  # type: ignore[no-any-return]


def differences(real: Outcome, ours: Ran, spec: GraphSpec, release: tuple[int, int]) -> str:
    """What is otherwise in our run; empty where nothing is."""
    if ours.undetermined:
        return ""
    mine, theirs = ours.steps, real.steps
    if release < ORDERED_SINCE:
        mine, theirs = (tuple(tuple(sorted(step)) for step in each) for each in (mine, theirs))
    if mine != theirs:
        return f"steps {ours.steps}, not {real.steps}"
    if real.end not in {END_WORDS.get(each, each) for each in ours.ends}:
        return f"ends {sorted(ours.ends)}, not {real.end}"
    plain = not any(node.inner or node.handler for node in spec.nodes)
    if real.end == "completed" and plain and not spec.resumes:
        found = tuple(real.values.get("log", ())), real.values.get("x")
        if found != (ours.log, ours.last):
            return f"writes {ours.log, ours.last}, not {found}"
    return ""


END_WORDS = {"limit(recursion)": "GraphRecursionError"}


def compare(seed: str, release: tuple[int, int]) -> str:
    """Hold both ways to the package, and give how the run of the package ends."""
    from differential.langgraph.engine import Engine

    spec = drawn(seed, release)
    real = Engine(spec, seed, release).run()
    player = Player(spec, read(spec, seed, release), seed)
    runs = {
        "by records": Player(spec, contract_of(spec, release), seed).run(),
        "by text": player.run(),
    }
    for way, ours in runs.items():
        wrong = differences(real, ours, spec, release)
        assert not wrong, (
            f"PHASELINT_SEED {seed}, {way}: {wrong}\n{files_of(spec, seed)['graph.py']}"
        )
    assert not player.unforeseen, f"{seed}: {player.unforeseen}\n{files_of(spec, seed)['graph.py']}"
    return real.end


@pytest.mark.langgraph
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", ["fixed", "fresh"])
def test_the_package_runs_graphs_alike(kind: str, record_property: Record) -> None:
    pytest.importorskip("langgraph", reason="langgraph is not installed")
    release = release_of(version("langgraph"))
    ends = Counter(compare(seed, release) for seed in seeds(kind))
    record_property("tried", {f"graphs beside LangGraph {version('langgraph')}": COUNT})
    record_property("drawn", [f"graphs of LangGraph: PHASELINT_SEED={SEED}"])
    few = {end for end in ("completed", "GraphRecursionError") if ends[end] < COUNT // 20}
    assert not few, f"ends that hardly occur: {few} of {ends}"


def seeds(kind: str) -> Iterator[str]:
    """What graphs of a kind are drawn by."""
    head = "fixed" if kind == "fixed" else SEED
    return (f"{head}-{number}" for number in range(COUNT))


def release_of(text: str) -> tuple[int, int]:
    """The release of a version."""
    major, minor, *_ = text.split(".")
    return int(major), int(minor)


def test_text_is_read_as_it_is_meant() -> None:
    """Without the package: what is read of a text runs as the records do, all answers known."""
    for number in range(READ_ALONE):
        seed = f"read-{number}"
        spec = drawn(seed)
        player = Player(spec, read(spec, seed, (1, 2)), seed)
        shown = files_of(spec, seed)["graph.py"]
        assert player.run() == Player(spec, contract_of(spec), seed).run(), shown
        assert not player.unforeseen, f"{player.unforeseen}\n{shown}"
