"""`phaselint policies`: how policies stand, what is suggested, and what is written of that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cli.contracts import BROKEN, contract, tool

if TYPE_CHECKING:
    from cli.command import Command

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
ANSWERED = "`call answer` happens only after `call verify`"


@pytest.fixture
def desk(phaselint: Command) -> Command:
    """The command next to a contract whose answer needs a verification."""
    contract(phaselint.folder / "desk", **gated())
    return phaselint


def gated() -> dict[str, str]:
    needs = "preconditions:\n  - requires_prior_tool: verify\n"
    return {"verify": tool("verify", "intake"), "answer": tool("answer", "intake", "done") + needs}


def listed(command: Command, *arguments: str) -> list[dict[str, Any]]:
    """The contracts in the JSON of the command."""
    ended = command("policies", "--format", "json", *arguments)
    found: list[dict[str, Any]] = json.loads(ended.out)["contracts"]
    return found


class TestSuggest:
    def test_a_contract_without_policies_says_how_to_get_some(self, desk: Command) -> None:
        ended = desk("policies")
        assert ended.status == 0
        assert ended.lines == [
            "desk (vesanor)",
            "  no policies; `phaselint policies --suggest` lists rules that hold today",
        ]

    def test_what_a_gate_enforces_comes_first(self, desk: Command) -> None:
        lines = desk("policies", "--suggest").lines
        assert lines[1].endswith(", each a rule that holds in all runs today:")
        assert lines[2].strip() == f"1. {ANSWERED}"

    def test_json_has_each_suggestion_as_a_policy(self, desk: Command) -> None:
        (only,) = listed(desk, "--suggest")
        assert only["suggestions"][0] == {
            "number": 1,
            "text": ANSWERED,
            "kind": "only-after",
            "shape_only": False,
            "policy": {"never": "call answer", "before": "call verify"},
        }

    def test_numbers_go_on_from_one_contract_to_the_next(self, desk: Command) -> None:
        contract(desk.folder / "other", **gated())
        one, two = listed(desk, "--suggest")
        numbers = [each["number"] for some in (one, two) for each in some["suggestions"]]
        assert numbers == [*range(1, len(numbers) + 1)]
        assert len(one["suggestions"]) == len(two["suggestions"]) > 1

    def test_an_exploration_that_stops_suggests_nothing(self, desk: Command) -> None:
        lines = desk("policies", "--suggest", "--bound", "1").lines
        assert lines[1].startswith("  no suggestions: exploration stopped at the bound of 1 ")


class TestWrite:
    def test_a_new_script_is_written_and_its_policies_hold(self, desk: Command) -> None:
        ended = desk("policies", "--write", "--pick", "1")
        assert ended.status == 0
        assert ended.lines[-1] == "desk/desk.script.yaml: added 1 policy"
        text = (desk.folder / "desk/desk.script.yaml").read_text("utf-8")
        assert text == (
            "version: 1\ncontract: .\npolicies:\n  - never: call answer\n    before: call verify\n"
        )
        ended = desk("policies")
        assert ended.status == 0
        assert ended.lines[1] == ("  desk/desk.script.yaml:4: never call answer before call verify")
        assert ended.lines[2].startswith("    holds in all runs (")

    def test_what_is_written_down_is_suggested_no_more(self, desk: Command) -> None:
        before = [each["text"] for each in listed(desk, "--suggest")[0]["suggestions"]]
        desk("policies", "--write", "--pick", "1")
        after = [each["text"] for each in listed(desk, "--suggest")[0]["suggestions"]]
        assert after == before[1:]
        desk("policies", "--write")
        (only,) = listed(desk, "--suggest")
        assert only["suggestions"] == []
        assert [each["status"] for each in only["policies"]] == ["holds"] * len(before)

    def test_a_script_that_is_there_keeps_all_else(self, desk: Command) -> None:
        path = desk.folder / "desk/tests.script.yaml"
        text = "# Ours.\nversion: 1\nscenarios:\n  - name: a   # kept\n"
        path.write_text(text, "utf-8")
        assert desk("policies", "--write", "--pick", "1").lines[-1] == (
            "desk/tests.script.yaml: added 1 policy"
        )
        policy = "policies:\n  - never: call answer\n    before: call verify\n"
        assert path.read_text("utf-8") == text + policy

    def test_a_change_that_breaks_a_policy_is_shown_with_a_run(self, desk: Command) -> None:
        desk("policies", "--write", "--pick", "1")
        (desk.folder / "desk/answer.yaml").write_text(tool("answer", "intake", "done"), "utf-8")
        ended = desk("policies")
        assert ended.status == 1
        assert ended.lines[2] == "    violated"
        assert ended.lines[3] == "    shortest run: enter intake; call answer"

    def test_json_stays_json_where_something_is_written(self, desk: Command) -> None:
        ended = desk("policies", "--write", "--format", "json")
        assert json.loads(ended.out)["contracts"]
        assert ended.err.strip().startswith("phaselint: desk/desk.script.yaml: added ")


class TestUsage:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("--pick", "1"), "--pick requires --write"),
            (("--write", "--pick", "one"), "--pick takes numbers such as `1,3`, not `one`"),
            (("--write", "--pick", "0"), "--pick takes numbers such as `1,3`, not `0`"),
            (("--write", "--pick", "1,,2"), "--pick takes numbers such as `1,3`, not ``"),
            (("--write", "--pick", "99"), "there is no suggestion 99; the last one is "),
        ],
    )
    def test_what_does_not_go_together(
        self, desk: Command, arguments: tuple[str, ...], message: str
    ) -> None:
        ended = desk("policies", *arguments)
        assert ended.status == 2
        assert message in ended.err
        assert not (desk.folder / "desk/desk.script.yaml").exists()

    def test_nothing_to_write(self, phaselint: Command) -> None:
        contract(phaselint.folder / "desk", BROKEN)
        ended = phaselint("policies", "--write", "desk")
        assert ended.status == 2
        assert len(ended.err.splitlines()) == 1

    def test_no_contract(self, phaselint: Command) -> None:
        ended = phaselint("policies")
        assert ended.status == 2
        assert ended.err == "phaselint: .: no contract found\n"

    def test_a_script_of_something_else_is_left_alone(self, desk: Command) -> None:
        path = desk.folder / "desk/desk.script.yaml"
        path.write_text("version: 1\ncontract: ../other\nscenarios: []\n", "utf-8")
        ended = desk("policies", "--write")
        assert ended.status == 2
        assert "desk/desk.script.yaml: the file isn't a script of desk; move it away" in ended.err
        assert "policies" not in path.read_text("utf-8")

    def test_a_script_that_does_not_parse_is_left_alone(self, desk: Command) -> None:
        path = desk.folder / "desk/desk.script.yaml"
        path.write_text("version: [1\n", "utf-8")
        ended = desk("policies", "--write")
        assert ended.status == 2
        assert path.read_text("utf-8") == "version: [1\n"
