"""Rules under which the engine itself reports: their checks say nothing, so no contract is asked
them."""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import SimpleNamespace
from typing import TYPE_CHECKING

from phaselint.executor.scripts import PROOFS
from phaselint.linting.exploration import INCOMPLETE, KINDS
from phaselint.linting.rule_runner import themes_of
from phaselint.vocabulary.deferred import resolved
from phaselint_rules import RULES

if TYPE_CHECKING:
    from phaselint.vocabulary.rule import Rule

BY_ENGINE = [rule for rule in RULES if rule.by_engine]


def says_nothing(rule: Rule) -> bool:
    """Whether there is nothing in a check but its documentation and an empty answer."""
    source = textwrap.dedent(inspect.getsource(resolved(rule.check)))
    function = ast.parse(source).body[0]
    assert isinstance(function, ast.FunctionDef)
    _, *rest = function.body
    return [ast.unparse(each) for each in rest] == ["return ()"]


def test_exactly_the_checks_that_say_nothing_are_of_the_engine() -> None:
    silent = {(rule.name, rule.dialect) for rule in RULES if says_nothing(rule)}
    assert {(rule.name, rule.dialect) for rule in BY_ENGINE} == silent


def test_what_the_engine_reports_is_of_the_engine() -> None:
    assert {*KINDS, *PROOFS, INCOMPLETE} <= {rule.name for rule in BY_ENGINE}


def test_no_contract_is_asked_them() -> None:
    asked = {rule for theme in themes_of(RULES) for rule in theme.rules}
    assert asked == {*RULES} - {*BY_ENGINE}
    assert not any(tuple(rule.check(SimpleNamespace())) for rule in BY_ENGINE)
