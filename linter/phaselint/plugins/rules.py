"""The rules that plugins bring: which names and codes they may have, what they may need.

A code has one name and a name one code. Two letters at the beginning of a code belong to one
distribution; those of the built-in rules are phaselint's. A plugin's dialect takes part in a
shared rule under its name and code, with a check of its own.
"""

from __future__ import annotations

import re

from phaselint.plugins.guard import unguarded
from phaselint.plugins.unfit import Unfit, kind_of, need, need_portable
from phaselint.vocabulary.deferred import resolved
from phaselint.vocabulary.errors import described
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.rule import ANY_DIALECT, ENDINGS, FIX_POLICIES, KEYS, METHODS, Grade, Rule
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaselint.dialects import Dialects
    from phaselint.dialects.base import Dialect

CODE = re.compile(r"[A-Z]{2}[0-9]{3}")
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

SHARED_PREFIX = "PL"
"""How the codes of rules begin in which a plugin's dialect may take part."""

OURS = "phaselint"


class Register:
    """Which names, codes and beginnings of codes are taken, and by whom.

    Args:
        rules: the built-in rules.
        dialects: all dialects there are.
    """

    def __init__(self, rules: Iterable[Rule], dialects: Dialects) -> None:
        self._dialects = dialects
        self._name_of: dict[str, str] = {}
        self._code_of: dict[str, str] = {}
        self._owners: dict[str, str] = {}
        self._taken: set[tuple[str, str]] = set()
        for rule in rules:
            self._enter(rule)

    def _enter(self, rule: Rule) -> None:
        self._name_of[rule.code] = rule.name
        self._code_of[rule.name] = rule.code
        self._owners.setdefault(rule.code[:2], rule.origin)
        self._taken.add((rule.name, rule.dialect))

    def enter(self, rule: Rule) -> None:
        """Take a rule in.

        Raises:
            Unfit: what it is or has is not as it must be.
        """
        _check_form(rule)
        self._check_dialect(rule)
        self._check_identity(rule)
        self._check_facts(rule)
        _check_prover(rule)
        need_portable(rule)
        self._enter(rule)

    def _check_dialect(self, rule: Rule) -> None:
        need(rule.dialect, "it has no dialect; add `dialect=`")
        if rule.dialect != ANY_DIALECT and rule.dialect not in self._dialects:
            raise Unfit(unknown("dialect", rule.dialect, self._dialects.names))

    def _check_identity(self, rule: Rule) -> None:
        code, name = self._code_of.get(rule.name), self._name_of.get(rule.code)
        need(code in (None, rule.code), f"the rule of that name has the code `{code}`")
        need(name in (None, rule.name), f"the code belongs to `{name}`")
        need((rule.name, rule.dialect) not in self._taken, "the rule already exists")
        owner = self._owners.get(rule.code[:2], rule.origin)
        if owner == rule.origin:
            return
        shared = code is not None and rule.code.startswith(SHARED_PREFIX)
        need(shared, f"codes with `{rule.code[:2]}` belong to {owner or OURS}")
        need(
            rule.dialect in self._dialects and self._dialects[rule.dialect].origin == rule.origin,
            "a shared rule is for a dialect of the same distribution",
        )

    def _check_facts(self, rule: Rule) -> None:
        """A rule that needs what no facts have would never be asked, and nobody would know."""
        wanted = (*rule.needs, *rule.complete_if, *((KEYS,) if rule.only_if_keys else ()))
        if not wanted:
            return
        every = rule.dialect == ANY_DIALECT
        for dialect in self._dialects if every else (self._dialects[rule.dialect],):
            facts = facts_of(dialect)
            for name in wanted:
                need(has_fact(facts, name), f"the facts of {dialect.name} have no `{name}`")


def _check_form(rule: Rule) -> None:
    """What any part of phaselint relies on, of a rule that our tests haven't seen."""
    need(isinstance(rule.code, str) and CODE.fullmatch(rule.code), "the code isn't a valid code")
    need(isinstance(rule.name, str) and NAME.fullmatch(rule.name), "the name isn't a valid name")
    need(callable(rule.check), "the check isn't a function")
    grades = isinstance(rule.severities, tuple) and rule.severities
    need(
        grades and all(isinstance(g, Grade) and g.severity in SEVERITIES for g in rule.severities),
        "the severities aren't valid",
    )
    need(rule.fix in FIX_POLICIES, f"`{rule.fix}` isn't a way of fixing")
    need(rule.ends in ENDINGS, f"`{rule.ends}` isn't a way for runs to end")
    for words in (rule.needs, rule.complete_if, rule.catalogue, rule.only_if_keys):
        need(
            isinstance(words, tuple) and all(isinstance(each, str) for each in words),
            f"{kind_of(words)} isn't a tuple of names",
        )


def _check_prover(rule: Rule) -> None:
    """A prover that cannot be imported would be missed in a dry run only."""
    try:
        prover = resolved(rule.prove)
    except Exception as error:  # an import runs code of the plugin, which may raise anything
        raise Unfit(f"its prover can't be imported: {described(error)}") from None
    need(prover is None or callable(prover), "the prover isn't a function")
    need(rule.method in METHODS, f"`{rule.method}` isn't a way of proving")


def facts_of(dialect: Dialect) -> Any:
    """The class of a dialect's facts.

    Raises:
        Unfit: it cannot be imported, or isn't one.
    """
    try:
        found = resolved(unguarded(dialect.study))
    except Exception as error:  # an import runs code of the plugin, which may raise anything
        raise Unfit(f"the facts of {dialect.name} can't be imported: {described(error)}") from None
    need(isinstance(found, type), f"`study` of {dialect.name} isn't a class that shows its facts")
    return found


def has_fact(facts: type, name: str) -> bool:
    """Whether facts have something of that name, as a property or as a declared attribute."""
    return hasattr(facts, name) or any(
        name in vars(base).get("__annotations__", ()) for base in facts.__mro__
    )


def fit(
    rules: Sequence[Rule], brought: Iterable[Rule], dialects: Dialects
) -> tuple[tuple[Rule, ...], list[tuple[Rule, str]]]:
    """Those of the brought rules that can be used next to the built-in ones, and the others with
    what is wrong with them."""
    register = Register(rules, dialects)
    kept: list[Rule] = []
    unfit: list[tuple[Rule, str]] = []
    for rule in brought:
        try:
            register.enter(rule)
        except Unfit as error:
            unfit.append((rule, str(error)))
        else:
            kept.append(rule)
    return tuple(kept), unfit
