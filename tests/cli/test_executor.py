"""`phaselint lint --executor`: the same report, or one line and what was judged."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from cli.contracts import BOTH, SESSION, contract

if TYPE_CHECKING:
    from pathlib import Path

    from cli.command import Command, Ended

COUNT = 30
ENGINES = "linting.engines"


@pytest.fixture
def desks(phaselint: Command, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Many contracts, every other with two findings, each of them a chunk."""
    monkeypatch.setattr("phaselint.linting.chunks.LEAST", 1)
    for number in range(COUNT):
        contract(phaselint.folder / f"desk{number:02}", BOTH if number % 2 else SESSION)
    return phaselint.folder


def kinds(ended: Ended) -> dict[str, list[Any]]:
    """The lines of `jsonl` by what they are about."""
    found: dict[str, list[Any]] = {"finding": [], "unjudged": [], "summary": []}
    for line in map(json.loads, ended.lines):
        kind = next((name for name in ("unjudged", "summary") if name in line), "finding")
        found[kind].append(line.get(kind, line))
    return found


@pytest.mark.usefixtures("desks")
class TestReports:
    """What is printed."""

    @pytest.mark.parametrize("name", ["threads", "processes", "Fake", "Failing", "Cancelling"])
    @pytest.mark.parametrize("format_", ["jsonl", "text"])
    def test_it_is_what_one_process_prints(
        self, phaselint: Command, name: str, format_: str
    ) -> None:
        alone = phaselint("lint", f"--format={format_}", "--jobs=1")
        assert alone.status == 1
        for option in ("--cluster", "--executor"):
            assert phaselint("lint", f"--format={format_}", f"{option}={ENGINES}:{name}") == alone

    def test_what_was_judged_is_reported_when_an_engine_ends(self, phaselint: Command) -> None:
        alone = kinds(phaselint("lint", "--format=jsonl", "--jobs=1"))
        ended = phaselint("lint", "--format=jsonl", f"--executor={ENGINES}:Losing")
        assert (ended.status, ended.err.count("\n")) == (2, 1)
        said = f"phaselint: --cluster {ENGINES}:Losing: 3 workers in a row were lost, the last by"
        assert ended.err.startswith(said)
        lines = kinds(ended)
        lost = [each["contract"] for each in lines["unjudged"]]
        assert lost == sorted(set(lost))
        assert 0 < len(lost) < COUNT
        assert {each["dialect"] for each in lines["unjudged"]} == {"vesanor"}
        assert lines["finding"] == [
            each for each in alone["finding"] if each["contract"] not in lost
        ]
        (summary,) = lines["summary"]
        assert summary["contracts"] == COUNT - len(lost)

    def test_a_baseline_keeps_what_was_not_judged(self, phaselint: Command) -> None:
        phaselint("lint", "--write-baseline")
        baseline = phaselint.folder / "phaselint-baseline.json"
        before = baseline.read_text()
        ended = phaselint("lint", f"--executor={ENGINES}:Losing", "--write-baseline")
        assert ended.status == 2
        assert baseline.read_text() == before

    def test_where_no_worker_can_judge_nothing_is_missing_without_a_word(
        self, phaselint: Command
    ) -> None:
        ended = phaselint("lint", "--format=jsonl", f"--executor={ENGINES}:Other")
        assert (ended.status, ended.err.count("\n")) == (2, 1)
        assert "its workers have phaselint" in ended.err
        assert len(kinds(ended)["unjudged"]) == COUNT


class TestAsking:
    """How an engine is asked for."""

    def test_one_that_is_not_there(self, phaselint: Command) -> None:
        contract(phaselint.folder)
        ended = phaselint("lint", "--executor=nowhere:engine")
        said = "module `nowhere` doesn't exist; install it, or add its directory to PYTHONPATH"
        assert (ended.status, ended.out, ended.err.count("\n")) == (2, "", 1)
        assert ended.err == f"phaselint: --cluster nowhere:engine: {said}\n"

    @pytest.mark.parametrize("other", ["--fix", "--diff", "--watch", "--jobs=2"])
    def test_what_it_does_not_go_with(self, phaselint: Command, other: str) -> None:
        ended = phaselint("lint", f"--executor={ENGINES}:threads", other)
        said = "--cluster can't be combined with --fix, --diff, --watch or --jobs"
        assert ended == (2, "", f"phaselint: {said}\n")

    def test_no_file_may_ask(self, phaselint: Command) -> None:
        contract(phaselint.folder)
        (phaselint.folder / "phaselint.toml").write_text(f'executor = "{ENGINES}:threads"\n')
        ended = phaselint("lint")
        assert (ended.status, ended.out) == (2, "")
        assert "unknown key `executor`" in ended.err

    def test_nothing_of_it_is_imported_without(self, phaselint: Command) -> None:
        contract(phaselint.folder / "one")
        contract(phaselint.folder / "two")
        contract(phaselint.folder / "three")
        program = (
            "import sys; from phaselint.cli import main; main(['lint', '-q'])\n"
            "print(*(name for name in sys.modules if 'concurrent' in name or 'cluster' in name))"
        )
        assert phaselint.process(program=("-c", program)).out == "\n"
