"""What the rules say about gates that do not halt, inputs in texts and output schemas."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint_rules.sweny.data.inputnames import mentioned
from phaselint_rules.sweny.gates.gates import respelt
from sweny import names, of, places, workflow

WORD = {"type": "string"}
EVAL = {"name": "known", "kind": "value", "rule": {"output_required": ["verdict"]}}
INPUTS: dict[str, Any] = {
    "repo": {"type": "string", "required": True},
    "level": {"type": "string"},
    "tags": {"type": "string[]"},
}


# --- a gate that does not halt ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("edges", "nodes", "count"),
    [
        (("a -> b",), {"a": {"eval": [EVAL]}}, 1),
        (("a -> b",), {"a": {"requires": {"output_required": ["input.x"]}}}, 1),
        (
            ("a -> b",),
            {"a": {"requires": {"output_required": ["input.x"], "on_fail": "skip"}}},
            0,
        ),
        (("a -> b",), {}, 0),
        (("a",), {"a": {"eval": [EVAL]}}, 0),
        (("a -> b when it holds", "a -> c"), {"a": {"eval": [EVAL]}}, 1),
        (("a -> b max 2", "b -> a max 2 when again", "b -> c"), {"a": {"eval": [EVAL]}}, 1),
        (
            ("a -> b",),
            {"a": {"eval": [EVAL]}, "b": {"requires": {"output_required": ["a.evals.known.pass"]}}},
            0,
        ),
        (
            ("a -> b",),
            {"a": {"eval": [EVAL]}, "b": {"requires": {"output_required": ["a.verdict[0]"]}}},
            0,
        ),
    ],
)
def test_gates_that_do_not_halt(edges: tuple[str, ...], nodes: dict[str, Any], count: int) -> None:
    found = of("gate-does-not-halt", workflow(*edges, nodes=nodes), dry_run=True)
    assert len(found) == count
    assert all(each.proof is not None and each.proof.status == "proved" for each in found)


def test_where_the_specification_is_followed_it_is_an_error() -> None:
    value = workflow("a -> b", nodes={"a": {"eval": [EVAL]}})
    (found,) = of("gate-does-not-halt", value, semantics="documented")
    assert found.level == "error"
    assert found.message.endswith(", but the specification halts the run")


ENDED = ('the run ends before: Error: Node "first" requires skills', "no run reaches `a`")

UNPROVABLE: list[tuple[str, dict[str, Any]]] = [
    ("gate-does-not-halt", {"eval": [EVAL]}),
    ("required-not-declared", {"output": {"properties": {"x": WORD}, "required": ["y"]}}),
    ("eval-path-undeclared", {"output": {"properties": {"x": WORD}}, "eval": [EVAL]}),
    (
        "eval-kind-rule-mismatch",
        {"eval": [{"name": "k", "kind": "value", "rule": {"any_tool_called": ["Bash"]}}]},
    ),
]


@pytest.mark.parametrize(("rule", "fields"), UNPROVABLE)
def test_a_proof_that_the_run_does_not_come_to_says_what_ended_it(
    rule: str, fields: dict[str, Any]
) -> None:
    value = workflow("first -> a", "a -> b", nodes={"first": {"skills": ["crm"]}, "a": fields})
    value["skills"] = {"crm": {"mcp": {"url": "https://crm.example"}}}
    (found,) = of(rule, value, dry_run=True)
    assert found.proof is not None
    assert found.proof.status == "unproved"
    assert found.proof.reason.startswith(ENDED)


def test_a_declared_input_that_is_read_as_a_source_does_not_end_the_made_up_runs() -> None:
    value = workflow("a -> b", nodes={"a": {"eval": [EVAL]}}, inputs={"rules": {"type": "string"}})
    (found,) = of("gate-does-not-halt", value, dry_run=True)
    assert found.proof is not None
    assert found.proof.status == "proved"


# --- inputs in free text ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Search input.repo for defects.", ("repo",)),
        ("`input.repo`, {{input.tags}} and ${input.level}", ("repo", "tags", "level")),
        ("input.repo.owner is the owner", ("repo",)),
        ("Read input.json and input.csv.", ()),
        ("Look at the input. Then go on.", ()),
        ("call input.trim() on it", ()),
        ("user.input.name, my-input.name, form_input.name", ()),
        ("style input.form-control", ()),
        ("path/input.name", ()),
    ],
)
def test_inputs_that_a_text_names(text: str, expected: tuple[str, ...]) -> None:
    assert mentioned(text) == expected


def test_texts_are_held_against_declared_inputs_only() -> None:
    nodes = {"a": {"instruction": "Search input.repository at input.level of input.repo."}}
    edges = ("a -> b when input.depth is above 3 and input.dryRun is false", "a -> c")
    value = workflow(*edges, nodes=nodes, inputs=INPUTS)
    found = of("undeclared-input", value)
    assert places(found) == ["nodes.a.instruction", "edges.0.when"]
    assert {each.confidence for each in found} == {"medium"}
    assert not of("undeclared-input", workflow(*edges, nodes=nodes))


# --- output schemas ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ({"type": "object", "properties": {"a": {"type": "int"}}}, ["output-schema-invalid"]),
        ({"type": "Object"}, ["output-schema-invalid"]),
        ({"type": "object", "properties": [WORD]}, ["output-schema-invalid"]),
        ({"type": "object", "required": "a"}, ["output-schema-invalid"]),
        ({"type": "array"}, ["output-not-object"]),
        ({"type": ["string", "null"]}, ["output-not-object"]),
        ({"type": ["object", "null"]}, []),
        ({"properties": {"a": WORD}}, []),
        ({"type": "object", "properties": {"a": WORD}, "required": ["a"]}, []),
        (
            {"type": "object", "properties": {"a": WORD}, "required": ["b"]},
            ["required-not-declared"],
        ),
        ({"type": "object", "properties": {"a": WORD}, "required": ["summary"]}, []),
        ({"required": ["b"], "allOf": [{"properties": {"b": WORD}}]}, []),
        ({"properties": {"a": WORD}, "required": ["b"], "$ref": "other.json"}, []),
        ({"type": "object", "properties": {"error": WORD}}, ["reserved-output-field"]),
        ({"type": "object", "properties": {"status": WORD, "summary": WORD}}, []),
    ],
    ids=repr,
)
def test_output_schemas(output: dict[str, Any], expected: list[str]) -> None:
    assert names(workflow("a", nodes={"a": {"output": output}})) == expected


def test_two_faults_of_a_schema_are_two_findings_each_at_its_place() -> None:
    output = {"type": "object", "properties": {"a": {"enum": []}, "b": {"type": "bool"}}}
    found = of("output-schema-invalid", workflow("a", nodes={"a": {"output": output}}))
    assert places(found) == [
        "nodes.a.output.properties.a.enum",
        "nodes.a.output.properties.b.type",
    ]
    assert found[1].fix is not None
    assert found[1].fix.edits[0].text == "boolean"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("findings[0].id", "findings[*].id"),
        ("$.x", "x"),
        ("$", ""),
        ("any:$.x", "any:x"),
        ("first:x", "x"),
        ("{{a.b}}", "a.b"),
        ("${a.b}", "a.b"),
        ("a['b'].c", "a.b.c"),
        ("a.*.c", "a[*].c"),
        ("a.0.c", "a[*].c"),
        ("/a/b", "a.b"),
        (" a.b ", "a.b"),
        ("a b", ""),
        ("a-b.c", ""),
    ],
)
def test_spellings_of_other_path_languages(text: str, expected: str) -> None:
    assert respelt(text) == expected
