"""What a workflow file becomes as data (reference §2 to §4.3)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaselint.dialects.base import Target
from phaselint.dialects.sweny.model import (
    Demand,
    Edge,
    Evaluator,
    Input,
    Match,
    Node,
    Requires,
    Retry,
    Skill,
    Source,
    SwenyContract,
    Workflow,
)
from phaselint.dialects.sweny.reading.load import load
from phaselint.project.memory import DictReader

FULL = """
id: triage
name: Triage
description: What it does
entry: gather
model: big
judge_model: small
judge_budget: 3
author: me
rules: [./rules.md]
context: ["https://example.org/x"]
skills:
  style: {name: Style, instruction: Be terse}
  crm: {mcp: {url: "https://crm"}}
inputs:
  repo: {type: string, required: true}
  days: {type: number, default: 7, enum: [7, 30]}
nodes:
  gather:
    name: Gather
    instruction: {file: ./gather.md}
    skills: [github, style]
    output: {type: object, required: [n, 5], properties: {n: {type: integer}}}
    max_turns: 8.0
    disallowed_tools: [Bash]
    tools: {allow: [github_get_issue], deny: [github_create_pr]}
    fail_soft: true
    rules: {only: true, sources: [be kind]}
    eval_policy: all_pass
    judge_model: tiny
    model: huge
    eval:
      - name: found
        kind: value
        rule:
          output_required: ["n"]
          output_matches: [{path: n, equals: 1}]
          no_tool_called: [x]
      - {name: good, kind: judge, rubric: Good?, pass_when: yes}
    requires:
      output_required: [input.repo]
      output_matches: [{path: input.repo, matches: a}, {path: b, in: [1]}]
      on_fail: skip
    retry: {max: 2, instruction: {reflect: Why?}}
  done: {name: Done, instruction: Finish}
edges:
  - {from: gather, to: gather, when: again, max_iterations: 2}
  - {from: gather, to: done}
"""


def contract(text: str, path: str = "w.yml", **files: str) -> SwenyContract:
    reader = DictReader({path: text, **files})
    return load(reader, Target("sweny", path.rpartition("/")[0], path))


def workflow(value: Any) -> Workflow:
    found = contract(json.dumps(value), "w.json").workflow
    assert found is not None
    return found


def only_node(value: Any) -> Node:
    return workflow({"nodes": {"a": value}}).nodes["a"]


@pytest.fixture(scope="module")
def full() -> Workflow:
    found = contract(FULL)
    assert found.workflow is not None
    assert found.problems == ()
    return found.workflow


class TestWellFormed:
    def test_the_root(self, full: Workflow) -> None:
        assert (full.file, full.id, full.name, full.entry) == (
            "w.yml",
            "triage",
            "Triage",
            "gather",
        )
        assert (full.description, full.model, full.judge_model) == ("What it does", "big", "small")
        assert (full.judge_budget, full.unknown_keys, full.graph_ok) == (3, ("author",), True)
        assert full.rules == (Source("file", "./rules.md", ("rules", 0)),)
        assert full.context == (Source("url", "https://example.org/x", ("context", 0)),)

    def test_edges(self, full: Workflow) -> None:
        assert full.edges == (
            Edge(0, "gather", "gather", "again", 2),
            Edge(1, "gather", "done"),
        )

    def test_skills(self, full: Workflow) -> None:
        style, crm = full.skills.values()
        assert style == Skill(
            "style", "inline", "Style", instruction="Be terse", pointer=("skills", "style")
        )
        assert (crm.name, crm.instruction, crm.mcp) == ("crm", "", {"url": "https://crm"})

    def test_inputs(self, full: Workflow) -> None:
        assert full.inputs == {
            "repo": Input("repo", ("inputs", "repo"), "string", required=True),
            "days": Input(
                "days", ("inputs", "days"), "number", has_default=True, default=7, enum=(7, 30)
            ),
        }
        assert workflow({"inputs": {}}).inputs == {}
        assert workflow({}).inputs is None

    def test_a_node(self, full: Workflow) -> None:
        node = full.nodes["gather"]
        place = ("nodes", "gather", "instruction")
        assert node.instruction == Source("file", "./gather.md", place, tagged=True)
        assert (node.skills, node.has_skills, node.max_turns) == (("github", "style"), True, 8)
        assert (node.disallowed, node.allow) == (("Bash",), ("github_get_issue",))
        assert (node.deny, node.fail_soft, node.sound) == (("github_create_pr",), True, True)
        assert (node.eval_policy, node.judge_model, node.model) == ("all_pass", "tiny", "huge")
        assert (node.required, list(node.properties)) == (("n",), ["n"])
        assert node.rules.only
        assert node.context.sources == ()

    def test_a_node_without_anything_optional(self, full: Workflow) -> None:
        assert full.nodes["done"] == Node(
            "done",
            ("nodes", "done"),
            "Done",
            Source("inline", "Finish", ("nodes", "done", "instruction")),
        )

    def test_gates(self, full: Workflow) -> None:
        node = full.nodes["gather"]
        at = ("nodes", "gather", "eval", 0)
        assert node.evals == (
            Evaluator(
                "found",
                "value",
                at,
                ("output_required", "output_matches", "no_tool_called"),
                no_called=("x",),
                required=(Demand("n", (*at, "rule", "output_required", 0)),),
                matches=(Match("n", "equals", 1, (*at, "rule", "output_matches", 0)),),
            ),
            Evaluator(
                "good",
                "judge",
                ("nodes", "gather", "eval", 1),
                rubric="Good?",
                pass_when="yes",
            ),
        )
        place = ("nodes", "gather", "requires")
        assert node.requires == Requires(
            place,
            (Demand("input.repo", (*place, "output_required", 0)),),
            (
                Match("input.repo", "matches", "a", (*place, "output_matches", 0)),
                Match("b", "in", [1], (*place, "output_matches", 1)),
            ),
            "skip",
        )

    @pytest.mark.parametrize(
        ("instruction", "kind", "text"),
        [
            ("Again", "text", "Again"),
            ({"auto": True}, "auto", ""),
            ({"reflect": "Why?"}, "reflect", "Why?"),
        ],
    )
    def test_retries(self, instruction: Any, kind: str, text: str) -> None:
        retry = only_node({"retry": {"max": 2, "instruction": instruction}}).retry
        assert retry == Retry(("nodes", "a", "retry"), 2, kind, text)  # type: ignore[arg-type]
        assert only_node({"retry": {"max": 1}}).retry == Retry(("nodes", "a", "retry"), 1)


class TestMalformed:
    def test_nodes_that_look_like_numbers_come_first(self) -> None:
        ids = workflow({"nodes": {"b": {}, "10": {}, "a": {}, "2": {}, "01": {}}}).nodes
        assert list(ids) == ["2", "10", "b", "a", "01"]

    @pytest.mark.parametrize(
        "node",
        [None, 5, {}, {"name": 5, "instruction": "x"}, {"name": "N", "instruction": "x", "zz": 1}],
    )
    def test_a_node_with_a_problem_stays_and_is_not_sound(self, node: Any) -> None:
        assert not only_node(node).sound

    def test_a_field_of_a_later_release_leaves_the_node_sound(self) -> None:
        assert only_node({"name": "N", "instruction": "x", "on_fail": "y"}).sound

    def test_malformed_parts_are_left_out(self) -> None:
        node = only_node(
            {
                "instruction": 5,
                "skills": ["a", 5],
                "output": [],
                "max_turns": "x",
                "tools": {"allow": 5},
                "rules": [5, "r"],
                "eval": [5, {"kind": "zz"}, {"kind": "value", "rule": 5}],
                "requires": {"output_required": [5, "p"], "output_matches": [{"path": "q"}, 5]},
                "retry": {"max": "x"},
            }
        )
        assert (node.instruction, node.skills, node.output) == (None, ("a",), None)
        assert (node.max_turns, node.allow, node.deny, node.retry) == (None, (), None, None)
        assert [source.text for source in node.rules.sources] == ["r"]
        assert [evaluator.kind for evaluator in node.evals] == ["value"]
        assert node.requires is not None
        assert [demand.path for demand in node.requires.required] == ["p"]
        assert node.requires.matches == ()

    @pytest.mark.parametrize(
        "change",
        [
            {"entry": 5},
            {"nodes": []},
            {"edges": {}},
            {"edges": [{"from": "a"}]},
            {"edges": [{"from": "a", "to": "a", "max_iterations": 0}]},
            {"edges": [{"from": "a", "to": "a", "when": 5}]},
            {"edges": [5]},
        ],
    )
    def test_a_graph_that_cannot_be_read(self, change: dict[str, Any]) -> None:
        value = {"entry": "a", "nodes": {"a": {}}, "edges": [], **change}
        assert not workflow(value).graph_ok

    @pytest.mark.parametrize("text", ["", "[]", "text"])
    def test_what_is_no_mapping_is_no_workflow(self, text: str) -> None:
        found = contract(text)
        assert found.workflow is None
        assert [problem.pointer for problem in found.problems] == [()]

    @pytest.mark.parametrize("text", ["a: [", "a: 1\na: 2\n"])
    def test_nor_is_what_does_not_parse(self, text: str) -> None:
        found = contract(text)
        assert (found.workflow, found.problems, list(found.documents)) == (None, (), ["w.yml"])

    def test_a_path_that_keeps_the_file_from_being_read(self) -> None:
        text = "a: {b: c[*]}\n"
        assert contract(text).wildcards == ((7, 11),)

    def test_no_such_file(self) -> None:
        assert load(DictReader({}), Target("sweny", "", "w.yml")).documents == {}


class TestLegacy:
    def test_all_verify_keys_are_told_but_not_as_unknown(self) -> None:
        value = {"verify": None, "nodes": {"a": {"verify": 1}, "b": 5, "c": {"verify": {}}}}
        found = contract(json.dumps(value), "w.json")
        assert found.legacy == (
            ("verify",),
            ("nodes", "a", "verify"),
            ("nodes", "c", "verify"),
        )
        assert "unknown-field" not in [problem.kind for problem in found.problems]
        assert found.workflow is not None
        assert not found.workflow.nodes["a"].sound


class TestSurroundings:
    def test_skills_of_the_project_are_registered_but_no_documents(self) -> None:
        skill = "---\nname: own\n---\nDo.\n"
        found = contract("{}", "flows/w.yml", **{".claude/skills/own/SKILL.md": skill})
        assert list(found.documents) == ["flows/w.yml"]
        assert found.registry["own"].file == ".claude/skills/own/SKILL.md"
        assert "github" in found.registry
        assert [each.file for each in found.skill_files] == [".claude/skills/own/SKILL.md"]

    def test_so_are_those_around_the_folder_it_is_in(self) -> None:
        skill = "---\nname: own\n---\nDo.\n"
        path = "app/.sweny/workflows/w.yml"
        assert "own" in contract("{}", path, **{"app/.sweny/skills/x/SKILL.md": skill}).registry

    @pytest.mark.parametrize(
        ("path", "e2e"),
        [
            (".sweny/e2e/w.yml", True),
            ("a/.sweny/e2e/w.yml", True),
            (".sweny/workflows/w.yml", False),
        ],
    )
    def test_files_of_the_batch_runner(self, path: str, e2e: bool) -> None:
        assert contract("{}", path).e2e is e2e

    def test_a_skill_file_is_a_contract_by_itself(self) -> None:
        found = contract("---\nname: own\n---\nDo.\n", "skills/own/SKILL.md")
        assert found.workflow is None
        assert found.skill_file is not None
        assert found.skill_file.skill is not None
        assert list(found.documents) == ["skills/own/SKILL.md"]
