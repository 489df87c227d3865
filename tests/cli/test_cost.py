"""What runs cost at most: `phaselint run --cost` and `lint --statistics` (sweny reference 5.17)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cli.contracts import contract

if TYPE_CHECKING:
    from cli.command import Command

WORKFLOW = """\
id: parcel
name: Parcel
entry: weigh
nodes:
  weigh: {name: Weigh, instruction: Weigh it.}
  label:
    name: Label
    instruction: Print a label.
    retry: {max: 1, instruction: {auto: true}}
    eval: [{name: legible, kind: judge, rubric: Can it be read?}]
edges:
  - {from: weigh, to: weigh, when: the scale drifts, max_iterations: 2}
  - {from: weigh, to: label}
"""
LINE = (
    "parcel.yml: a run costs at most 5 model runs, 4 judge calls, 1 reflection, "
    "3 route questions, 13 total, in 4 visits"
)


def parcel(phaselint: Command, text: str = WORKFLOW) -> str:
    """Write the workflow, and give its name."""
    (phaselint.folder / "parcel.yml").write_text(text)
    return "parcel.yml"


def test_a_table_of_all_nodes(phaselint: Command) -> None:
    ended = phaselint.process("run", parcel(phaselint), "--cost")
    assert ended.status == 0
    assert ended.lines == [
        "node       visits  model runs  judge calls  reflections  route questions  total",
        "weigh           3           1            0            0                1      2",
        "label           1           2            4            1                0      7",
        "",
        "whole run       4           5            4            1                3     13",
        "",
        "All numbers are upper bounds; those of a node are for one visit.",
    ]


def test_as_json(phaselint: Command) -> None:
    ended = phaselint("run", parcel(phaselint), "--cost", "--format=json")
    report = json.loads(ended.out)
    assert report["run"] == {
        "visits": 4,
        "model_runs": 5,
        "judge_calls": 4,
        "reflections": 1,
        "route_questions": 3,
        "total": 13,
    }
    assert [(each["phase"], each["visits"]) for each in report["phases"]] == [
        ("weigh", 3),
        ("label", 1),
    ]
    assert report["phases"][0]["per_visit"]["total"] == 2


def test_options_count(phaselint: Command) -> None:
    ended = phaselint("run", parcel(phaselint), "--cost", "--set=sweny.max-steps=2")
    assert ended.lines[4].split() == ["whole", "run", "2", "3", "4", "1", "2", "9"]


def test_either_a_script_or_the_cost(phaselint: Command) -> None:
    both = phaselint("run", parcel(phaselint), "--cost", "--script=x.yaml")
    neither = phaselint("run", parcel(phaselint))
    assert (both.status, neither.status) == (2, 2)
    assert both.err == neither.err
    assert "either --script" in both.err


def test_a_dialect_without_costs(phaselint: Command) -> None:
    contract(phaselint.folder)
    ended = phaselint("run", ".", "--cost")
    assert ended.status == 2
    assert ended.err == (
        "phaselint: --cost: what a run costs is not counted in the dialect vesanor\n"
    )


def test_a_workflow_whose_ways_are_not_known(phaselint: Command) -> None:
    name = parcel(phaselint, WORKFLOW.replace("entry: weigh", "entry: wiegh"))
    ended = phaselint("run", name, "--cost")
    assert ended.status == 2
    assert "no bound is known" in ended.err


def test_statistics_have_a_line_for_each_contract(phaselint: Command) -> None:
    parcel(phaselint)
    lines = phaselint("lint", "--statistics", "--format=concise").lines
    assert LINE in lines
    assert LINE not in phaselint("lint", "--format=concise").lines
    broken = parcel(phaselint, WORKFLOW.replace("entry: weigh", "entry: wiegh"))
    assert not [
        line
        for line in phaselint("lint", broken, "--statistics", "--format=concise").lines
        if "costs at most" in line
    ]


def test_one_of_a_kind_is_said_in_the_singular(phaselint: Command) -> None:
    once = WORKFLOW.replace("  - {from: weigh, to: weigh, when: the scale drifts, ", "  #")
    lines = phaselint("lint", parcel(phaselint, once), "--statistics", "--format=concise").lines
    assert lines[0] == (
        "parcel.yml: a run costs at most 3 model runs, 4 judge calls, 1 reflection, "
        "8 total, in 2 visits"
    )
