"""`phaselint scripts --from-log`: a real run becomes a scenario that holds."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from transcripts import writing

if TYPE_CHECKING:
    from cli.command import Command

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
AGENT = "flags/.agent/retirer"
STEPS = (("sub", "", "link-checker", (("call", "", "tool", "Grep"),)), ("call", "", "tool", "Edit"))


def project(command: Command, name: str, to: str) -> None:
    shutil.copytree(PROJECTS / name, command.folder / to)


def test_each_run_becomes_a_scenario_that_holds(phaselint: Command) -> None:
    project(phaselint, "release-crew-fixed", "crew")
    log = writing.claude(phaselint.folder / "logs", "editor", STEPS)
    script = "crew/handbook/real.script.yaml"
    ended = phaselint("scripts", "crew/handbook", "--from-log", str(log), "--output", script)
    assert (ended.status, ended.err) == (0, "")
    (scenario,) = yaml.safe_load((phaselint.folder / script).read_text("utf-8"))["scenarios"]
    assert scenario["options"] == {"agent": "editor"}
    assert scenario["expect"]["phases"] == ["editor", "link-checker", "editor"]
    assert phaselint("run", "crew/handbook", "--script", script).status == 0
    assert writing.SECRET not in (phaselint.folder / script).read_text("utf-8")


def test_a_run_that_leaves_its_contract_is_a_scenario_up_to_there(phaselint: Command) -> None:
    project(phaselint, "flag-retirement-fixed", "flags")
    acts = [("enter", "initial.flag"), ("take", "next", "initial.flag")]
    acts += [("enter", "continuation.flag"), ("take", "handoff", "continuation.flag")]
    log = writing.climpt(phaselint.folder / "logs", acts, "failed")
    script = f"{AGENT}/real.script.yaml"
    ended = phaselint("scripts", AGENT, "--from-log", str(log), "--output", script)
    assert ended.status == 0
    assert "run 1 leaves the contract; its scenario ends 1 act early" in ended.err
    assert phaselint("run", AGENT, "--script", script).status == 0


def test_a_log_of_another_format_makes_no_scenario(phaselint: Command) -> None:
    project(phaselint, "flag-retirement-fixed", "flags")
    log = writing.claude(phaselint.folder / "logs", "editor", STEPS)
    ended = phaselint("scripts", AGENT, "--from-log", str(log))
    assert (ended.status, ended.out) == (2, "")
    assert "no run of the log fits the contract" in ended.err


def test_from_log_does_not_go_with_update(phaselint: Command) -> None:
    ended = phaselint("scripts", "x", "--from-log", "y", "--update", "z")
    assert (ended.status, "--from-log" in ended.err) == (2, True)
