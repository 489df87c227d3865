"""The proof of slowness is growth measured in a child process; no time itself is asserted."""

from __future__ import annotations

import pytest

from phaselint.patterns.backtracking import Recipe, suspects
from phaselint.patterns.timing import measure

GENEROUS = 120.0


@pytest.mark.parametrize("source", [r"(a+)+$", r"^(https?://)?([a-z]+)+$", r"(?=(a+)+b)a"])
def test_a_suspect_grows_exponentially(source: str) -> None:
    found = suspects(source)
    assert found is not None
    growth = measure(source, found.recipe, GENEROUS)
    assert growth.verdict == "exponential"
    assert growth.counts == tuple(range(1, len(growth.seconds) + 1))


def test_a_harmless_expression_does_not() -> None:
    growth = measure(r"^https://[^ ]+$", Recipe("https://", "a", " "), GENEROUS)
    assert growth.verdict == "linear"
    assert growth.stopped == 0


def test_nothing_is_known_when_time_is_up_at_once() -> None:
    growth = measure(r"(a+)+$", Recipe("a", "a", "!"), 0.0)
    assert growth == ((), (), 1, "unknown")


def test_a_text_that_never_ends_is_stopped() -> None:
    growth = measure(r"(a+)+$", Recipe("a", "a" * 60, "!"), 1.0)
    assert growth.stopped == 1
    assert growth.verdict == "unknown"
