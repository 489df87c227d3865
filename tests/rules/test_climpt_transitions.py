"""Transition rules of the climpt dialect: what each reports, and what it is silent about."""

from __future__ import annotations

from typing import Any

import pytest

from climpt import ABSENT, contract, findings, names, of, places, schema

WORK = "work.x next>verification.x handoff>closure.x repeat"
CHECK = "verification.x next>closure.x escalate>work.x repeat"
CLOSURE = "closure.x closing repeat"

NAMES = frozenset(
    {
        "closing-target-ignored",
        "condition-not-in-handoff",
        "conditional-key-unreachable",
        "conditional-not-supported-here",
        "conditional-single-target",
        "conditional-without-default",
        "kind-boundary-crossing",
        "next-self-loop",
        "null-target-not-closing",
        "repeat-target-ignored",
        "transition-fallback-ignored",
        "transition-rule-ambiguous",
        "unknown-target",
    }
)


def agent(step: str = "", rules: Any = None, **change: Any) -> dict[str, str]:
    """An agent of three steps, of which one has other transitions for some intents."""
    steps = (WORK, CHECK, *change.pop("extra", ()), CLOSURE)
    listed = {text.split()[0]: {word.partition(">")[0] for word in text.split()} for text in steps}
    written = {
        intent: {"target": ABSENT, **rule} if intent in listed[step] else rule
        for intent, rule in (rules or {}).items()
    }
    more = {step: {"transitions": written, **change.pop("more", {})}} if step else {}
    return contract(*steps, registry_change={"steps": more}, **change)


def reported(step: str, rules: Any, *, opt_in: Any = (), **change: Any) -> list[str]:
    """The rules on transitions that report something, as `name at the last parts of the place`."""
    options = change.pop("options", {})
    found = findings(agent(step, rules, **change), opt_in=opt_in, **options)
    return [
        f"{each.name} {each.level} {' '.join(map(str, each.place.pointer[3:]))}"
        for each in found
        if each.name in NAMES
    ]


def test_a_sound_agent_has_no_finding() -> None:
    assert [f.name for f in findings(agent()) if f.name in NAMES] == []


# --- targets ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ({"target": "verfication.x"}, ["next target"]),
        ({"target": "verification.x", "fallback": "nowhere"}, ["next fallback"]),
        (
            {"condition": "a", "targets": {"b": "nowhere", "default": "closure.z"}},
            ["next targets b", "next targets default"],
        ),
        ({"target": "verification.x"}, []),
        ({"target": None}, []),
    ],
)
def test_every_name_in_a_transition_has_to_be_a_step(rule: Any, wanted: list[str]) -> None:
    found = reported("work.x", {"next": rule})
    assert [each for each in found if each.startswith("unknown-target")] == [
        f"unknown-target error {each}" for each in wanted
    ]


def test_a_near_name_is_offered() -> None:
    (found,) = of("unknown-target", agent("work.x", {"next": {"target": "verfication.x"}}))
    assert found.help == "use `verification.x`"
    assert found.fix is not None


@pytest.mark.parametrize("intent", ["repeat", "closing", "jump"])
def test_names_are_looked_at_whether_or_not_a_run_follows_them(intent: str) -> None:
    found = reported("closure.x", {intent: {"target": "nowhere"}})
    assert found == [f"unknown-target error {intent} target"]


def test_next_to_the_step_itself_is_a_loop() -> None:
    loop = {"next": {"target": "work.x"}}
    assert reported("work.x", loop) == ["next-self-loop info next target"]
    assert "next-self-loop warning next target" in reported(
        "work.x", loop, options={"validate_parity": True}
    )


@pytest.mark.parametrize(
    ("step", "intent", "target", "crosses"),
    [
        ("work.x", "next", "closure.x", True),
        ("work.x", "next", "verification.x", False),
        ("work.x", "jump", "closure.x", True),
        ("work.x", "handoff", "verification.x", True),
        ("work.x", "handoff", "closure.x", False),
        ("work.x", "handoff", "work.x", False),
        ("verification.x", "next", "closure.x", False),
        ("verification.x", "jump", "closure.x", False),
        ("verification.x", "escalate", "closure.x", True),
        ("verification.x", "escalate", "work.x", False),
    ],
)
def test_intents_have_kinds_of_step_that_they_lead_to(
    step: str, intent: str, target: str, crosses: bool
) -> None:
    found = reported(step, {intent: {"target": target}})
    wanted = f"kind-boundary-crossing error {intent} target"
    assert (wanted in found) == crosses


def test_in_parity_mode_closure_steps_repeat_work() -> None:
    rules = {"repeat": {"target": "verification.x"}}
    crossing = "kind-boundary-crossing error repeat target"
    assert crossing not in reported("closure.x", rules)
    assert crossing in reported("closure.x", rules, options={"validate_parity": True})


@pytest.mark.parametrize(
    ("step", "intent", "level"),
    [
        ("work.x", "next", "error"),
        ("work.x", "handoff", "error"),
        ("verification.x", "escalate", "error"),
        ("work.x", "repeat", "warning"),
        ("closure.x", "repeat", "warning"),
        ("closure.x", "closing", None),
        ("work.x", "jump", None),
    ],
)
def test_null_is_for_closing(step: str, intent: str, level: str | None) -> None:
    found = reported(step, {intent: {"target": None}})
    assert found == ([f"null-target-not-closing {level} {intent} target"] if level else [])


@pytest.mark.parametrize(
    ("default", "wanted"),
    [("verification.x", []), (None, ["a", "default"]), (ABSENT, ["a"])],
)
def test_null_for_a_value_is_an_error_without_a_default(default: Any, wanted: list[str]) -> None:
    named = {"a": None, "default": default}
    targets = {key: target for key, target in named.items() if target is not ABSENT}
    found = reported("work.x", {"next": {"condition": "state", "targets": targets}})
    nulls = [each for each in found if each.startswith("null-target-not-closing")]
    assert nulls == [f"null-target-not-closing error next targets {key}" for key in wanted]


def test_closing_leads_nowhere() -> None:
    assert reported("closure.x", {"closing": {"target": "closure.x"}}) == [
        "closing-target-ignored warning closing target"
    ]


@pytest.mark.parametrize(
    ("step", "target", "ignored"),
    [
        ("work.x", "verification.x", True),
        ("work.x", "work.x", False),
        ("closure.x", "work.x", True),
    ],
)
def test_repeat_runs_the_same_step(step: str, target: str, ignored: bool) -> None:
    wanted = ["repeat-target-ignored warning repeat target"] if ignored else []
    assert reported(step, {"repeat": {"target": target}}) == wanted
    documented = {"documented_edges": True}
    assert reported(step, {"repeat": {"target": target}}, options=documented) == []


def test_a_fallback_is_never_used() -> None:
    rules = {"next": {"target": "verification.x", "fallback": "work.x"}}
    assert reported("work.x", rules) == ["transition-fallback-ignored warning next fallback"]
    assert reported("work.x", rules, options={"documented_edges": True}) == []


# --- forms ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "ambiguous"),
    [
        ({}, True),
        ({"condition": "state"}, True),
        ({"targets": {"default": "verification.x"}}, True),
        ({"target": "verification.x", "condition": "state", "targets": {"a": "work.x"}}, True),
        ({"target": "verification.x", "condition": "state"}, False),
        ({"target": "verification.x"}, False),
    ],
)
def test_a_transition_has_exactly_one_form(rule: Any, ambiguous: bool) -> None:
    found = reported("work.x", {"next": rule})
    assert found == (["transition-rule-ambiguous error next"] if ambiguous else [])


@pytest.mark.parametrize(
    ("step", "intent", "level"),
    [
        ("work.x", "handoff", "error"),
        ("verification.x", "escalate", "error"),
        ("work.x", "repeat", "warning"),
        ("closure.x", "closing", "warning"),
        ("work.x", "next", None),
    ],
)
def test_only_next_and_jump_know_conditions(step: str, intent: str, level: str | None) -> None:
    rule = {"condition": "state", "targets": {"default": "closure.x"}}
    found = reported(step, {intent: rule})
    wanted = f"conditional-not-supported-here {level} {intent} condition"
    assert [each for each in found if each.startswith("conditional-not")] == (
        [wanted] if level else []
    )


@pytest.mark.parametrize("listed", [True, False])
def test_a_condition_of_closing_is_refused_by_validation(listed: bool) -> None:
    intents = ["closing", "repeat"] if listed else ["repeat"]
    rule = {"condition": "state", "targets": {"default": "closure.issue"}}
    change = {
        "structuredGate": {"allowedIntents": intents},
        "transitions": {"closing": {"target": ABSENT, **rule}},
    }
    files = contract(registry_change={"steps": {"closure.issue": change}})
    name = "conditional-not-supported-here"
    assert [each.level for each in of(name, files)] == (["warning"] if listed else [])
    found = of(name, files, validate_parity=True, dry_run=True)
    assert [each.level for each in found] == ["error"]
    assert "refuted-finding" not in names(files, validate_parity=True, dry_run=True)


# --- conditions -------------------------------------------------------------------------------


def conditional(
    targets: dict[str, Any], value: Any, *, condition: str = "state", required: bool = True
) -> list[str]:
    """What is reported where `next` of the work step chooses by `progress.state`, which is of
    some schema."""
    names = ["state"] if required else []
    progress = {"type": "object", "required": names, "properties": {"state": value}}
    gate = {"structuredGate": {"handoffFields": ["progress.state"]}}
    found = reported(
        "work.x",
        {"next": {"condition": condition, "targets": targets}},
        more=gate,
        schemas={"work.x": schema(["next", "handoff", "repeat"], progress=progress)},
    )
    return [each for each in found if not each.startswith("kind-boundary")]


WITHOUT = "conditional-without-default error next targets"
A, B = "verification.x", "work.x"


@pytest.mark.parametrize(
    ("value", "keys", "covered"),
    [
        ({"enum": ["open", "done"]}, ("open", "done"), True),
        ({"enum": ["open", "done"]}, ("open",), False),
        ({"const": "open"}, ("open",), True),
        ({"type": "boolean"}, ("true", "false"), True),
        ({"type": "boolean"}, ("true",), False),
        ({"enum": [1, 2.5]}, ("1", "2.5"), True),
        ({"enum": ["open", None]}, ("open",), False),
        ({"type": "string"}, ("open", "done"), False),
        ({"type": "integer", "minimum": 0, "maximum": 2}, ("0", "1", "2"), True),
        ({"type": "integer", "minimum": 0, "maximum": 2}, ("0", "2"), False),
        ({"type": "string", "pattern": "^(open|done)$"}, ("open", "done"), True),
        ({"type": "string", "pattern": "^(open|done)$"}, ("open",), False),
    ],
)
def test_without_default_every_value_needs_a_key(
    value: Any, keys: tuple[str, ...], covered: bool
) -> None:
    assert conditional(dict.fromkeys(keys, A), value) == ([] if covered else [WITHOUT])
    assert conditional({**dict.fromkeys(keys, A), "default": B}, value) == []


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ({"type": "integer"}, "5000"),
        ({"type": "integer", "minimum": 10}, "900"),
        ({"type": "number"}, "0.1"),
        ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.001}, "0.0005"),
        ({"type": "string", "pattern": "^(a|b)$"}, "a"),
        ({"type": "string", "pattern": "^v[0-9]$"}, "v0"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, "b,a"),
        ({"type": "array", "items": {"type": "integer"}, "minItems": 2}, "7,8"),
        ({"type": "array", "items": {"enum": ["a,b", "c"]}, "minItems": 2}, "c,a,b"),
        ({"type": ["string", "integer"]}, "7"),
    ],
)
def test_a_value_that_is_hard_to_think_of_is_none_that_never_comes(value: Any, key: str) -> None:
    files = agent(
        "work.x",
        {"next": {"condition": "state", "targets": {key: A, "default": "verification.y"}}},
        more={"structuredGate": {"handoffFields": ["state"]}},
        schemas={"work.x": schema(["next", "handoff", "repeat"], state=value)},
        extra=("verification.y next>closure.x escalate>work.x repeat",),
    )
    assert "dead-element" not in names(files, dry_run=True)


def test_a_key_behind_keys_that_are_all_there_is_dead() -> None:
    files = agent(
        "work.x",
        {"next": {"condition": "state", "targets": {"a": A, "b": A, "default": "verification.y"}}},
        more={"structuredGate": {"handoffFields": ["state"]}},
        schemas={
            "work.x": schema(
                ["next", "handoff", "repeat"], state={"type": "string", "pattern": "^(a|b)$"}
            )
        },
        extra=("verification.y next>closure.x escalate>work.x repeat",),
    )
    (found, *_) = of("dead-element", files, dry_run=True)
    assert places((found,)) == ["steps work.x transitions next targets default"]


def test_a_jump_that_always_names_its_target_asks_no_rule() -> None:
    action = {"type": "string", "enum": ["next", "handoff", "repeat", "jump"]}
    target = {"type": "string", "enum": ["verification.x"]}
    both = {"type": "object", "properties": {"action": action, "target": target}}
    rules = {"jump": {"condition": "state", "targets": {"open": A}}}
    for needed, fast, asked in (
        (["action", "target"], True, False),
        (["action"], True, True),
        (["action", "target"], False, True),
    ):
        files = contract(
            *("work.x next>verification.x handoff>closure.x repeat jump>verification.x", CHECK),
            CLOSURE,
            registry_change={
                "steps": {
                    "work.x": {
                        "structuredGate": {
                            "handoffFields": ["state"],
                            "targetField": "next_action.target",
                            "failFast": fast,
                            "fallbackIntent": "jump",
                        },
                        "transitions": {"jump": {"target": ABSENT, **rules["jump"]}},
                    }
                }
            },
            schemas={
                "work.x": {
                    "required": ["next_action", "state"] if fast else ["state"],
                    "properties": {
                        "next_action": {**both, "required": needed},
                        "state": {"enum": ["open", "done"]},
                    },
                }
            },
        )
        (*found,) = of("conditional-without-default", files, dry_run=True)
        assert bool(found) is asked
        assert all(each.proof and each.proof.status == "proved" for each in found)


def test_without_default_the_value_has_to_be_required() -> None:
    targets = {"open": A, "done": B}
    assert conditional(targets, {"enum": ["open", "done"]}, required=False) == [WITHOUT]


@pytest.mark.parametrize(
    ("value", "key", "possible"),
    [
        ({"enum": ["open", "done"]}, "blocked", False),
        ({"enum": ["open", "done"]}, "done", True),
        ({"type": "boolean"}, "yes", False),
        ({"type": "boolean"}, "true", True),
        ({"type": "string"}, "blocked", True),
        ({"type": "string", "pattern": "^[a-z]+$"}, "Blocked", False),
        ({"type": "integer"}, "3", True),
        ({"type": "integer"}, "three", False),
        ({"type": "integer"}, "3.0", False),
        ({"type": "array"}, "open", False),
        ({"type": "array", "maxItems": 1}, "open", True),
        ({"type": ["array", "string"]}, "open", True),
        ({"type": "object"}, "open", False),
        ({"type": "object"}, "[object Object]", True),
        ({"type": "array", "items": {"type": "object"}}, "open", False),
        ({"type": "array", "items": {"type": "object"}}, "open,done", False),
        ({"type": "array", "items": {"type": "object"}}, "[object Object]", True),
        ({"type": "array", "items": {"type": "object"}}, "[object Object],[object Object]", True),
        ({"type": "array", "items": {"type": "string"}}, "open", False),
        ({"type": "array", "items": {"enum": ["open"]}, "uniqueItems": True}, "open", True),
        ({"type": "array", "items": {"type": "string"}}, "open,done", True),
        ({"type": "array", "items": {"type": "string"}, "minItems": 2}, "open", False),
        ({"type": "array", "items": {"type": "integer"}}, "open", False),
        ({"type": "array", "items": {"type": "integer"}}, "3", True),
        ({"type": "array", "items": {"type": "string"}}, "", True),
        ({"type": "array", "items": {"type": "string"}, "minItems": 2}, "", False),
        ({"type": "array", "items": {"type": "array"}}, "open", True),
        ({"type": ["object", "null"]}, "open", False),
        ({"type": ["object", "string"]}, "open", True),
        ({}, "anything", True),
    ],
)
def test_a_key_has_to_be_a_value(value: Any, key: str, possible: bool) -> None:
    wanted = f"conditional-key-unreachable warning next targets {key}"
    assert conditional({key: A, "default": B}, value) == ([] if possible else [wanted])


@pytest.mark.parametrize("condition", ["progress.state", "stat", "other"])
def test_a_condition_is_the_last_segment_of_a_handoff_field(condition: str) -> None:
    found = conditional({"open": A, "default": B}, {"enum": ["open"]}, condition=condition)
    assert found == ["condition-not-in-handoff error next condition"]


def test_the_right_condition_is_offered() -> None:
    rule = {"condition": "progress.state", "targets": {"open": A, "default": B}}
    gate = {"structuredGate": {"handoffFields": ["progress.state"]}}
    (found,) = of("condition-not-in-handoff", agent("work.x", {"next": rule}, more=gate))
    assert found.fix is not None
    assert [edit.text for edit in found.fix.edits] == ['"state"']


def test_of_a_condition_that_is_not_handed_off_nothing_else_is_said() -> None:
    assert conditional({"open": A}, {"enum": ["done"]}, condition="other") == [
        "condition-not-in-handoff error next condition"
    ]


def test_without_a_schema_nothing_is_said_about_values() -> None:
    rule = {"condition": "state", "targets": {"open": A}}
    gate = {"structuredGate": {"handoffFields": ["progress.state"]}}
    files = agent("work.x", {"next": rule}, more=gate)
    assert of("conditional-without-default", files)
    alone = {"steps_registry.json": files[".agent/demo/steps_registry.json"]}
    assert not of("conditional-without-default", alone, main="steps_registry.json")


def test_one_target_needs_no_condition() -> None:
    rule = {"condition": "state", "targets": {"open": A, "default": A}}
    gate = {"structuredGate": {"handoffFields": ["progress.state"]}}
    name = "conditional-single-target"
    assert places(of(name, agent("work.x", {"next": rule}, more=gate))) == [
        "steps work.x transitions next targets"
    ]
    rule["targets"] = {"open": A, "default": B}
    assert not of(name, agent("work.x", {"next": rule}, more=gate))


# --- what other findings explain --------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [
        {"jump": {"condition": "no", "targets": {"a": A}}},
        {"escalate": {"condition": "no", "targets": {"a": A}}},
        {"jump": {"target": None}},
        {"closing": {"target": "closure.x"}},
    ],
)
def test_of_transitions_that_nothing_follows_nothing_is_said(rules: Any) -> None:
    assert reported("work.x", rules) == []
