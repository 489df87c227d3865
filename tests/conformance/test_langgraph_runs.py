"""The recorded runs of the LangGraph corpus, replayed (reference langgraph §5.17, §11).

The environment variable PHASELINT_CORPUS names the folder. Each record becomes a scenario of the
contract that phaselint reads; the real engine ran the same program.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects.langgraph import DIALECT
from phaselint.executor.scenario import play
from phaselint.executor.script import Scenario
from phaselint.project.disk import DiskReader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.model import LanggraphContract
    from phaselint.executor.scenario import Played

CORPUS = os.environ.get("PHASELINT_CORPUS", "")
OPTIONS: dict[str, Any] = {option.name: option.default for option in DIALECT.options}
RUNTIME = DIALECT.runtime()
SCRIPT_KEYS = {"nodes", "routers", "input", "limit", "thread", "resume"}


def folder() -> Path:
    return Path(CORPUS, "langgraph")


def records() -> Iterator[tuple[str, int]]:
    """The recorded runs: case and number."""
    if CORPUS:
        for path in sorted(folder().glob("runs/*.json")):
            for number, _ in enumerate(json.loads(path.read_text("utf-8"))["runs"]):
                yield path.stem, number


def contract_of(case: str, app: str) -> LanggraphContract:
    """The contract whose compiled graph an expression gives: the one that is called so, else the
    one that is built by what the expression names, and is no part of another."""
    reader = DiskReader(str(folder() / case))
    contracts = [DIALECT.load(reader, target) for target in DIALECT.detect(reader, "")]
    known: list[Any] = [each for each in contracts if getattr(each, "graph", None) is not None]
    expression = app.partition(":")[2]
    for each in known:
        if any(compiled.binding == expression for compiled in each.graph.compiles):
            return each  # type: ignore[no-any-return]
    words = set(re.findall(r"\w+", expression))
    outer = [each for each in known if not each.graph.parents]
    near = [each for each in outer if words & set(re.findall(r"\w+", each.graph.name))]
    assert len(near or outer) == 1, f"{app} may be any of {[each.graph.id for each in near]}"
    return (near or outer)[0]  # type: ignore[no-any-return]


def scenario(
    record: dict[str, Any], contract: LanggraphContract, conditions: dict[str, Any]
) -> Scenario:
    """A record as a scenario where some conditions hold."""
    script = record["script"]
    assert script.keys() <= SCRIPT_KEYS, "keys without a counterpart"
    return Scenario(
        "recorded",
        options={"recursion-limit": script["limit"]} if "limit" in script else {},
        given={"input": script.get("input", {}), **conditions},
        model={name: list(answers) for name, answers in script["nodes"].items()},
        route=dict(routers(script["routers"], contract)),
        ask=script.get("resume", []),
        world={"thread": script["thread"]} if "thread" in script else {},
        on_exhausted="repeat-last",
    )


def routers(
    answers: dict[str, list[Any]], contract: LanggraphContract
) -> Iterator[tuple[str, list[Any]]]:
    """The answers of routers by the phases under which the runtime asks for them."""
    assert contract.graph is not None
    for name, listed in answers.items():
        source, _, router = name.partition("/")
        several = [b for b in contract.graph.branches if b.source and b.source.value == source]
        phase = source if router and len(several) == 1 else name
        yield phase, [{"all": each} if isinstance(each, list) else each for each in listed]


def ended(played: Played) -> str:
    """How a run ended, in the words of the records."""
    outcome, events = played.run.outcome, played.run.events
    if outcome.kind == "limit":
        return "GraphRecursionError"
    if outcome.kind == "refused":
        return str(events[0].data["error"])
    if outcome.kind == "error":
        return outcome.detail
    interrupted = any(each.kind == "interrupt" for each in events)
    return "interrupted" if interrupted and outcome.kind == "running" else outcome.kind


@pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")
@pytest.mark.parametrize(("case", "number"), list(records()))
def test_a_recorded_run_replays(case: str, number: int) -> None:
    data = json.loads((folder() / "runs" / f"{case}.json").read_text("utf-8"))
    record, contract = data["runs"][number], contract_of(case, data["app"])
    found = []
    for conditions in RUNTIME.sample_inputs(contract):  # what the program was called with
        told = scenario(record, contract, dict(conditions))
        played = play(RUNTIME, contract, {**OPTIONS, **told.options}, told)
        assert played.flaws == ()
        summary = played.run.summary
        found.append((summary["steps"], ended(played), summary["refusal"]))
    assert (record["nodes"], record["ends"], record.get("build", "")) in found


def test_there_are_records() -> None:
    """Where there is a corpus, it has runs."""
    assert bool(CORPUS) == bool(list(records()))
