"""Which words are reported where intents stand, and which differences are consequences."""

from __future__ import annotations

from typing import Any

import pytest

from climpt import ABSENT, REGISTRY, SCHEMA, contract, findings, names, of, places

AUDIT = ("verification.a next>closure.a repeat", "closure.a closing repeat")
WORK = (
    "initial.a next>continuation.a repeat",
    "continuation.a repeat handoff>closure.a",
    "closure.a closing repeat",
)


def gate(key: str, **change: Any) -> dict[str, Any]:
    """A change of one gate."""
    return {"steps": {key: {"structuredGate": change}}}


def enum(*words: str | int | None) -> dict[str, Any]:
    """A change of the intents in a schema."""
    return {"properties": {"next_action": {"properties": {"action": {"enum": [*words]}}}}}


def test_sound_agents_have_no_finding() -> None:
    assert findings(contract(*AUDIT)) == ()
    assert findings(contract(*WORK)) == ()


# --- single words ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("listed", "offered", "expected"),
    [
        (["next", "repeat"], ["next", "repeat"], []),
        (["repeat", "next"], ["next", "repeat", "next"], []),
        (["next", "repet"], ["next", "repet"], ["unknown-intent"]),
        (["next", "repet"], ["next", "repeat"], ["unknown-intent"]),
        (["next", "Repeat"], ["next", "repeat"], ["unknown-intent"]),
        (["next", "retry"], ["next", "retry"], ["intent-alias-in-contract"]),
        (["next", "WAIT"], ["next", "repeat"], ["intent-alias-in-contract"]),
        (["next", "repeat"], ["next", "retry"], ["intent-alias-in-contract"]),
        (["next", "handoff"], ["next", "handoff"], ["intent-not-allowed-for-kind"]),
        (["next", "handoff"], ["next"], ["intent-not-allowed-for-kind"]),
        (["next", "abort"], ["next", "abort"], ["abort-unusable"]),
        (["next", "next"], ["next"], ["duplicate-intent"]),
        ([], [], ["empty-allowed-intents"]),
        ([], ["next"], ["empty-allowed-intents"]),
        (["next"], ["next", "repeat"], ["enum-transition-mismatch"]),
        (["next", "repeat"], ["next"], ["enum-transition-mismatch"]),
        (["next", "repeat"], ["next", "finish"], ["enum-transition-mismatch"]),
        (["next", "repeat"], ["next", "repeat", "handoff"], ["enum-transition-mismatch"]),
        (
            ["next", "repet"],
            ["next", "repeat", "jump"],
            ["enum-transition-mismatch", "unknown-intent"],
        ),
    ],
)
def test_words_of_list_and_enum(listed: list[str], offered: list[str], expected: list[str]) -> None:
    files = contract(
        *AUDIT,
        registry_change=gate("verification.a", allowedIntents=listed),
        schemas={"verification.a": enum(*offered)},
    )
    own = [n for n in names(files) if n not in ("dead-transition", "missing-continuation-pair")]
    assert own == expected


def test_enum_members_that_are_no_strings_do_not_count() -> None:
    action = {"enum": ["next", "repeat", None, 1]}
    files = contract(
        *AUDIT,
        schemas={
            "verification.a": {"properties": {"next_action": {"properties": {"action": action}}}}
        },
    )
    assert "enum-transition-mismatch" not in names(files)


def test_word_is_reported_once_with_all_its_places() -> None:
    change: dict[str, Any] = gate(
        "closure.a", allowedIntents=["finish", "repeat"], fallbackIntent="finish"
    )
    change["steps"]["closure.a"]["transitions"] = {"closing": ABSENT, "finish": {"target": None}}
    (finding,) = of("unknown-intent", contract(*AUDIT, registry_change=change))
    assert finding.place.pointer[-2:] == ("allowedIntents", 0)
    assert [each.place.pointer[-1] for each in finding.related] == ["fallbackIntent", "finish", 0]
    assert finding.related[-1].place.file == SCHEMA


def test_an_empty_key_is_no_fallback() -> None:
    change: dict[str, Any] = {"steps": {"closure.a": {"transitions": {"": {"target": None}}}}}
    files = contract(*AUDIT, registry_change=change)
    (hit,) = of("unknown-intent", files, dry_run=True)
    assert str(hit.message).startswith("an empty string of step `closure.a`")
    assert hit.proof is None or hit.proof.status != "refuted"
    assert "refuted-finding" not in names(files, dry_run=True)


def test_shared_enum_with_an_alias_is_reported_once() -> None:
    files = contract(
        "verification.a next>verification.b repeat",
        "verification.b next>closure.a repeat",
        "closure.a closing repeat",
        registry_change={
            "steps": {"verification.b": {"outputSchemaRef": {"schema": "verification.a"}}}
        },
        schemas={"verification.a": enum("continue", "repeat")},
    )
    assert len(of("intent-alias-in-contract", files)) == 1


@pytest.mark.parametrize("kind", [True, 1, [], {}, ["closure"]])
def test_a_kind_of_another_type_is_none_whatever_the_phase_word(kind: Any) -> None:
    change = gate("verification.a", allowedIntents=["next", "abort"])
    change["steps"]["verification.a"]["stepKind"] = kind
    schemas = {"verification.a": enum("next", "abort")}
    found = findings(contract(*AUDIT, registry_change=change, schemas=schemas), dry_run=True)
    assert {(each.name, each.level) for each in found} >= {
        ("registry-schema", "error"),
        ("abort-unusable", "warning"),
    }
    assert [each.name for each in found if each.proof and each.proof.status == "refuted"] == []


def test_kindless_step_may_list_anything_but_is_warned_of_abort() -> None:
    change = {
        "steps": {
            "closure.a": {"stepKind": ABSENT, "c2": "custom"},
            "verification.a": {"structuredGate": {"allowedIntents": ["next", "repeat"]}},
        }
    }
    steps = (AUDIT[0], "closure.a closing abort")
    found = names(contract(*steps, registry_change=change))
    assert "intent-not-allowed-for-kind" not in found
    assert "abort-unusable" in found


# --- list, enum and rules ----------------------------------------------------------------------


def test_table_marks_what_is_missing() -> None:
    files = contract(
        "verification.a next>closure.a repeat escalate",
        "closure.a closing repeat",
        schemas={"verification.a": enum("next", "jump", "repeat")},
    )
    (finding,) = findings(files)
    assert finding.name == "enum-transition-mismatch"
    assert finding.witness is not None
    assert finding.witness.table is not None
    assert finding.witness.table.rows == (
        ("next", "yes", "yes", "yes"),
        ("jump", "yes", None, None),
        ("repeat", "yes", "yes", "yes"),
        ("escalate", None, "yes", None),
    )
    assert finding.witness.data["lacking_in_enum"] == ["escalate"]
    assert finding.witness.data["lacking_in_allowed"] == ["jump"]


TO_END = {"target": "closure.a"}
CHECK = "verification.a next>closure.a"


@pytest.mark.parametrize(
    ("step", "rules", "expected"),
    [
        ("initial.a next", {}, ["intent-without-transition", "missing-continuation-pair"]),
        ("initial.a next jump", {"next": TO_END}, ["target-field-missing"]),
        ("initial.a handoff", {}, ["intent-without-transition"]),
        (f"{CHECK} escalate", {}, ["intent-without-transition"]),
        (f"{CHECK} repeat", {"repeat": ABSENT}, []),
        (CHECK, {"jump": TO_END}, ["dead-transition"]),
        (
            "verification.a next>closure.a",
            {"repeat": TO_END},
            ["dead-transition"],
        ),
        (
            "verification.a next>closure.a repeat",
            {"handof": TO_END},
            ["unknown-intent"],
        ),
        (
            "verification.a next>closure.a escalate",
            {"escalat": TO_END},
            ["unknown-intent"],
        ),
        (CHECK, {"abort": TO_END}, ["abort-unusable"]),
        (
            "verification.a next>closure.a",
            {"closing": {"target": None}},
            ["intent-not-allowed-for-kind"],
        ),
    ],
)
def test_rules_against_the_list(step: str, rules: dict[str, Any], expected: list[str]) -> None:
    key = step.split(maxsplit=1)[0]
    change = {"steps": {key: {"transitions": rules}}}
    ours = {*expected, "intent-without-transition", "dead-transition", "unknown-intent"}
    found = names(contract(step, "closure.a closing repeat", registry_change=change))
    assert [name for name in found if name in ours] == expected


def test_closing_without_a_rule_is_a_warning_and_an_error_in_parity() -> None:
    change = {"steps": {"closure.a": {"transitions": {"closing": ABSENT}}}}
    files = contract(*AUDIT, registry_change=change)
    (finding,) = findings(files)
    assert (finding.name, finding.level) == ("intent-without-transition", "warning")
    (finding,) = findings(files, validate_parity=True)
    assert finding.level == "error"


def test_repeat_needs_a_rule_with_the_option_only() -> None:
    change = {"steps": {"verification.a": {"transitions": {"repeat": ABSENT}}}}
    files = contract(*AUDIT, registry_change=change)
    assert names(files) == []
    (finding,) = findings(files, docs_parity=True)
    assert (finding.name, finding.level) == ("intent-without-transition", "warning")
    assert "repeat" in finding.message


def test_initial_step_goes_on_by_its_name() -> None:
    change = {"steps": {"initial.a": {"transitions": {"next": ABSENT}}}}
    (finding,) = findings(contract(*WORK, registry_change=change))
    assert (finding.name, finding.level) == ("implicit-continuation", "warning")
    assert finding.fix is not None
    assert finding.fix.edits[0].text == ', "next": {"target": "continuation.a"}'


# --- fallbacks and kinds -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"fallbackIntent": "repeat"}, []),
        ({"fallbackIntent": "jump"}, []),
        ({"fallbackIntent": "closing"}, ["fallback-intent-not-allowed"]),
        ({"fallbackIntent": "abort"}, ["fallback-intent-not-allowed"]),
        ({"fallbackIntent": "done"}, ["intent-alias-in-contract"]),
        ({"fallbackIntent": "nothing"}, ["unknown-intent"]),
        ({"failFast": False}, ["fail-fast-disabled"]),
        (
            {"failFast": False, "fallbackIntent": "jump"},
            ["fail-fast-disabled", "fallback-intent-not-allowed"],
        ),
        ({"failFast": True}, []),
    ],
)
def test_fallbacks(change: dict[str, Any], expected: list[str]) -> None:
    files = contract(*AUDIT, registry_change=gate("verification.a", **change))
    assert names(files) == expected


def test_gate_of_a_closure_step_fails_nobody() -> None:
    for more in ({}, {"fallbackIntent": "repeat"}):
        change = gate("closure.a", failFast=False, **more)
        assert names(contract(*AUDIT, registry_change=change)) == []


def test_a_fallback_that_nothing_asks_for_is_told_so_on_request() -> None:
    files = contract(*AUDIT, registry_change=gate("verification.a", fallbackIntent="jump"))
    assert names(files, opt_in=["fallback-intent-ignored"]) == ["fallback-intent-ignored"]


def test_missing_kinds_are_reported_once_where_none_is_said() -> None:
    without = {key: {"stepKind": ABSENT} for key in ("initial.a", "continuation.a", "closure.a")}
    (finding,) = findings(contract(*WORK, registry_change={"steps": without}))
    assert (finding.name, finding.place.pointer) == ("kind-missing", ("steps",))
    del without["closure.a"]
    found = of("kind-missing", contract(*WORK, registry_change={"steps": without}))
    assert places(found) == ["steps initial.a", "steps continuation.a"]


@pytest.mark.parametrize(
    ("kind", "c2", "expected"),
    [
        ("verification", "initial", False),
        ("verification", "continuation", False),
        ("work", "verification", True),
        ("work", "closure", True),
        ("closure", "continuation", True),
        ("work", "custom", False),
    ],
)
def test_kind_and_phase(kind: str, c2: str, expected: bool) -> None:
    change = {"steps": {"extra": {"stepKind": kind, "c2": c2}}}
    files = contract(*AUDIT, "extra repeat", registry_change=change)
    assert bool(of("kind-phase-mismatch", files)) is expected


def test_registry_alone_is_compared_too() -> None:
    text = contract(*AUDIT, registry_change=gate("closure.a", allowedIntents=["finish"]))[REGISTRY]
    found = findings({"lone.json": text}, main="lone.json")
    assert "unknown-intent" in {finding.name for finding in found}
