"""What scripts take of contracts: `lint --dry-run --coverage` and `--fail-under`."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from cli.contracts import contract
from phaselint import report
from phaselint.cli.outcome import FAILURE, FINDINGS, OK

if TYPE_CHECKING:
    from cli.command import Command, Ended

WORKFLOW = """\
id: parcel
name: Parcel
entry: weigh
nodes:
  weigh: {name: Weigh, instruction: Weigh it.}
  label:
    name: Label
    instruction: Print a label.
    eval: [{name: printed, kind: function, rule: {any_tool_called: [print]}}]
    retry: {max: 2}
  hold: {name: Hold, instruction: Put it aside.}
edges:
  - {from: weigh, to: weigh, when: the scale drifts, max_iterations: 2}
  - {from: weigh, to: hold, when: it is too heavy}
  - {from: weigh, to: label}
"""
SCRIPT = """\
version: 1
scenarios:
  - name: drifts once
    model: [{}, {}, {}]
    route: [weigh, hold]
"""
TOLD = """\
parcel.yml: 2 of 3 moves (66 %) by 1 scenario
  phases    1 of 2
    not `label`  (parcel.yml:6:3)
  moves     2 of 3
    not the edge from `weigh` to `label`  (parcel.yml:15:5)
  gates     0 of 2
    not `label` passes its `evals`  (parcel.yml:6:3)
    not `label` fails its `evals`  (parcel.yml:6:3)
  bounds    0 of 2
    not weigh -> weigh: 1 of 2
    not retries of label: 0 of 2
"""


def covered(phaselint: Command, *options: str, script: str = SCRIPT) -> Ended:
    """Lint the workflow and its script."""
    (phaselint.folder / "parcel.yml").write_text(WORKFLOW)
    if script:
        (phaselint.folder / "parcel.script.yaml").write_text(f"contract: parcel.yml\n{script}")
    return phaselint("lint", "--dry-run", "--coverage", "--select", "duplicate-key", *options)


def test_what_scripts_take_and_what_not_is_told_by_kind(phaselint: Command) -> None:
    ended = covered(phaselint)
    assert ended.out == f"{TOLD}\nNo findings in 1 contract (2 files).\n"
    assert ended.status == OK


def test_quiet_leaves_it(phaselint: Command) -> None:
    assert covered(phaselint, "--quiet").out == f"{TOLD}\n"


def test_two_processes_tell_the_same(phaselint: Command) -> None:
    for folder in ("one", "two", "three"):
        (phaselint.folder / folder).mkdir()
        (phaselint.folder / folder / "parcel.yml").write_text(WORKFLOW)
    assert covered(phaselint, "--jobs", "2").out == covered(phaselint, "--jobs", "1").out


def test_without_scripts_only_the_sum_is_told(phaselint: Command) -> None:
    ended = covered(phaselint, script="")
    assert ended.lines[0] == "parcel.yml: 0 of 3 moves (0 %) by 0 scenarios"
    assert ended.lines[1] == ""


def test_json_has_every_point_and_keeps_to_its_schema(phaselint: Command) -> None:
    document = json.loads(covered(phaselint, "--format", "json").out)
    (found,) = document["coverage"]
    assert found["moves"] == {"taken": 2, "reachable": 3}
    assert {"name": "weigh -> weigh", "most": 2, "used": 1} in found["bounds"]
    labels = [point["label"] for point in found["points"] if point["taken"]]
    assert labels == [
        "`hold`",
        "the edge from `weigh` to `weigh`",
        "the edge from `weigh` to `hold`",
    ]
    schema = json.loads(
        resources.files("phaselint.report").joinpath(report.SCHEMA).read_text("utf-8")
    )
    Draft202012Validator(schema).validate(document)


@pytest.mark.parametrize(("least", "status"), [("66", OK), ("67", FINDINGS), ("0", OK)])
def test_too_little_coverage_is_status_1(phaselint: Command, least: str, status: int) -> None:
    ended = covered(phaselint, "--fail-under", least)
    assert ended.status == status
    line = f"phaselint: scripts cover 66.7% of the reachable transitions, less than {least}%\n"
    assert ended.err == (line if status else "")


def test_what_is_nearly_enough_is_not_told_as_enough(
    phaselint: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("phaselint.report.coverage.percent", lambda _covered: 99.96)
    ended = covered(phaselint, "--fail-under", "100")
    told = "phaselint: scripts cover 99.9% of the reachable transitions, less than 100%\n"
    assert (ended.status, ended.err) == (FINDINGS, told)


def test_where_no_run_takes_a_move_nothing_is_too_little(phaselint: Command) -> None:
    (phaselint.folder / "one.yml").write_text(
        "id: one\nname: One\nentry: a\nnodes: {a: {name: A, instruction: Go.}}\nedges: []\n"
    )
    ended = phaselint("lint", "--dry-run", "--coverage", "--fail-under", "100")
    assert ended.status == OK


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--coverage",), "--coverage requires --dry-run"),
        (("--dry-run", "--fail-under", "5"), "--fail-under requires --coverage"),
        (
            ("--dry-run", "--coverage", "--fail-under", "101"),
            "--fail-under 101: expected 100 or less",
        ),
    ],
)
def test_options_that_do_not_go_together(
    phaselint: Command, options: tuple[str, ...], said: str
) -> None:
    contract(phaselint.folder)
    ended = phaselint("lint", *options)
    assert (ended.status, ended.err) == (FAILURE, f"phaselint: {said}\n")
