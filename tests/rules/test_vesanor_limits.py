"""Session limits against the shortest runs (reference vesanor §5.3, §6.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from contracts import contract, findings, names, only, tool, verdict, witness

if TYPE_CHECKING:
    from phaselint.vocabulary.diagnostic import Diagnostic

TOGETHER = ("x[a]->b", "y[a]->b", "pay[b]->z needs x,y")
"""Two calls have to be made in one response, and a third one after it."""


def below(graph: str, *tools: str | dict[str, Any], **limits: int) -> list[Diagnostic]:
    found = findings(contract(graph, *tools, session_limits=limits))
    return [each for each in found if each.name == "limit-below-shortest-path"]


class TestParallelCalls:
    def test_calls_are_counted_each(self) -> None:
        [found] = below("a!:[b] b:[z] z*", *TOGETHER, max_tool_calls=2)
        assert witness(found) == {
            "limit": "max_tool_calls",
            "value": 2,
            "needed": 3,
            "path_phases": ["a", "b", "z"],
            "path_tools": [["x", "y"], ["pay"]],
        }
        assert verdict(found) == "proved explore"
        assert not below("a!:[b] b:[z] z*", *TOGETHER, max_tool_calls=3)

    def test_responses_are_counted_once(self) -> None:
        [found] = below("a!:[b] b:[z] z*", *TOGETHER, max_steps=1)
        assert witness(found)["needed"] == 2
        assert witness(found)["path_tools"] == [["x", "y"], ["pay"]]
        assert verdict(found) == "proved explore"
        assert not below("a!:[b] b:[z] z*", *TOGETHER, max_steps=2)

    def test_help_along_the_way_shares_a_response(self) -> None:
        tools = ("f[a]", "g[a]", "go[a]->b", "pay[b]->z needs f,g")
        assert not below("a!:[b] b:[z] z*", *tools, max_steps=2)
        [found] = below("a!:[b] b:[z] z*", *tools, max_tool_calls=3)
        assert witness(found)["needed"] == 4

    def test_each_limit_has_a_shortest_path_of_its_own(self) -> None:
        """Over b: 3 responses of one call each; straight on: 2 responses, 5 calls."""
        tools = ("s[a]->b", "t[b]->c", "u[c]->z", "f", "g", "h", "w[a]->d", "end[d]->z needs f,g,h")
        graph = "a!:[b,d] b:[c] c:[z] d:[z] z*"
        assert not below(graph, *tools, max_tool_calls=3, max_steps=2)
        calls, steps = below(graph, *tools, max_tool_calls=2, max_steps=1)
        assert (witness(calls)["needed"], witness(calls)["path_tools"]) == (
            3,
            [["s"], ["t"], ["u"]],
        )
        assert (witness(steps)["needed"], witness(steps)["path_tools"]) == (
            2,
            [["f", "g", "h", "w"], ["end"]],
        )

    def test_calls_that_the_path_can_do_without_are_left_out(self) -> None:
        tools = ("log[a]", "look[a]", "go[a]->b", "end[b]->z")
        [found] = below("a!:[b] b:[z] z*", *tools, max_steps=1)
        assert witness(found)["path_tools"] == [["go"], ["end"]]


class TestOtherDoors:
    def test_step_counts_are_not_added(self) -> None:
        wait = tool("go[a]->z", preconditions=[{"requires_step_count": {"gte": 3}}])
        assert not below("a!:[z] z*", wait, max_steps=4)

    def test_limits_of_single_tools_are_not_examined(self) -> None:
        files = contract(
            "a!:[a,z] z*",
            "again[a]->a",
            "end[a]->z",
            session_limits={"max_calls_per_tool": {"again": 1}},
        )
        assert names(files) == []

    def test_a_limit_of_zero_closes_the_tool(self) -> None:
        limits = {"max_calls_per_tool": {"end": 0}}
        assert names(contract("a!:[z] z*", "end[a]->z", session_limits=limits)) == ["tool-deadlock"]

    def test_nothing_is_said_where_no_terminal_phase_is_reached(self) -> None:
        files = contract("a!:[b] b:[z] z*", "t[a]->b", "n[b]", session_limits={"max_steps": 1})
        assert "limit-below-shortest-path" not in names(files)

    def test_an_invalid_limit_limits_nothing(self) -> None:
        files = contract("a!:[b] b:[z] z*", "t[a]->b", "u[b]->z", session_limits={"max_steps": 0})
        assert names(files) == ["invalid-limit"]


class TestFallback:
    """Beyond the bound, `max_steps` is compared with the shortest way over the tools."""

    TOOLS = ("f[a] forbids g", "g[a] forbids f", "t[a]->b", "u[b]->c needs f", "v[c]->z needs g")

    def test_the_witness_has_phases_and_no_responses(self) -> None:
        files = contract("a!:[b] b:[c] c:[z] z*", *self.TOOLS, session_limits={"max_steps": 2})
        found = only(findings(files, bound=1), "limit-below-shortest-path")
        assert witness(found) == {
            "limit": "max_steps",
            "value": 2,
            "needed": 3,
            "path_phases": ["a", "b", "c", "z"],
        }
        assert verdict(found).startswith("unproved")

    def test_calls_are_not_guessed(self) -> None:
        files = contract("a!:[b] b:[c] c:[z] z*", *self.TOOLS, session_limits={"max_tool_calls": 2})
        assert names(files, bound=1, dry_run=False) == ["analysis-incomplete"]


@pytest.mark.parametrize("value", [5, 5.0])
def test_a_whole_number_may_have_a_decimal_point(value: float) -> None:
    assert names(contract("a!:[z] z*", "t[a]->z", session_limits={"max_steps": value})) == []


@pytest.mark.parametrize("value", [0, -1, 1.5, True, "many", None, [3]])
def test_other_values_are_invalid(value: object) -> None:
    files = contract("a!:[z] z*", "t[a]->z", session_limits={"max_tool_calls": value})
    assert names(files) == ["invalid-limit"]


class TestLoopDetection:
    @pytest.mark.parametrize(("window", "threshold", "fits"), [(2, 3, False), (3, 3, True)])
    def test_a_threshold_fits_into_a_window_of_its_size(
        self, window: int, threshold: int, fits: bool
    ) -> None:
        limits = {"loop_detection": {"window": window, "threshold": threshold}}
        found = names(contract("a!:[z] z*", "end[a]->z", session_limits=limits))
        assert ("limit-inconsistent" not in found) is fits
