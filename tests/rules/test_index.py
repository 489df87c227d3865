"""The index of each dialect is what its checks say of themselves."""

from __future__ import annotations

import pytest

from phaselint.vocabulary.deferred import resolved
from phaselint_rules import PACKAGES, RULES
from phaselint_rules.indexing import path, text

STALE = "stale; run `python -m phaselint_rules.indexing`"


@pytest.mark.parametrize("dialect", PACKAGES)
def test_the_index_of_a_dialect_is_up_to_date(dialect: str) -> None:
    package = PACKAGES[dialect]
    assert path(package).read_text("utf-8") == text(dialect, package), STALE


def test_each_prover_is_where_the_index_says() -> None:
    provers = [rule.prove for rule in RULES if rule.prove is not None]
    assert provers
    assert all(callable(resolved(prover)) for prover in provers)


def test_codes_and_names_belong_together() -> None:
    names = {(rule.code, rule.name) for rule in RULES}
    assert len(names) == len({code for code, _ in names}) == len({name for _, name in names})
