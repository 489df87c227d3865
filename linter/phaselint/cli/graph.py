"""`phaselint graph` (design §6, §9)."""

from __future__ import annotations

import click

from phaselint.cli.common import find_contract, options_for, write_lines
from phaselint.cli.parameters import contract_options
from phaselint.machine.model import BOUND
from phaselint.picture.draw import draw
from phaselint.report.drawing import FORMATS, render
from phaselint.vocabulary.errors import blamed


@click.command("graph")
@click.argument("contract")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="mermaid")
@click.option("--output", metavar="FILE", default="-", help="Where to write; `-` is stdout.")
@contract_options
def command(  # click hands over every option by name
    contract: str,
    format_: str,
    output: str,
    dialect: str,
    config_file: str,
    settings: tuple[str, ...],
    isolated: bool,
) -> int:
    """Show the graph of a contract: its phases, and the moves between them.

    Dashed arrows are allowed and never taken; dashed phases are never entered.
    """
    found = find_contract(contract, dialect, config_file, settings, isolated=isolated)
    with blamed(found.dialect.origin, "machine"):
        loaded = found.dialect.load(found.workspace.reader, found.target)
        facts = found.dialect.study(loaded, options_for(found), BOUND)
        lines = tuple(render(draw(found.dialect, facts), format_))
    write_lines(lines, output)
    return 0
