"""Routing rules of the SWEny dialect: what each reports, and the near misses it is silent about."""

from __future__ import annotations

from typing import Any

import pytest

from rules.sweny_routing import ROUTING, VERDICT, output, reported, when
from sweny import findings, of, places, workflow

STRING: dict[str, Any] = {"type": "string"}

# --- one condition ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "assess.verdict is fix",
        "verdict is fix",
        "Verdict is fix",
        "the verdict is fix or skip",
        "verdict is not fixed",
        "verdict is set",
        "verdict is clear",
        "verdict is good enough",
        "verdict is the right one",
        "verdict is fix or the issue is old",
        "verdict is fix or higher",
        "verdict is anything but skip",
        "assess.verdict is anything other than skip",
        "verdict is unanimous",
        "the client's verdict is angry",
        "court verdict is guilty",
        "gather.found > 0",
        "gather.found > 0 and verdict is fix",
        "input.repo is set",
        "input.anything is set",
        "assess.evals",
        "Assess.verdict is fix",
        "the deployment was skipped",
        "the issue is old",
        "found is 3",
        "the package.json changed",
        "see docs/verdict.md for how a verdict is reached",
        "it is a bug, e.g. a crash",
        "the fix is in v1.2.x of node.js",
        "use max_iterations and dryRun",
        "the repo is public",
        "ready to fix the error handling",
        "the error rate is high",
        "assess finds no errors",
    ],
)
def test_conditions_without_a_finding(text: str) -> None:
    assert when(text) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("assess.verdict is fixed", "routing-value-impossible"),
        ("assess.verdict = 'reject'", "routing-value-impossible"),
        ("assess.verdict equals reject", "routing-value-impossible"),
        ("assess.verdict is Fix", "routing-value-impossible"),
        ("verdict is fixx", "routing-value-impossible"),
        ("verdict is 'approved'", "routing-value-impossible"),
        ("verdict in [close, reject]", "routing-value-impossible"),
        ("verdict is one of close, reject", "routing-value-impossible"),
        ("verdict is fixx or skip", "routing-value-impossible"),
        ("assess.severity is high", "when-references-undeclared-field"),
        ("assess.Verdict is fix", "when-references-undeclared-field"),
        ("assess.summary is short", "when-references-undeclared-field"),
        ("assess.status is done", "when-references-undeclared-field"),
        ("gather.issues is empty", "when-references-undeclared-field"),
        ("assess.evals.good.pass is true", "when-references-undeclared-field"),
        ("the retry_count is small", "when-references-undeclared-field"),
        ("retryCount > 3", "when-references-undeclared-field"),
        ("asess.verdict is fix", "when-references-unknown-node"),
        ("assess-it.verdict is fix", "when-references-unknown-node"),
        ("ASSESS.verdict is fix", "when-references-unknown-node"),
        ("result.verdict is fix", "when-references-unknown-node"),
        ("github.event is push", "when-references-unknown-node"),
        ("fix.branch is set", "when-node-not-upstream"),
        ("later.done is true", "when-node-not-upstream"),
        ("assess failed", "failure-route-unobservable"),
        ("if the node failed", "failure-route-unobservable"),
        ("gather errored or assess failed", "failure-route-unobservable"),
        ("on failure", "failure-route-unobservable"),
        ("an error occurred", "failure-route-unobservable"),
        ("assess was skipped", "failure-route-unobservable"),
        ("assess did not succeed", "failure-route-unobservable"),
        ("assess.error is set", "failure-route-unobservable"),
        ("assess.skipped_reason exists", "failure-route-unobservable"),
        ("assess.status is failed", "failure-route-unobservable"),
    ],
)
def test_conditions_with_one_finding(text: str, rule: str) -> None:
    assert when(text) == [rule]


def test_a_bare_word_counts_as_a_value_where_a_sibling_compares_with_one() -> None:
    nodes = VERDICT
    alone = ("assess -> fix when verdict is reject", "assess -> end")
    beside = ("assess -> fix when verdict is reject", "assess -> end when verdict is skip")
    assert reported(*alone, nodes=nodes) == []
    assert "routing-value-impossible" in reported(*beside, "assess -> rest", nodes=nodes)


def test_each_edge_has_one_finding_of_a_rule() -> None:
    assert when("assess.a is b, assess.c is d") == ["when-references-undeclared-field"]
    assert when("fix.a is b or later.c is d") == ["when-node-not-upstream"]
    assert when("asess.verdict is fix or assses.verdict is skip") == [
        "when-references-unknown-node"
    ]


@pytest.mark.parametrize(
    ("values", "word", "found"),
    [
        ([1, 2], "1", False),
        ([1, 2], "2.0", False),
        ([1, 2], "3", True),
        ([True, False], "true", False),
        ([True, False], "maybe", True),
        (["a", None], "b", True),
    ],
)
def test_values_that_are_no_texts_compare_by_their_text(
    values: list[Any], word: str, found: bool
) -> None:
    edges = (f"rate -> a when rate.level equals {word}", "rate -> b")
    expected = ["routing-value-impossible"] if found else []
    assert reported(*edges, nodes={"rate": output(level=values)}) == expected


def test_const_and_nested_properties_have_values_too() -> None:
    nodes = {"rate": output(kind={"const": "x"}, deep={"properties": {"kind": {"enum": ["y"]}}})}
    edges = ("rate -> a when rate.kind is y", "rate -> b when rate.deep.kind is x", "rate -> c")
    assert reported(*edges, nodes=nodes) == ["routing-value-impossible"] * 2
    fine = ("rate -> a when rate.kind is x", "rate -> b when deep.kind is y", "rate -> c")
    assert reported(*fine, nodes=nodes) == []


# --- references -------------------------------------------------------------------------------


def test_odd_words_are_silent_where_undeclared_data_may_be_seen() -> None:
    text = "the retry_count is small"
    silent: list[Any] = [
        {"gather": {}},
        {"gather": output(bag={"type": "object"})},
        {"gather": output(bag={})},
        {"gather": output(list={"type": "array"})},
    ]
    for nodes in silent:
        assert when(text, nodes) == []
    closed = {"type": "array", "items": {"type": "object", "properties": {"x": STRING}}}
    assert when(text, {"gather": output(list=closed)}) == ["when-references-undeclared-field"]
    no_inputs = ("assess -> fix when " + text, "assess -> end")
    assert reported(*no_inputs, nodes=VERDICT) == []


@pytest.mark.parametrize("word", ["issue_id", "open_pr", "was_seen", "slack_send_message", "in_it"])
def test_odd_words_that_are_known_names(word: str) -> None:
    item = {"type": "object", "properties": {"issue_id": STRING}}
    nodes: dict[str, Any] = {
        "gather": output(
            issues={"type": "array", "items": item}, place={"type": "string", "enum": ["in_it"]}
        ),
        "open_pr": {},
        "fix": {
            "eval": [{"name": "was_seen", "kind": "judge", "rubric": "r"}],
            "skills": ["slack"],
        },
    }
    found = when(f"{word} is there already", nodes)
    assert found == []


def test_a_node_on_a_loop_has_run_before() -> None:
    edges = ("draft -> review when review.done is false", "draft -> end", "review -> draft max 2")
    assert reported(*edges, nodes={"draft": output(size=STRING)}) == []


def test_an_unreachable_node_is_reported_as_such_only() -> None:
    edges = ("assess -> fix when lost.x is y", "assess -> end", "lost -> end")
    assert reported(*edges, nodes=VERDICT) == []


def test_a_slip_in_the_graph_keeps_the_rules_silent() -> None:
    value = workflow("assess -> fix when verdict is fix", nodes=VERDICT)
    value["edges"].append({"from": "assess", "to": "fxi"})
    assert [f.name for f in findings(value) if f.name in ROUTING] == []


# --- what leaves a node -----------------------------------------------------------------------

UNCOVERED = "routing-enum-uncovered"


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("verdict is fix", "verdict is skip", [UNCOVERED]),
        ("assess.verdict is fix", "assess.verdict is skip", [UNCOVERED]),
        ("verdict is fix", "it should be skipped", [UNCOVERED]),
        ("verdict is fix", "verdict is skip or escalate", []),
        ("verdict is fix", "verdict is SKIP / Escalate", []),
        ("verdict is fix", "verdict is not fix", []),
        ("verdict is fix", "verdict is skip or anything else", []),
        ("verdict is fix", "otherwise", []),
        ("verdict is fix", "verdict is skip or higher", []),
        ("verdict is fix", "the issue is old", []),
        ("it looks easy", "it looks hard", []),
    ],
)
def test_values_without_a_condition(first: str, second: str, found: list[str]) -> None:
    edges = (f"assess -> a when {first}", f"assess -> b when {second}")
    assert reported(*edges, nodes=VERDICT) == found
    assert reported(*edges, "assess -> c", nodes=VERDICT) == []


def test_words_that_are_values_themselves_do_not_widen_a_text() -> None:
    nodes = {"ask": output(answer=["no", "never", "yes"])}
    edges = ("ask -> a when answer is no", "ask -> b when answer is never")
    assert reported(*edges, nodes=nodes) == [UNCOVERED]


@pytest.mark.parametrize(
    ("edges", "found"),
    [
        (("a -> b when x", "a -> c when y"), True),
        (("a -> b when x", "a -> c"), False),
        (("a -> b when x",), False),
        (("a -> b", "b -> c"), False),
        (("a -> b when kind is p", "a -> c when kind is q"), False),
        (("a -> b when kind is p", "a -> c when kind is q or so"), False),
        (("a -> b when rank is p", "a -> c when rank is q"), True),
    ],
)
def test_nodes_without_a_default(edges: tuple[str, ...], found: bool) -> None:
    nodes = {"a": output("kind", kind=["p", "q"], rank=["p", "q"])}
    value = workflow(*edges, nodes=nodes)
    assert bool(of("route-without-default", value)) is found


@pytest.mark.parametrize(
    ("edges", "found"),
    [
        (("a -> b when x",), True),
        (("a -> a max 2 when x",), True),
        (("a -> b when x", "a -> c"), False),
        (("a -> b when x", "a -> c when y"), False),
        (("a -> b",), False),
    ],
)
def test_a_single_condition(edges: tuple[str, ...], found: bool) -> None:
    assert bool(of("single-conditional-edge", workflow(*edges))) is found


def test_a_blank_condition_is_one_finding() -> None:
    value = workflow("a -> b", "a -> c when x", nodes={"a": output(k=STRING)})
    value["edges"][1]["when"] = " \n\t"
    found = [finding for finding in findings(value) if finding.name in ROUTING]
    assert [(f.name, places([f])) for f in found] == [("empty-when", ["edges.1.when"])]
    del value["edges"][0]
    value["nodes"].pop("b")
    assert [f.name for f in findings(value) if f.name in ROUTING] == ["empty-when"]


def test_an_empty_condition_is_named_beside_the_edges_it_makes_ambiguous() -> None:
    value = workflow("a -> b", "a -> c when x")
    value["edges"][1]["when"] = ""
    names = {finding.name for finding in findings(value)}
    assert {"empty-when", "ambiguous-edges"} <= names


def test_parallel_edges_are_one_finding_at_the_second() -> None:
    value = workflow("a -> b when x", "a -> c", "a -> b max 2 when y", "a -> b when z")
    [found] = of("duplicate-route-target", value)
    assert found.place.pointer == ("edges", 2, "to")
    assert len(found.related) == 2
    assert "counter" in found.message
    assert not of("duplicate-route-target", workflow("a -> b when x", "c -> b", "a -> c"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("approved", True),
        ("a clear plan exists", True),
        ("review.text says so", True),
        ("review.text is gather", True),
        ("input.level is high", False),
        ("gather.found > 0", False),
        ("gather found enough", False),
        ("found is 3", False),
        ("nothing was found", True),
        ("the open_items are few", False),
        ("review.evals.ok.pass is true", False),
    ],
)
def test_routes_by_free_prose(text: str, found: bool) -> None:
    edges = ("gather -> review", f"review -> a when {text}", "review -> b")
    value = workflow(*edges, nodes={"gather": output(found=STRING, open_items=STRING)})
    assert bool(of("conditional-source-without-output", value)) is found


def test_a_route_to_one_node_is_no_decision() -> None:
    value = workflow("a -> b when x", "a -> b")
    assert not of("conditional-source-without-output", value)


@pytest.mark.parametrize(
    ("text", "evaluators", "found"),
    [
        ("test.tests is pass", [], True),
        ("tests is pass", [], True),
        ("test.tests decides", [], True),
        ("tests is 0 or undefined", [], True),
        ("tests is set", [], False),
        ("test.tests is missing", [], False),
        ("test.tests exists", [], False),
        ("the tests look good", [], False),
        ("test.branch is main", [], False),
        ("test.tests is pass", [{"output_required": ["tests"]}], False),
        ("test.tests is pass", [{"output_required": ["any:tests[*].x"]}], False),
        ("test.tests is pass", [{"output_matches": [{"path": "tests", "in": ["pass"]}]}], False),
        ("test.tests is pass", [{"output_required": ["tests_run"]}], True),
    ],
)
def test_optional_fields(text: str, evaluators: list[Any], found: bool) -> None:
    declared = output("branch", branch=STRING, tests=STRING)
    declared["eval"] = [{"name": "e", "kind": "value", "rule": rule} for rule in evaluators]
    if not evaluators:
        del declared["eval"]
    value = workflow(f"test -> a when {text}", "test -> b", nodes={"test": declared})
    assert bool(of("route-field-not-required", value)) is found


def test_an_optional_field_is_one_finding_for_all_conditions_that_name_it() -> None:
    nodes = {"test": output("branch", branch=STRING, tests=STRING)}
    edges = ("test -> a when test.tests is x", "test -> b when test.tests is y", "test -> c")
    [found] = of("route-field-not-required", workflow(*edges, nodes=nodes))
    assert found.place.pointer == ("edges", 0, "when")
    assert [each.place.pointer for each in found.related[1:]] == [("edges", 1, "when")]


@pytest.mark.parametrize(
    ("targets", "found"),
    [(("fix", "fix_tests"), True), (("fix_tests", "fix"), True), (("fix", "tests"), False)],
)
def test_ids_in_one_another(targets: tuple[str, str], found: bool) -> None:
    first, second = targets
    value = workflow(f"a -> {first} when x", f"a -> {second}")
    assert bool(of("ambiguous-route-ids", value)) is found
    assert not of("ambiguous-route-ids", workflow(f"a -> {first}", f"{first} -> {second}"))


# --- fixes and proofs -------------------------------------------------------------------------


def test_a_slip_is_rewritten_in_place() -> None:
    value = workflow("assess -> fix when the asess.verdict is fix", "assess -> end", nodes=VERDICT)
    [found] = of("when-references-unknown-node", value)
    assert found.fix is not None
    [edit] = found.fix.edits
    assert edit.text == '"the assess.verdict is fix"'
    assert edit.place == found.place


@pytest.mark.parametrize(
    ("edges", "rule", "verdict"),
    [
        (
            ("gather -> assess", "assess -> a when gather failed", "assess -> b"),
            "failure-route-unobservable",
            "proved",
        ),
        (
            ("gather -> assess", "assess -> a when gather.total is 3", "assess -> b"),
            "when-references-undeclared-field",
            "proved",
        ),
        (("assess -> fix when x", "assess -> fix_it"), "ambiguous-route-ids", "proved"),
        (("assess -> fix_it when x", "assess -> fix"), "ambiguous-route-ids", "unproved"),
        (
            ("assess -> a when verdict is fixx", "assess -> assess max 2 when no", "assess -> b"),
            "routing-value-impossible",
            "proved",
        ),
    ],
)
def test_proofs(edges: tuple[str, ...], rule: str, verdict: str) -> None:
    nodes = {"gather": output(found=STRING), **VERDICT}
    [found] = of(rule, workflow(*edges, nodes=nodes), dry_run=True)
    assert found.proof is not None
    assert found.proof.status == verdict
