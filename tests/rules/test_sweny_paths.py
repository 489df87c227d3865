"""What the rules say about the paths of `requires` and of evaluators (reference sweny §8.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sweny import findings, names, of, places, workflow

if TYPE_CHECKING:
    from collections.abc import Mapping

WORD = {"type": "string"}
ISSUE = {"type": "object", "properties": {"id": WORD, "note": WORD}, "required": ["id"]}
OUTPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": ["fix", "skip"]},
        "count": {"type": "integer"},
        "issues": {"type": "array", "items": ISSUE},
        "note": WORD,
        "author": {"type": "object", "properties": {"name": WORD}, "required": ["name"]},
        "anything": {"type": "object"},
        "labels": {"type": "object", "additionalProperties": WORD, "properties": {"a": WORD}},
    },
    "required": ["verdict", "count", "issues", "author", "anything", "labels"],
}
EVAL = {"name": "known", "kind": "value", "rule": {"output_required": ["verdict"]}}
INPUTS: dict[str, Any] = {
    "repo": {"type": "string", "required": True},
    "level": {"type": "string", "enum": ["low", "high"], "default": "low"},
    "tags": {"type": "string[]"},
}
PATH_RULES = frozenset(
    (
        *("path-syntax", "path-type-mismatch", "any-path-optional-segment"),
        *("requires-unaddressable-node", "requires-unknown-root", "requires-not-upstream"),
        *("requires-not-on-all-paths", "requires-self", "requires-field-undeclared"),
        *("requires-field-optional", "requires-value-impossible", "requires-eval-unknown"),
        *("undeclared-input", "gate-does-not-halt"),
    )
)


def requiring(path: str, operator: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """`a -> b -> c`, where `b` requires a path and `c` stands for every later node."""
    if operator is None:
        requires: dict[str, Any] = {"output_required": [path]}
    else:
        requires = {"output_matches": [{"path": path, **operator}]}
    return workflow(
        "a -> b",
        "b -> c",
        nodes={
            "a": {"output": OUTPUT, "eval": [EVAL]},
            "b": {"requires": requires},
            "c": {"requires": {"output_required": ["b.text"]}},
        },
        inputs=INPUTS,
    )


def about_paths(value: Mapping[str, Any], **given: Any) -> list[str]:
    """The rules of this theme that report something."""
    found = findings(value, opt_in=("requires-field-optional",), **given)
    return sorted(finding.name for finding in found if finding.name in PATH_RULES)


SILENT = (
    "a.verdict",
    "all:a.verdict",
    "a.issues",
    "a.issues[*]",
    "a.issues[*].id",
    "any:a.issues[*].id",
    "a.issues.length",
    "a.issues.map",
    "a.author.name",
    "a.anything.at_all",
    "a.toString",
    "a.author.constructor",
    "a.evals",
    "a.evals.known",
    "a.evals.known.pass",
    "a.summary",
    "a.error",
    "a",
    "input",
    "input.repo",
    "input.level",
    "input.tags[*]",
    "input.tags.length",
    "input.rules",
    "input.additionalContext",
)


@pytest.mark.parametrize("path", SILENT)
def test_paths_that_may_hold_are_silent(path: str) -> None:
    assert about_paths(requiring(path)) == ["gate-does-not-halt"] * path.startswith("input")


@pytest.mark.parametrize(
    ("path", "writes"),
    [
        ("a.fail_soft", {"fail_soft": True}),
        (
            "a.skipped_reason",
            {"requires": {"output_required": ["input.repo"], "on_fail": "skip"}},
        ),
    ],
)
def test_what_only_some_nodes_write_is_undeclared_of_others(
    path: str, writes: Mapping[str, Any]
) -> None:
    flow = requiring(path)
    assert about_paths(flow) == ["requires-field-undeclared"]
    flow["nodes"]["a"].update(writes)
    assert about_paths(flow) == []


def test_a_node_that_fails_for_its_requires_gives_no_reason_for_a_skip() -> None:
    flow = requiring("a.skipped_reason")
    flow["nodes"]["a"]["requires"] = {"output_required": ["input.repo"], "on_fail": "fail"}
    assert "requires-field-undeclared" in about_paths(flow)


FAULTY = (
    ("a.verdict[0]", "path-syntax"),
    ("$.a.verdict", "path-syntax"),
    ("first:a.verdict", "path-syntax"),
    ("a..verdict", "path-syntax"),
    ("any:", "path-syntax"),
    ("verdict", "requires-unknown-root"),
    ("A.verdict", "requires-unknown-root"),
    ("inputs.repo", "requires-unknown-root"),
    ("b.text", "requires-self"),
    ("c.text", "requires-not-upstream"),
    ("a.evals.unknown.pass", "requires-eval-unknown"),
    ("a.evals.output_required.pass", "requires-eval-unknown"),
    ("a.evals.known.passed", "requires-field-undeclared"),
    ("a.evals.known.reasoning", "requires-field-optional"),
    ("a.evals[*].pass", "path-type-mismatch"),
    ("a.evals.known.pass.value", "path-type-mismatch"),
    ("a[*].verdict", "path-type-mismatch"),
    ("input[*].repo", "path-type-mismatch"),
    ("a.verdict.text", "path-type-mismatch"),
    ("a.verdict.length", "path-type-mismatch"),
    ("a.count[*]", "path-type-mismatch"),
    ("a.issues.id", "path-type-mismatch"),
    ("a.issues.length.value", "path-type-mismatch"),
    ("a.issues[*].id.part", "path-type-mismatch"),
    ("a.issues[*].note.part", "path-type-mismatch"),
    ("a.author[*].name", "path-type-mismatch"),
    ("input.repo[*]", "path-type-mismatch"),
    ("input.repo.owner", "path-type-mismatch"),
    ("input.tags.first", "path-type-mismatch"),
    ("a.verdikt", "requires-field-undeclared"),
    ("a.issues[*].nota", "requires-field-undeclared"),
    ("a.author.mail", "requires-field-undeclared"),
    ("a.note", "requires-field-optional"),
    ("a.labels.a", "requires-field-optional"),
    ("a.labels.b", "requires-field-optional"),
    ("a.issues[*].note", "any-path-optional-segment"),
    ("any:a.issues[*].note", "any-path-optional-segment"),
    ("input.repos", "undeclared-input"),
    ("input.repos.name", "undeclared-input"),
)


@pytest.mark.parametrize(("path", "rule"), FAULTY)
def test_one_slip_is_one_finding(path: str, rule: str) -> None:
    found = [name for name in about_paths(requiring(path)) if name != "gate-does-not-halt"]
    assert found == [rule]


@pytest.mark.parametrize(("path", "rule"), FAULTY)
def test_every_slip_is_shown_by_a_run(path: str, rule: str) -> None:
    (found,) = of(rule, requiring(path), dry_run=True)
    assert found.proof is not None
    read = rule == "undeclared-input"
    assert found.proof.status == "proved"
    assert found.proof.method == ("static+replay" if read else "replay")


IMPOSSIBLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("a.verdict", {"equals": "fixed"}),
    ("a.verdict", {"equals": 1}),
    ("a.verdict", {"in": ["Fix", "Skip"]}),
    ("a.verdict", {"in": []}),
    ("a.verdict", {"matches": "^F"}),
    ("a.count", {"equals": "3"}),
    ("a.count", {"equals": 3.5}),
    ("a.issues", {"equals": "none"}),
    ("a.issues.length", {"equals": "0"}),
    ("a.issues[*].id", {"equals": 7}),
    ("a.issues[*].id", {"in": []}),
    ("any:a.issues[*].id", {"equals": 7}),
    ("a.evals.known.pass", {"equals": "true"}),
    ("a.evals.known.pass", {"equals": False}),
    ("a.evals.known.kind", {"equals": "judge"}),
    ("input.level", {"equals": "medium"}),
    ("input.tags", {"equals": "a"}),
    ("a.anything.at_all", {"in": []}),
)


@pytest.mark.parametrize(("path", "operator"), IMPOSSIBLE)
def test_values_that_cannot_be_there(path: str, operator: dict[str, Any]) -> None:
    (found,) = of("requires-value-impossible", requiring(path, operator))
    assert found.place.pointer[-1] == next(iter(operator))


POSSIBLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("a.verdict", {"equals": "fix"}),
    ("a.verdict", {"in": ["fix", "fixed"]}),
    ("a.verdict", {"matches": "f"}),
    ("a.verdict", {"matches": "(unclosed"}),
    ("a.verdict", {"matches": "\\Afix"}),
    ("a.verdict", {"matches": "^(a+)+$"}),
    ("a.verdict", {"matches": "f" * 1001}),
    ("a.count", {"equals": 3}),
    ("a.count", {"equals": 3.0}),
    ("a.count", {"matches": "^1"}),
    ("a.issues.length", {"equals": 0}),
    ("a.evals.known.pass", {"equals": True}),
    ("a.evals.output_required.pass", {"equals": False}),
    ("a.anything.at_all", {"equals": None}),
    ("a.summary", {"equals": 1}),
    ("input.level", {"equals": "low"}),
)


@pytest.mark.parametrize(("path", "operator"), POSSIBLE)
def test_values_that_may_be_there(path: str, operator: dict[str, Any]) -> None:
    assert not of("requires-value-impossible", requiring(path, operator))
    assert not of("requires-eval-unknown", requiring(path, operator))


@pytest.mark.parametrize("operator", [{}, {"matches": "f"}])
def test_what_the_runtime_makes_up_is_there_where_no_data_have_all_that_is_required(
    operator: dict[str, Any],
) -> None:
    flow = requiring("a.evals.output_required.pass", operator or None)
    assert of("requires-eval-unknown", flow, dry_run=True)
    required = [*OUTPUT["required"], "ghost"]
    flow["nodes"]["a"]["output"] = {**OUTPUT, "required": required, "additionalProperties": False}
    assert not of("requires-eval-unknown", flow, dry_run=True)


def test_a_default_is_a_value_too_whether_or_not_the_enum_has_it() -> None:
    value = requiring("input.level", {"equals": "none"})
    assert of("requires-value-impossible", value)
    value["inputs"] = {"level": {**INPUTS["level"], "default": "none"}}
    assert not of("requires-value-impossible", value)


def test_paths_of_a_node_with_the_same_slip_count_once() -> None:
    broken = requiring("a.verdikt")
    broken["nodes"]["b"]["requires"] = {
        "output_required": ["a.verdikt", "a.note"],
        "output_matches": [{"path": "a.verdikt", "equals": "fix"}],
    }
    (found,) = of("requires-field-undeclared", broken)
    assert places([found]) == ["nodes.b.requires.output_required.0"]
    assert [str(each.place.pointer[-1]) for each in found.related] == ["path"]
    assert found.fix is not None
    assert found.fix.edits[0].text == "a.verdict"


CLOSED = {**OUTPUT, "additionalProperties": False}
SCHEMAS_THAT_DECLARE_NOTHING: tuple[Any, ...] = (
    {"type": "object"},
    {},
    {"type": "object", "properties": {}},
    {"$ref": "#/$defs/gone"},
    {"type": "object", "properties": {"verdict": {"type": "strng"}}},
    {"type": "array", "items": {"type": "string"}},
    None,
)


@pytest.mark.parametrize("schema", SCHEMAS_THAT_DECLARE_NOTHING, ids=repr)
def test_nothing_is_said_of_fields_where_nothing_is_declared(schema: Any) -> None:
    value = requiring("a.whatever.there[*].is")
    value["nodes"]["a"]["output"] = schema
    if schema is None:
        del value["nodes"]["a"]["output"]
    assert about_paths(value) == []


def test_a_closed_schema_makes_an_undeclared_field_an_error() -> None:
    value = requiring("a.branch")
    assert [f.level for f in of("requires-field-undeclared", value)] == ["warning"]
    value["nodes"]["a"]["output"] = CLOSED
    assert [f.level for f in of("requires-field-undeclared", value)] == ["error"]


def test_a_field_that_is_required_and_not_declared_is_reported_where_it_is_required() -> None:
    value = requiring("a.branch")
    value["nodes"]["a"]["output"] = {**OUTPUT, "required": [*OUTPUT["required"], "branch"]}
    assert names(value) == ["required-not-declared"]


def test_fields_are_found_through_references() -> None:
    value = requiring("a.issue.id")
    value["nodes"]["a"]["output"] = {
        "type": "object",
        "properties": {"issue": {"$ref": "#/$defs/issue"}},
        "required": ["issue"],
        "$defs": {"issue": ISSUE},
    }
    del value["nodes"]["a"]["eval"]
    assert about_paths(value) == []
    value["nodes"]["b"]["requires"] = {"output_required": ["a.issue.key"]}
    (found,) = of("requires-field-undeclared", value, dry_run=True)
    assert found.proof is not None
    assert found.proof.status == "proved"


def test_a_field_of_elements_that_an_evaluator_demands_is_reported_there_only() -> None:
    value = requiring("a.note")
    value["nodes"]["a"]["eval"].append(
        {
            "name": "noted",
            "kind": "value",
            "rule": {"output_required": ["note", "any:issues[*].note"]},
        }
    )
    assert len(of("requires-field-optional", value)) == 1
    value["nodes"]["b"]["requires"] = {"output_required": ["a.issues[*].note"]}
    own = [place for place in places(of("any-path-optional-segment", value)) if ".b." in place]
    assert own == []


# --- paths of evaluators ----------------------------------------------------------------------


def evaluating(path: str, kind: str = "value") -> dict[str, Any]:
    """One node with an evaluator of a path."""
    rule = {"output_required": [path]}
    return workflow(
        "a", nodes={"a": {"output": OUTPUT, "eval": [{"name": "e", "kind": kind, "rule": rule}]}}
    )


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("verdict[0]", "path-syntax"),
        ("issue-list", "path-syntax"),
        ("count[*]", "path-type-mismatch"),
        ("issues.id", "path-type-mismatch"),
        ("any:issues[*].note", "any-path-optional-segment"),
    ],
)
def test_evaluators_have_the_same_paths(path: str, rule: str) -> None:
    (found,) = of(rule, evaluating(path), dry_run=True)
    assert found.proof is not None
    assert found.proof.status == "proved"


@pytest.mark.parametrize("path", ["verdict", "issues[*].id", "note", "issues.length", "summary"])
def test_paths_in_the_own_data_are_silent(path: str) -> None:
    assert about_paths(evaluating(path)) == []


def test_a_function_evaluator_ignores_paths() -> None:
    assert about_paths(evaluating("verdict[0]", "function")) == []


# --- where paths start ------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["fix-it.branch", "fix_it.branch", "any:fixit.branch", "fix-it"])
def test_a_node_that_no_path_can_name(path: str) -> None:
    value = workflow("fix-it -> b", nodes={"b": {"requires": {"output_required": [path]}}})
    assert about_paths(value) == ["requires-unaddressable-node"]


def test_a_node_that_can_be_named_is_meant_before_one_that_cannot() -> None:
    value = workflow(
        "fix-it -> fix_it",
        "fix_it -> b",
        nodes={"b": {"requires": {"output_required": ["fix_it.branch"]}}},
    )
    assert about_paths(value) == []


def test_an_unknown_root_is_put_below_the_node_that_declares_it() -> None:
    (found,) = of("requires-unknown-root", requiring("data.author.name"))
    assert found.fix is not None
    assert found.fix.edits[0].text == "a.author.name"


FORK = ("a -> b when it is a bug", "a -> c", "b -> c")


@pytest.mark.parametrize(
    ("on_fail", "level"), [("fail", "warning"), ("skip", "info"), (None, "warning")]
)
def test_a_node_that_a_path_passes_by(on_fail: str | None, level: str) -> None:
    requires: dict[str, Any] = {"output_required": ["b.branch", "b.tests"]}
    if on_fail:
        requires["on_fail"] = on_fail
    value = workflow(*FORK, nodes={"c": {"requires": requires}})
    (found,) = of("requires-not-on-all-paths", value, dry_run=True)
    assert found.level == level
    assert found.witness is not None
    assert found.witness.data["nodes"] == ["a", "c"]
    assert found.proof is not None
    assert found.proof.status == "proved"


def test_other_faults_of_such_a_path_are_said_too() -> None:
    value = workflow(
        *FORK,
        nodes={
            "b": {"output": OUTPUT},
            "c": {"requires": {"output_required": ["b.verdikt"]}},
        },
    )
    assert about_paths(value) == ["requires-field-undeclared", "requires-not-on-all-paths"]


def test_a_loop_makes_a_later_node_an_earlier_one_on_some_paths() -> None:
    value = workflow(
        "a -> b",
        "b -> a max 2 when it fails",
        "b -> c",
        nodes={"a": {"requires": {"output_required": ["b.reason"]}}},
    )
    assert about_paths(value) == ["gate-does-not-halt", "requires-not-on-all-paths"]


def test_nothing_is_said_of_ways_while_an_edge_leads_nowhere() -> None:
    value = requiring("c.text")
    value["edges"].append({"from": "c", "to": "gone"})
    assert about_paths(value) == []


def test_nothing_is_said_of_the_ways_of_a_node_that_is_out_of_reach() -> None:
    value = workflow("a -> b", "x -> b", nodes={"b": {"requires": {"output_required": ["x.text"]}}})
    assert names(value) == ["unreachable-phase"]


def test_a_node_called_input_replaces_the_run_input() -> None:
    value = workflow(
        "input -> b",
        nodes={"b": {"requires": {"output_required": ["input.repos"]}}},
        inputs=INPUTS,
    )
    assert about_paths(value) == []
