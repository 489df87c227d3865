"""The labelled teams: findings with their files and severities, and scripted runs."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from conformance.labels import CORPUS, doubts, findings_of, found_twice, needs_corpus, ours, read
from phaselint.dialects.agents import DIALECT
from phaselint.dialects.agents.reading.load import load
from phaselint.dialects.agents.running.runtime import AgentsRuntime
from phaselint.dialects.agents.words import spoken
from phaselint.dialects.records import COMPLETED
from phaselint.executor.replay import Run, replay
from phaselint.project.memory import DictReader
from rules.catalogue import ALIASES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.running.session import Session

pytestmark = needs_corpus

NAME = "agents"
LABELS: dict[str, Any] = read(NAME, "expected.json").get("files", {})
RUNS = sorted(Path(CORPUS, NAME, "runs").glob("*.json")) if CORPUS else []

OVERRULED = {"real/cellixjs": {"unknown-tool"}}
"""Infos of the first series that later sources take back: `create` is a tool of the Copilot
runtime."""

MILDER = {"unknown-target": "warning"}
"""Rules whose severity later sources take back: Copilot sessions ignore handoffs."""

LABELLED = pytest.mark.parametrize("path", LABELS)


@LABELLED
def test_errors_and_warnings_are_the_labelled_ones(path: str) -> None:
    alias = ALIASES[NAME]
    wanted = Counter(
        (
            alias.get(each["name"], each["name"]),
            MILDER.get(each["name"], each["severity"]),
            each["file"],
        )
        for each in LABELS[path]["findings"]
    )
    found = Counter(
        (each.name, each.level, os.path.relpath(each.place.file, path))
        for each in findings_of(NAME, path)
        if each.level != "info"
    )
    assert Counter({(n, s, _below(f, path)): c for (n, s, f), c in found.items()}) == wanted


def _below(file: str, path: str) -> str:
    """A file below the folder of an entry, whatever the project around it is."""
    return file.rpartition(f"{path}/")[2].removeprefix("../")


@LABELLED
def test_infos_that_are_labelled_are_found(path: str) -> None:
    infos = {each.name for each in findings_of(NAME, path) if each.level == "info"}
    assert ours(NAME, LABELS[path], "ideal_info") - OVERRULED.get(path, set()) <= infos


@LABELLED
def test_nothing_is_found_twice_or_in_doubt(path: str) -> None:
    assert found_twice(NAME, path) == []
    assert doubts(NAME, path) == []


@pytest.mark.parametrize("file", RUNS, ids=lambda file: file.stem)
def test_a_scripted_run_replays(file: Path) -> None:
    case = json.loads(file.read_text("utf-8"))
    reader = DictReader(case["files"])
    target, *_ = DIALECT.detect(reader, "")
    options = {option.name: option.default for option in DIALECT.options}
    for key, value in case["options"].items():
        name = {"maxTurns": "max-turns"}.get(key, key)
        options[name] = str(value).lower() if name == "nesting" else value
    runtime = AgentsRuntime()
    start = runtime.start(load(reader, target), options, {}, {})
    run = replay(runtime, start, [spoken(*words) for words in case["script"]])
    told = [runtime.headline(event) for event in run.events]
    assert [*told, *_past_the_end(run, case["script"])] == case["expected"]


def _past_the_end(run: Run[Session], script: list[list[str]]) -> Iterator[str]:
    """What is said of a word behind the end of a session of Claude Code, which ends with its turn:
    no script of ours is asked for it."""
    ends = [number for number, state in enumerate(run.states) if state.ended]
    if ends and run.states[ends[0]].ended == COMPLETED and ends[0] < len(script):
        yield f"ignored {script[ends[0]][0]}"
