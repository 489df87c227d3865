"""What runs cost at most: `phaselint run --cost` and `lint --statistics` (sweny reference 5.17)."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING

import jsonschema

from cases import FIXTURES
from cli.contracts import SESSION, contract
from phaselint.behavior.costs import Bound
from phaselint.report.costs import bound_lines, bounds_in_a_line

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
PROJECTS = {
    "flag-retirement": ".agent/retirer",
    "loan-desk": "loans.stud.yaml",
    "refund-desk": "refunds",
    "release-crew": ".",
}
LINE = (
    "parcel.yml: maximum cost of a run: 5 model runs, 4 judge calls, 1 reflection, "
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
        "",
        "visits: at most 4 (run: enter weigh, enter weigh, enter weigh, enter label)",
        "model runs: at most 5, possibly less",
        "judge calls: at most 4, possibly less",
        "reflections: at most 1, possibly less",
        "route questions: at most 3, possibly less",
        "total: at most 13, possibly less",
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
    assert report["bounds"][0] == {
        "unit": "visits",
        "status": "bounded",
        "most": 4,
        "exact": True,
        "run": ["enter weigh", "enter weigh", "enter weigh", "enter label"],
        "loop": [],
        "reason": "",
    }
    assert [each["exact"] for each in report["bounds"][1:]] == [False] * 5


def test_options_count(phaselint: Command) -> None:
    ended = phaselint("run", parcel(phaselint), "--cost", "--set=sweny.max-steps=2")
    assert ended.lines[4].split() == ["whole", "run", "2", "3", "4", "1", "2", "9"]


def test_either_a_script_or_the_cost(phaselint: Command) -> None:
    both = phaselint("run", parcel(phaselint), "--cost", "--script=x.yaml")
    neither = phaselint("run", parcel(phaselint))
    assert (both.status, neither.status) == (2, 2)
    assert both.err == neither.err
    assert "either --script" in both.err


def test_a_session_without_limits_is_unbounded(phaselint: Command) -> None:
    contract(phaselint.folder)
    ended = phaselint("run", ".", "--cost")
    assert ended.status == 0
    assert ended.lines == [
        "steps: unbounded, by the loop intake -> intake (run: enter intake)",
        ("tool calls: unbounded, by the loop intake -> intake (run: enter intake, call answer)"),
    ]


def test_a_limit_bounds_a_loop(phaselint: Command) -> None:
    limited = f"{SESSION}session_limits: {{max_steps: 3, max_tool_calls: 1}}\n"
    contract(phaselint.folder, limited)
    assert phaselint("run", ".", "--cost").lines == [
        "steps: at most 3, because a limit stops the loop intake -> intake (run: enter intake)",
        (
            "tool calls: at most 1, because a limit stops the loop intake -> intake "
            "(run: enter intake, call answer)"
        ),
    ]
    lines = phaselint("lint", "--statistics", "--format=concise").lines
    assert ".: maximum cost of a run: 3 steps, 1 tool call" in lines


def test_statistics_in_json(phaselint: Command) -> None:
    contract(phaselint.folder)
    report = json.loads(phaselint("lint", "--statistics", "--format=json").out)
    (costs,) = report["costs"]
    assert (costs["dialect"], costs["contract"]) == ("vesanor", ".")
    told = [(each["unit"], each["status"], each["most"]) for each in costs["bounds"]]
    assert told == [("steps", "unbounded", None), ("tool calls", "unbounded", None)]
    assert costs["bounds"][1]["loop"] == ["intake", "intake"]
    assert "costs" not in json.loads(phaselint("lint", "--format=json").out)
    schema = json.loads(files("phaselint.report").joinpath("schema-v1.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(report)


def test_what_is_not_decided_is_said() -> None:
    hit = Bound("model calls", reason="exploration stopped at the bound of 10 expanded states")
    capped = Bound("steps", 500, exact=False)
    assert [*bound_lines((hit, capped))] == [
        "model calls: not decided: exploration stopped at the bound of 10 expanded states\n",
        "steps: at most 500, possibly less\n",
    ]
    assert bounds_in_a_line((hit, capped)) == (
        "maximum cost of a run: 500 steps; "
        "not decided: model calls (exploration stopped at the bound of 10 expanded states)"
    )


def test_a_project_of_each_format(phaselint: Command) -> None:
    """Each counts what its runtime counts."""
    found = {}
    for folder, name in PROJECTS.items():
        path = FIXTURES / "projects" / folder / name
        report = json.loads(phaselint("run", str(path), "--cost", "--format=json").out)
        found[folder] = [(each["unit"], each["most"]) for each in report["bounds"]]
        assert all(each["run"] for each in report["bounds"] if each["exact"])
    assert found == {
        "flag-retirement": [("iterations", 12), ("model calls", 12)],
        "loan-desk": [("stage executions", 50), ("model calls", 721), ("tool calls", None)],
        "refund-desk": [("steps", 25), ("tool calls", 40)],
        "release-crew": [("turns", None), ("agent calls", None)],
    }


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
        "parcel.yml: maximum cost of a run: 3 model runs, 4 judge calls, 1 reflection, "
        "8 total, in 2 visits"
    )


def test_a_limit_that_many_states_count_up_to_is_reached_at_once(phaselint: Command) -> None:
    found = phaselint(
        "run", "--cost", "--format=json", str(FIXTURES / "projects" / "refund-desk" / "refunds")
    )
    bounds = {each["unit"]: each for each in json.loads(found.out)["bounds"]}
    calls = bounds["tool calls"]
    assert (calls["most"], calls["exact"]) == (40, True)
    assert len([each for each in calls["run"] if each.startswith("call ")]) == 40
