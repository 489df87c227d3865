"""A rule that is about some keys finds nothing in a contract without any of them, which is why it
is not asked there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cases import Case, listed, texts
from fuzz.inputs import drawn
from phaselint.dialects import dialect
from phaselint.dialects.options import merge
from phaselint.linting.internal_errors import Defects
from phaselint.linting.rule_runner import asked, hits_of, themes_of
from phaselint.project.memory import DictReader
from phaselint.project.reader import walk
from phaselint.vocabulary.step_budget import StepBudget, allowing
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.base import Target
    from phaselint.vocabulary.rule import Rule

ABOUT: dict[str, list[Rule]] = {}
for _rule in RULES:
    if _rule.only_if_keys:
        ABOUT.setdefault(_rule.dialect, []).append(_rule)
CASES = [
    (name, case)
    for name in ABOUT
    for case in listed()
    if case.rule in {r.name for r in RULES if r.dialect == name}
]
DAMAGED = 150


def studied(name: str, files: Mapping[str, str]) -> Iterator[tuple[Target, Any]]:
    """The contracts of a dialect in some files, and their facts."""
    family, reader = dialect(name), DictReader(files)
    for folder in walk(reader):
        for target in family.detect(reader, folder):
            with allowing(StepBudget()):
                contract = family.load(reader, target)
                yield target, family.study(contract, merge(family, {}, {}, {}), 1_000)


def passed_over(name: str, files: Mapping[str, str]) -> Iterator[str]:
    """The rules that are not asked for want of their keys; each has to find nothing."""
    for _, facts in studied(name, files):
        for rule in ABOUT[name]:
            if asked(rule, facts) and facts.keys.isdisjoint(rule.only_if_keys):
                assert list(rule.check(facts)) == [], rule.name
                yield rule.name


@pytest.mark.parametrize(("name", "case"), CASES, ids=str)
def test_in_the_cases(name: str, case: Case) -> None:
    list(passed_over(name, texts(case)))


@pytest.mark.parametrize("name", ABOUT)
def test_in_damaged_contracts(name: str) -> None:
    found: set[str] = set()
    for number in range(DAMAGED):
        files = drawn(name, f"about-{number}").files
        found.update(
            passed_over(
                name, {path: data.decode("utf-8", "replace") for path, data in files.items()}
            )
        )
    assert found == {rule.name for rule in ABOUT[name]}


WORKFLOW = """\
id: desk
name: Desk
entry: open
nodes: {open: {name: Open, instruction: Open it.%s}}
edges: []
"""


@pytest.mark.parametrize(("more", "called"), [(" ", []), (", retry: {max: 2}", ["retry"])])
def test_it_is_asked_where_one_of_them_is(more: str, called: list[str]) -> None:
    told: list[str] = []

    def check(_facts: Any) -> tuple[()]:
        told.append("retry")
        return ()

    (rule,) = [each for each in RULES if each.name == "retry-without-trigger"]
    for target, facts in studied("sweny", {"desk.yml": WORKFLOW % more}):
        defects = Defects(dialect("sweny"), target, RULES)
        assert not list(hits_of(themes_of([rule._replace(check=check)]), facts, target, defects))
    assert told == called
