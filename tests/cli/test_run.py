"""`phaselint run` and `phaselint scripts` (design §8)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
import yaml

from cases import Case, texts
from cli.contracts import SESSION, UNREACHABLE, contract, tool

if TYPE_CHECKING:
    from cli.command import Command, Ended

THREE_PHASES = SESSION.replace("  - {name: done", "  - {name: paid}\n  - {name: done").replace(
    "intake: [done]", "intake: [paid, done]\n  paid: [done, intake]"
)
HAPPY = """\
version: 1
scenarios:
  - name: straight
    model:
      - calls: [answer]
    expect: {outcome: completed, phases: [intake, done]}
  - name: silent
    model: []
    expect: {outcome: running}
"""


def written(phaselint: Command, text: str) -> str:
    """Write a script beside the contract, and give its name."""
    (phaselint.folder / "desk.script.yaml").write_text(text)
    return "desk.script.yaml"


class TestRun:
    """Running a contract with a script."""

    @pytest.fixture(autouse=True)
    def clean(self, phaselint: Command) -> None:
        """A contract of one move."""
        contract(phaselint.folder)

    def test_what_happened_is_printed_turn_by_turn(self, phaselint: Command) -> None:
        ended = phaselint.process("run", ".", "--script", written(phaselint, HAPPY))
        assert ended.status == 0
        assert ended.err == ""
        assert ended.lines[0] == "scenario `straight`"
        assert "intake" in ended.lines[1]
        assert ended.lines[2].startswith("  outcome: completed")
        assert ended.lines[3] == "  ok: all assertions hold"

    def test_as_json(self, phaselint: Command) -> None:
        ended = phaselint("run", ".", "--script", written(phaselint, HAPPY), "--format=json")
        report = json.loads(ended.out)
        assert report["version"] == 1
        assert [(run["scenario"], run["outcome"], run["ok"]) for run in report["runs"]] == [
            ("straight", "completed", True),
            ("silent", "running", True),
        ]

    def test_a_failed_expectation_is_status_1(self, phaselint: Command) -> None:
        script = written(phaselint, HAPPY.replace("phases: [intake, done]", "phases: [intake]"))
        ended = phaselint("run", ".", "--script", script)
        assert ended.status == 1
        assert "  FAILED: phases: entry 2 is unexpected: `done`" in ended.lines

    def test_one_scenario_alone(self, phaselint: Command) -> None:
        script = written(phaselint, HAPPY)
        ended = phaselint("run", ".", "--script", script, "--scenario=silent")
        assert [line for line in ended.lines if line.startswith("scenario")] == [
            "scenario `silent`"
        ]

    def test_a_scenario_that_is_not_there(self, phaselint: Command) -> None:
        script = written(phaselint, HAPPY)
        ended = phaselint("run", ".", "--script", script, "--scenario=silnet")
        assert ended == (
            2,
            "",
            (
                "phaselint: desk.script.yaml: unknown scenario `silnet`; "
                "a similar name exists: `silent`\n"
            ),
        )

    def test_the_script_may_come_from_standard_input(self, phaselint: Command) -> None:
        assert phaselint.process("run", ".", "--script=-", text=HAPPY).status == 0

    def test_options_reach_the_executor(self, phaselint: Command) -> None:
        script = written(phaselint, HAPPY)
        denied = "vesanor.denied-tools=answer"
        ended = phaselint("run", "session.yaml", "--script", script, "--set", denied)
        assert ended.status == 1
        assert "blocked" in ended.out

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("version: 1\nscenarios: [", "desk.script.yaml:2:12: "),
            ("version: 2\nscenarios: []\n", "desk.script.yaml:1:10: `version` must be 1"),
            (
                HAPPY.replace("expect: {outcome: r", "expcet: {outcome: r"),
                "a similar name exists: `expect`",
            ),
            (HAPPY + "    options: {gaet: x}\n", "scenario `silent`: unknown vesanor option"),
        ],
    )
    def test_a_script_with_a_mistake(self, phaselint: Command, text: str, complaint: str) -> None:
        ended = phaselint("run", ".", "--script", written(phaselint, text))
        assert ended.status == 2
        assert ended.out == ""
        assert ended.err.count("\n") == 1
        assert complaint in ended.err

    def test_a_script_that_is_not_there(self, phaselint: Command) -> None:
        assert phaselint("run", ".", "--script=x.yaml").err == "phaselint: x.yaml: no such file\n"

    def test_names_cannot_steer_the_terminal(self, phaselint: Command) -> None:
        contract(
            phaselint.folder,
            SESSION.replace("intake", r'"in\e[31mtake"'),
            answer=tool("answer", r'"in\e[31mtake"', "done"),
        )
        ended = phaselint("run", ".", "--script", written(phaselint, HAPPY))
        assert r"in\x1b[31mtake" in ended.out
        assert "\x1b" not in ended.out


class TestOneContract:
    """Commands for one contract say so when there is none, or more than one."""

    @pytest.mark.parametrize("command", ["graph", "scripts"])
    def test_none(self, phaselint: Command, command: str) -> None:
        assert phaselint(command, ".") == (2, "", "phaselint: .: no contract found\n")
        assert phaselint(command, "x") == (2, "", "phaselint: x: no such file or directory\n")

    @pytest.mark.parametrize("command", ["graph", "scripts"])
    def test_several(self, phaselint: Command, command: str) -> None:
        for name in ("a", "b"):
            contract(phaselint.folder / name)
        assert phaselint(command, ".") == (
            2,
            "",
            "phaselint: .: several contracts found; name one of them: a, b\n",
        )

    @pytest.mark.parametrize("command", ["graph", "scripts"])
    def test_one_around_others(self, phaselint: Command, command: str) -> None:
        contract(phaselint.folder / "a")
        alone = phaselint(command, "a")
        contract(phaselint.folder / "a" / "b")
        assert phaselint(command, "a") == alone


class TestScripts:
    """Writing scenarios that take every move."""

    @pytest.fixture(autouse=True)
    def branching(self, phaselint: Command) -> None:
        """A contract with a loop, a short cut, and a tool for every phase."""
        contract(
            phaselint.folder,
            THREE_PHASES,
            answer=tool("answer", "intake", "done"),
            pay=tool("pay", "intake", "paid"),
            ship=tool("ship", "paid", "done", "preconditions: [{requires_prior_tool: note}]\n"),
            back=tool("back", "paid", "intake"),
            note=tool("note", "paid, intake"),
        )

    def taken(self, phaselint: Command, script: str) -> set[tuple[str, str]]:
        """Every phase and tool of the calls that were executed when a script is run."""
        ended = phaselint("run", ".", "--script", script, "--format=json")
        assert ended.status == 0, ended.out
        return {
            (event["phase_before"], tool_name)
            for run in json.loads(ended.out)["runs"]
            for event in run["events"]
            for tool_name in event["released"]
        }

    def test_what_is_written_runs_and_covers_every_move(self, phaselint: Command) -> None:
        ended = phaselint.process("scripts", ".")
        assert (ended.status, ended.err) == (0, "")
        script = written(phaselint, ended.out)
        assert self.taken(phaselint, script) == {
            ("intake", "answer"),
            ("intake", "pay"),
            ("intake", "note"),
            ("paid", "ship"),
            ("paid", "back"),
            ("paid", "note"),
        }
        assert phaselint("lint", "--dry-run").status == 0

    def test_yaml_and_json_say_the_same(self, phaselint: Command) -> None:
        as_json = phaselint("scripts", ".", "--format=json")
        assert json.loads(as_json.out) == yaml.safe_load(phaselint("scripts", ".").out)

    def test_into_a_file(self, phaselint: Command) -> None:
        ended = phaselint("scripts", ".", "--output", "all.script.yaml")
        assert ended == (0, "", "")
        text = (phaselint.folder / "all.script.yaml").read_text()
        assert text == phaselint("scripts", ".").out

    @pytest.mark.parametrize("command", ["scripts", "graph"])
    def test_never_into_a_file_of_the_contract(self, phaselint: Command, command: str) -> None:
        before = (phaselint.folder / "pay.yaml").read_text()
        ended = phaselint(command, ".", "--output", "./pay.yaml")
        why = "can't write ./pay.yaml: it is a file of the contract"
        assert ended == (2, "", f"phaselint: {why}\n")
        assert (phaselint.folder / "pay.yaml").read_text() == before

    def test_a_script_names_a_contract_that_others_may_be_beside(self, phaselint: Command) -> None:
        for name in ("one", "two"):
            text = f"id: x\nname: X\nentry: {name}\nedges: []\n"
            text += f"nodes: {{{name}: {{name: N, instruction: Do it.}}}}\n"
            (phaselint.folder / f"{name}.yml").write_text(text)
        assert "\ncontract: one.yml\n" in phaselint("scripts", "one.yml").out
        (phaselint.folder / "tests").mkdir()
        phaselint("scripts", "one.yml", "--output=one.script.yaml")
        phaselint("scripts", "two.yml", "--output=tests/two.script.yaml")
        assert "\ncontract: ../two.yml\n" in (
            (phaselint.folder / "tests" / "two.script.yaml").read_text()
        )
        assert phaselint("lint", "--dry-run", "one.yml", "two.yml").status == 0

    def test_a_later_change_fails_the_script(self, phaselint: Command) -> None:
        phaselint("scripts", ".", "--output", "all.script.yaml")
        (phaselint.folder / "pay.yaml").write_text(tool("pay", "intake", "done"))
        ended = phaselint("lint", "--dry-run", "--format=json")
        assert "failed-expectation" in {each["name"] for each in json.loads(ended.out)["findings"]}

    def test_a_bound_that_is_hit_is_said(self, phaselint: Command) -> None:
        ended = phaselint("scripts", ".", "--bound=1")
        assert ended.status == 0
        assert ended.err.startswith("phaselint: stopped at ")
        assert ended.err.count("\n") == 1

    def test_names_in_any_script_survive(self, phaselint: Command) -> None:
        for path in phaselint.folder.iterdir():
            path.unlink()
        name = r'"n\u00f6n \e ✓ \u202e: # {"'
        contract(
            phaselint.folder,
            SESSION.replace("intake", name),
            answer=tool("answer", name, "done"),
        )
        for format_ in ("yaml", "json"):
            ended = phaselint.process("scripts", ".", "--format", format_)
            assert "\x1b" not in ended.out
            assert self.taken(phaselint, written(phaselint, ended.out)) == {
                ("nön \x1b ✓ \u202e: # {", "answer")
            }

    def test_a_contract_that_no_run_starts_with(self, phaselint: Command) -> None:
        contract(phaselint.folder, UNREACHABLE.replace("review", "paid"))
        ended: Ended = phaselint("scripts", ".")
        assert ended.status == 2
        assert ended.err == (
            "phaselint: .: the executor refuses this contract: unreachable-phase; "
            "`phaselint lint` says more\n"
        )


def test_arguments_that_a_stage_refuses_are_told_with_place_and_keyword(
    phaselint: Command,
) -> None:
    stage = {
        "id": "a",
        "name": "A",
        "allowedTools": [],
        "completionTool": "finish",
        "turnCap": 2,
        "completionSchema": {"type": "object", "properties": {"n": {"type": "integer"}}},
        "retryPolicy": {"maxAttempts": 1, "backoff": "none"},
        "resolutionPolicy": "retry-later",
        "body": "Count, then call finish.",
    }
    pipeline = {"studPipeline": 1, "id": "p", "entryStage": "a", "stages": [stage]}
    pipeline["next"] = {"a": {"nextStages": []}}
    calls = [[{"name": "finish", "args": {"n": number}}] for number in ("two", 2)]
    model = [{"calls": each} for each in calls]
    script = {"version": 1, "scenarios": [{"name": "again", "model": {"a": model}}]}
    for name, value in (("p.stud.json", pipeline), ("s.script.json", script)):
        (phaselint.folder / name).write_text(json.dumps(value), "utf-8")
    ended = phaselint("run", "p.stud.json", "--script", "s.script.json")
    assert ended.status == 0
    told = [line.strip() for line in ended.lines if "refuses" in line]
    why = 'must be an integer, not `"two"` (`type`)'
    assert told == [f"the `completionSchema` of `a` refuses this: `args.n` {why}"]


def test_a_prompt_is_shown_with_what_nothing_has_filled_in(phaselint: Command) -> None:
    for name, text in texts(Case("placeholder-not-filled", "bad-climpt-near")).items():
        path = phaselint.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    answer = {"so": {"next_action": {"action": "repeat"}}}
    scenario = {"name": "once", "input": {"customer": "Ann"}, "model": [answer]}
    script = {"version": 1, "scenarios": [scenario]}
    (phaselint.folder / "s.script.json").write_text(json.dumps(script), "utf-8")
    shown = ("run", ".agent/tailor", "--script", "s.script.json")
    plain = phaselint(*shown)
    ended = phaselint(*shown, "--show-prompt")
    assert ended.status == plain.status == 0
    lines = [line.strip() for line in ended.lines if line.lstrip().startswith("|")]
    assert lines == [
        "| # Look at the coat",
        "|",
        "| It belongs to {customer}, as {{uv_customer}} says.",
        "|               ^^^^^^^^^^     ^^^^^^^^^^^^^^^ not filled in",
        "|",
    ]
    assert [line for line in ended.lines if not line.lstrip().startswith("|")] == plain.lines
