"""Graph rules of the climpt dialect: what each reports, and the near misses it is silent about."""

from __future__ import annotations

from typing import Any

import pytest

from climpt import ABSENT, contract, findings, of, places, schema
from phaselint_rules import RULES

MINE = frozenset(
    rule.name
    for rule in RULES
    if rule.dialect == "climpt" and (rule.code.startswith(("CL4", "PL10")))
) - {"unknown-entry"}

CLOSURE = "closure.x closing repeat"


def reported(
    *steps: str, steps_change: Any = None, options: Any = None, **change: Any
) -> list[str]:
    """The rules of this chapter that report an error or a warning, sorted."""
    registry: dict[str, Any] = dict(change.pop("registry_change", {}))
    if steps_change:
        registry["steps"] = steps_change
    found = findings(contract(*steps, registry_change=registry, **change), **(options or {}))
    return sorted(f.name for f in found if f.name in MINE and f.level != "info")


def gate(*allowed: str, **more: Any) -> dict[str, Any]:
    """A change of a step's gate."""
    return {"structuredGate": {"allowedIntents": [*allowed], **more}}


# --- what cannot be reached -------------------------------------------------------------------


def test_a_sound_agent_has_no_finding() -> None:
    assert reported() == []


def test_a_gated_step_that_nothing_leads_to_is_unreachable() -> None:
    files = contract("work.x handoff>closure.x", "verification.x next>closure.x", CLOSURE)
    (found,) = of("unreachable-phase", files)
    assert places((found,)) == ["steps verification.x"]
    assert found.level == "error"


def test_steps_that_become_reachable_together_are_one_finding() -> None:
    files = contract(
        "work.x handoff>closure.x",
        "verification.x next>verification.y",
        "verification.y next>closure.x",
        CLOSURE,
    )
    (found,) = of("unreachable-phase", files)
    assert places((found,)) == ["steps verification.x"]
    assert found.message.endswith("from entry `work.x`; so is `verification.y`")
    assert places(found.related) == ["steps verification.y"]
    every = of("unreachable-phase", files, validate_parity=True)
    assert places(every) == ["steps verification.x", "steps verification.y"]


def test_an_island_is_told_at_the_step_that_leads_to_the_others() -> None:
    files = contract(
        "work.x handoff>closure.x",
        "verification.z next>closure.x",
        "verification.y next>verification.z",
        "verification.w next>verification.z",
        CLOSURE,
    )
    found = of("unreachable-phase", files)
    assert places(found) == ["steps verification.y", "steps verification.w"]
    assert [places(each.related) for each in found] == [["steps verification.z"], []]


def test_steps_that_lead_to_each_other_are_one_island_at_the_first_of_them() -> None:
    files = contract(
        "work.x handoff>closure.x",
        "verification.z next>verification.y",
        "verification.y next>verification.z",
        CLOSURE,
    )
    (found,) = of("unreachable-phase", files)
    assert places((found,)) == ["steps verification.z"]


def test_an_entry_that_leads_elsewhere_leaves_one_island() -> None:
    steps = [
        "initial.issue handoff>closure.other repeat",
        "continuation.issue next>verification.issue repeat",
        "verification.issue next>closure.issue repeat",
        "closure.issue closing repeat",
        "closure.other closing repeat",
    ]
    (found,) = of("unreachable-phase", contract(*steps))
    assert places((found,)) == ["steps continuation.issue"]
    assert places(found.related) == ["steps verification.issue", "steps closure.issue"]
    assert found.level == "error"


def test_an_island_without_a_gate_is_an_error_where_a_closure_step_is_in_it() -> None:
    steps = ("work.x handoff>closure.x", "closure.x closing", "verification.a next>closure.b")
    (found,) = of("unreachable-phase", contract(*steps, "closure.b closing"))
    assert found.level == "error"


def test_a_free_jump_joins_no_island() -> None:
    files = contract(
        "work.x handoff>closure.x",
        "verification.y jump",
        "verification.z next>closure.x",
        CLOSURE,
        registry_change={"steps": {"verification.y": gate("jump", targetField="to")}},
        schemas={"verification.y": schema(["jump"], to={"type": "string"})},
    )
    found = of("unreachable-phase", files)
    assert places(found) == ["steps verification.y", "steps verification.z"]


def test_an_entry_of_another_verdict_type_reaches_steps() -> None:
    steps = ("work.x handoff>closure.x", "verification.x next>closure.x", CLOSURE)
    change = {"entryStepMapping": {"poll:state": "verification.x"}}
    assert reported(*steps, registry_change=change) == []


def test_a_jump_by_a_free_field_reaches_every_step() -> None:
    steps = ("work.x jump handoff>closure.x", "verification.x next>closure.x", CLOSURE)
    assert "unreachable-phase" not in reported(
        *steps,
        steps_change={"work.x": gate("jump", "handoff", targetField="to")},
        schemas={"work.x": schema(["jump", "handoff"], to={"type": "string"})},
    )


def test_a_jump_by_an_enum_reaches_its_members_only() -> None:
    steps = (
        "work.x jump>verification.x handoff>closure.x",
        "verification.x next>closure.x",
        "verification.y next>closure.x",
        CLOSURE,
    )
    files = contract(
        *steps,
        registry_change={
            "steps": {"work.x": gate("jump", "handoff", targetField="to")},
        },
        schemas={"work.x": schema(["jump", "handoff"], to={"enum": ["verification.y"]})},
    )
    assert places(of("unreachable-phase", files)) == ["steps verification.x"]


def test_sections_need_no_way() -> None:
    assert reported("work.x handoff>closure.x", CLOSURE, "section.x") == []


@pytest.mark.parametrize(
    "broken",
    [
        "work.x next>verfication.x handoff>closure.x",
        "work.x next>nowhere handoff>closure.x",
        "work.x next jump>closure.x",
        "work.x forward>verification.x handoff>closure.x",
        "work.x closing>verification.x",
    ],
)
def test_what_a_broken_way_may_be_meant_to_reach_is_not_reported(broken: str) -> None:
    found = reported(broken, "verification.x next>closure.x", CLOSURE)
    assert not {"unreachable-phase", "no-path-to-closure", "dead-end-phase"} & set(found)


def test_a_misspelt_target_explains_only_the_step_that_it_resembles() -> None:
    files = contract(
        "work.x next>verfication.x handoff>closure.x",
        "verification.x next>closure.x",
        "verification.other next>closure.x",
        CLOSURE,
    )
    assert places(of("unreachable-phase", files)) == ["steps verification.other"]


def test_a_misspelt_entry_explains_the_steps_behind_it() -> None:
    steps = ("work.x handoff>closure.x", "verification.x next>closure.x", CLOSURE)
    change = {"entryStepMapping": {"poll:state": "verfication.x"}}
    assert reported(*steps, registry_change=change) == []


def test_an_intent_that_only_the_schema_offers_explains_the_steps_behind_it() -> None:
    steps = ("work.x handoff>closure.x", "verification.x next>closure.x", CLOSURE)
    assert (
        reported(
            *steps,
            steps_change={"work.x": {"transitions": {"next": {"target": "verification.x"}}}},
            schemas={"work.x": schema(["next", "handoff"])},
        )
        == []
    )


# --- what never ends --------------------------------------------------------------------------


def test_without_any_closure_step_no_way_leads_to_one() -> None:
    files = contract("work.x next>continuation.x", "continuation.x next>work.x")
    assert reported("work.x next>continuation.x", "continuation.x next>work.x") == [
        "no-path-to-closure"
    ]
    (found,) = of("no-path-to-closure", files)
    assert places((found,)) == ["entryStepMapping count:iteration"]


def test_each_step_that_is_an_entry_is_reported_once() -> None:
    change = {
        "entryStepMapping": {"poll:state": "work.x", "detect:keyword": "continuation.x"},
        "entryStep": "work.x",
    }
    files = contract("work.x next>continuation.x", "continuation.x repeat", registry_change=change)
    found = of("no-path-to-closure", files)
    assert places(found) == [
        "entryStepMapping count:iteration",
        "entryStepMapping detect:keyword",
    ]
    assert [len(each.related) for each in found] == [2, 0]


def test_a_kindless_step_that_closes_is_an_end() -> None:
    assert reported("plan.x closing", steps_change={"plan.x": {"stepKind": ABSENT}}) == []


def test_a_step_that_is_only_repeated_is_a_dead_end() -> None:
    files = contract(
        "work.x next>verification.x handoff>closure.x", "verification.x repeat", CLOSURE
    )
    (found,) = of("dead-end-phase", files)
    assert places((found,)) == ["steps verification.x"]
    assert found.witness is not None
    assert found.witness.data["path"] == ["work.x", "verification.x"]
    assert found.witness.blocked == ("`verification.x`: `repeat` goes to `verification.x`",)


def test_a_dead_end_from_a_hopeless_entry_is_not_reported_again() -> None:
    assert reported("work.x next>verification.x", "verification.x repeat") == ["no-path-to-closure"]


def test_steps_that_lead_only_to_each_other_are_deadlocked() -> None:
    steps = (
        "work.x next>verification.a handoff>closure.x",
        "verification.a next>verification.b",
        "verification.b next>verification.a repeat",
        CLOSURE,
    )
    assert reported(*steps) == ["deadlocked-phases"]
    (found,) = of("deadlocked-phases", contract(*steps))
    assert found.witness is not None
    assert found.witness.data["stuck"] == ["verification.a", "verification.b"]


def test_of_sets_that_lead_to_each_other_only_the_last_is_reported() -> None:
    steps = (
        "work.x next>verification.a handoff>closure.x",
        "verification.a next>verification.b",
        "verification.b next>verification.a escalate>verification.c",
        "verification.c repeat",
        CLOSURE,
    )
    assert reported(*steps) == ["dead-end-phase"]


def test_a_cycle_with_a_way_out_is_none() -> None:
    steps = (
        "work.x next>verification.a",
        "verification.a next>verification.b",
        "verification.b next>closure.x escalate>verification.a",
        CLOSURE,
    )
    assert reported(*steps) == []


# --- budgets, entries, gates ------------------------------------------------------------------

CHAIN = ("work.x next>verification.x", "verification.x next>closure.x", CLOSURE)


def budget(most: int) -> dict[str, Any]:
    """A change of how many iterations a run has."""
    return {"runner": {"verdict": {"config": {"maxIterations": most}}}}


@pytest.mark.parametrize(("most", "enough"), [(2, False), (3, True), (4, True)])
def test_the_budget_has_to_reach_the_closure_step(most: int, enough: bool) -> None:
    found = reported(*CHAIN, agent_change=budget(most))
    assert found == ([] if enough else ["iteration-budget-too-small"])


def test_keys_that_the_schema_excludes_are_no_way_of_a_budget() -> None:
    files = contract(
        *CHAIN,
        registry_change={
            "steps": {
                "verification.x": {
                    **gate("next", handoffFields=["state"]),
                    "transitions": {
                        "next": {
                            "target": ABSENT,
                            "condition": "state",
                            "targets": {"open": "closure.x"},
                        }
                    },
                }
            }
        },
        schemas={"verification.x": schema(["next"], state={"type": "integer"})},
        agent_change=budget(1),
    )
    found = {each.name for each in findings(files)}
    assert "conditional-key-unreachable" in found
    assert not found & {"iteration-budget-too-small", "internal-error"}


def test_the_default_budget_is_ten() -> None:
    chain = [f"verification.{n} next>verification.{n + 1}" for n in range(10)]
    verdict = {"runner": {"verdict": {"type": "poll:state", "config": ABSENT}}}
    files = contract(
        *(*chain, "verification.10 next>closure.x", CLOSURE),
        registry_change={"entryStep": "verification.0"},
        agent_change=verdict,
    )
    found = of("iteration-budget-too-small", files)
    assert len(found) == 1
    assert found[0].help == "raise it to 12 or more"


def test_the_shortest_way_counts() -> None:
    steps = ("work.x next>verification.x handoff>closure.x", *CHAIN[1:])
    assert reported(*steps, agent_change=budget(2)) == []


def test_a_step_of_another_verdict_type_is_noted_on_request() -> None:
    steps = ("work.x handoff>closure.x", "verification.x next>closure.x", CLOSURE)
    change = {"entryStepMapping": {"poll:state": "verification.x"}}
    files = contract(*steps, registry_change=change)
    assert places(of("step-only-under-other-verdict", files)) == ["steps verification.x"]
    assert not of("step-only-under-other-verdict", files, opt_in=())


def ungated(*steps: str) -> dict[str, Any]:
    """A change that takes the gates away."""
    names = ("structuredGate", "transitions", "outputSchemaRef")
    return {each.split()[0]: dict.fromkeys(names, ABSENT) for each in steps}


def test_without_gates_only_the_entry_runs() -> None:
    assert reported(*CHAIN, steps_change=ungated(*CHAIN)) == ["ungated-registry-never-advances"]


@pytest.mark.parametrize("steps", [("work.x",), (CLOSURE,), ("work.x", "section.x")])
def test_without_gates_one_step_is_enough(steps: tuple[str, ...]) -> None:
    assert reported(*steps, steps_change=ungated(*steps)) == []


# --- pairs and initial steps ------------------------------------------------------------------


def test_next_without_rule_and_continuation_is_lost() -> None:
    assert reported("initial.x next", CLOSURE) == ["missing-continuation-pair"]


@pytest.mark.parametrize("entry", ["initial.x next>verification.x", "initial.x handoff>closure.x"])
def test_a_missing_continuation_is_a_note_where_none_is_needed(entry: str) -> None:
    files = contract(entry, "verification.x next>closure.x", CLOSURE)
    assert [f.level for f in of("missing-continuation-pair", files)] == ["info"]


def test_a_continuation_makes_the_pair() -> None:
    files = contract("initial.x next>continuation.x", "continuation.x handoff>closure.x", CLOSURE)
    assert not of("missing-continuation-pair", files)


def test_initial_steps_should_not_hand_off() -> None:
    files = contract("initial.x handoff>closure.x", CLOSURE)
    (found,) = of("initial-handoff", files)
    assert places((found,)) == ["steps initial.x structuredGate allowedIntents 0"]


# --- parity -----------------------------------------------------------------------------------

PARITY = {"validate_parity": True}


def test_in_parity_mode_a_closure_step_is_one_by_its_c2() -> None:
    change = {"closure.x": {"c2": "finish"}}
    steps = ("work.x next>continuation.x", "continuation.x handoff>closure.x", CLOSURE)
    assert reported(*steps, steps_change=change) == []
    assert reported(*steps, steps_change=change, options=PARITY) == ["no-path-to-closure"]


def test_in_parity_mode_a_jump_by_the_answer_reaches_nothing() -> None:
    steps = ("work.x next>continuation.x jump", "continuation.x handoff>closure.x", CLOSURE)
    more = ("verification.x next>closure.x",)
    change = {"work.x": gate("next", "jump", targetField="to")}
    schemas = {"work.x": schema(["next", "jump"], to={"enum": ["verification.x"]})}
    given: dict[str, Any] = {"steps_change": change, "schemas": schemas}
    assert reported(*steps, *more, **given) == []
    assert reported(*steps, *more, **given, options=PARITY) == ["unreachable-phase"]


def test_in_parity_mode_a_cycle_counts_even_where_nothing_leads_to_it() -> None:
    steps = ("work.x next>continuation.x", "continuation.x handoff>closure.x", CLOSURE)
    more = ("verification.a next>verification.b", "verification.b next>verification.a")
    wanted = ["unreachable-phase"]
    assert reported(*steps, *more) == wanted
    assert reported(*steps, *more, options=PARITY) == ["deadlocked-phases", *wanted, *wanted]


def test_documented_edges_are_followed_on_request() -> None:
    steps = ("work.x handoff>closure.x repeat>verification.x", "verification.x next>closure.x")
    assert reported(*steps, CLOSURE) == ["repeat-target-ignored", "unreachable-phase"]
    assert reported(*steps, CLOSURE, options={"documented_edges": True}) == []


def test_a_free_jump_is_a_way_of_one_step() -> None:
    steps = ("work.x next>verification.x jump", "verification.x next>closure.x", CLOSURE)
    given: dict[str, Any] = {
        "steps_change": {"work.x": gate("next", "jump", targetField="to")},
        "schemas": {"work.x": schema(["next", "jump"], to={"type": "string"})},
    }
    assert "iteration-budget-too-small" not in reported(*steps, **given, agent_change=budget(2))
    assert "iteration-budget-too-small" in reported(*steps, **given, agent_change=budget(1))


def test_of_very_many_unknown_steps_only_the_first_are_compared() -> None:
    steps = [f"work.step{n} next>work.stp{n + 1}" for n in range(400)]
    found = of("unknown-target", contract(*steps, CLOSURE))
    assert len(found) == 400
    assert 0 < sum(each.help.startswith("use `") for each in found) < 100
