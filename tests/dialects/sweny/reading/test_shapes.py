"""What the schema pass says about a workflow (reference §3, §4.4).

Each case is a piece of a workflow and the problems in it, in short: kind, pointer, and what was
wanted or which names are meant.
"""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.dialects.shape import Problem, Shape, problems
from phaselint.dialects.sweny.reading import shapes
from phaselint.dialects.sweny.running.admission import schema_issues
from phaselint.document.reader import read_text

NODE = {"name": "A", "instruction": "do"}
WORKFLOW = {"id": "w", "name": "W", "entry": "a", "nodes": {"a": NODE}, "edges": []}


def found(shape: Shape, text: str) -> list[Problem]:
    return problems(read_text("x.yml", text).value, shape)


def told(problem: Problem) -> str:
    place = ".".join(map(str, problem.pointer))
    what = problem.wanted or " ".join(problem.names)
    return f"{problem.kind} {place}: {what}" if place else f"{problem.kind}: {what}"


def all_told(shape: Shape, text: str) -> list[str]:
    return [told(problem) for problem in found(shape, text)]


def node(text: str) -> list[str]:
    return all_told(shapes.NODE, f"{{name: A, instruction: do, {text}}}")


class TestRoot:
    def test_a_minimal_workflow_has_no_problem(self) -> None:
        assert problems(WORKFLOW, shapes.WORKFLOW) == []

    @pytest.mark.parametrize("value", [None, [], "text", 5])
    def test_it_is_a_mapping(self, value: Any) -> None:
        assert [told(p) for p in problems(value, shapes.WORKFLOW)] == ["invalid-type: a mapping"]

    def test_each_missing_field_is_an_issue_of_the_reference(self) -> None:
        missing = problems({}, shapes.WORKFLOW)
        assert [p.names for p in missing] == [("id", "name", "nodes", "edges", "entry")]
        assert schema_issues(missing) == 5

    def test_unknown_keys_are_no_problem(self) -> None:
        assert problems({**WORKFLOW, "author": "me", "contexts": []}, shapes.WORKFLOW) == []

    @pytest.mark.parametrize(
        ("field", "value", "problem"),
        [
            ("id", "", "too-short id: at least one character"),
            ("id", 42, "invalid-type id: a string"),
            ("description", None, "invalid-type description: a string"),
            ("judge_budget", -1, "too-small judge_budget: at least 0"),
            ("judge_budget", 1.5, "not-whole judge_budget: an integer"),
            ("edges", {}, "invalid-type edges: a list"),
        ],
    )
    def test_fields(self, field: str, value: Any, problem: str) -> None:
        found = problems({**WORKFLOW, field: value}, shapes.WORKFLOW)
        assert [told(each) for each in found] == [problem]

    @pytest.mark.parametrize("value", [0, 5, 5.0])
    def test_a_budget_may_be_none_at_all(self, value: float) -> None:
        assert problems({**WORKFLOW, "judge_budget": value}, shapes.WORKFLOW) == []


class TestNode:
    @pytest.mark.parametrize(
        "text",
        [
            "skills: ['', github]",
            "output: {type: nonsense}",
            "max_turns: 3.0",
            "disallowed_tools: []",
            "tools: {allow: [x]}",
            "rules: []",
            "context: {only: true, sources: [./a.md], extra: 1}",
            "retry: {max: 1, instruction: {auto: true}}",
            "requires: {output_required: [a.b], on_fail: skip}",
        ],
    )
    def test_well_formed(self, text: str) -> None:
        assert node(text) == []

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("skills: github", ["invalid-type skills: a list"]),
            ("max_turns: 0", ["too-small max_turns: at least 1"]),
            (
                "max_turns: 0.5",
                ["not-whole max_turns: an integer", "too-small max_turns: at least 1"],
            ),
            ("max_turns: .inf", ["not-whole max_turns: an integer"]),
            ("tools: {}", ["conflict tools: at least one of `allow`, `deny`"]),
            ("tools: {deny: []}", ["too-short tools.deny: at least one entry"]),
            ("eval: []", ["too-short eval: at least one entry"]),
            ("eval_policy: most", ["invalid-enum eval_policy: all_pass any_pass weighted"]),
            (
                "requires: {on_fail: skip}",
                ["conflict requires: at least one of `output_required`, `output_matches`"],
            ),
            ("retry: {}", ["missing-required-field retry: max"]),
        ],
    )
    def test_malformed(self, text: str, told: list[str]) -> None:
        assert node(text) == told

    def test_every_unknown_key_is_told_and_all_of_a_mapping_are_one_issue(self) -> None:
        unknown = found(shapes.NODE, "{name: A, instruction: do, prompt: x, tool: y}")
        assert [problem.found for problem in unknown] == ["prompt", "tool"]
        assert "instruction" in unknown[0].names
        assert schema_issues(unknown) == 1

    def test_a_merge_key_may_be_meant_to_bring_what_is_missing(self) -> None:
        unmerged, merged = found(shapes.EDGE, "{from: a}"), found(shapes.EDGE, "{<<: {from: a}}")
        assert [problem.merged for problem in unmerged] == [False]
        assert [(p.kind, p.merged) for p in merged] == [
            ("missing-required-field", True),
            ("unknown-field", False),
        ]
        assert schema_issues(merged) == 3

    @pytest.mark.parametrize(("key", "later"), [("on_fail", True), ("on_fial", False)])
    def test_fields_of_later_releases(self, key: str, later: bool) -> None:
        value = {**WORKFLOW, "nodes": {"a": {**NODE, key: "x"}}}
        [problem] = problems(value, shapes.WORKFLOW)
        assert shapes.is_later(problem) is later


class TestSources:
    @pytest.mark.parametrize(
        "text",
        ["do", "' '", "{inline: x}", "{file: x}", "{url: 'mailto:x'}", "{url: 'a:', type: z}"],
    )
    def test_well_formed(self, text: str) -> None:
        assert all_told(shapes.SOURCE, text) == []

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("''", ["too-short: at least one character"]),
            ("{inline: ''}", ["too-short inline: at least one character"]),
            ("{inline: a, file: b}", ["unknown-field file: inline"]),
            ("{url: nowhere}", ["malformed url: an absolute URL"]),
        ],
    )
    def test_the_first_branch_without_a_hard_problem_tells_its_own(
        self, text: str, told: list[str]
    ) -> None:
        assert all_told(shapes.SOURCE, text) == told
        assert [problem.union for problem in found(shapes.SOURCE, text)] == [None] * len(told)

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("5", ["invalid-type: a string, or a mapping with `inline`, `file` or `url`"]),
            ("{}", ["invalid-type: a string, or a mapping with `inline`, `file` or `url`"]),
            ("{flie: x}", ["unknown-field flie: inline file url type"]),
            ("{file: 5}", ["invalid-type file: a string"]),
            ("{type: fetch}", ["missing-required-field: url"]),
            ("{url: 5, a: 1}", ["invalid-type url: a string", "unknown-field a: url type"]),
        ],
    )
    def test_else_the_nearest_branch_says_what_is_wrong_as_one_issue(
        self, text: str, told: list[str]
    ) -> None:
        assert all_told(shapes.SOURCE, text) == told
        assert schema_issues(found(shapes.SOURCE, text)) == 1

    def test_an_outer_union_takes_in_the_inner_one(self) -> None:
        inner = found(shapes.NODE, "{name: A, instruction: do, rules: [a, {flie: x}, 5]}")
        assert {problem.union for problem in inner} == {("rules",)}
        assert [problem.pointer for problem in inner] == [("rules", 1, "flie"), ("rules", 2)]
        assert schema_issues(inner) == 1

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("{auto: false}", ["invalid-type instruction.auto: `true`"]),
            ("{auto: true, reflect: q}", ["unknown-field instruction.reflect: auto"]),
            ("{reflect: ''}", ["too-short instruction.reflect: at least one character"]),
            ("{ask: q}", ["unknown-field instruction.ask: auto reflect"]),
        ],
    )
    def test_instruction_of_a_retry(self, text: str, told: list[str]) -> None:
        assert all_told(shapes.RETRY, f"{{max: 1, instruction: {text}}}") == told


class TestEvaluators:
    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("kind: value, rule: {any_tool_called: [x]}", []),
            ("kind: judge, rubric: good?, pass_when: yes, model: m", []),
            ("kind: value", ["conflict: a `rule`"]),
            ("kind: function, rubric: r", ["conflict: a `rule`", "conflict: no `rubric`"]),
            (
                "kind: value, rule: {no_tool_called: [x]}, pass_when: y, model: m",
                ["conflict: no `pass_when`, `model`"],
            ),
            (
                "kind: judge, rule: {no_tool_called: [x]}",
                ["conflict: a `rubric`", "conflict rule: no `rule`"],
            ),
            (
                "kind: judge, rubric: ''",
                ["too-short rubric: at least one character", "conflict: a `rubric`"],
            ),
            (
                "kind: judge, rubric: r, pass_when: all good",
                ["malformed pass_when: a word without white space"],
            ),
            ("kind: jugde", ["invalid-enum kind: value function judge"]),
        ],
    )
    def test_kinds(self, text: str, told: list[str]) -> None:
        assert all_told(shapes.EVALUATOR, f"{{name: e, {text}}}") == told

    def test_a_mild_problem_inside_does_not_hide_a_conflict(self) -> None:
        text = "{name: '', kind: value, rule: {any_tool_called: []}, model: m}"
        assert len(found(shapes.EVALUATOR, text)) == 3

    @pytest.mark.parametrize("rule", ["5", "{output_matches: [{path: 5}]}"])
    def test_a_hard_problem_inside_does(self, rule: str) -> None:
        text = f"{{name: e, kind: value, rule: {rule}, model: m}}"
        assert [p.kind for p in found(shapes.EVALUATOR, text)] == ["invalid-type"]

    @pytest.mark.parametrize(
        ("text", "conflicts"),
        [
            ("path: a, equals: null", 0),
            ("path: a, in: []", 0),
            ("path: a", 1),
            ("path: a, equals: 1, matches: x", 1),
        ],
    )
    def test_a_match_has_exactly_one_operator(self, text: str, conflicts: int) -> None:
        assert [p.kind for p in found(shapes.MATCH, f"{{{text}}}")] == ["conflict"] * conflicts


class TestInputs:
    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("type: number, default: 5, enum: [1, 2]", []),
            ("type: 'string[]', enum: [[a], []]", []),
            ("type: string, default: null", ["malformed default: a string"]),
            ("type: number, default: .inf", ["malformed default: a finite number"]),
            ("type: boolean, enum: [true, 1]", ["malformed enum.1: `true` or `false`"]),
            ("type: 'string[]', enum: [a]", ["malformed enum.0: a list of strings"]),
            (
                "type: string, required: true, default: 5",
                [
                    "conflict required: either `required: true` or a `default`",
                    "malformed default: a string",
                ],
            ),
            ("type: int, default: x", ["invalid-enum type: string number boolean string[]"]),
            ("type: string, enum: []", ["too-short enum: at least one entry"]),
        ],
    )
    def test_values_have_the_type(self, text: str, told: list[str]) -> None:
        assert all_told(shapes.INPUT, f"{{{text}}}") == told


class TestInlineSkills:
    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("instruction: x", []),
            ("mcp: {url: x}", []),
            ("name: x", ["conflict: `instruction` or `mcp`"]),
            ("instruction: ''", ["conflict: `instruction` or `mcp`"]),
            ("mcp: {}", ["conflict mcp: `command` or `url`"]),
            ("mcp: {command: ''}", ["conflict mcp: `command` or `url`"]),
            ("mcp: {command: x, type: ws}", ["invalid-enum mcp.type: stdio http"]),
            (
                "instruction: x, tools: []",
                ["unknown-field tools: name description instruction mcp"],
            ),
        ],
    )
    def test_each_brings_something(self, text: str, told: list[str]) -> None:
        assert all_told(shapes.INLINE_SKILL, f"{{{text}}}") == told
