"""What formats for people show first and only count, and that others leave nothing out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from phaselint.linting.result import Result
from phaselint.report import FOR_FILES, FOR_PEOPLE, FORMATS
from phaselint.report.forpeople import for_people
from teams import HOME, agent, put

if TYPE_CHECKING:
    from cli.command import Command

A, B = f"{HOME}a.agent.md", f"{HOME}b.agent.md"
COUNTED = (
    "note: 3 infos not shown: `renamed-tool` 2, `star-in-local` 1; `--min-severity info` shows them"
)


@pytest.fixture(autouse=True)
def team(phaselint: Command) -> None:
    """A team with a warning and infos in the first file, an error and an info in the second."""
    put(
        phaselint.folder,
        {
            A: agent("A", "tools: [codebase, raed, '*']"),
            B: agent("B", "tools: [fetch]", "handoffs: [{label: Go, agent: A}]"),
        },
    )


def names(text: str) -> list[str]:
    """The rules in a concise report."""
    lines = (line for line in text.splitlines() if line.startswith(HOME))
    return [line.rpartition("[")[2].rstrip("]") for line in lines]


def test_errors_come_first_and_infos_are_counted(phaselint: Command) -> None:
    ended = phaselint("lint", "--format=concise")
    assert ended.status == 1
    assert names(ended.out) == ["incomplete-handoff", "misspelt-tool"]
    assert COUNTED in ended.lines
    assert ended.lines[-1] == "Checked 1 contract (2 files): 1 error, 1 warning, 3 infos."


def test_infos_are_shown_where_that_is_asked(phaselint: Command) -> None:
    ended = phaselint("lint", "--format=concise", "--min-severity=info")
    infos = ["renamed-tool", "star-in-local", "renamed-tool"]
    assert names(ended.out) == ["incomplete-handoff", "misspelt-tool", *infos]
    assert "not shown" not in ended.out


def test_a_severity_that_is_given_counts_nothing(phaselint: Command) -> None:
    ended = phaselint("lint", "--format=concise", "--min-severity=warning")
    assert names(ended.out) == ["incomplete-handoff", "misspelt-tool"]
    assert "not shown" not in ended.out
    assert ended.lines[-1] == "Checked 1 contract (2 files): 1 error, 1 warning; 3 hidden."


@pytest.mark.parametrize("form", FORMATS)
def test_only_formats_for_people_leave_infos_out(phaselint: Command, form: str) -> None:
    written = phaselint("lint", f"--format={form}").out
    assert ("the old name still works" in written) == (form not in FOR_PEOPLE)
    everything = phaselint("lint", f"--format={form}", "--min-severity=info").out
    assert "the old name still works" in everything


def test_each_report_of_a_run_has_its_own(phaselint: Command) -> None:
    ended = phaselint("lint", "--format=concise", "--output-file=json:report.json")
    assert len(names(ended.out)) == 2
    written = json.loads((phaselint.folder / "report.json").read_text("utf-8"))
    assert len(written["findings"]) == 5


def test_infos_that_are_not_shown_still_count(phaselint: Command) -> None:
    put(phaselint.folder, {A: agent("A", "tools: [codebase]"), B: agent("B")})
    assert phaselint("lint").status == 0
    assert phaselint("lint", "--fail-on=info").status == 1


def test_statistics_count_everything(phaselint: Command) -> None:
    assert "2  AG406  renamed-tool" in phaselint("lint", "--statistics").out


def test_quiet_prints_findings_alone(phaselint: Command) -> None:
    assert len(phaselint("lint", "--format=concise", "--quiet").lines) == 2


def test_nothing_found_is_nothing_to_say() -> None:
    assert for_people(Result(), counted=True) == Result()
    assert not set(FOR_PEOPLE) & set(FOR_FILES)
