"""Films of findings: each ends where its witness does, and shows what the executor does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import cases
from films import end_of, film_of, nodes, seen, wrong
from phaselint.diagram.animation_trimming import MOST_FRAMES
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.report import Style, render
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from phaselint.linting.result import Result

SLICES = 6
"""Parts of the cases that are looked at apart, so that several processes may."""

IDLE = """\
version: 1
scenarios:
  - name: nobody does anything
    model: [{calls: []}]
    on_exhausted: repeat-last
    expect: {outcome: completed}
"""

LONG = "step-budget-overflow/bad"


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Writes cases into the working directory, each into a folder of its name."""
    monkeypatch.chdir(tmp_path)

    def write(*names: str) -> None:
        for name in names:
            cases.write(cases.FIXTURES / "rules" / name, tmp_path / name)

    return write


def filmed(put: Callable[..., None], name: str) -> Result:
    put(name)
    return seen(name)


@pytest.mark.parametrize("part", range(SLICES))
def test_every_finding_with_a_run_has_a_film_that_ends_where_the_run_does(
    put: Callable[..., None], part: int
) -> None:
    put(*map(str, cases.listed(variant="bad*")[part::SLICES]))
    result = seen(".")
    assert [*wrong(result)] == []
    assert sum(bool(end_of(finding)) for finding in result.findings) > 10


def test_whole_projects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(cases.FIXTURES)
    assert [*wrong(seen("projects"))] == []


CHOSEN = (
    "gate-does-not-halt/bad",
    "limit-below-shortest-path/bad-calls",
    "order-trap/bad",
    "regex-redos/bad",
    "sibling-next-ignored/bad",
    "uv-no-source/bad",
)
"""Cases of all dialects, with films that are replayed and some that are retold."""


class TestAgreement:
    """What there is to see changes nothing else, and is the same however it is made."""

    def test_a_dry_run_shows_the_same(self, put: Callable[..., None]) -> None:
        put(*CHOSEN)
        plain, dry = seen("."), seen(".", dry_run=True)
        proved = {each.fingerprint: each.view for each in dry.findings}
        assert {each.fingerprint: each.view for each in plain.findings}.items() <= proved.items()
        assert plain.drawings == dry.drawings
        assert {each.proof for each in plain.findings} == {None}

    def test_several_processes_show_the_same(self, put: Callable[..., None]) -> None:
        put(*CHOSEN)
        here, there = seen("."), seen(".", jobs=2)
        assert [each.view for each in here.findings] == [each.view for each in there.findings]
        assert here.drawings == there.drawings
        assert here.lines == there.lines

    @pytest.mark.parametrize("dry_run", [False, True])
    def test_the_other_formats_say_the_same(self, put: Callable[..., None], dry_run: bool) -> None:
        put(*CHOSEN)
        plain = run(Request((".",), dry_run=dry_run, isolated=True), RULES)
        for form in ("json", "text", "sarif"):
            both = [
                "".join(render(form, result, Style()))
                for result in (plain, seen(".", dry_run=dry_run))
            ]
            assert both[0] == both[1]


class TestLines:
    """Source lines beside the picture."""

    def test_there_is_one_for_every_frame_and_node(self, put: Callable[..., None]) -> None:
        result = filmed(put, "order-trap/bad")
        finding, film = film_of(result, "order-trap")
        drawing = result.drawings["vesanor", finding.contract]
        places = [*(each.place for each in film.frames), *(each.place for each in drawing.nodes)]
        shown = [
            result.lines[place.file][place.range.start.line]
            for place in places
            if place is not None and place.range is not None
        ]
        assert len(shown) == len(places)
        assert shown[:2] == ["  - name: basket", "  valid_in_phases: [basket]"]

    def test_a_clean_contract_has_them_too(self, put: Callable[..., None]) -> None:
        result = filmed(put, "order-trap/good")
        assert result.findings == ()
        assert result.drawings.keys() == {("vesanor", "order-trap/good")}
        assert result.lines["order-trap/good/session.yaml"]


class TestLength:
    """Films that somebody may watch."""

    def test_a_long_one_says_how_much_is_left_out(self, put: Callable[..., None]) -> None:
        finding, film = film_of(filmed(put, LONG), "step-budget-overflow")
        gaps = [each for each in film.frames if "left out" in str(each.said)]
        assert len(film.frames) == MOST_FRAMES
        assert [gap.said[0].partition(" ")[2] for gap in gaps] == ["steps of this run are left out"]
        assert [gap.changed for gap in gaps] == [()]
        assert finding.witness is not None

    def test_of_a_script_that_goes_on_and_on_the_middle_is_not_looked_at(
        self, put: Callable[..., None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr("phaselint.executor.scenario.MAX_STEPS", 2_000)
        put("order-trap/good")
        (tmp_path / "order-trap" / "good" / "idle.script.yaml").write_text(IDLE)
        _, film = film_of(seen(".", dry_run=True), "failed-expectation")
        told = [line for each in film.frames for line in each.said if "left out" in line]
        assert (len(film.frames), told) == (MOST_FRAMES, ["1922 steps of this run are left out"])

    def test_it_ends_with_what_happens_where_the_witness_ends(
        self, put: Callable[..., None]
    ) -> None:
        result = filmed(put, "gate-does-not-halt/bad-requires")
        finding, film = film_of(result, "gate-does-not-halt")
        assert nodes(result.drawings["sweny", finding.contract], film) == [
            "weigh",
            "assign",
            "assign",
        ]
        assert film.frames[-1].said[0] == "the model run ends: success"
        assert film.frames[-1].changed == ()
        assert film.ending == "the run continues"


class TestSubject:
    """Which run of several is shown."""

    def test_the_scenario_that_ends_where_the_witness_does(self, put: Callable[..., None]) -> None:
        result = filmed(put, "adaptation-chain-undeclared/bad")
        _, film = film_of(result, "adaptation-chain-undeclared")
        assert film.ending == "the run fails: AGENT_ADAPTATION_CHAIN_EXHAUSTED"

    def test_a_witness_is_retold_where_no_run_comes_to_its_end(
        self, put: Callable[..., None]
    ) -> None:
        result = filmed(put, "dead-end-phase/bad-not-entered")
        finding, film = film_of(result, "dead-end-phase")
        assert finding.witness is not None
        assert not film.replayed
        assert [each.said[0] for each in film.frames] == [
            str(step.text) for step in finding.witness.steps
        ]

    def test_a_run_that_ends_at_a_limit_is_shown_up_to_it(self, put: Callable[..., None]) -> None:
        result = filmed(put, "limit-cuts-off-phase/bad")
        finding, film = film_of(result, "limit-cuts-off-phase")
        assert nodes(result.drawings["vesanor", finding.contract], film) == [
            "draft",
            "edited",
            "typeset",
            "typeset",
            "printed",
        ]
        *run, rest = film.frames
        counted = [[line for line in frame.changed if "tool call" in line] for frame in run]
        assert counted == [[], ["tool call 1 of 2"], ["tool call 2 of 2"], []]
        assert rest.said == ("not run: call `print_run`; phase -> `printed`",)

    def test_a_script_that_fails_is_shown_to_its_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(cases.FIXTURES)
        result = seen("projects/refund-desk/refunds", dry_run=True)
        finding, film = film_of(result, "failed-expectation")
        shown = nodes(result.drawings["vesanor", finding.contract], film)
        assert shown == ["intake", "intake", "eligible", "payout"]

    def test_a_contract_that_is_refused_has_no_run(self, put: Callable[..., None]) -> None:
        result = filmed(put, "initial-phase-count/bad-none")
        views = [each.view for each in result.findings if each.name == "initial-phase-count"]
        assert [view and view.film for view in views] == [None]
