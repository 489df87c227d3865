"""The law of size: a string, a key, a list or a path may be long; it costs in proportion.

A decade more of it takes at most twelve times as long, and 50 ms; never more than two seconds, and
no more memory than twenty times its length, and 8 MB; of Python, beside what its own parser and
compiler take: hundreds of bytes for each byte of calls of calls. The seconds are those of one
machine; what is measured is scaled by what the same work takes on this one at that moment. What
takes too long is measured again, since what else a machine does only adds to it.
"""

from __future__ import annotations

import os
import random
from itertools import groupby, islice, takewhile
from typing import TYPE_CHECKING

import pytest

from cases import listed
from fresh import SEED, picker
from laws.drawing import NAMES, cases_of, files_of, some
from laws.enlarging import Larger, drawn, enlarged, places
from laws.measuring import Project, parsing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from cases import Case
    from laws.enlarging import Place

COUNT = int(os.environ.get("PHASELINT_SIZES", "12"))
"""Places that are blown up, of each dialect, among those that differ in more than an index: all of
them where there are no more."""

SIZES = (1_000, 10_000, 100_000)
DECADE = 12
SLACK = 0.05
SECONDS = 2.0
ROUNDS = 3
NOISE = 1.5
"""How many times as much may be measured as may be taken: beside other work, what no longer fits
into the caches is slowed down more than what does. What grows by its square takes a hundred times
as much."""
BYTES = 8_000_000
TIMES = 20

_SCHEMA = "definitions/verification.quotes/properties/next_action/properties/action/enum"
_ENUM = "stages/0/completionSchema/properties/kind/enum"
KNOWN = (
    ("mirrored-name/good", "list", "tools", "+"),
    ("missing-required-field/good-test", "list", "expected_tool_calls/0/argument_invariants", "+"),
    ("unsatisfiable-precondition/bad-output-nested", "list", "preconditions/0/with_output", "+"),
    ("reserved-output-field/bad", "list", "nodes/copy/eval/0/rule/output_required", ""),
    ("agent-failure-not-routed/bad", "string", "edges/0/when", " or x is y"),
    ("agents-without-agent-tool/bad", "list", "tools", ""),
    ("routing-value-impossible/bad", "path", "edges/0/when", ".a[0]"),
    (
        "regex-invalid/good-vesanor",
        "string",
        "argument_value_invariants/0/regex",
        "# ",
    ),
    ("uv-collision/good", "path", "app_prompt/base_dir", "x/y.json "),
    ("uv-collision/good", "list", _SCHEMA, "+"),
    ("branch-enum-not-exhaustive/bad", "list", _ENUM, ""),
    ("source-file-missing/bad-beside", "list", "nodes/review/context", ""),
    ("eval-kind-rule-mismatch/bad-both", "list", "nodes/hand_over/eval", ""),
    ("eval-value-impossible/bad", "list", "nodes/taste/eval", ""),
    ("max-turns-too-low/bad", "list", "nodes/report/skills", ""),
    ("unbounded-loop/bad", "list", "next/stamp/branches", ""),
    ("failure-route-unobservable/bad-word", "list", "nodes/tune/output/required", "+"),
)
"""Places that once cost too much: of which case, and what makes them long. The elements of a list
are told apart by a `+`."""


def shapes(pick: random.Random, dialect: str, count: int) -> Iterator[tuple[Case, Place]]:
    """Some of the places of all cases, each of another shape: one of each case, and where that is
    fewer than are wanted, all of them."""
    cases = some(pick, cases_of(dialect), len(cases_of(dialect)))
    most = 1 if count <= len(cases) else None
    seen = set()
    for case in cases:
        found = {each.shape: each for each in places(files_of(case))}
        fresh = [shape for shape in found if shape not in seen]
        pick.shuffle(fresh)
        for shape in fresh[:most]:
            seen.add(shape)
            yield case, found[shape]


def too_much(project: Project, larger: Larger, seed: str) -> str:
    """What of a place that is blown up costs more than it may; empty where nothing does."""
    made = [
        enlarged(project.files, larger, size, random.Random(f"{seed}/{larger}")) for size in SIZES
    ]
    path = larger.place.path
    texts = [each[path] for each in made]
    told = list(takewhile(bool, (too_long(project, path, texts) for _ in range(ROUNDS))))
    if len(told) == ROUNDS:
        return told[-1]
    for each in reversed(made):
        added = len(each[path].encode("utf-8", "replace"))
        peak = project.peak(path, each[path], BYTES)
        if peak > BYTES + TIMES * added + (parsing(each[path]) if path.endswith(".py") else 0):
            return f"{peak:,} bytes of memory for {added:,} bytes"
        if peak < BYTES:
            break
    return ""


def too_long(project: Project, path: str, texts: Sequence[str]) -> str:
    """What of texts of a file, each ten times as long as the one before, takes more time than it
    may; empty where nothing does."""
    more = project.spent(path, texts[-1])
    if more > NOISE * SECONDS:
        return f"{more:.2f} s"
    for text in texts[-2::-1]:
        if more <= NOISE * SLACK:
            return ""
        less = project.least(path, text)
        if more > NOISE * (SLACK + DECADE * max(less, 0.0)):
            return f"{less:.3f} s, and {more:.3f} s for ten times as much"
        more = less
    return ""


@pytest.mark.parametrize("dialect", NAMES)
def test_what_is_long_costs_no_more_than_its_length(dialect: str, tmp_path: Path) -> None:
    pick = picker("size", dialect)
    wrong = []
    drawn_ones = islice(shapes(pick, dialect, COUNT), COUNT)
    for case, group in groupby(drawn_ones, key=lambda each: each[0]):
        with Project(tmp_path / case.rule / case.variant, files_of(case)) as project:
            for _, place in group:
                larger = drawn(pick, place)
                if told := too_much(project, larger, SEED):
                    wrong.append(f"{told}: {case}, {place}, {larger.unit!r}")
    assert wrong == [], "\n".join((f"PHASELINT_SEED={SEED} PHASELINT_SIZES={COUNT}", *wrong))


@pytest.mark.parametrize(("name", "kind", "pointer", "unit"), KNOWN)
def test_nor_does_what_once_did(
    name: str, kind: str, pointer: str, unit: str, tmp_path: Path
) -> None:
    (case,) = listed(*name.split("/"))
    found = [
        each
        for each in places(files_of(case))
        if (each.kind, "/".join(map(str, each.pointer))) == (kind, pointer)
    ]
    larger = Larger(found[-1], unit.strip("+") or "a", numbered=unit == "+")
    with Project(tmp_path / name, files_of(case)) as project:
        assert too_much(project, larger, "0") == ""
