"""`phaselint schema`: the JSON Schemas of the files that are phaselint's own."""

from __future__ import annotations

import json

import click

from phaselint.cli.common import write_lines
from phaselint.formats import FORMATS, schema


@click.command("schema")
@click.argument("name", metavar="|".join(FORMATS))
@click.option("--output", metavar="FILE", default="-", help="Where to write; `-` is stdout.")
def command(name: str, output: str) -> int:
    """Print the JSON Schema (2020-12) of a file that is phaselint's own."""
    write_lines((json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n",), output)
    return 0
