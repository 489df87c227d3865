"""What a proof says of itself: which half of the claim it read, and what it stood in for."""

from __future__ import annotations

from phaselint.executor.proof import Decided, decided, partly, standing_in
from phaselint.vocabulary.finding import Proof

PROVED = Proof("proved", "replay")
UNPROVED = Proof("unproved", "replay", None, "no run comes there")


def test_a_half_that_was_read_is_named() -> None:
    assert partly(PROVED, "that it is unused")[1::2] == (
        "static+replay",
        "read, not run: that it is unused",
    )
    assert partly(Proof("proved", "explore"), "x").method == "static+explore"


def test_what_was_stood_in_for_is_named() -> None:
    assert standing_in(PROVED, "the prompts").reason == "with a stand-in for the prompts"
    both = standing_in(partly(PROVED, "that it is unused"), "the prompts")
    assert both.reason == "read, not run: that it is unused; with a stand-in for the prompts"


def test_what_is_not_proved_says_why_and_no_more() -> None:
    assert partly(UNPROVED, "x") == standing_in(UNPROVED, "x") == UNPROVED


def test_a_verdict_that_is_raised_is_the_verdict() -> None:
    def found() -> Proof:
        raise Decided(UNPROVED)

    assert decided(found) is UNPROVED
    assert decided(lambda: PROVED) is PROVED
