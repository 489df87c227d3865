"""What the rules say about results of predecessors (reference stud §2.6, §6.8)."""

from __future__ import annotations

from typing import Any

import pytest

from stud import STAGE, findings, markdown, names, of, pipeline, schema, stage

READS = "{{ctx.upstream[0].parsed.summary}}"
OPTIONAL = "upstream-parsed-path-optional"
MISSING = "upstream-parsed-path-missing"
TEXT = {"type": "string"}


def reading(name: str, *texts: str, **change: Any) -> dict[str, Any]:
    """The changes of a stage whose body has some texts."""
    return {name: {"body": f"{' '.join(texts)} Call `submit_{name}`.", **change}}


def giving(name: str, given: Any) -> dict[str, Any]:
    """The changes of a stage with another completion schema."""
    return {name: {"completionSchema": given}}


def after(given: Any, text: str, **more: Any) -> Any:
    """A pipeline in which `b` follows `a` and reads what it gives."""
    return pipeline("a -> b", "b", stages={**giving("a", given), **reading("b", text)}, **more)


class TestWhere:
    @pytest.mark.parametrize(
        ("ways", "reader", "expected"),
        [
            (("a",), "a", ["upstream-on-entry-stage"]),
            (("a -> b", "b"), "b", []),
            (("a => b c | d", "b", "c", "d"), "b", ["upstream-on-parallel-sibling"]),
            (("a => b c | d", "b", "c", "d"), "d", []),
        ],
    )
    def test_roles(self, ways: tuple[str, ...], reader: str, expected: list[str]) -> None:
        assert names(pipeline(*ways, stages=reading(reader, READS))) == expected

    def test_an_entry_that_is_come_back_to(self) -> None:
        back = {"branches": [{"when": {"verdict": "fail"}, "nextStages": ["a"]}], "default": {}}
        value = pipeline("a -> b", "b", stages=reading("a", READS))
        value["next"]["b"] = back
        assert names(value) == ["upstream-maybe-empty"]

    def test_a_sibling_that_also_follows(self) -> None:
        fan = {"execution": "parallel", "nextStages": ["b", "c"]}
        spec = {"branches": [{"when": {"verdict": "ok"}, "nextStages": ["b"]}], "default": fan}
        value = pipeline("a", "b", "c", stages=reading("b", READS))
        value["next"]["a"] = spec
        assert names(value) == ["upstream-maybe-empty"]

    def test_a_stage_that_nothing_reaches_is_left_alone(self) -> None:
        texts = ("{{ctx.upstream[9].title}}", "{{ctx.upstream[0].parsed.x}}")
        assert names(pipeline("a", "b", stages=reading("b", *texts))) == ["unreachable-phase"]

    def test_with_an_unknown_entry_nothing_is_said(self) -> None:
        value = pipeline("a -> b", "b", stages=reading("b", "{{ctx.upstream[9].title}}"))
        assert names({**value, "entryStage": "nowhere"}) == ["unknown-entry"]

    def test_alone_only_fields_are_looked_at(self) -> None:
        texts = "{{ctx.upstream[7].parsed.x}} {{ctx.upstream[0].output.y}} submit_draft"
        assert names(markdown(stage("draft", body=texts)), main=STAGE) == []
        unknown = markdown(stage("draft", body="{{ctx.upstream[0].title}} submit_draft"))
        assert names(unknown, main=STAGE) == ["upstream-unknown-field"]


class TestIndex:
    @pytest.mark.parametrize(
        ("number", "there"), [(0, True), (1, True), (2, False), (10**30, False)]
    )
    def test_of_a_join(self, number: int, there: bool) -> None:
        text = f"{{{{ctx.upstream[{number}].verdict}}}}"
        value = pipeline("a => b c | d", "b", "c", "d", stages=reading("d", text))
        found = of("upstream-index-out-of-range", value)
        assert len(found) == (not there)
        if found:
            assert "`b`, `c` are joined here: 0 is `b`, 1 is `c`" in found[0].message

    @pytest.mark.parametrize(
        ("policy", "number", "there"),
        [
            ("separate", 2, True),
            ("separate", 3, False),
            ("sibling", 1, True),
            ("sibling", 2, False),
        ],
    )
    def test_a_join_among_the_siblings(self, policy: str, number: int, there: bool) -> None:
        text = f"{{{{ctx.upstream[{number}].verdict}}}}"
        value = pipeline("a => b c d | d", "b", "c", "d", stages=reading("d", text))
        value["options"] = {"joinPolicy": policy}
        assert len(of("upstream-index-out-of-range", value)) == (not there)

    def test_a_sibling_that_is_named_twice_gives_two_results(self) -> None:
        text = "{{ctx.upstream[2].verdict}}"
        value = pipeline("a => b c b | d", "b", "c", "d", stages=reading("d", text))
        assert not of("upstream-index-out-of-range", value)

    def test_one_way_that_gives_it_is_enough(self) -> None:
        fan = {"execution": "parallel", "nextStages": ["b", "c"], "join": "d"}
        spec = {"branches": [{"when": {"verdict": "ok"}, "nextStages": ["d"]}], "default": fan}
        value = pipeline("a", "b", "c", "d", stages=reading("d", "{{ctx.upstream[1].verdict}}"))
        value["next"]["a"] = spec
        assert names(value) == []


class TestFields:
    def test_a_field_of_the_payload(self) -> None:
        (found,) = findings(after(schema("summary"), "{{ctx.upstream[0].summary}}"))
        assert found.fix is not None
        assert [edit.text for edit in found.fix.edits] == [READS]

    @pytest.mark.parametrize("given", [schema("other"), schema(summary=TEXT), {"type": "object"}])
    def test_no_field_is_offered_that_may_be_missing(self, given: Any) -> None:
        (found,) = findings(after(given, "{{ctx.upstream[0].summary}}"))
        assert found.name == "upstream-unknown-field"
        assert found.fix is None

    @pytest.mark.parametrize(
        "field", ["verdict", "reason", "parsed", "capHit", "attemptCount", "output", "output.x"]
    )
    def test_what_results_have(self, field: str) -> None:
        assert names(after(schema("summary"), f"{{{{ctx.upstream[0].{field}}}}}")) == []


LIST = {"type": "array", "items": schema("name")}


class TestPayloads:
    @pytest.mark.parametrize(
        ("given", "path", "expected"),
        [
            (schema("summary"), "summary", ""),
            (schema("summary"), "summary.x", "error"),
            (schema("summary"), "sumary", "error"),
            (schema("summary"), "summary[0]", "error"),
            ({**schema("summary"), "additionalProperties": True}, "other", "warning"),
            ({"type": "object"}, "other", "warning"),
            (schema(notes=TEXT), "notes", "info"),
            (schema(stops=LIST), "stops[0].name", "info"),
            (schema(stops=LIST), "stops[0].nam", "error"),
            ({**schema(stops=LIST), "required": ["stops"]}, "stops[0].name", "info"),
        ],
    )
    def test_grades(self, given: Any, path: str, expected: str) -> None:
        value = after(given, f"{{{{ctx.upstream[0].parsed.{path}}}}}")
        found = [*of(MISSING, value), *of(OPTIONAL, value)]
        assert [each.level for each in found] == ([expected] if expected else [])

    def test_a_payload_that_can_be_none(self) -> None:
        found = findings(after({"type": "array"}, READS))
        assert [each.name for each in found] == ["completion-schema-not-object", MISSING]

    @pytest.mark.parametrize("given", [{"type": "objekt"}, {"required": "summary"}, None])
    def test_a_faulty_schema_says_nothing(self, given: Any) -> None:
        assert MISSING not in names(after(given, "{{ctx.upstream[0].parsed.x}}"))

    def test_one_of_two_predecessors(self) -> None:
        stages = {**giving("b", schema("other")), **reading("c", READS)}
        spec = {"branches": [{"when": {"verdict": "ok"}, "nextStages": ["b"]}]}
        value = pipeline("a", "b -> c", "c", stages=stages)
        value["next"]["a"] = {**spec, "default": {"nextStages": ["c"]}}
        (found,) = findings(value, dry_run=True)
        assert (found.name, found.level) == (MISSING, "warning")
        assert "after `b`, whose payload has no `summary`" in found.message
        assert found.proof is not None
        assert found.proof.status == "proved"

    def test_siblings_are_told_apart(self) -> None:
        stages = {
            **giving("b", schema("left")),
            **giving("c", schema("right")),
            **reading("d", "{{ctx.upstream[1].parsed.right}}", "{{ctx.upstream[0].parsed.right}}"),
        }
        (found,) = findings(pipeline("a => b c | d", "b", "c", "d", stages=stages), dry_run=True)
        assert found.message.endswith("the payload of `b` has no `right`")
        assert found.proof is not None
        assert found.proof.status == "proved"

    def test_a_near_name_is_offered_where_all_have_it(self) -> None:
        (found,) = findings(after(schema("summary"), "{{ctx.upstream[0].parsed.sumary}}"))
        assert found.fix is not None
        assert [edit.text for edit in found.fix.edits] == [READS]

    def test_a_branch_that_needs_the_value_refutes_nothing(self) -> None:
        value = after(schema(notes=TEXT), "{{ctx.upstream[0].parsed.notes}}")
        when = {"path": "parsed.notes", "equals": "x"}
        value["next"]["a"] = {"branches": [{"when": when, "nextStages": ["b"]}], "default": {}}
        (found,) = of(OPTIONAL, value, dry_run=True)
        assert found.proof is not None
        assert found.proof.status == "unproved"


class TestOutputs:
    @pytest.mark.parametrize(
        ("outputs", "path", "reported"),
        [
            ({"a": schema("digest")}, "output.digest", False),
            ({"a": schema(digest=TEXT)}, "output.digest", False),
            ({"a": schema("digest")}, "output", False),
            ({"a": schema("digest")}, "output.summary", True),
            ({"a": {}}, "output.digest", True),
            ({"a": False}, "output.digest", True),
            ({"b": schema("digest")}, "output.digest", True),
            ({"b": schema("digest")}, "output", True),
            ({}, "output", True),
        ],
    )
    def test_declared(self, outputs: Any, path: str, reported: bool) -> None:
        value = after(schema("summary"), f"{{{{ctx.upstream[0].{path}}}}}", outputs=outputs)
        assert names(value) == (["upstream-output-undeclared"] if reported else [])


def test_nothing_is_refuted_by_a_run() -> None:
    texts = ("{{ctx.upstream[3].title}}", "{{ctx.upstream[0].parsed.x}}", "{{ctx.upstream[1].y}}")
    ways = ("a => b c | d", "b", "c", "d -> e", "e")
    stages = {name: reading(name, *texts)[name] for name in "abcde"}
    for semantics in ("contract", "reference"):
        found = findings(pipeline(*ways, stages=stages), dry_run=True, semantics=semantics)
        proofs = [each.proof for each in found if each.proof and each.name.startswith("upstream")]
        assert {proof.status for proof in proofs} == {"proved"}
        assert len(proofs) > 12


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"verdict": "skip"}, [MISSING]),
        ({"verdict": ["skip", "retry"]}, [MISSING]),
        ({"capHit": True}, [MISSING]),
        ({"verdict": "fail", "capHit": True}, [MISSING]),
        ({"verdict": "fail"}, []),
        ({"verdict": ["ok", "skip"]}, []),
    ],
)
def test_only_results_without_a_payload(condition: Any, expected: list[str]) -> None:
    given = schema(summary=TEXT) | {"required": ["summary"]}
    value = pipeline("a", "b", stages={**giving("a", given), **reading("b", READS)})
    value["next"]["a"] = {
        "branches": [{"when": condition, "nextStages": ["b"]}],
        "default": {"nextStages": []},
    }
    assert names(value) == expected
    for found in of(MISSING, value, dry_run=True):
        assert found.level == "warning"
        assert "branch 1 of `a`" in found.message
        assert found.proof is not None
        assert found.proof.status == "proved"
