"""Rules on inputs schemas: results that never fit, and schemas that nothing checks."""

from __future__ import annotations

from typing import Any

import pytest

from stud import ABSENT, of, pipeline, places, schema

NEVER = "inputs-schema-never-checked"
UNSATISFIABLE = "inputs-schema-unsatisfiable"
CAPPED = "inputs-schema-refuses-cap-hit"

PAYLOAD = schema("note", size={"type": "integer"}, kind={"enum": ["oil", "ink"]})


def parsed(**keywords: Any) -> dict[str, Any]:
    return {"required": ["parsed"], "properties": {"parsed": keywords}}


def after(inputs: Any, payload: Any = PAYLOAD, **change: Any) -> dict[str, Any]:
    """A stage with an inputs schema after one with a payload."""
    stages = {"draft": {"completionSchema": payload}, "check": {"inputsSchema": inputs}}
    return pipeline("draft -> check", "check", stages=stages, **change)


IMPOSSIBLE = [
    (False, "it is `false`"),
    ({"type": "array"}, "a result has `type: object` there and `type: array` here"),
    ({"required": ["note"]}, "requires `note`, but a result has no such field"),
    ({"allOf": [{"required": ["note"]}]}, "requires `note`"),
    ({"additionalProperties": False}, "doesn't allow `verdict`"),
    (
        {"properties": {"verdict": True, "capHit": True}, "additionalProperties": False},
        "doesn't allow `attemptCount`",
    ),
    ({"properties": {"verdict": {"const": "done"}}, "required": ["verdict"]}, "`verdict` has"),
    ({"properties": {"verdict": {"const": "done"}}}, "`verdict` has"),
    ({"properties": {"capHit": {"type": "string"}}, "required": ["capHit"]}, "`capHit` has"),
    ({"properties": {"attemptCount": {"maximum": 0}}, "required": ["attemptCount"]}, "maximum: 0"),
    ({"properties": {"reason": {"type": "object"}}, "required": ["reason"]}, "`reason` has"),
    ({"properties": {"output": False}, "required": ["output"]}, "doesn't allow `output`"),
    (parsed(type="string"), "`parsed` has `type: object` there and `type: string` here"),
    (parsed(required=["title"]), "requires `parsed.title`, but the completion schema"),
    (parsed(properties={"note": False}), "doesn't allow `parsed.note`"),
    (parsed(properties={"note": {"type": "integer"}}), "`parsed.note` has `type: string` there"),
    (parsed(properties={"note": {"const": 3}}), "`parsed.note` has"),
    (parsed(required=["kind"], properties={"kind": {"const": "wax"}}), "`parsed.kind` has"),
    (parsed(required=["size"], properties={"size": {"enum": ["a"]}}), "`parsed.size` has"),
    (parsed(additionalProperties=False), "doesn't allow `parsed.note`"),
    (parsed(minProperties=4), "`parsed` has"),
    ({**parsed(**{"$ref": "#"}), "type": "object"}, "requires `parsed.parsed`, but"),
    (parsed(type="object", minLength=3, properties={"note": {"$ref": "#/$defs/n"}}), ""),
    (
        {**parsed(properties={"note": {"$ref": "#/$defs/n"}}), "$defs": {"n": {"type": "null"}}},
        "`parsed.note` has `type: string` there and `type: null` here",
    ),
]


@pytest.mark.parametrize(("inputs", "said"), IMPOSSIBLE, ids=str)
def test_results_that_never_fit(inputs: Any, said: str) -> None:
    found = of(UNSATISFIABLE, after(inputs), dry_run=True)
    if not said:
        assert not found
        return
    (finding,) = found
    assert said in finding.message
    assert finding.place.pointer[:3] == ("stages", 1, "inputsSchema")
    assert finding.proof is not None
    assert finding.proof.status == "proved"


@pytest.mark.parametrize(
    "inputs",
    [
        True,
        {},
        {"type": "object"},
        {"type": ["object", "array"], "required": ["verdict", "parsed"]},
        {"required": ["reason"]},
        {"properties": {"verdict": {"enum": ["done", "fail"]}}},
        {"properties": {"parsed": False}},
        {"properties": {"note": {"type": "string"}}},
        {
            "properties": dict.fromkeys(("verdict", "capHit", "attemptCount"), True),
            "additionalProperties": False,
        },
        parsed(properties={"size": {"type": "string"}}),
        parsed(properties={"note": {"minLength": 3}}),
        parsed(required=["kind"], properties={"kind": {"enum": ["wax", "ink"]}}),
        {"required": ["output"], "properties": {"output": {"type": "string"}}},
        parsed(**{"$ref": "https://example.org/x.json"}),
    ],
    ids=str,
)
def test_results_that_may_fit(inputs: Any) -> None:
    assert not of(UNSATISFIABLE, after(inputs))


def test_anchors_of_one_schema_are_not_those_of_another() -> None:
    text = {"$defs": {"x": {"$anchor": "x", "type": "string"}}}
    number = {"$defs": {"x": {"$anchor": "x", "type": "integer"}}}
    payload = {"required": ["a"], "properties": {"a": {"$ref": "#x"}}, **text}
    for defined, count in ((text, 0), (number, 1)):
        inputs = {**parsed(properties={"a": {"$ref": "#x"}}), **defined}
        assert len(of(UNSATISFIABLE, after(inputs, payload))) == count


def test_declared_outputs_count() -> None:
    inputs = {"required": ["output"], "properties": {"output": {"type": "string"}}}
    (finding,) = of(UNSATISFIABLE, after(inputs, outputs={"draft": {"type": "object"}}))
    assert "`output` has `type: object` there" in finding.message
    assert not of(UNSATISFIABLE, after(inputs, outputs={"draft": {"type": "objekt"}}))


@pytest.mark.parametrize("payload", [{}, {"type": "object"}])
def test_results_that_would_have_no_end(payload: Any) -> None:
    inputs = {**parsed(**{"$ref": "#"}), "type": "object"}
    (finding,) = of(UNSATISFIABLE, after(inputs, payload))
    assert "contain itself infinitely often" in finding.message


@pytest.mark.parametrize("payload", [True, False, {"type": "array"}, {"not": {}}, {"type": 3}])
def test_a_completion_schema_that_is_dead_gives_anything(payload: Any) -> None:
    assert not of(UNSATISFIABLE, after(parsed(type="object", required=["title"]), payload))


def test_a_completion_schema_without_a_type_is_for_objects() -> None:
    (finding,) = of(UNSATISFIABLE, after(parsed(type="array"), {"required": ["note"]}))
    assert "`type: object` there" in finding.message


def test_every_way_in_has_to_fail() -> None:
    inputs = parsed(required=["title"])
    stages = {
        "check": {"inputsSchema": inputs},
        "late": {"completionSchema": schema("title")},
        "draft": {"completionSchema": schema("note")},
    }
    both = ("draft -> check late", "late -> check", "check")
    assert not of(UNSATISFIABLE, pipeline(*both, stages=stages))
    one = pipeline("draft -> check late", "late", "check", stages=stages)
    assert len(of(UNSATISFIABLE, one)) == 1


def test_one_sibling_that_never_fits_is_enough() -> None:
    ways = ("draft => lint test | check", "lint", "test", "check")
    stages: dict[str, Any] = {
        "check": {"inputsSchema": parsed(required=["title"])},
        "lint": {"completionSchema": schema("title")},
    }
    (finding,) = of(UNSATISFIABLE, pipeline(*ways, stages=stages), dry_run=True)
    assert "no result of `test` satisfies" in finding.message
    assert finding.proof is not None
    assert finding.proof.status == "proved"
    stages["test"] = {"completionSchema": schema("title")}
    assert not of(UNSATISFIABLE, pipeline(*ways, stages=stages))


def test_a_stage_that_comes_back_to_itself() -> None:
    stages = {"draft": {"inputsSchema": {"required": ["summary"]}}}
    value = pipeline("draft", "end", stages=stages)
    value["next"]["draft"] = {
        "branches": [{"when": {"verdict": "ok"}, "nextStages": ["draft"]}],
        "default": {"nextStages": ["end"]},
    }
    (finding,) = of(UNSATISFIABLE, value, dry_run=True)
    assert finding.proof is not None
    assert finding.proof.status == "proved"


def test_a_run_that_joins_siblings_shows_it_where_another_starts_the_stage_as_one() -> None:
    stages = {"check": {"inputsSchema": {"required": ["summary"]}}}
    value = pipeline("draft", "lint => test check | end", "test", "check", "end", stages=stages)
    value["next"]["draft"] = {
        "branches": [
            {"when": {"verdict": "ok"}, "nextStages": ["lint"]},
            {"execution": "parallel", "nextStages": ["lint", "test"], "join": "check", "when": {}},
        ]
    }
    (finding,) = of(UNSATISFIABLE, value, dry_run=True)
    assert "no result of `lint` satisfies" in finding.message
    assert finding.proof is not None
    assert finding.proof.status == "proved"


def test_a_gate_that_always_skips_leaves_it_open() -> None:
    value = after({"required": ["parsed", "note"]})
    value["next"]["draft"] = {
        "branches": [{"when": {"verdict": "skip"}, "nextStages": ["check"]}],
        "default": {"nextStages": []},
    }
    (finding,) = of(UNSATISFIABLE, value, dry_run=True)
    assert finding.proof is not None
    assert finding.proof.status in ("proved", "unproved")


def test_the_nearest_word_is_offered() -> None:
    (payload,) = of(UNSATISFIABLE, after({"required": ["note"]}))
    assert payload.help == "require `parsed`, and `note` below it (it is in the payload)"
    (field,) = of(UNSATISFIABLE, after({"required": ["verdikt"]}))
    assert field.help == "use `verdict`"
    (below,) = of(UNSATISFIABLE, after(parsed(required=["notes"])))
    assert below.help == "use `note`"


INPUTS = {"inputsSchema": {"type": "object"}}


@pytest.mark.parametrize(
    ("ways", "name", "where"),
    [
        (("draft -> check", "check"), "draft", ["stages.0.inputsSchema"]),
        (("draft -> check", "check"), "check", []),
        (("draft -> check", "check -> draft"), "draft", []),
        (("draft => a b | check", "a", "b", "check"), "a", ["stages.1.inputsSchema"]),
        (("draft => a b | check", "a", "b", "check -> a"), "a", []),
        (("draft => a b | check", "a", "b", "check"), "check", []),
        (("draft", "other"), "other", []),
    ],
)
def test_schemas_that_nothing_checks(ways: Any, name: str, where: list[str]) -> None:
    found = of(NEVER, pipeline(*ways, stages={name: INPUTS}), dry_run=True)
    assert places(found) == where
    assert all(finding.proof and finding.proof.status == "proved" for finding in found)


def test_ways_are_not_asked_about_without_an_entry() -> None:
    value = pipeline("draft", stages={"draft": INPUTS}, entryStage="drat")
    assert not of(NEVER, value)


def test_a_schema_that_is_none_is_reported_and_not_judged() -> None:
    value = after({"type": "objekt", "required": ["note"]})
    assert len(of("inputs-schema-invalid", value)) == 1
    assert not of(UNSATISFIABLE, value)
    assert not of("inputs-schema-invalid", after(3))
    assert not of("inputs-schema-invalid", after(ABSENT))


class TestAResultThatIsRefusedForMoreThanOneReason:
    """A stage may be handed results of several verdicts, and refuse each for a reason of its own.
    Whichever of these an exploration comes upon first, the run that obeys the contract is told."""

    @staticmethod
    def message(inputs: Any, payload: Any) -> str:
        (found,) = of("failing-run", after(inputs, payload), dry_run=True)
        return str(found.message)

    def test_by_its_verdict(self) -> None:
        message = self.message({"properties": {"verdict": {"const": "fail"}}}, PAYLOAD)
        assert message == (
            "a valid run fails at `check` with `StageInitFailed`: its "
            '`inputsSchema` refuses the result of `draft`: `verdict` is `"ok"`; expected '
            '`"fail"` (`const`)'
        )

    def test_by_a_payload_that_lacks_what_it_may_lack(self) -> None:
        payload = {"type": "object", "properties": {"note": {"type": "string"}}}
        message = self.message(parsed(required=["note"]) | {"required": ["parsed"]}, payload)
        assert "refuses the payload `{}` of `draft`: `parsed` lacks `note`" in message


def test_what_follows_a_stage_that_refuses_each_result_is_no_use_of_a_run() -> None:
    """A stage that is handed results without a payload only, and wants one: none of these results
    is of a plain run, so that no run which obeys the contract fails."""
    stages = {"check": {"inputsSchema": {"required": ["parsed"]}}}
    value = pipeline("draft", "check", stages=stages)
    branch = {"when": {"path": "parsed", "exists": True}, "nextStages": []}
    value["next"]["draft"] = {"branches": [branch], "default": {"nextStages": ["check"]}}
    (found,) = of("dead-element", value, dry_run=True)
    assert places([found]) == ["next.check"]
    assert found.witness is not None
    assert found.witness.blocked == ("the transition: each run that enters `check` ends there",)


# --- cap hits -----------------------------------------------------------------------------------


def after_ways(inputs: Any, draft: Any, **change: Any) -> dict[str, Any]:
    """A stage with an inputs schema after one with a NextSpec."""
    value = after(inputs, **change)
    return {**value, "next": {"draft": draft, "check": {"nextStages": []}}}


BOTH = ["ok", "fail"]
ON: dict[str, Any] = {"nextStages": ["check"]}
OFF: dict[str, Any] = {"nextStages": []}
WAYS: list[tuple[Any, list[str]]] = [
    (ON, BOTH),
    ({"branches": [{"when": {}, **ON}]}, BOTH),
    ({"branches": [{"when": {"verdict": "ok"}, **ON}], "default": OFF}, ["ok"]),
    ({"branches": [{"when": {"verdict": "ok"}, **OFF}], "default": ON}, ["fail"]),
    ({"branches": [{"when": {"capHit": True}, **OFF}], "default": ON}, []),
    ({"branches": [{"when": {"capHit": False}, **OFF}], "default": ON}, BOTH),
    ({"branches": [{"when": {"path": "parsed", "exists": True}, **ON}], "default": OFF}, []),
    ({"branches": [{"when": {"path": "parsed.kind", "equals": "oil"}, **ON}], "default": OFF}, []),
    ({"branches": [{"when": {"path": "output.x", "exists": True}, **ON}], "default": OFF}, BOTH),
    ({"nextStages": ["check", "draft"]}, BOTH),
]


@pytest.mark.parametrize(("draft", "verdicts"), WAYS, ids=str)
def test_ways_that_results_take_after_a_cap_hit(draft: Any, verdicts: list[str]) -> None:
    found = of(CAPPED, after_ways({"required": ["parsed"]}, draft), dry_run=True)
    assert [each.level for each in found] == ["info"] * bool(verdicts)
    for each in found:
        assert each.witness is not None
        assert each.witness.data["predecessors"][0]["verdicts"] == verdicts
        assert ("with the verdict" in each.message) is (len(verdicts) == 1)
        assert each.place.pointer == ("stages", 1, "inputsSchema", "required", 0)
        assert each.proof is not None
        assert each.proof.status == "proved"


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"required": ["parsed"]}, "requires `parsed`, which is missing then"),
        ({"allOf": [parsed(required=["note"])]}, "requires `parsed`, which is missing then"),
        ({"properties": {"capHit": {"const": False}}}, "`capHit` has"),
        ({"minProperties": 4, "maxProperties": 4, "required": ["parsed"]}, "`parsed`"),
        (parsed(required=["title"]), ""),
        ({"properties": {"parsed": {"required": ["note"]}}}, ""),
        ({"required": ["output"]}, ""),
        ({"properties": {"capHit": {"const": True}}}, ""),
        (False, ""),
        (True, ""),
    ],
    ids=str,
)
def test_what_results_lack_after_a_cap_hit(inputs: Any, said: str) -> None:
    found = of(CAPPED, after(inputs), dry_run=True)
    assert len(found) == bool(said)
    for each in found:
        assert said in each.message
        assert each.proof is not None
        assert each.proof.status == "proved"


def test_nothing_is_said_of_cap_hits_where_no_schema_is_checked() -> None:
    value = pipeline("draft -> check", "check", stages={"draft": {"inputsSchema": parsed()}})
    assert not of(CAPPED, value)


def test_nothing_is_said_of_siblings_that_hit_their_caps() -> None:
    stages = {"print": {"inputsSchema": {"required": ["parsed"]}}}
    value = pipeline("draft => check proof | print", "check", "proof", "print", stages=stages)
    assert not of(CAPPED, value)
