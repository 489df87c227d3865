"""What the built-in rules need is there to be asked: each name is one of the dialect's facts."""

from __future__ import annotations

from phaselint.dialects import NAMES, dialect
from phaselint.plugins.rules import facts_of, has_fact
from phaselint_rules import RULES


def test_the_facts_of_a_dialect_have_what_its_rules_need() -> None:
    known = {name: facts_of(dialect(name)) for name in NAMES}
    lacking = [
        f"{rule.dialect} {rule.name}: {name}"
        for rule in RULES
        for name in (*rule.needs, *rule.complete_if)
        if rule.dialect not in known or not has_fact(known[rule.dialect], name)
    ]
    assert lacking == []
