"""`phaselint rules` (design §7; lesson 13)."""

from __future__ import annotations

import json
import os

import click

from phaselint.cli.common import status_of, write_lines
from phaselint.cli.parameters import split_words
from phaselint.rulebook import listing as rulelist


@click.command("rules")
@click.option(
    "--format", "format_", type=click.Choice(("text", "json", "markdown")), default="text"
)
@click.option(
    "--select",
    multiple=True,
    callback=split_words,
    metavar="RULES",
    help="Select only these rules (names or codes).",
)
@click.option(
    "--ignore",
    multiple=True,
    callback=split_words,
    metavar="RULES",
    help="Skip these rules.",
)
@click.option(
    "--extend-select",
    multiple=True,
    callback=split_words,
    metavar="RULES",
    help="Add these rules to the selected ones.",
)
@click.option(
    "--config", "config_file", metavar="FILE", default="", help="Use this configuration file."
)
@click.option("--isolated", is_flag=True, help="Ignore all configuration files.")
def command(  # click passes every option by name
    format_: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    extend_select: tuple[str, ...],
    config_file: str,
    isolated: bool,
) -> int:
    """List all rules, whether they are on here, and why."""
    from phaselint.api import builtin_rules
    from phaselint.config import configure, rules_for
    from phaselint.config.select import selection_for
    from phaselint.linting.request import Request

    rules = builtin_rules()
    if format_ == "markdown":
        write_lines(rulelist.as_markdown(rules), "-")
        return 0
    config = configure(os.curdir, rules, config_file=config_file, isolated=isolated)
    rules = rules_for(config, rules)
    request = Request(select=select or None, ignore=ignore, extend_select=extend_select)
    selection = selection_for(config, request, rules)
    if format_ == "json":
        text = json.dumps(rulelist.as_data(rules, selection), indent=2) + "\n"
        write_lines((text,), "-")
    else:
        write_lines(rulelist.as_text(rules, selection), "-")
    return status_of(config)
