"""Newer names of rules: accepted wherever a name is read, while reports print the older ones."""

from __future__ import annotations

import pytest

from phaselint.config import select
from phaselint.vocabulary.rule import NEWER
from phaselint_rules import RULES

PAIRS = [(name, newer) for name, several in NEWER.items() for newer in several]


@pytest.mark.parametrize(("name", "newer"), PAIRS)
def test_a_newer_name_selects_what_the_older_one_selects(name: str, newer: str) -> None:
    chosen = [
        {(rule.code, rule.dialect) for rule in RULES if selection.selected(rule)}
        for selection in (select.build(RULES, select=[name]), select.build(RULES, select=[newer]))
    ]
    assert chosen[0] == chosen[1]
    assert {rule.name for rule in RULES if newer in rule.names} == {name}


def test_no_newer_name_is_that_of_another_rule() -> None:
    taken = {rule.name for rule in RULES} | {word for rule in RULES for word in rule.catalogue}
    assert taken.isdisjoint(newer for _, newer in PAIRS)
    assert {name for name, _ in PAIRS} <= taken
