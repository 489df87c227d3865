"""`phaselint rule NAME` (design §7)."""

from __future__ import annotations

import json
import os

import click

from phaselint.cli.common import status_of, write_lines
from phaselint.cli.parameters import completed
from phaselint.rulebook import page as ruledoc
from phaselint.vocabulary.errors import UsageError


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
    from phaselint.config import configure
    from phaselint.rulebook.lookup import named_rules

    config = configure(os.curdir, builtin_rules())
    status = status_of(config)
    named = named_rules(config, builtin_rules(), name, dialect)
    if not dialect and format_ == "text" and len(named) > 1:
        here = _dialects_here()
        named.sort(key=lambda rule: rule.dialect not in here)
    if format_ == "json":
        text = json.dumps(ruledoc.as_data(named), indent=2) + "\n"
    else:
        text = (ruledoc.as_text if format_ == "text" else ruledoc.as_markdown)(named)
    write_lines((text,), "-")
    return status


def _dialects_here() -> frozenset[str]:
    """The dialects of the contracts in the current directory; none where that can't be told."""
    from phaselint.api import builtin_rules
    from phaselint.linting.discover import Finder

    try:
        discovery = Finder(builtin_rules()).discover((os.curdir,))
    except UsageError:
        return frozenset()
    return frozenset(each.dialect.name for each in discovery.found)
