"""Loading, retries and judges: near misses, and what hides what (reference sweny §8.1, §8.4)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sweny import findings, names, of, places, workflow

TAGGED = "id: %s\nname: w\nentry: a\nnodes: {a: {name: %s, instruction: Do it.}}\nedges: []\n"


def lone(**fields: Any) -> dict[str, Any]:
    return workflow("plan", nodes={"plan": fields})


class TestSchemaViolation:
    def test_a_misspelt_field_hides_that_the_right_one_is_missing(self) -> None:
        value = lone()
        node = value["nodes"]["plan"]
        node["instuction"] = node.pop("instruction")
        (finding,) = of("schema-violation", value)
        assert finding.place.pointer == ("nodes", "plan", "instuction")
        assert finding.help == "use `instruction`"

    def test_a_synonym_counts_as_a_misspelling(self) -> None:
        value = lone()
        node = value["nodes"]["plan"]
        node["prompt"] = node.pop("instruction")
        assert [f.help for f in of("schema-violation", value)] == ["use `instruction`"]

    def test_a_source_of_two_kinds(self) -> None:
        value = lone(instruction={"inline": "Plan.", "file": "./plan.md"})
        (finding,) = of("schema-violation", value)
        assert finding.message == "`instruction` of node `plan` is both `inline` and `file`"

    def test_a_collection_on_later_lines_is_marked_at_its_key(self) -> None:
        block = (
            "id: w\nname:\n  deep: x\nentry: a\nnodes: {a: {name: w, instruction: x}}\nedges: []\n"
        )
        (found,) = findings(block)
        assert (found.place.pointer, found.place.part) == (("name",), "key")
        (found,) = findings(block.replace("name:\n  deep: x", "name: {deep: x}"))
        assert (found.place.pointer, found.place.part) == (("name",), "value")

    def test_missing_edges_are_shown_how_they_may_be(self) -> None:
        value = workflow("plan", nodes={"build": {}, "ship": {}, "b c": {}})
        del value["edges"]
        (found,) = of("schema-violation", value)
        example = "edges: [{from: plan, to: build}, {from: build, to: ship}]"
        assert found.help == f"add `edges`, for example `{example}`"
        del value["nodes"]
        assert "add `nodes`, `edges`, for example `edges: []`" in {f.help for f in findings(value)}

    @pytest.mark.parametrize("key", ["block", "denny"])
    def test_of_opposite_keys_none_is_guessed(self, key: str) -> None:
        (found,) = of("schema-violation", lone(tools={key: ["x"], "deny": ["y"]}))
        assert (found.help, found.fix) == ("use one of `allow`, `deny`", None)

    def test_a_key_one_letter_away_is_offered_next_to_its_opposite(self) -> None:
        (found,) = of("schema-violation", lone(tools={"alow": ["x"], "deny": ["y"]}))
        assert found.help == "use `allow`"
        assert found.fix is not None
        assert [edit.text for edit in found.fix.edits] == ["allow"]

    def test_no_fix_replaces_a_key_by_one_that_is_there(self) -> None:
        (finding,) = of("schema-violation", lone(skill=["slack"], skills=["slack"]))
        assert finding.fix is None

    def test_a_missing_root_field_names_the_key_it_may_be(self) -> None:
        value = lone()
        value["edge"] = value.pop("edges")
        (finding,) = of("schema-violation", value)
        assert finding.help == "rename `edge` to `edges`"
        assert of("top-level-key-typo", value) == ()

    def test_later_fields_are_unknown_to_the_current_release_only(self) -> None:
        value = lone(budget={"tokens": 5000})
        assert names(value) == ["schema-violation"]
        assert names(value, target="next") == []

    def test_a_root_field_of_the_next_release_is_none_of_its_nodes(self) -> None:
        assert names(lone(context_mode="full"), target="next") == ["schema-violation"]


class TestNonStringScalar:
    @pytest.mark.parametrize("text", ["42", "true", "null", "1.5", "~"])
    def test_plain_scalars_of_another_type(self, text: str) -> None:
        source = (
            f"id: {text}\nname: w\nentry: a\nnodes: {{a: {{name: w, instruction: x}}}}\nedges: []\n"
        )
        (finding,) = of("non-string-scalar", source)
        assert finding.fix is not None
        assert [edit.text for edit in finding.fix.edits] == [f'"{text}"']
        assert names(source) == ["non-string-scalar"]

    @pytest.mark.parametrize("text", ["yes", "on", "2024-01-01", "1:30", "1_000"])
    def test_what_only_yaml_1_1_reads_as_another_type(self, text: str) -> None:
        source = (
            f"id: {text}\nname: w\nentry: a\nnodes: {{a: {{name: w, instruction: x}}}}\nedges: []\n"
        )
        assert names(source) == []
        assert len(of("yaml-1-1-ambiguity", source)) == 1

    @pytest.mark.parametrize(
        ("text", "noun", "repair"),
        [
            ("!!timestamp 2026-01-01", "a date", "2026-01-01"),
            ("&day !!timestamp  '2026-01-01'", "a date", "&day '2026-01-01'"),
            ("!!binary aGVsbG8=", "bytes", None),
        ],
    )
    def test_a_tag_makes_no_text_of_it(self, text: str, noun: str, repair: str | None) -> None:
        (found,) = findings(TAGGED % ("w", text))
        assert (found.name, found.level) == ("non-string-scalar", "error")
        assert str(found.message) == f"`name` of node `a` must be a string, not {noun}"
        edits = [edit.text for edit in found.fix.edits] if found.fix else [None]
        assert edits == [repair]

    @pytest.mark.parametrize("text", ["!!set x", "!mine x", "!!int x"])
    def test_other_tags_leave_a_text(self, text: str) -> None:
        assert names(TAGGED % (text, "A")) == ["unknown-tag"]

    def test_a_tag_where_no_string_is_due_stays_a_warning(self) -> None:
        check = "[{path: x, equals: !!timestamp 2026-01-01}]"
        rule = f"[{{name: v, kind: value, rule: {{output_matches: {check}}}}}]"
        text = TAGGED % ("w", f"A, retry: {{max: 1}}, eval: {rule}")
        assert names(text) == ["unknown-tag"]

    def test_of_text_in_a_union_too(self) -> None:
        text = (TAGGED % ("w", "A")).replace("Do it.", "!!binary aGVsbG8=")
        assert names(text) == ["non-string-scalar"]

    def test_a_list_is_no_scalar(self) -> None:
        assert names({**lone(), "id": ["x"]}) == ["schema-violation"]


class TestMergeKey:
    SOURCE = (
        "id: w\nname: w\nentry: a\nnodes:\n"
        "  a: &base {name: A, instruction: Do it.}\n"
        "  b: {<<: *base%s}\n"
        "edges: [{from: a, to: b}]\n"
    )

    def test_it_hides_what_it_was_meant_to_bring(self) -> None:
        assert names(self.SOURCE % "") == ["merge-key-unsupported"]

    def test_it_hides_nothing_else(self) -> None:
        text = self.SOURCE % ", max_turn: 3"
        assert names(text) == ["merge-key-unsupported", "schema-violation"]

    def test_what_stands_beside_it_is_not_missed(self) -> None:
        (finding,) = of("merge-key-unsupported", self.SOURCE % ", name: B")
        assert finding.message.endswith("so it doesn't add `instruction`")

    def test_nothing_is_said_of_it_where_the_text_is_refused(self) -> None:
        assert names(self.SOURCE % ", name: B, name: C") == ["duplicate-key"]


class TestTopLevelKeys:
    @pytest.mark.parametrize("key", ["author", "category", "tags", "version", "x-team", "notes"])
    def test_metadata_and_words_of_their_own_are_left_alone(self, key: str) -> None:
        assert names({**lone(), key: "x"}) == []

    @pytest.mark.parametrize("key", ["contexts", "rule", "models", "judge-model", "input"])
    def test_misspelt_fields(self, key: str) -> None:
        assert names({**lone(), key: "x"}) == ["top-level-key-typo"]

    def test_a_key_beside_the_right_one_is_not_respelt(self) -> None:
        (finding,) = of("top-level-key-typo", {**lone(), "rule": "x", "rules": ["Be brief."]})
        assert finding.fix is None


class TestRetries:
    def test_required_fields_start_a_retry(self) -> None:
        output = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
        assert names(lone(retry={"max": 1}, output=output)) == []

    @pytest.mark.parametrize(("most", "found"), [(10, 0), (11, 1)])
    def test_ten_retries_are_allowed(self, most: int, found: int) -> None:
        output = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
        value = lone(retry={"max": most}, output=output)
        assert len(of("retry-max-too-large", value)) == found

    def test_a_reserved_policy_without_evaluators_is_an_error_all_the_same(self) -> None:
        assert names(lone(eval_policy="weighted")) == ["unsupported-eval-policy"]


def judged(rubric: str) -> dict[str, Any]:
    judge = {"name": "ok", "kind": "judge", "rubric": rubric}
    return workflow(
        "gather -> plan",
        nodes={"plan": {"eval": [judge], "retry": {"max": 1}}},
    )


class TestRubrics:
    @pytest.mark.parametrize(
        "rubric",
        [
            "Does the plan fit input.repo?",
            "Compare it with gather.found.",
            "Is gather.found covered, and input.level respected?",
        ],
    )
    def test_other_nodes_and_the_input_are_out_of_sight(self, rubric: str) -> None:
        assert places(of("judge-rubric-out-of-scope", judged(rubric))) == [
            "nodes.plan.eval.0.rubric"
        ]

    @pytest.mark.parametrize(
        "rubric",
        [
            "Is plan.steps complete?",
            "Does result.data.input look right?",
            "Check what you gather. Then decide.",
            "Is the input. valid?",
            "Does gather.md exist?",
            "See data.input.repo and the.gather.x.",
        ],
    )
    def test_near_misses(self, rubric: str) -> None:
        assert of("judge-rubric-out-of-scope", judged(rubric)) == ()

    @pytest.mark.parametrize(
        ("rubric", "better"),
        [
            ("Is result.data.repoo a name?", "use `result.data.repo`"),
            ("Is result.data.owner.nmae set?", "use `result.data.owner.name`"),
            ("Is result.data.zzz there?", "declare it, or use one of `repo`, `owner`, `tags`"),
        ],
    )
    def test_a_field_that_the_node_does_not_declare(self, rubric: str, better: str) -> None:
        value = judged(rubric)
        value["nodes"]["plan"]["output"] = OWNED
        (found,) = of("judge-rubric-out-of-scope", value, dry_run=True)
        assert found.help == better
        assert found.proof is not None
        assert found.proof.status == "proved"

    @pytest.mark.parametrize(
        "rubric",
        [
            "Compare result.data.repo with result.data.owner.name.",
            "Is result.data.summary short? And result.data. Well?",
            "Does result.data.tags[0].x look right?",
            "See my.result.data.zzz and result.data-zzz.",
            "Is result.data.free.whatever fine, and result.data.must?",
        ],
    )
    def test_fields_that_are_there_or_may_be(self, rubric: str) -> None:
        value = judged(rubric)
        properties = {**OWNED["properties"], "free": {}}
        output = {**OWNED, "properties": properties, "required": ["must"]}
        value["nodes"]["plan"]["output"] = output
        assert of("judge-rubric-out-of-scope", value) == ()

    def test_without_properties_nothing_is_known(self) -> None:
        assert of("judge-rubric-out-of-scope", judged("Is result.data.zzz there?")) == ()


OWNED: dict[str, Any] = {
    "type": "object",
    "properties": {
        "repo": {"type": "string"},
        "owner": {"type": "object", "properties": {"name": {"type": "string"}}},
        "tags": {"type": "array"},
    },
}


class TestTurns:
    @staticmethod
    def node(key: str, *, turns: int = 1, kind: str = "function") -> dict[str, Any]:
        evals = [{"name": "v", "kind": kind, "rule": {key: ["Bash", "Read"]}}]
        return lone(max_turns=turns, eval=evals, retry={"max": 1})

    @pytest.mark.parametrize("key", ["any_tool_called", "all_tools_called"])
    def test_a_call_takes_the_only_turn(self, key: str) -> None:
        (found,) = of("max-turns-too-low", self.node(key))
        assert (found.level, found.place.pointer[-1]) == ("warning", "max_turns")
        assert of("max-turns-too-low", self.node(key, turns=2)) == ()

    def test_a_ban_needs_no_turn_and_other_kinds_look_at_no_tools(self) -> None:
        assert of("max-turns-too-low", self.node("no_tool_called")) == ()
        assert of("max-turns-too-low", self.node("any_tool_called", kind="value")) == ()


class TestBudget:
    JUDGES = (
        {"name": "a", "kind": "judge", "rubric": "r"},
        {"name": "b", "kind": "judge", "rubric": "r"},
    )

    @pytest.mark.parametrize(("budget", "levels"), [(1, ["warning"]), (2, ["info"]), (4, [])])
    def test_declared_judges_and_their_calls(self, budget: int, levels: list[str]) -> None:
        nodes = {"plan": {"eval": list(self.JUDGES), "retry": {"max": 1}}}
        found = of("judge-budget-exceeded", workflow("plan", nodes=nodes, judge_budget=budget))
        assert [finding.level for finding in found] == levels


def test_of_a_key_twice_in_json_the_last_value_counts() -> None:
    text = json.dumps(lone(max_turns=3)).replace('"max_turns": 3', '"max_turns": 3, "max_turns": 0')
    found = findings(text, main="workflow.json")
    assert [each.name for each in found] == ["duplicate-key", "schema-violation"]
    assert found[0].level == "error"
    assert str(found[0].message).endswith("in this object; the last value is used")
    swapped = text.replace('3, "max_turns": 0', '0, "max_turns": 3')
    assert names(swapped, main="workflow.json") == ["duplicate-key"]


def test_json_with_a_byte_order_mark_does_not_parse() -> None:
    text = "\ufeff" + json.dumps(lone())
    assert names(text, main="workflow.json") == ["syntax-error"]
    assert names(text.removeprefix("\ufeff"), main="workflow.json") == []
