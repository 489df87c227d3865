"""Verdicts of dry runs in words: every status and method, and the counts of the last line."""

from __future__ import annotations

from itertools import product

import pytest

from phaselint.linting.result import Summary
from phaselint.report.verdicts import in_a_line, verdict
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import METHODS


@pytest.mark.parametrize(
    ("proof", "line"),
    [
        (Proof("proved", "replay"), "confirmed: reproduced in a simulated run"),
        (Proof("proved", "explore"), "confirmed: no run does this (all runs explored)"),
        (Proof("proved", "refusal"), "confirmed: the runtime refuses to start"),
        (
            Proof("proved", "differential"),
            "confirmed: compared runs with and without the fix",
        ),
        (
            Proof("proved", "static+replay", None, "read, not run: `a`"),
            "partly confirmed: reproduced in a simulated run; by reading the file: `a`",
        ),
        (
            Proof("proved", "replay", None, "with a stand-in for the prompt"),
            "confirmed: reproduced in a simulated run; with a stand-in for the prompt",
        ),
        (Proof("found", "explore"), "found by exploration: no rule covers it"),
        (
            Proof("unproved", "replay", None, "no run reaches it"),
            "not confirmed: no run reaches it",
        ),
        (
            Proof("refuted", "replay", None, "it completes"),
            "not confirmed: phaselint's own run disagrees; please report",
        ),
    ],
)
def test_a_verdict_in_words(proof: Proof, line: str) -> None:
    said = verdict(proof)
    assert said is not None
    assert said.line() == line


def test_what_needs_no_run_has_no_verdict() -> None:
    assert verdict(Proof("static")) is None


def test_every_method_has_words() -> None:
    for method in METHODS:
        if method == "static":
            continue
        said = verdict(Proof("proved", method))
        assert said is not None
        assert said.told


@pytest.mark.parametrize(
    ("counts", "line"),
    [
        ((17, 12, 0, 0, 0), "12 of 17 confirmed by a simulated run, 5 need none"),
        ((2, 1, 0, 0, 0), "1 of 2 confirmed by a simulated run, 1 needs none"),
        ((1, 1, 0, 0, 0), "1 of 1 confirmed by a simulated run"),
        ((3, 0, 0, 0, 0), "3 need no run"),
        ((1, 0, 0, 0, 0), "1 needs no run"),
        (
            (4, 1, 1, 1, 1),
            "1 of 4 confirmed by a simulated run, 1 found by exploration, 2 not confirmed",
        ),
    ],
)
def test_the_counts_of_the_last_line(counts: tuple[int, ...], line: str) -> None:
    total, proved, found, unproved, refuted = counts
    summary = Summary(errors=total, proved=proved, found=found, unproved=unproved, refuted=refuted)
    assert in_a_line(summary) == line


def test_the_parts_add_up() -> None:
    for proved, found, denied, free in product(range(3), repeat=4):
        total = proved + found + denied + free
        line = in_a_line(Summary(warnings=total, proved=proved, found=found, unproved=denied))
        numbers = [int(word) for word in line.split() if word.isdigit()]
        if free < total:
            assert sum(numbers) - numbers[1] == total
