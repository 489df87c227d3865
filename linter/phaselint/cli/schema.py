"""`phaselint schema`: the JSON Schemas of the files that phaselint reads."""

from __future__ import annotations

import json

import click

from phaselint.cli.common import write_lines
from phaselint.formats import FORMATS, schema
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.message import quote_all

HELP = f"""Print the JSON Schema (2020-12) of a phaselint file format.

NAME is one of {", ".join(FORMATS)}.
"""


@click.command("schema", help=HELP)
@click.argument("name", required=False)
@click.option("--output", metavar="FILE", default="-", help="Write to this file; `-` is stdout.")
def command(name: str | None, output: str) -> int:
    """Print the schema of a format. Raises UsageError where there is none of the name."""
    if name is None:
        raise UsageError(f"name a schema: {quote_all(list(FORMATS))}")
    write_lines((json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n",), output)
    return 0
