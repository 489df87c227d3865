"""`phaselint rule NAME` (design §7)."""

from __future__ import annotations

import json
import os

import click

from phaselint.cli.common import status_of, write_lines
from phaselint.cli.parameters import completed
from phaselint.rulebook import page as ruledoc
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.rule import ANY_DIALECT
from phaselint.vocabulary.suggest import listing, suggest, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.vocabulary.rule import Rule


@click.command("rule")
@click.argument("name", shell_complete=completed("rule_names"))
@click.option(
    "--format", "format_", type=click.Choice(("text", "json", "markdown")), default="text"
)
@click.option(
    "--dialect",
    metavar="NAME",
    default="",
    shell_complete=completed("dialects"),
    help="Show only what the rule reports in this format.",
)
def command(name: str, format_: str, dialect: str) -> int:
    """Explain a rule: what it reports, why, and how to fix it.

    NAME is a rule's name, its code, or its name in the reference of a format. A rule that several
    formats have is explained for each, beginning with those in the current directory.
    """
    from phaselint.api import builtin_rules
    from phaselint.config import configure, rules_for

    config = configure(os.curdir, builtin_rules())
    status = status_of(config)
    rules = rules_for(config, builtin_rules())
    codes = {rule.code for rule in rules if name in rule.names or name.upper() == rule.code}
    if not codes:
        known = list(dict.fromkeys(word for rule in rules for word in rule.names))
        hint = "" if suggest(name, known) else "; `phaselint rules` lists all rules"
        raise UsageError(f"{unknown('rule', name, known)}{hint}")
    named = [rule for rule in rules if rule.code in codes]
    if dialect:
        named = _of(named, dialect)
    elif format_ == "text" and len(named) > 1:
        here = _dialects_here()
        named.sort(key=lambda rule: rule.dialect not in here)
    if format_ == "json":
        text = json.dumps(ruledoc.as_data(named), indent=2) + "\n"
    else:
        text = (ruledoc.as_text if format_ == "text" else ruledoc.as_markdown)(named)
    write_lines((text,), "-")
    return status


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


def _dialects_here() -> frozenset[str]:
    """The dialects of the contracts in the current directory; none where that can't be told."""
    from phaselint.api import builtin_rules
    from phaselint.linting.discover import Finder

    try:
        discovery = Finder(builtin_rules()).discover((os.curdir,))
    except UsageError:
        return frozenset()
    return frozenset(each.dialect.name for each in discovery.found)
