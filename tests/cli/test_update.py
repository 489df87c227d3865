"""`phaselint scripts --update`: a script follows its contract, and keeps all else to the letter."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from cli.contracts import SESSION, contract, tool
from phaselint.executor.coverage_scenarios import tour

if TYPE_CHECKING:
    from collections.abc import Callable

    from cli.command import Command, Ended

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
SCRIPTS = (
    ("dependency-bot-fixed", ".sweny/workflows/tests/security-advisory.script.yaml"),
    ("flag-retirement-fixed", ".agent/retirer/tests/retire-a-flag.script.yaml"),
    ("loan-desk-fixed", "tests/loans.script.yaml"),
    ("refund-desk-fixed", "refunds/refunds.script.yaml"),
    ("release-crew-fixed", "tests/handbook.script.yaml"),
)
FILE = "desk.script.yaml"
OURS = """\
# Ours; keep it.
version: 1     # the only one
scenarios:

  # The usual way.
  - name: "an answer"
    model:
      - {calls:   [answer]}   # one call
    expect:
      outcome: 'running'      # what is it?
      phases: [intake,   gone]
"""
FRESH = OURS.replace("'running'", "'completed'").replace("[intake,   gone]", "[intake, done]")


@pytest.fixture
def desk(phaselint: Command) -> Command:
    """The command beside a contract with one tool."""
    contract(phaselint.folder)
    return phaselint


def put(command: Command, text: str | bytes, name: str = FILE) -> Path:
    """Write a script."""
    path = command.folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def updated(command: Command, text: str | bytes, name: str = FILE) -> str:
    """The text of a script after it was brought up to date, which leaves nothing to do."""
    path = put(command, text, name)
    ended = command("scripts", "--update", name)
    assert (ended.status, ended.err) == (0, "")
    result = path.read_bytes().decode()
    assert command("scripts", "--update", name).lines == [f"{name}: nothing to update"]
    assert path.read_bytes().decode() == result
    assert command("run", ".", "--script", name).status == 0
    return result


def refused(command: Command, text: str | bytes, *arguments: str, name: str = FILE) -> Ended:
    """What is said of a script that stays as it is."""
    path = put(command, text, name)
    before = path.read_bytes()
    ended = command("scripts", "--update", name, *arguments)
    assert ended.status == 2
    assert ended.err.count("\n") == 1
    assert path.read_bytes() == before
    assert [each.name for each in command.folder.iterdir() if each.name.endswith(".tmp")] == []
    return ended


class TestExpectations:
    def test_they_follow_and_all_else_stays(self, desk: Command) -> None:
        assert updated(desk, OURS) == FRESH

    def test_what_changes_is_said(self, desk: Command) -> None:
        put(desk, OURS)
        assert desk("scripts", "--update", FILE).lines == [
            f"{FILE}: `an answer`: outcome `running` -> `completed`",
            f'{FILE}: `an answer`: phases ["intake", "gone"] -> ["intake", "done"]',
        ]

    @pytest.mark.parametrize("change", [lambda t: t.replace("\n", "\r\n"), lambda t: f"\ufeff{t}"])
    def test_line_breaks_and_marks_stay(self, desk: Command, change: Callable[[str], str]) -> None:
        assert updated(desk, change(OURS)) == change(FRESH)

    def test_a_list_of_lines_keeps_comments(self, desk: Command) -> None:
        flow = "[intake,   gone]"
        block = "\n        - intake  # first\n        # then\n        - gone  # last"
        text = updated(desk, OURS.replace(flow, block))
        assert text == FRESH.replace("[intake, done]", block.replace("gone", "done"))

    def test_a_name_that_lists_phases_lists_the_new_ones(self, desk: Command) -> None:
        text = updated(desk, OURS.replace('"an answer"', "'7: intake -> gone'"))
        assert "  - name: '7: intake -> done'\n" in text

    def test_what_is_not_expected_is_not_added(self, desk: Command) -> None:
        text = OURS.replace("      phases: [intake,   gone]\n", "")
        assert updated(desk, text) == text.replace("'running'", "'completed'")

    def test_json(self, desk: Command) -> None:
        value = yaml.safe_load(OURS)
        text = updated(desk, json.dumps(value, indent=4), "desk.script.json")
        assert text == json.dumps(yaml.safe_load(FRESH), indent=4)
        text = updated(desk, json.dumps(value), "desk.script.json")
        assert text == json.dumps(yaml.safe_load(FRESH))


class TestAdditions:
    @pytest.mark.parametrize(("project", "script"), SCRIPTS)
    def test_projects(self, phaselint: Command, project: str, script: str) -> None:
        """What is there stays to the letter, and what is added passes."""
        shutil.copytree(PROJECTS / project, phaselint.folder, dirs_exist_ok=True)
        path = phaselint.folder / script
        before = path.read_text()
        assert phaselint("scripts", "--update", script).status == 0
        kept, key, policies = before.partition("\n# What no run of the agent may do")
        assert path.read_text().startswith(kept.rstrip("\n"))
        assert path.read_text().endswith(f"{key}{policies}")
        assert phaselint("lint", "--dry-run").status == 0
        assert phaselint("scripts", "--update", script).lines == [f"{script}: nothing to update"]

    def test_a_move_that_no_scenario_takes(self, desk: Command) -> None:
        (desk.folder / "refuse.yaml").write_text(tool("refuse", "intake", "done"))
        text = updated(desk, FRESH)
        assert text == FRESH + (
            "  - name: '2: intake -> done'\n"
            "    model:\n"
            "      - calls: [refuse]\n"
            "    expect:\n"
            "      outcome: completed\n"
            "      phases: [intake, done]\n"
        )

    def test_the_layout_of_the_file(self, desk: Command) -> None:
        text = updated(desk, "version: 1\nscenarios:\n- name: mine\n  model:\n  - calls: []\n")
        assert "\n- name: '2: intake -> done'\n  model:\n  - calls:\n    - answer\n" in text

    def test_into_an_empty_list(self, desk: Command) -> None:
        text = updated(desk, "version: 1\nscenarios: []  # none yet\n")
        assert text.startswith("version: 1\nscenarios:\n  - name: '1: intake -> done'\n")

    @pytest.mark.parametrize("indent", [None, 2])
    def test_into_json(self, desk: Command, indent: int | None) -> None:
        value: dict[str, Any] = {"version": 1, "scenarios": [{"name": "idle"}]}
        text = updated(desk, json.dumps(value, indent=indent), "desk.script.json")
        assert text == json.dumps(json.loads(text), indent=indent)
        assert len(json.loads(text)["scenarios"]) == 2

    def test_options_of_the_script_hold_for_what_is_added(self, desk: Command) -> None:
        text = updated(desk, "version: 1\noptions: {gate: reject_all}\nscenarios: []\n")
        assert len(yaml.safe_load(text)["scenarios"]) == 1


class TestLeft:
    def test_events_that_do_not_come(self, desk: Command) -> None:
        text = FRESH + "      events: [{kind: never}]\n"
        path = put(desk, text)
        ended = desk("scripts", "--update", FILE)
        assert ended.status == 1
        assert "`an answer`: no such event after the previous ones" in ended.err
        assert ended.err.endswith("; left unchanged\n")
        assert path.read_text() == text

    def test_an_answer_that_no_run_takes(self, desk: Command) -> None:
        broken = OURS.replace("{calls:   [answer]}", "{call: [answer]}")
        path = put(desk, broken)
        ended = desk("scripts", "--update", FILE)
        assert ended.status == 1
        assert "left unchanged" in ended.err
        assert path.read_text().startswith(broken)

    def test_a_comment_that_would_be_lost(self, desk: Command) -> None:
        text = OURS.replace("[intake,   gone]", "[\n        # why\n        intake, gone, left]")
        path = put(desk, text)
        ended = desk("scripts", "--update", FILE)
        assert ended.status == 1
        assert "`phases` is unchanged: a comment in it would be lost" in ended.err
        assert path.read_text() == text.replace("'running'", "'completed'")


class TestBadInput:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("scenarios: [\n", f"{FILE}:1:12: `[` is never closed"),
            ("version: 1\nversion: 1\nscenarios: []\n", f"{FILE}:2:1: "),
            ("version: 2\nscenarios: []\n", f"{FILE}:1:10: `version` must be 1"),
            ("- a\n", f"{FILE}:1:1: a script must be a mapping"),
            ("version: 1\nscenarios: [{}]\n", f"{FILE}:2:13: a scenario must have a `name`"),
            (b"\xff\xfe", f"{FILE}:1:1: the file is UTF-16"),
            (FRESH + "options: {gaet: none}\n", f"{FILE}: unknown vesanor option `gaet`"),
        ],
    )
    def test_a_script_that_cannot_be_read(
        self, desk: Command, text: str | bytes, said: str
    ) -> None:
        assert refused(desk, text).err.startswith(f"phaselint: {said}")

    def test_no_script(self, desk: Command) -> None:
        ended = desk("scripts", "--update", "none.script.yaml")
        assert (ended.status, ended.err) == (2, "phaselint: none.script.yaml: no such file\n")
        (desk.folder / "folder").mkdir()
        ended = desk("scripts", "--update", "folder")
        assert ended.err == "phaselint: folder: the file is a directory\n"

    def test_one_that_was_changed_meanwhile(
        self, desk: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = put(desk, OURS)

        def interfere(*arguments: Any) -> Any:
            path.write_text("mine\n")
            return tour(*arguments)

        monkeypatch.setattr("phaselint.executor.updating.tour", interfere)
        ended = desk("scripts", "--update", FILE)
        assert ended.status == 2
        assert ended.err == (
            f"phaselint: {FILE} has changed since it was read; nothing was written\n"
        )
        assert path.read_text() == "mine\n"

    def test_an_alias_of_what_changes(self, desk: Command) -> None:
        text = OURS.replace("'running'", "&same running") + "  - {name: *same}\n"
        said = "it can't be changed in place without other changes"
        assert said in refused(desk, text).err

    def test_the_script_of_another_contract(self, desk: Command) -> None:
        contract(desk.folder / "other")
        put(desk, OURS)
        ended = desk("scripts", "other", "--update", FILE)
        assert (ended.status, ended.err) == (2, f"phaselint: {FILE}: the script is for .\n")

    def test_a_contract_that_is_refused(self, desk: Command) -> None:
        (desk.folder / "session.yaml").write_text(SESSION.replace("[done]", "[gone]"))
        assert "the executor refuses this contract" in refused(desk, OURS).err

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (
                ("--update", FILE, "--output", "x"),
                "--update writes the script; it can't be combined with --output",
            ),
            (("--update", FILE, "--format", "json"), "--update keeps the format of the script"),
            (("--update", FILE, "--format", "yaml"), "--update keeps the format of the script"),
            ((".", "--diff"), "--diff requires --update"),
            ((), "missing argument CONTRACT"),
        ],
    )
    def test_options_that_do_not_go_together(
        self, desk: Command, arguments: tuple[str, ...], said: str
    ) -> None:
        put(desk, OURS)
        ended = desk("scripts", *arguments)
        assert ended.status == 2
        assert ended.err.startswith(f"phaselint: {said}")


def test_a_diff_writes_nothing(desk: Command) -> None:
    path = put(desk, OURS)
    ended = desk("scripts", "--update", FILE, "--diff")
    assert ended.status == 1
    assert "+      outcome: 'completed'      # what is it?" in ended.lines
    assert path.read_text() == OURS
    put(desk, FRESH)
    ended = desk("scripts", "--update", FILE, "--diff")
    assert (ended.status, ended.out) == (0, "")


def test_a_script_of_policies_alone_gets_scenarios(desk: Command) -> None:
    text = "# Ours.\nversion: 1\npolicies:\n  - every-run: call answer   # always\n"
    found = updated(desk, text)
    assert found.startswith(text)
    assert yaml.safe_load(found)["scenarios"]
    assert desk("run", ".", "--script", FILE).status == 0
    assert desk("scripts", "--update", FILE).lines == [f"{FILE}: nothing to update"]
