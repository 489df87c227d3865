"""The sample dialect in every command, as if it were installed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
import yaml

import phaselint as library
from cli.contracts import UNREACHABLE, contract
from phaselint.report import FORMATS
from phaselint.vocabulary.errors import UsageError
from plugins.sites import BOARD, LANES, UNREACHED, UNSTAMPED, Site, board

if TYPE_CHECKING:
    from cli.command import Command, Ended

pytestmark = pytest.mark.usefixtures("lanes")

SCHEMA = Path(library.__file__).parent / "report" / "schema-v1.json"


def found(ended: Ended) -> list[Any]:
    return list(json.loads(ended.out)["findings"])


def names(ended: Ended) -> list[str]:
    return [f"{each['name']} {each['dialect']}" for each in found(ended)]


def other(folder: Path, site: Site) -> None:
    """A project with another plugin: a rule of its own for Vesanor."""
    site.put_module(
        "house",
        """
from phaselint.vocabulary.finding import Finding, Place
from phaselint.vocabulary.message import say
from phaselint.vocabulary.rule import WARNING, Rule

def plain_agent(facts):
    yield Finding(Place(facts.contract.session.file, ("agent",)), say("no house style"))

RULES = (Rule("HO001", plain_agent, WARNING, dialect="vesanor"),)
""",
    )
    contract(folder)
    (folder / "phaselint.toml").write_text('plugins = ["house"]\n')


UNSTAMPED_WAY = BOARD.replace("[repair, close]", "[repair, check, close]")
"""A board on which a card may come to `check` without the stamp, and no rule says so."""


class TestNet:
    """What exploring a board shows."""

    def test_a_card_may_be_turned_away(self, phaselint: Command) -> None:
        board(phaselint.folder, UNSTAMPED_WAY)
        assert phaselint("lint").out == "No findings in 1 contract (1 file).\n"
        (finding,) = found(phaselint("lint", "--dry-run", "--format=json"))
        assert (finding["code"], finding["severity"]) == ("PL111", "warning")
        assert finding["proof"]["status"] == "found"
        assert "at `triage` with `no stamp fixed`" in finding["message"]

    def test_a_lane_that_no_card_comes_to_is_said_by_the_rule_alone(
        self, phaselint: Command
    ) -> None:
        board(phaselint.folder, UNREACHED)
        assert names(phaselint("lint", "--dry-run", "--format=json")) == ["unreachable-phase lanes"]

    def test_a_dialect_that_does_not_say_what_runs_do_has_none(
        self, phaselint: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from phaselint_lanes.analysis.facts import LanesFacts

        monkeypatch.delattr(LanesFacts, "runs_known")
        board(phaselint.folder, UNSTAMPED_WAY)
        assert phaselint("lint", "--sound").out == "No findings in 1 contract (1 file).\n"
        told = "note: runs of `lanes` aren't explored: its plugin doesn't support it"
        assert told in phaselint("lint", "--sound", "-v").lines


class TestPictures:
    """What there is to see of a board."""

    def test_a_card_on_its_way(self, phaselint: Command) -> None:
        board(phaselint.folder, UNSTAMPED_WAY)
        result = library.lint([str(phaselint.folder)], dry_run=True, pictures=True)
        (finding,) = result.findings
        assert finding.view is not None
        film = finding.view.film
        assert film is not None
        start, *_, end = film.frames
        assert start.changed == ("moves left: 50",)
        assert film.ending == "the run fails: no stamp fixed"
        assert end.place is not None


class TestLint:
    """`phaselint lint` and what it takes."""

    def test_nothing_is_wrong(self, phaselint: Command) -> None:
        board(phaselint.folder)
        assert phaselint("lint") == (0, "No findings in 1 contract (1 file).\n", "")

    def test_without_the_plugin_there_is_no_such_contract(self, phaselint: Command) -> None:
        board(phaselint.folder)
        (phaselint.folder / "phaselint.toml").write_text("")
        said = "no contract found, so nothing was linted (see `phaselint contracts`)"
        assert phaselint("lint").err == f"phaselint: .: {said}\n"

    @pytest.mark.parametrize(
        ("text", "rules"),
        [
            (UNREACHED, ["PL101"]),
            (UNSTAMPED, ["LA201"]),
            (BOARD.replace("start: triage", "start: triag"), ["PL105"]),
            (BOARD.replace("[check]", "[chek]"), ["PL106"]),
            (BOARD.replace("close]", "close, repair]"), ["LA101"]),
            (BOARD.replace("close: {}", "close: {limit: 1}"), ["LA001"]),
            (BOARD.replace("start: triage\n", ""), ["LA001"]),
            (BOARD.replace("[check]", "check"), ["LA001"]),
            (BOARD.replace("{}", "{"), ["PL002"]),
        ],
    )
    def test_rules(self, phaselint: Command, text: str, rules: list[str]) -> None:
        board(phaselint.folder, text)
        ended = phaselint("lint", "--format=json")
        assert [each["code"] for each in found(ended)] == rules

    def test_proofs(self, phaselint: Command) -> None:
        board(phaselint.folder, UNREACHED + "  cellar: {}\n" + UNSTAMPED[len(BOARD) :])
        ended = phaselint("lint", "--dry-run", "--verify", "--format=json")
        assert {each["proof"]["status"] for each in found(ended)} == {"proved"}
        board(phaselint.folder, UNSTAMPED)
        (finding,) = found(phaselint("lint", "--dry-run", "--format=json"))
        assert finding["proof"]["status"] == "proved"
        assert finding["proof"]["script"]["scenarios"][0]["model"] == ["repair", "check"]

    def test_a_finding_that_no_run_comes_to(self, phaselint: Command) -> None:
        text = UNSTAMPED.replace("repair: {to", "repair: {wants: gone, to")
        board(phaselint.folder, text)
        proofs = [each["proof"] for each in found(phaselint("lint", "--dry-run", "--format=json"))]
        assert [proof["status"] for proof in proofs] == ["proved", "unproved"]
        assert proofs[1]["reason"] == "the card is turned away before, in repair"

    @pytest.mark.parametrize("format_", FORMATS)
    def test_reports(self, phaselint: Command, format_: str) -> None:
        board(phaselint.folder, UNREACHED)
        ended = phaselint("lint", "--dry-run", f"--format={format_}")
        assert (ended.status, ended.err) == (0, "")
        if format_ == "json":
            jsonschema.validate(json.loads(ended.out), json.loads(SCHEMA.read_text()))

    def test_selection_and_severity(self, phaselint: Command) -> None:
        path = board(phaselint.folder, UNREACHED.replace("close]", "close, repair]"))
        ended = phaselint("lint", "--select=LA", "--format=json")
        assert names(ended) == ["repeated-way lanes"]
        with (phaselint.folder / "phaselint.toml").open("a") as file:
            file.write('ignore = ["repeated-way"]\n[severity]\nunreachable-phase = "error"\n')
        ended = phaselint("lint", "--format=json")
        assert [(each["code"], each["severity"]) for each in found(ended)] == [("PL101", "error")]
        path.write_text(UNREACHED.replace("attic:", "attic: # phaselint: ignore[PL101] kept\n   "))
        assert phaselint("lint", "--format=json").status == 0

    def test_fixes(self, phaselint: Command) -> None:
        path = board(phaselint.folder, BOARD.replace("close]", "close, repair]"))
        assert phaselint("lint", "--fix").status == 0
        assert path.read_text() == BOARD
        path.write_text(BOARD.replace("[check]", "[chek]"))
        assert phaselint("lint", "--fix").status == 1
        assert phaselint("lint", "--fix", "--unsafe-fixes").status == 0
        assert path.read_text() == BOARD

    def test_the_boards_that_come_with_it(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--dry-run", "--format=json", str(LANES / "boards"))
        assert [each["code"] for each in found(ended)] == ["LA101", "LA201", "PL020", "PL101"]

    def test_workers(self, phaselint: Command, lanes: Site) -> None:
        for number in range(3):
            board(phaselint.folder / str(number), UNREACHED)
        ended = phaselint.process(
            "lint", "--jobs=2", "--format=json", environment=lanes.environment
        )
        assert ended.err == ""
        assert names(ended) == ["unreachable-phase lanes"] * 3

    def test_projects_with_other_plugins(self, phaselint: Command, lanes: Site) -> None:
        board(phaselint.folder / "one", UNREACHED)
        other(phaselint.folder / "two", lanes)
        contract(phaselint.folder / "three", UNREACHABLE)
        board(phaselint.folder / "three" / "inner")
        ended = phaselint("lint", "--format=json", "one", "two", "three")
        assert names(ended) == [
            "unreachable-phase lanes",
            "unreachable-phase vesanor",
            "plain-agent vesanor",
        ]
        assert phaselint("lint", "--select=HO", "two").status == 0
        assert "unknown rule `HO`" in phaselint("lint", "--select=HO", "one").err


class TestOptions:
    """Options of the dialect, wherever they are given."""

    def test_in_the_configuration(self, phaselint: Command) -> None:
        board(phaselint.folder, UNSTAMPED)
        configuration = phaselint.folder / "phaselint.toml"
        configuration.write_text('plugins = ["lanes"]\n[lanes]\nstamps = "ignored"\n')
        assert phaselint("lint").status == 0
        assert phaselint("lint", "--set", "lanes.stamps=wanted").status == 1
        configuration.write_text('plugins = ["lanes"]\n[lanes]\nstamp = "ignored"\n')
        ended = phaselint("lint")
        said = "unknown lanes option `stamp`; a similar name exists: `stamps`"
        assert ended == (2, "", f"phaselint: phaselint.toml:3: {said}\n")

    def test_a_table_of_a_dialect_that_is_not_there(self, phaselint: Command) -> None:
        board(phaselint.folder)
        (phaselint.folder / "phaselint.toml").write_text("[lanes]\nmoves = 1\n")
        assert "unknown key `lanes`" in phaselint("lint").err

    def test_how_contracts_are_found(self, phaselint: Command) -> None:
        board(phaselint.folder).rename(phaselint.folder / "tickets.board")
        assert "no contract found" in phaselint("lint").err
        ended = phaselint("lint", "--set", "lanes.endings=.board")
        assert ended.out == "No findings in 1 contract (1 file).\n"

    def test_a_setting_for_one_of_several_projects(self, phaselint: Command) -> None:
        board(phaselint.folder / "one", UNSTAMPED)
        contract(phaselint.folder / "two")
        setting = "lanes.stamps=ignored"
        assert phaselint("lint", "--set", setting).status == 0
        ended = phaselint("lint", "--set", setting, "two")
        assert ended.err.startswith(f"phaselint: --set {setting}: unknown dialect `lanes`;")
        assert "must be an integer" in phaselint("lint", "--set", "lanes.moves=x").err

    def test_in_the_library(self, phaselint: Command) -> None:
        board(phaselint.folder, UNSTAMPED)
        assert library.lint(["."]).summary.errors == 1
        options: dict[str, dict[str, object]] = {"lanes": {"stamps": "ignored"}}
        assert library.lint(["."], options=options).summary.errors == 0
        with pytest.raises(
            UsageError, match="unknown dialect `lans`; a similar name exists: `lanes`"
        ):
            library.lint(["."], options={"lans": {}})


class TestDialect:
    """`--dialect`."""

    def test_a_file_of_any_name(self, phaselint: Command) -> None:
        board(phaselint.folder, UNREACHED).rename(phaselint.folder / "tickets.yaml")
        ended = phaselint("lint", "--dialect=lanes", "tickets.yaml", "--format=json")
        assert names(ended) == ["unreachable-phase lanes"]

    def test_a_project_that_does_not_know_it(self, phaselint: Command) -> None:
        board(phaselint.folder / "one")
        contract(phaselint.folder / "two")
        assert phaselint("lint", "--dialect=lanes", "one").status == 0
        ended = phaselint("lint", "--dialect=lanes", "one", "two")
        said = "--dialect: unknown dialect `lanes`"
        assert (ended.status, ended.err.startswith(f"phaselint: {said}")) == (2, True)
        ended = phaselint("lint", "--dialect=lane", "one")
        assert ended.err.endswith("unknown dialect `lane`; a similar name exists: `lanes`\n")

    def test_a_configuration_for_files_in_no_project(self, phaselint: Command) -> None:
        board(phaselint.folder / "one", UNREACHED)
        (phaselint.folder / "one" / "phaselint.toml").rename(phaselint.folder / "other.toml")
        ended = phaselint("lint", "--config=other.toml", "one/tickets.lanes.yaml")
        assert "unreachable-phase" in ended.out


class TestOtherCommands:
    """What is about one contract, and what is about the configuration."""

    @pytest.fixture(autouse=True)
    def path(self, phaselint: Command) -> Path:
        return board(phaselint.folder, UNREACHED)

    def test_graph(self, phaselint: Command) -> None:
        assert (
            'n5["attic<br/>no transition leads here"]'
            in phaselint("graph", "tickets.lanes.yaml").out
        )

    def test_scripts_and_run(self, phaselint: Command) -> None:
        ended = phaselint("scripts", ".", "--output", "all.script.yaml")
        assert ended == (0, "", "")
        scripts = yaml.safe_load((phaselint.folder / "all.script.yaml").read_text())
        assert len(scripts["scenarios"]) == 2
        ended = phaselint("run", ".", "--script", "all.script.yaml")
        assert ended.out.count("ok: all assertions hold") == 2
        assert phaselint("lint", "--dry-run", "--format=json").status == 0

    def test_run_has_the_options(self, phaselint: Command) -> None:
        script = "version: 1\nscenarios: [{name: a, model: [repair, check, repair, check, done]}]\n"
        (phaselint.folder / "a.script.yaml").write_text(script)
        arguments = ("run", ".", "--script", "a.script.yaml")
        assert "outcome: completed" in phaselint(*arguments).out
        assert "outcome: limit(moves)" in phaselint(*arguments, "--set=lanes.moves=3").out
        assert "no cost is known" not in phaselint("run", ".", "--cost").out

    def test_rules(self, phaselint: Command) -> None:
        ended = phaselint("rules")
        assert any(line.startswith("LA201  missing-stamp") for line in ended.lines)
        listed = json.loads(phaselint("rules", "--format=json").out)
        (shared,) = [each for each in listed if each["code"] == "PL101"]
        assert shared["dialects"][-1]["dialect"] == "lanes"

    def test_rule(self, phaselint: Command) -> None:
        ended = phaselint("rule", "LA201")
        assert ended.lines[0] == "LA201 missing-stamp"
        assert "Plugin:    phaselint-lanes 1.0" in ended.lines
        assert ended.out.count("Plugin:") == 1
        ended = phaselint("rule", "unreachable-phase", "--format=markdown")
        assert "### unreachable-phase: lanes" in ended.lines
        assert phaselint("rule", "missing-stmp").err.endswith(
            "similar name exists: `missing-stamp`\n"
        )

    def test_config(self, phaselint: Command) -> None:
        shown = json.loads(phaselint("config", "--format=json", "--set=lanes.moves=3").out)
        assert shown["plugins"] == ["lanes"]
        assert shown["lanes"]["moves"] == 3
        assert "unknown dialect" in phaselint("config", "--isolated", "--set=lanes.moves=3").err


def test_what_is_nearly_a_board(phaselint: Command) -> None:
    board(phaselint.folder, BOARD)
    (phaselint.folder / "other.yaml").write_text(BOARD)
    listed = json.loads(phaselint("contracts", "--format=json").out)
    assert [each["dialect"] for each in listed["contracts"]] == ["lanes"]
    assert listed["missed"] == [
        {"path": "other.yaml", "dialect": "lanes", "why": "is not called `*.lanes.yaml`"}
    ]


def test_a_first_board(phaselint: Command) -> None:
    (phaselint.folder / "phaselint.toml").write_text('plugins = ["lanes"]\n')
    ended = phaselint("init", "--example=lanes")
    assert ended.lines[:2] == ["wrote first.lanes.yaml", "wrote first.script.yaml"]
    linted = phaselint("lint", "--dry-run", "--strict")
    assert linted.lines == ["No findings in 1 contract (2 files)."]
