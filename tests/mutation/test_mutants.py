"""The mutants themselves, and whether the tests of the parts notice them."""

from __future__ import annotations

import ast
import os
from typing import TYPE_CHECKING

import pytest

from fresh import AGAIN, SEED
from mutation.groups import GROUPS
from mutation.mutants import applied, mutants
from mutation.runner import ROOT, Copy, drawn, named_survivors

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FEW = "def f(a, b):\n    if a:\n        b.add(1)\n    return not a and b > 2\n"
AT_MOST = 0.02
"""The share of mutants that may survive without being named."""


def test_each_thing_is_changed_by_itself(tmp_path: Path) -> None:
    (tmp_path / "few.py").write_text(FEW)
    assert {mutant.change for mutant in mutants(tmp_path, "few.py")} == {
        "a → not a",
        "b.add(1) → pass",
        "1 → 2",
        "not a and b > 2 → (not a) or (b > 2)",
        "not a and b > 2 → (not a)",
        "not a and b > 2 → (b > 2)",
        "not a → (a)",
        "b > 2 → b >= 2",
        "2 → 3",
    }


@pytest.mark.parametrize("group", GROUPS)
def test_a_mutant_is_a_program_that_differs(group: str) -> None:
    for file in GROUPS[group].paths(ROOT)[::5]:
        text = (ROOT / file).read_text("utf-8")
        tree = ast.dump(ast.parse(text))
        for mutant in mutants(ROOT, file)[::17]:
            assert ast.dump(ast.parse(applied(text, mutant))) != tree


def test_every_named_survivor_is_one_that_there_is() -> None:
    named = named_survivors()
    files = {file for file, _, _ in named}
    known = {(each.file, each.function, each.change) for f in files for each in mutants(ROOT, f)}
    assert named.keys() <= known
    assert all(named.values())


@pytest.mark.mutation
def test_mutants_are_noticed(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    seed = int(SEED)
    count = int(os.environ.get("PHASELINT_MUTANTS") or 4)
    record_property("drawn", [f"{AGAIN} drew {count} mutants of each part"])
    with Copy(tmp_path / "checkout") as copy:
        verdicts = [copy.verdict(group, mutant) for group, mutant in drawn(seed, count)]
    survived = [str(each) for each in verdicts if each.status == "survived"]
    assert len(survived) <= AT_MOST * len(verdicts), "\n".join(survived)
