"""The benchmarks still run: each of them once, on next to nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
import yaml

from benchmarks import (
    bench_corpus,
    bench_dialects,
    bench_diff,
    bench_document,
    bench_growth,
    bench_guards,
    bench_hostile,
    bench_machine,
    bench_memory,
    bench_pages,
    bench_playground,
    bench_policies,
    bench_processes,
    bench_python,
    bench_records,
    bench_reports,
    bench_server,
    bench_startup,
    bench_transcripts,
)
from benchmarks.calls import CALLS, PROJECTS, Call, words, workplace
from benchmarks.contracts import sets
from benchmarks.growing import CALLED, DIALECTS, KINDS, SHAPES, contract
from benchmarks.hostile import SESSIONS, write
from benchmarks.pipelines import pipelines
from benchmarks.workflows import workflows
from browser import chromium
from phaselint.api import builtin_rules
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.project.memory import DictReader
from stud import findings as stud_findings
from sweny import findings

if TYPE_CHECKING:
    from pathlib import Path


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


class TestContracts:
    def test_the_same_seed_gives_the_same_sets(self) -> None:
        assert list(sets(3)) == list(sets(3))
        assert list(sets(3)) != list(sets(3, seed=1))

    def test_sizes_are_those_of_real_sets(self) -> None:
        for _, files in sets(50):
            session = DictReader(files).document("session.yaml")
            assert session is not None
            assert 3 <= len(session.value["phases"]) <= 8
            assert 3 <= len(files) - 1 <= 10


class TestWorkflows:
    def test_the_same_seed_gives_the_same_ones(self) -> None:
        assert list(workflows(3)) == list(workflows(3))
        assert list(workflows(3)) != list(workflows(3, seed=1))

    @pytest.mark.parametrize("nodes", [6, 7, 8, 9, 14, 50])
    def test_they_have_as_many_nodes_as_asked_for_and_no_findings(self, nodes: int) -> None:
        ((_, text),) = workflows(1, nodes)
        assert len(yaml.safe_load(text)["nodes"]) == nodes
        assert findings(text) == ()


class TestPipelines:
    def test_the_same_seed_gives_the_same_ones(self) -> None:
        assert list(pipelines(3)) == list(pipelines(3))
        assert list(pipelines(3)) != list(pipelines(3, seed=1))

    @pytest.mark.parametrize("stages", [5, 6, 7, 8, 9, 10, 40])
    def test_they_have_as_many_stages_as_asked_for_and_no_findings(self, stages: int) -> None:
        (files,) = pipelines(1, stages)
        main, *names = files
        assert len(names) == stages
        assert stud_findings(files[main], files=files, main=main) == ()


class TestGrowing:
    @pytest.mark.parametrize("dialect", [each for each in DIALECTS if each != CALLED])
    @pytest.mark.parametrize("shape", SHAPES)
    def test_what_is_clean_is_and_what_is_wrong_is_one_thing(
        self, tmp_path: Path, dialect: str, shape: str
    ) -> None:
        errors = {}
        for kind in KINDS:
            write(str(tmp_path / kind), contract(dialect, shape, kind, 10))
            result = run(Request((str(tmp_path / kind),), jobs=1), builtin_rules())
            # A name that leads nowhere makes stages unreachable, and stud warns of them.
            errors[kind] = [each.name for each in result.findings if each.level == "error"]
            assert kind != "clean" or not result.findings
        assert errors["clean"] == errors["excused"] == []
        assert len(errors["misspelt"]) == len(errors["endless"]) == 1

    @pytest.mark.parametrize("kind", KINDS)
    def test_teams_of_calls_are_deep_in_a_line_and_end_wherever_they_call(
        self, tmp_path: Path, kind: str
    ) -> None:
        found: dict[str, set[str]] = {}
        for shape in SHAPES:
            write(str(tmp_path / shape), contract(CALLED, shape, kind, 10))
            result = run(Request((str(tmp_path / shape),), jobs=1), builtin_rules())
            found[shape] = {each.name for each in result.findings}
        wrong = {
            "misspelt": {"unknown-subagent", "unreachable-phase"},
            "unreachable": {"unreachable-phase"},
        }.get(kind, set())
        assert found["wide"] == wrong
        # The way of a line is cut where it is misspelt, before it is too deep.
        deep = set() if kind == "misspelt" else {"subagent-depth-exceeded"}
        assert found["chain"] == wrong | deep

    def test_a_size_is_a_number_of_nodes(self) -> None:
        assert {len(build(50).ways) for build in SHAPES.values()} == {50}


class TestEveryBenchmarkRuns:
    def test_corpus(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_corpus.main(rounds=1, count=2)
        begins = [line.split(":")[0] for line in printed(capsys)]
        assert begins == ["2 sets", "2 workflows", "1 pipelines", "yamllint"]

    def test_document(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_document.main(rounds=1, count=2)
        assert len(printed(capsys)) == 4

    def test_growth(self, capsys: pytest.CaptureFixture[str]) -> None:
        for wanted in ("sweny, chain, clean", "stud, clean, dry run", "sets, baseline"):
            bench_growth.main(10, wanted)
        assert [line.split(": ")[1] for line in printed(capsys)] == ["10"] * 3

    def test_hostile(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_hostile.main(rounds=1, size=2_000, wanted="vesanor")
        assert len(printed(capsys)) == len(SESSIONS)

    def test_machine(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_machine.bare_graph(largest=4)
        bench_machine.counters(phases=50)
        assert len(printed(capsys)) == 3

    def test_memory(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_memory.main(count=2)
        assert len(printed(capsys)) == 3

    def test_server(self, tmp_path: Path) -> None:
        write(str(tmp_path), bench_server.tools(20))
        given = ("session.yaml", "agent: desk", 2, bench_server.RESTLESS)
        found, times = bench_server.typed(str(tmp_path), *given)
        assert (found, len(times)) == (0, 2)

    @pytest.mark.browser
    def test_pages(self, capsys: pytest.CaptureFixture[str]) -> None:
        if chromium.program() is None:
            pytest.skip("Chromium is not installed")
        bench_pages.run(rounds=1)
        assert len(printed(capsys)) == 3 * len(bench_pages.GRAPHS)

    def test_playground(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_playground.main(rounds=1)
        there = len(printed(capsys))
        assert there in (1, 2 + len(bench_playground.EXAMPLES))

    def test_reports(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("PHASELINT_CORPUS", raising=False)
        bench_reports.main(rounds=1, count=2)
        assert len(printed(capsys)) == 4 + (4 if chromium.program() else 1)

    def test_policies(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_policies.main(rounds=1, count=2)
        assert len(printed(capsys)) == 3 * len(bench_policies.CONTRACTS)

    def test_python(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_python.main(rounds=1, count=20)
        assert len(printed(capsys)) == 2

    def test_guards(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_guards.main(rounds=2)
        assert len(printed(capsys)) == 2

    def test_transcripts(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_transcripts.main(rounds=1, calls=5)
        assert len(printed(capsys)) == 1

    def test_records(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_records.main(rounds=1)
        assert len(printed(capsys)) == 5

    def test_dialects(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_dialects.main(1, PROJECTS)
        assert len(printed(capsys)) == 3


@pytest.mark.skipif(not os.path.exists(bench_startup.COMMAND), reason="phaselint is not installed")
class TestEveryBenchmarkOfTheCommandRuns:
    def test_processes(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_processes.main(pairs=1, count=2)
        assert len(printed(capsys)) == 2

    @pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
    def test_diff(self, capsys: pytest.CaptureFixture[str]) -> None:
        bench_diff.main(rounds=1, count=2)
        assert len(printed(capsys)) == 2 * len(bench_diff.COPIED)

    def test_startup(self, capsys: pytest.CaptureFixture[str]) -> None:
        with workplace() as folder:
            bench_startup.times(folder, CALLS[:2], rounds=1)
        assert [line.split(":")[0] for line in printed(capsys)] == [
            "--version",
            "one clean vesanor set",
        ]

    @pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
    def test_calls_end_as_they_should(self, call: Call) -> None:
        with workplace() as folder:
            command = words(bench_startup.HERE, call)
            ended = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        assert ended.returncode == call.status
