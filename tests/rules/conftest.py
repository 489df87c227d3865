"""What the tests of rules share: fixtures, linted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import chdir
from functools import cache
from typing import TYPE_CHECKING

import pytest

from cases import Case
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES

if TYPE_CHECKING:
    from cases import Written
    from phaselint.linting.result import Result

Lint = Callable[[Case], "Result"]


@pytest.fixture(scope="session")
def lint(written: Written) -> Lint:
    """Lint a fixture from the folder of its rule, as `phaselint lint --dry-run --verify` does."""

    @cache
    def result(case: Case) -> Result:
        off = tuple({rule.name for rule in RULES if rule.name == case.rule and not rule.default})
        asked = Request((case.variant,), dry_run=True, verify=True, extend_select=off)
        with chdir(written.rule(case.rule)):
            found = run(asked, RULES)
        assert not found.wrong + found.empty
        return found

    return result
