"""What the rules say about evaluators: their paths, values, patterns, tools and names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sweny import findings, of, places, workflow

if TYPE_CHECKING:
    from collections.abc import Mapping

WORD = {"type": "string"}
ROW = {"type": "object", "properties": {"id": WORD}, "required": ["id"]}
AUTHOR = {"type": "object", "properties": {"name": WORD}, "required": ["name"]}
OUTPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": ["fix", "skip"]},
        "done": {"type": "boolean"},
        "count": {"type": "integer"},
        "text": WORD,
        "rows": {"type": "array", "items": ROW},
        "author": AUTHOR,
        "anything": {"type": "object"},
    },
    "required": ["verdict", "done", "count", "text", "rows", "author", "anything"],
}
THEME = frozenset(
    (
        *("eval-path-undeclared", "eval-value-impossible", "eval-value-unreachable"),
        *("regex-invalid", "regex-dialect", "regex-too-long", "regex-redos"),
        *("eval-kind-rule-mismatch", "eval-unknown-tool", "eval-tool-filtered"),
        *("eval-contradiction", "eval-alias-conflation", "duplicate-evaluator-name"),
        "evaluator-name-unaddressable",
    )
)
OPT_IN = ("eval-value-unreachable", "eval-alias-conflation")


def evaluated(*rules: Mapping[str, Any], kind: str = "value", **fields: Any) -> dict[str, Any]:
    """`other -> it`, where `it` has an evaluator for each rule, named e0, e1, …"""
    evals = [{"name": f"e{at}", "kind": kind, "rule": rule} for at, rule in enumerate(rules)]
    return workflow("other -> it", nodes={"it": {"eval": evals, **fields}, "other": {}})


def demanding(path: str, **fields: Any) -> dict[str, Any]:
    return evaluated({"output_required": [path]}, **{"output": OUTPUT, **fields})


def matching(path: str, **operator: Any) -> dict[str, Any]:
    return evaluated({"output_matches": [{"path": path, **operator}]}, output=OUTPUT)


def calling(skills: str = "github", filters: Any = None, **rule: Any) -> dict[str, Any]:
    fields = {"skills": skills.split(), **(filters or {})}
    return evaluated(rule, kind="function", **fields)


def said(value: Mapping[str, Any], **given: Any) -> list[str]:
    """The rules of this theme that report something."""
    found = findings(value, opt_in=OPT_IN, **given)
    return sorted(finding.name for finding in found if finding.name in THEME)


# --- paths ------------------------------------------------------------------------------------

DECLARED = (
    "verdict",
    "any:rows[*].id",
    "rows.length",
    "author.name",
    "anything.at_all",
    "summary",
    "toString",
)


@pytest.mark.parametrize("path", DECLARED)
def test_declared_paths_are_silent(path: str) -> None:
    assert said(demanding(path)) == []


UNDECLARED = ("verdikt", "it.verdict", "other.verdict", "input.repo", "rows[*].name", "author.mail")


@pytest.mark.parametrize("path", UNDECLARED)
def test_undeclared_paths_are_reported(path: str) -> None:
    assert said(demanding(path)) == ["eval-path-undeclared"]


@pytest.mark.parametrize(
    "output", [None, {"type": "object"}, {"type": "object", "required": ["x"]}]
)
def test_without_declared_properties_any_path_goes(output: Any) -> None:
    fields = {} if output is None else {"output": output}
    assert said(evaluated({"output_required": ["it.verdict"]}, **fields)) == []


def test_required_but_undeclared_names_belong_to_another_rule() -> None:
    output = {**OUTPUT, "required": ["url"]}
    assert said(demanding("url", output=output)) == []
    inner = {**OUTPUT["properties"], "author": {**AUTHOR, "required": ["name", "mail"]}}
    assert said(demanding("author.mail", output={**OUTPUT, "properties": inner})) == []
    closed = {**AUTHOR, "required": ["mail"], "additionalProperties": False}
    output = {**OUTPUT, "properties": {**OUTPUT["properties"], "author": closed}}
    assert "eval-path-undeclared" in said(demanding("author.mail", output=output))


def test_closed_properties_make_it_an_error() -> None:
    (finding,) = of(
        "eval-path-undeclared", demanding("x", output={**OUTPUT, "additionalProperties": False})
    )
    assert finding.level == "error"


@pytest.mark.parametrize(
    ("path", "text", "safety"),
    [
        ("it.verdict", '"verdict"', "safe"),
        ("any:it.rows[*].id", '"any:rows[*].id"', "safe"),
        ("it.nothing", '"nothing"', "unsafe"),
        ("verdct", '"verdict"', "unsafe"),
    ],
)
def test_fix_of_a_path(path: str, text: str, safety: str) -> None:
    (finding,) = of("eval-path-undeclared", demanding(path))
    assert finding.fix is not None
    assert finding.fix.safety == safety
    assert text.strip('"') == finding.fix.edits[0].text.strip('"')


def test_other_roots_are_named() -> None:
    messages = [of("eval-path-undeclared", demanding(path))[0] for path in UNDECLARED[1:4]]
    assert ["can't name the node itself" in each.message for each in messages] == [
        True,
        False,
        False,
    ]
    assert [each.help.split(" in ")[0] for each in messages[1:]] == [
        "check the data of `other`",
        "check the run input",
    ]
    assert messages[1].fix is None


# --- values -----------------------------------------------------------------------------------

VALUES: tuple[tuple[str, dict[str, Any], list[str]], ...] = (
    ("verdict", {"equals": "fix"}, []),
    ("verdict", {"equals": "fixed"}, ["eval-value-impossible"]),
    ("verdict", {"in": []}, ["eval-value-impossible"]),
    ("verdict", {"in": ["fix", "skip"]}, []),
    ("verdict", {"in": ["fix", "defer", "later"]}, ["eval-value-unreachable"]),
    ("verdict", {"in": ["defer"]}, ["eval-value-impossible"]),
    ("verdict", {"matches": "^f"}, []),
    ("verdict", {"matches": "^x"}, ["eval-value-impossible"]),
    ("text", {"matches": "^x"}, []),
    ("text", {"equals": 1}, ["eval-value-impossible"]),
    ("text", {"in": ["a", 1]}, ["eval-value-unreachable"]),
    ("count", {"equals": "1"}, ["eval-value-impossible"]),
    ("count", {"matches": "^[0-9]+$"}, []),
    ("done", {"equals": "true"}, ["eval-value-impossible"]),
    ("done", {"in": [True, "yes"]}, ["eval-value-unreachable"]),
    ("rows[*].id", {"in": []}, ["eval-value-impossible"]),  # holds for no rows alone
    ("any:rows[*].id", {"in": []}, ["eval-value-impossible"]),
    ("anything.x", {"in": [1, "a"]}, []),
    ("verdikt", {"equals": "fixed"}, ["eval-path-undeclared"]),
    ("verdict[0]", {"equals": "fixed"}, []),  # path-syntax
    ("verdict.x", {"equals": "fixed"}, []),  # path-type-mismatch
)


@pytest.mark.parametrize(("path", "operator", "expected"), VALUES)
def test_values_against_what_is_declared(
    path: str, operator: dict[str, Any], expected: list[str]
) -> None:
    assert said(matching(path, **operator)) == expected


def test_unreachable_values_are_one_finding_for_each_list() -> None:
    (finding,) = of("eval-value-unreachable", matching("verdict", **{"in": ["x", "fix", "y"]}))
    assert finding.place.pointer[-2:] == ("in", 0)
    assert finding.related[0].place.pointer[-2:] == ("in", 2)


# --- patterns ---------------------------------------------------------------------------------

LONG = "a" * 1001
PATTERNS: tuple[tuple[str, list[str]], ...] = (
    ("^https://[^ ]+$", []),
    ("a" * 1000, []),
    (LONG, ["regex-too-long"]),
    (f"({LONG}", ["regex-too-long"]),
    ("\U0001f600" * 501, ["regex-too-long"]),  # counted in UTF-16 units
    ("(?i)ok", ["regex-invalid"]),
    ("(?i)(a+)+$", ["regex-invalid"]),
    (r"\Afix", ["regex-dialect"]),
    (r"\\Afix", []),
    (r"\bfix\b", []),
    ("(a+)+$", ["regex-redos"]),
    ("(a+)+", []),  # there is no way to fail
    (r"\A(a+)+$", ["regex-dialect", "regex-redos"]),
)


@pytest.mark.parametrize(("source", "expected"), PATTERNS)
def test_patterns_of_evaluators(source: str, expected: list[str]) -> None:
    assert said(matching("text", matches=source)) == expected


@pytest.mark.parametrize(("source", "expected"), PATTERNS)
def test_patterns_of_requires(source: str, expected: list[str]) -> None:
    match = {"path": "other.text", "matches": source}
    nodes = {"other": {"output": OUTPUT}, "it": {"requires": {"output_matches": [match]}}}
    assert said(workflow("other -> it", nodes=nodes)) == expected


@pytest.mark.parametrize("source", ["(?i)x", r"\Ax", "(x+)+$", LONG])
def test_a_pattern_with_its_own_finding_has_no_other(source: str) -> None:
    assert len(said(matching("verdict", matches=source))) == 1


def test_ignored_patterns_are_not_looked_at() -> None:
    rule = {"output_matches": [{"path": "it.x[0]", "matches": "(?i)x"}]}
    assert said(evaluated(rule, kind="function", output=OUTPUT)) == ["eval-kind-rule-mismatch"]


@pytest.mark.parametrize(
    ("source", "better", "safety"),
    [
        (r"\Afix\Z", "'^fix$'", "safe"),
        (r"\Ait's", "'^it''s'", "safe"),
        (r"^\h+$", r"'^[ \t]+$'", "unsafe"),
        (r"^\p{L}", None, ""),
    ],
)
def test_fix_of_a_dialect(source: str, better: str | None, safety: str) -> None:
    (finding,) = of("regex-dialect", matching("text", matches=source))
    fix = finding.fix
    assert (fix and (fix.edits[0].text, fix.safety)) == (better and (better, safety))


# --- kinds ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "keys", "level"),
    [
        ("value", ("any_tool_called",), "error"),
        ("value", ("no_tool_called", "all_tools_called"), "error"),
        ("value", ("output_required", "any_tool_called"), "warning"),
        ("function", ("output_required",), "error"),
        ("function", ("output_required", "any_tool_called"), "warning"),
        ("value", ("output_required",), ""),
        ("function", ("any_tool_called",), ""),
    ],
)
def test_keys_of_the_other_kind(kind: str, keys: tuple[str, ...], level: str) -> None:
    value = evaluated({key: ["x"] for key in keys}, kind=kind)
    found = of("eval-kind-rule-mismatch", value)
    assert [finding.level for finding in found] == [level] * bool(level)


# --- tools ------------------------------------------------------------------------------------

TOOLS: tuple[tuple[str, dict[str, Any], list[str]], ...] = (
    ("github", {"any_tool_called": ["github_create_pr"]}, []),
    ("github", {"any_tool_called": ["create_pull_request"]}, []),
    ("github", {"any_tool_called": ["list_pull_requests"]}, []),  # a server may bring it
    ("github", {"any_tool_called": ["Bash", "deploy"]}, []),
    ("github", {"any_tool_called": ["github_search_prs"]}, ["eval-unknown-tool"]),
    ("github", {"any_tool_called": ["githb_create_pr"]}, ["eval-unknown-tool"]),
    ("github", {"any_tool_called": ["web_fetch"]}, ["eval-unknown-tool"]),
    ("github", {"any_tool_called": ["send"]}, []),  # `Read` is not meant
    ("github", {"no_tool_called": ["github_force_push"]}, ["eval-unknown-tool"]),
    ("", {"any_tool_called": ["github_create_pr"]}, ["eval-unknown-tool"]),
    ("slack", {"all_tools_called": ["github_create_pr", "github_get_file"]}, ["eval-unknown-tool"]),
    ("slack", {"all_tools_called": ["create_pull_request"]}, []),
    ("unknown", {"any_tool_called": ["github_create_pr"]}, []),
    ("notification", {"any_tool_called": ["notify_slack"]}, ["eval-unknown-tool"]),
    ("linear", {"any_tool_called": ["linear_create_issue"]}, ["eval-alias-conflation"]),
    ("linear", {"any_tool_called": ["save_issue"]}, []),
    ("linear", {"no_tool_called": ["linear_update_issue"]}, ["eval-alias-conflation"]),
)


@pytest.mark.parametrize(("skills", "rule", "expected"), TOOLS)
def test_tools_that_are_asked_for(skills: str, rule: dict[str, Any], expected: list[str]) -> None:
    assert said(calling(skills, **rule)) == expected


def test_an_option_adds_agent_tools() -> None:
    value = calling(any_tool_called=["github_cli"])
    assert said(value) == ["eval-unknown-tool"]
    assert said(value, agent_tools=["github_cli"]) == []


def test_a_demand_and_a_ban_of_one_unknown_tool_are_told_apart() -> None:
    value = calling(any_tool_called=["github_x", "github_y"], no_tool_called=["github_x"])
    found = of("eval-unknown-tool", value)
    assert ["no effect" in finding.message for finding in found] == [False, False, True]


PR, ISSUE = "github_create_pr", "github_get_issue"
FILTERED: tuple[tuple[dict[str, Any], dict[str, Any], bool], ...] = (
    ({"tools": {"deny": [PR]}}, {"all_tools_called": [PR]}, True),
    ({"tools": {"deny": [PR]}}, {"all_tools_called": [ISSUE, PR]}, True),
    ({"tools": {"deny": [PR]}}, {"any_tool_called": [ISSUE, PR]}, False),
    ({"tools": {"deny": [PR]}}, {"any_tool_called": ["create_pull_request"]}, True),
    ({"tools": {"deny": [PR]}}, {"any_tool_called": [PR, "deploy"]}, False),
    ({"tools": {"deny": [PR]}}, {"no_tool_called": [PR]}, False),
    ({"tools": {"allow": [ISSUE]}}, {"any_tool_called": [PR]}, True),
    ({"tools": {"allow": [ISSUE]}}, {"any_tool_called": [ISSUE]}, False),
    ({"tools": {"deny": ["Bash"]}}, {"any_tool_called": ["Bash"]}, False),  # no effect there
    ({"disallowed_tools": ["Bash"]}, {"any_tool_called": ["Bash"]}, True),
    ({"disallowed_tools": [PR]}, {"any_tool_called": [PR]}, False),  # no effect there
    ({"tools": {"deny": [PR]}}, {"any_tool_called": [PR, ISSUE], "no_tool_called": [ISSUE]}, True),
    (
        {"tools": {"deny": [PR]}},
        {"any_tool_called": [PR, "Bash"], "no_tool_called": ["Bash"]},
        True,
    ),
    (
        {"tools": {"deny": [PR, ISSUE]}},
        {"any_tool_called": [PR, ISSUE], "no_tool_called": [PR]},
        True,
    ),
    ({"tools": {"deny": [PR]}}, {"all_tools_called": [PR, ISSUE], "no_tool_called": [ISSUE]}, True),
    ({"tools": {"deny": [PR]}}, {"any_tool_called": [PR], "no_tool_called": [PR]}, False),
)


@pytest.mark.parametrize(("filters", "rule", "expected"), FILTERED)
def test_tools_that_are_taken_away(
    filters: dict[str, Any], rule: dict[str, Any], expected: bool
) -> None:
    found = of("eval-tool-filtered", calling(filters=filters, **rule), dry_run=True)
    assert len(found) == expected
    assert all(each.proof and each.proof.status == "proved" for each in found)


CONTRADICTIONS: tuple[tuple[list[dict[str, Any]], int], ...] = (
    ([{"all_tools_called": [PR], "no_tool_called": [PR]}], 1),
    ([{"all_tools_called": [PR]}, {"no_tool_called": ["create_pull_request"]}], 1),
    ([{"any_tool_called": [PR]}, {"no_tool_called": [PR]}], 1),
    ([{"any_tool_called": [PR, ISSUE]}, {"no_tool_called": [PR]}], 0),
    ([{"any_tool_called": [PR, ISSUE]}, {"no_tool_called": [PR, ISSUE]}], 1),
    ([{"all_tools_called": [PR]}, {"all_tools_called": [PR]}, {"no_tool_called": [PR]}], 1),
    ([{"all_tools_called": [PR]}, {"no_tool_called": [ISSUE]}], 0),
)


@pytest.mark.parametrize(("rules", "expected"), CONTRADICTIONS)
def test_contradictions(rules: list[dict[str, Any]], expected: int) -> None:
    value = evaluated(*rules, kind="function", skills=["github"])
    assert len(of("eval-contradiction", value)) == expected


def test_a_contradiction_comes_before_a_filter() -> None:
    value = calling(filters={"tools": {"deny": [PR]}}, all_tools_called=[PR], no_tool_called=[PR])
    assert said(value) == ["eval-contradiction"]


# --- names ------------------------------------------------------------------------------------


def named(*names: str, requires: str = "") -> dict[str, Any]:
    evals = [{"name": name, "kind": "judge", "rubric": "Is it right?"} for name in names]
    nodes: dict[str, Any] = {"a": {"eval": evals}, "b": {}}
    if requires:
        nodes["b"] = {"requires": {"output_required": [requires]}}
    return workflow("a -> b when it is right", "a -> c", nodes=nodes)


def test_names_that_occur_twice() -> None:
    found = of("duplicate-evaluator-name", named("ok", "ok_2", "ok", "Ok", "ok"))
    assert places(found) == ["nodes.a.eval.2.name", "nodes.a.eval.4.name"]
    assert [finding.fix and finding.fix.edits[0].text for finding in found] == ["ok_3", "ok_3"]


def test_one_name_on_two_nodes_is_no_duplicate() -> None:
    nodes = {name: {"eval": [{"name": "ok", "kind": "judge", "rubric": "Is it?"}]} for name in "ab"}
    assert said(workflow("a -> b", nodes=nodes)) == []


@pytest.mark.parametrize(
    ("name", "path", "levels"),
    [
        ("ok", "a.evals.ok.pass", []),
        ("is-ok", "", ["info"]),
        ("2nd", "", ["info"]),
        ("is-ok", "a.evals.is-ok.pass", ["error"]),
        ("is-ok", "a.evals.is_ok.pass", ["info"]),  # requires-eval-unknown has the path
    ],
)
def test_names_that_no_path_can_name(name: str, path: str, levels: list[str]) -> None:
    found = of("evaluator-name-unaddressable", named(name, requires=path))
    assert [finding.level for finding in found] == levels


# --- proofs -----------------------------------------------------------------------------------


def verdict(name: str, value: Mapping[str, Any]) -> tuple[str, str]:
    (finding,) = of(name, value, dry_run=True)
    assert finding.proof is not None
    return finding.proof.status, finding.proof.reason


def test_judges_of_one_name_are_told_apart_on_every_attempt() -> None:
    value = named("ok", "ok")
    value["nodes"]["a"]["retry"] = {"max": 2, "instruction": {"auto": True}}
    assert verdict("duplicate-evaluator-name", value) == ("proved", "")


def test_equal_evaluators_of_one_name_cannot_be_told_apart() -> None:
    rule = {"output_required": ["text"]}
    value = workflow(
        "a -> b", nodes={"a": {"eval": [{"name": "e", "kind": "value", "rule": rule}] * 2}}
    )
    assert verdict("duplicate-evaluator-name", value)[0] == "unproved"


def test_a_text_that_is_not_declared_shows_no_difference() -> None:
    status, reason = verdict("regex-dialect", matching("verdict", matches=r"\Adone"))
    assert (status, "no declared value" in reason) == ("unproved", True)


READ = ("proved", "read, not run: what the pattern means in other languages")


@pytest.mark.parametrize("path", ["text", "all:rows[*].id", "any:rows[*].id", "author.name"])
def test_a_difference_is_shown_wherever_the_path_leads(path: str) -> None:
    assert verdict("regex-dialect", matching(path, matches=r"\Afix")) == READ


def test_a_difference_is_shown_without_a_schema() -> None:
    match = {"path": "a.b[*].c", "matches": r"^\p{L}+$"}
    assert verdict("regex-dialect", evaluated({"output_matches": [match]})) == READ


def test_a_pattern_in_requires_is_tried_on_the_run_input() -> None:
    match = {"path": "input.branch", "matches": r"fix\Z"}
    value = workflow("a -> b", nodes={"b": {"requires": {"output_matches": [match]}}})
    assert verdict("regex-dialect", value) == READ


def test_a_reason_that_is_cut_off_proves_nothing() -> None:
    paths = [f"no path {number} {'x' * 40}" for number in range(20)]
    rule = {"output_required": paths, "output_matches": [{"path": "y", "matches": "(?i)x"}]}
    assert verdict("regex-invalid", evaluated(rule))[0] == "unproved"
