"""What a run takes for granted, and what that means for its proof (reference vesanor §5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from contracts import contract, findings, only, tool, verdict, witness

if TYPE_CHECKING:
    from phaselint.vocabulary.diagnostic import Diagnostic

BLOCKED = {"financial": "block"}


def trap(files: dict[str, str]) -> Diagnostic:
    return only(findings(files), "order-trap")


def assumptions(finding: Diagnostic) -> list[tuple[str, str]]:
    listed = witness(finding).get("assumptions", [])
    return [(entry["kind"], entry["tool"]) for entry in listed]


def answers(finding: Diagnostic) -> list[Any]:
    """What the model says in the script of the proof."""
    assert finding.proof is not None
    assert finding.proof.script is not None
    return list(finding.proof.script["scenarios"][0]["model"])


def test_a_run_through_open_doors_assumes_nothing() -> None:
    found = trap(contract("a!:[b] b:[z] z*", "verify[a]", "go[a]->b", "pay[b]->z needs verify"))
    assert "assumptions" not in witness(found)
    assert verdict(found) == "proved explore"


class TestRiskDefault:
    def test_a_door_closed_by_the_class_cannot_be_opened_by_a_script(self) -> None:
        found = trap(
            contract(
                "a!:[b] b:[z] z*",
                "verify[a]",
                tool("go[a]->b", side_effect="financial"),
                "pay[b]->z needs verify",
                risk_defaults=BLOCKED,
            )
        )
        assert assumptions(found) == [("risk_default", "go")]
        assert verdict(found) == "unproved replay (the run relies on `risk_default` of `go`)"
        assert found.level == "warning"

    def test_a_gate_of_its_own_decides(self) -> None:
        found = trap(
            contract(
                "a!:[b] b:[z] z*",
                "verify[a]",
                tool("go[a]->b", side_effect="financial", gate="allow"),
                "pay[b]->z needs verify",
                risk_defaults=BLOCKED,
            )
        )
        assert assumptions(found) == []
        assert verdict(found) == "proved explore"

    def test_an_open_way_is_preferred_though_it_is_longer(self) -> None:
        found = trap(
            contract(
                "a!:[b,m] m:[b] b:[c] c:[z] z*",
                tool("short[a]->b", side_effect="financial"),
                "step[a]->m",
                "long[m]->b",
                "verify[b]",
                "on[b]->c",
                "pay[c]->z needs verify",
                risk_defaults=BLOCKED,
            )
        )
        assert witness(found)["path_tools"] == [["step"], ["long"], ["on"]]
        assert verdict(found) == "proved explore"


class TestWithOutput:
    @staticmethod
    def guarded(*conditions: dict[str, Any]) -> Diagnostic:
        needs = {"requires_prior_tool": "check", "with_output": list(conditions)}
        return trap(
            contract(
                "a!:[b] b:[z] z*",
                "check[a]",
                "verify[a]",
                tool("go[a]->b", preconditions=[needs]),
                "pay[b]->z needs verify",
            )
        )

    def test_the_script_gives_an_output_that_meets_the_condition(self) -> None:
        found = self.guarded({"path": "$.score", "gte": 10, "lte": 20})
        assert assumptions(found) == [("with_output", "go")]
        assert verdict(found) == "proved explore"
        [check, _] = answers(found)
        assert 10 <= check["calls"][0]["output"]["score"] <= 20

    def test_conditions_that_contradict_each_other_cannot_be_met(self) -> None:
        found = self.guarded({"path": "$.ok", "equals": True}, {"path": "$.ok", "equals": False})
        assert assumptions(found) == [("with_output", "go")]
        assert verdict(found) == "unproved replay (the run relies on `with_output` of `go`)"

    def test_a_condition_of_an_unknown_form_cannot_be_met(self) -> None:
        found = self.guarded({"path": "$.ok", "matches": "yes"})
        assert verdict(found) == "unproved replay (the run relies on `with_output` of `go`)"

    def test_conditions_that_different_calls_may_meet_do_not_contradict(self) -> None:
        yes = {"requires_prior_tool": "check", "with_output": [{"path": "$.ok", "equals": True}]}
        no = {"requires_prior_tool": "check", "with_output": [{"path": "$.ok", "equals": False}]}
        found = trap(
            contract(
                "a!:[b] b:[c] c:[z] z*",
                "check",
                "verify[a]",
                tool("go[a]->b", preconditions=[yes]),
                tool("on[b]->c", preconditions=[no]),
                "pay[c]->z needs verify",
            )
        )
        assert verdict(found) == "proved explore"


class TestRequiresStepCount:
    @staticmethod
    def late(count: int, max_steps: int) -> tuple[Diagnostic, ...]:
        wait = {"requires_step_count": {"gte": count}}
        return findings(
            contract(
                "a!:[b] b:[z] z*",
                "verify[a]",
                tool("go[a]->b", preconditions=[wait]),
                "pay[b]->z needs verify",
                session_limits={"max_steps": max_steps},
            )
        )

    def test_the_script_waits_with_text(self) -> None:
        found = only(self.late(3, max_steps=9), "order-trap")
        assert assumptions(found) == [("requires_step_count", "go")]
        assert verdict(found) == "proved explore"
        assert answers(found) == ["(text)", "(text)", "(text)", {"calls": ["go"]}]

    def test_max_steps_leaves_no_room(self) -> None:
        found = self.late(4, max_steps=4)
        trap_ = only(found, "order-trap")
        assert ("requires_step_count", "go") in assumptions(trap_)
        assert verdict(trap_).startswith("unproved replay (the run relies on `requires_step_count`")
        assert verdict(only(found, "unsatisfiable-precondition")) == "proved explore"


class TestLimit:
    def test_a_run_over_a_limit_is_not_replayed(self) -> None:
        found = trap(
            contract(
                "a!:[b,z] b:[c] c:[z] z*",
                "quit[a]->z",
                "go[a]->b",
                "verify[b]",
                "on[b]->c",
                "pay[c]->z needs verify",
                session_limits={"max_tool_calls": 1},
            )
        )
        assert assumptions(found) == [("limit", "on")]
        assert verdict(found) == "unproved replay (the run relies on `limit` of `on`)"

    def test_the_run_of_a_limit_is_not_held_against_itself(self) -> None:
        found = only(
            findings(
                contract(
                    "a!:[b] b:[z] z*", "go[a]->b", "end[b]->z", session_limits={"max_steps": 1}
                )
            ),
            "limit-below-shortest-path",
        )
        assert "assumptions" not in witness(found)
        assert verdict(found) == "proved explore"


def test_assumptions_come_in_the_order_of_the_run_without_repetitions() -> None:
    wait = {"requires_step_count": {"gte": 2}}
    met = {"requires_prior_tool": "check", "with_output": [{"path": "$.ok", "equals": True}]}
    found = trap(
        contract(
            "a!:[b] b:[c] c:[z] z*",
            tool("check[a]", side_effect="financial", preconditions=[wait]),
            "verify[a]",
            tool("go[a]->b", preconditions=[met]),
            tool("on[b]->c", preconditions=[met]),
            "pay[c]->z needs verify",
            risk_defaults=BLOCKED,
        )
    )
    assert assumptions(found) == [
        ("risk_default", "check"),
        ("requires_step_count", "check"),
        ("with_output", "go"),
    ]
