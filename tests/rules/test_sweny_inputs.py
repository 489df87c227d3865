"""What the rules say about declared run inputs (reference sweny §3.8, §5.1, §8.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from contracts import only, verdict
from sweny import findings, of, places, workflow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.vocabulary.diagnostic import Diagnostic

TEXT = {"type": "string"}


def declaring(**inputs: Any) -> dict[str, Any]:
    """A workflow of a single node with some inputs, all of which its instruction names."""
    named = " ".join(f"input.{name}" for name in inputs)
    return workflow("a", nodes={"a": {"instruction": f"Do it with {named}."}}, inputs=inputs)


def the(name: str, value: Mapping[str, Any], **given: Any) -> Diagnostic:
    """The only finding of a rule."""
    return only(of(name, value, **given), name)


class TestDefault:
    @pytest.mark.parametrize(
        "field",
        [
            {"type": "string", "enum": ["a", "b"], "default": "a"},
            {"type": "string", "enum": ["a", "b"]},
            {"type": "string", "default": "c"},
            {"type": "number", "enum": [1, 2], "default": 1.0},
            {"type": "number", "enum": [0], "default": -0.0},
            {"type": "string[]", "enum": [["a"], []], "default": []},
        ],
    )
    def test_one_of_the_values_is_fine(self, field: dict[str, Any]) -> None:
        assert findings(declaring(x=field)) == ()

    @pytest.mark.parametrize(
        "field",
        [
            {"type": "string", "enum": ["a", "b"], "default": "A"},
            {"type": "number", "enum": [1, 2], "default": 0},
            {"type": "boolean", "enum": [True], "default": False},
            {"type": "string[]", "enum": [["a", "b"]], "default": ["b", "a"]},
        ],
    )
    def test_any_other_is_filled_in_all_the_same(self, field: dict[str, Any]) -> None:
        finding = the("input-default-not-in-enum", declaring(x=field, y=TEXT), dry_run=True)
        assert finding.place.pointer == ("inputs", "x", "default")
        assert verdict(finding) == "proved replay"

    def test_a_malformed_input_is_left_alone(self) -> None:
        bad = {"type": "string", "enum": ["a"], "default": 1}
        good = {"type": "string", "enum": ["a"], "default": "b"}
        found = findings(declaring(x=bad, y=good))
        assert [f.name for f in found] == ["schema-violation", "input-default-not-in-enum"]
        assert places(found)[1] == "inputs.y.default"


class TestReservedName:
    @pytest.mark.parametrize(
        ("name", "type", "status"),
        [
            ("rules", "string", "proved replay"),
            ("context", "string[]", "proved replay"),
            ("additionalContext", "string", "proved replay"),
            ("context", "boolean", "unproved replay"),
            ("dryRun", "string", "unproved replay"),
            ("dryRun", "boolean", "unproved replay"),
        ],
    )
    def test_the_engine_reads_it(self, name: str, type: str, status: str) -> None:
        finding = the("reserved-input-name", declaring(**{name: {"type": type}}), dry_run=True)
        assert verdict(finding).startswith(status)

    def test_a_dry_run_ends_at_the_first_choice(self) -> None:
        value = workflow(
            "a -> b", "b -> c when x", "b -> d", inputs={"dryRun": {"type": "boolean"}}
        )
        finding = the("reserved-input-name", value, dry_run=True)
        assert verdict(finding) == "proved replay"

    def test_no_prompt_has_it_where_all_have_context(self) -> None:
        value = declaring(additionalContext=TEXT)
        finding = the("reserved-input-name", {**value, "rules": ["Be brief."]}, dry_run=True)
        assert verdict(finding).startswith("unproved replay")

    @pytest.mark.parametrize("name", ["dry_run", "rule", "Context", "input"])
    def test_similar_names_are_free(self, name: str) -> None:
        assert of("reserved-input-name", declaring(**{name: TEXT})) == ()


class TestUnused:
    @pytest.mark.parametrize(
        "use",
        [
            {"nodes": {"a": {"instruction": "Ask the owner."}}},
            {"nodes": {"a": {"instruction": "Ask {{owner}}"}}},
            {"nodes": {"a": {"instruction": "Ask the owner-in-chief."}}},
            {"nodes": {"a": {"rules": [{"inline": "The owner decides."}]}}},
            {"nodes": {"a": {"requires": {"output_required": ["input.owner"]}}}},
            {"context": ["input.owner is the owner"]},
            {"skills": {"s": {"instruction": "Name the owner."}}},
            {"nodes": {"a": {"eval": [{"name": "e", "kind": "judge", "rubric": "Is it owner?"}]}}},
            {"context": ["./there.md"]},
            {"context": ["https://example.com/x"]},
        ],
    )  # fmt: skip
    def test_it_is_named_somewhere_or_may_be(self, use: dict[str, Any]) -> None:
        value = workflow("a", inputs={"owner": TEXT}, **use)
        assert of("unused-input", value, files={"there.md": "x"}) == ()

    @pytest.mark.parametrize(
        "use",
        [
            {},
            {"nodes": {"a": {"instruction": "Ask the owners."}}},
            {"nodes": {"a": {"instruction": "Ask the Owner."}}},
            {"nodes": {"a": {"name": "owner"}}},
            {"description": "owner"},
            {"nodes": {"a": {"requires": {"output_required": ["input.name.owner"]}}}},
        ],
    )
    def test_it_is_named_nowhere(self, use: dict[str, Any]) -> None:
        value = workflow("a", inputs={"owner": TEXT}, **use)
        assert places(of("unused-input", value)) == ["inputs.owner"]

    def test_a_condition_names_it(self) -> None:
        value = workflow("a -> b when input.owner is known", "a -> c", inputs={"owner": TEXT})
        assert of("unused-input", value) == ()

    def test_what_the_engine_reads_is_used(self) -> None:
        assert of("unused-input", workflow("a", inputs={"rules": TEXT})) == ()
