"""The page of the command line, from what click knows of it."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import click

from handbook.writing import code, fenced, prose, table
from phaselint.cli.group import group

if TYPE_CHECKING:
    from collections.abc import Iterator

PATH = "reference/command-line.md"
NAME = "phaselint"


def command_line() -> str:
    """The text of the page."""
    top = click.Context(group, info_name=NAME)
    blocks = ["# Command line\n", *_part(group, top)]
    for name in group.list_commands(top):
        command = group.get_command(top, name)
        if command is not None and not command.hidden:
            inner = click.Context(command, info_name=name, parent=top)
            blocks += [f"## {NAME} {name}\n", *_part(command, inner)]
    return "\n".join(blocks)


def _part(command: click.Command, context: click.Context) -> Iterator[str]:
    """What a command is for, how it is called, and its options."""
    yield fenced(command.get_usage(context).removeprefix("Usage: "), "text")
    yield from _paragraphs(command.help or "")
    options = (each for each in command.get_params(context) if isinstance(each, click.Option))
    records = (each.get_help_record(context) for each in options)
    rows = [(code(names), prose(text)) for names, text in filter(None, records)]
    if rows:
        yield "".join(table(("option", "what"), rows))


def _paragraphs(text: str) -> Iterator[str]:
    """A help text; a paragraph that click is told to leave as it is stays so here."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        kept = paragraph.removeprefix("\b\n")
        yield fenced(kept, "text") if kept != paragraph else f"{prose(paragraph)}\n"
