"""Fixing with unsafe fixes allowed: never worse than without, and the same in one step or two."""

from __future__ import annotations

import tempfile
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from cli.contracts import TOOL, contract
from phaselint.fixing.choosing import SAFE, UNSAFE
from phaselint.fixing.rounds import fix
from phaselint.fixing.writing import write
from phaselint.linting.request import Request
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place
from phaselint.vocabulary.message import message
from phaselint.vocabulary.rule import WARNING, Rule
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.fixing.rounds import Fixed
    from phaselint.vocabulary.finding import Safety

Kind = Literal["helps", "does not help", "breaks", "brings an error"]
FILE = "answer.yaml"
AFTER = {
    "helps": "good",
    "does not help": "bad",
    "breaks": "[bad",
    "brings an error": "good\nside_effect: 1",
}


def kind_of(value: str) -> tuple[Safety, Kind]:
    safety, _, kind = value.partition(" ")
    assert safety in ("safe", "unsafe")
    return safety, kind  # type: ignore[return-value]  # words of a test


def check(facts: Any) -> Iterable[Finding]:
    """Each key of a letter and a number has a value that says how its fix turns out."""
    for key, value in facts.contract.documents[FILE].value.items():
        if key.startswith("x") and value not in ("good", "bad"):
            safety, kind = kind_of(value)
            place = Place(FILE, (key,))
            yield Finding(place, message(key), fix=Fix(safety, "t", (Edit(place, AFTER[kind]),)))


RULE = Rule("XX001", check, WARNING, name="x", dialect="vesanor")
RULE_THAT_STAYS = Rule(
    "XX002",
    lambda facts: (
        Finding(Place(FILE, (key,)), message(key))
        for key, value in facts.contract.documents[FILE].value.items()
        if value == "bad"
    ),
    WARNING,
    name="y",
    dialect="vesanor",
)


def fixed(allowed: frozenset[Safety]) -> Fixed:
    outcome = fix(Request((".",)), (*RULES, RULE, RULE_THAT_STAYS), allowed)
    assert write(outcome.texts).wrong == ()
    assert outcome.left == 0
    return outcome


def left(outcome: Fixed) -> list[str]:
    return sorted(str(each.message) for each in outcome.result.findings if each.code == "XX001")


def ways(values: Sequence[str], *steps: frozenset[Safety]) -> list[str]:
    """What is left of defects after some steps of fixing."""
    lines = "".join(f"x{number}: {value}\n" for number, value in enumerate(values))
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        contract(Path(folder))
        Path(FILE).write_text(TOOL + lines)
        for step in steps:
            outcome = fixed(step)
        return left(outcome)


VALUES = st.tuples(st.sampled_from(["safe", "unsafe"]), st.sampled_from(sorted(AFTER)))


@settings(max_examples=12, deadline=None)
@given(st.lists(VALUES.map(" ".join), min_size=1, max_size=12))
def test_to_allow_more_never_fixes_less(values: list[str]) -> None:
    safe = ways(values, SAFE)
    one = ways(values, UNSAFE)
    assert one == ways(values, SAFE, UNSAFE)
    assert set(one) <= set(safe)
    helped = {f"x{number}" for number, value in enumerate(values) if value.endswith(" helps")}
    assert helped.isdisjoint(one)
