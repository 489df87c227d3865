"""`phaselint rule NAME` (design §7)."""

from __future__ import annotations

import json
import os

import click

from phaselint.cli.common import status_of, write_lines
from phaselint.cli.parameters import completed
from phaselint.rulebook import page as ruledoc
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.suggest import suggest, unknown


@click.command("rule")
@click.argument("name", shell_complete=completed("rule_names"))
@click.option(
    "--format", "format_", type=click.Choice(("text", "json", "markdown")), default="text"
)
def command(name: str, format_: str) -> int:
    """Explain a rule: what it reports, why, and how to fix it.

    NAME is a rule's name, its code, or its name in the reference of a format.
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
    if format_ == "json":
        text = json.dumps(ruledoc.as_data(named), indent=2) + "\n"
    else:
        text = (ruledoc.as_text if format_ == "text" else ruledoc.as_markdown)(named)
    write_lines((text,), "-")
    return status
