"""Rules by their name, their code, or their name in the reference of a format."""

from __future__ import annotations

from phaselint.config import rules_for
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.rule import ANY_DIALECT
from phaselint.vocabulary.suggest import listing, suggest, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.config.model import Config
    from phaselint.vocabulary.rule import Rule


def named_rules(
    config: Config, builtin: Sequence[Rule], name: str, dialect: str = ""
) -> list[Rule]:
    """The rules of a name under a configuration, one for each format that has it; only that of one
    format, if a dialect is given.

    Raises:
        UsageError: there is none.
    """
    rules = rules_for(config, builtin)
    codes = {rule.code for rule in rules if name in rule.names or name.upper() == rule.code}
    if not codes:
        known = list(dict.fromkeys(word for rule in rules for word in rule.names))
        hint = "" if suggest(name, known) else "; `phaselint rules` lists all rules"
        raise UsageError(f"{unknown('rule', name, known)}{hint}")
    named = [rule for rule in rules if rule.code in codes]
    return _of(named, dialect) if dialect else named


def _of(rules: Sequence[Rule], dialect: str) -> list[Rule]:
    """The rules of a dialect, and those of all.

    Raises:
        UsageError: there are none.
    """
    found = [rule for rule in rules if rule.dialect in (dialect, ANY_DIALECT)]
    if not found:
        known = listing([rule.dialect for rule in rules])
        raise UsageError(f"rule `{rules[0].name}` doesn't apply to `{dialect}`, but to {known}")
    return found
