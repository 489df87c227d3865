"""`phaselint contracts`: detected contracts and near misses."""

from __future__ import annotations

import json
from itertools import groupby

import click

from phaselint.cli import streams
from phaselint.cli.common import write_lines
from phaselint.cli.outcome import FAILURE, OK
from phaselint.cli.parameters import contract_options
from phaselint.report.terminal import escape
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.linting.near_misses import Inventory, Missed, Recognised

VERSION = 1
"""The version of the JSON."""


@click.command("contracts")
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option("--format", "format_", type=click.Choice(("text", "json")), default="text")
@contract_options
def command(  # click passes every option by name
    paths: tuple[str, ...],
    format_: str,
    dialect: str,
    config_file: str,
    settings: tuple[str, ...],
    isolated: bool,
) -> int:
    """List detected contracts with their files, and files that look like one.

    PATHS are files and directories; the default is the current directory.
    """
    from phaselint.api import builtin_rules
    from phaselint.linting.near_misses import recognise
    from phaselint.linting.request import Request

    request = Request(
        paths or (".",),
        dialect,
        settings=settings,
        config_file=config_file,
        isolated=isolated,
    )
    inventory = recognise(request, builtin_rules())
    text = _as_json(inventory) if format_ == "json" else "".join(_as_text(inventory))
    write_lines((text,), "-")
    for line in inventory.wrong:
        streams.complain(line)
    return FAILURE if inventory.wrong else OK


def _as_json(inventory: Inventory) -> str:
    missed = [{**each._asdict(), "why": str(each.why)} for each in inventory.missed]
    data: dict[str, Any] = {
        "version": VERSION,
        "contracts": [_as_data(each) for each in inventory.contracts],
        "missed": missed,
        "near_misses": missed,
    }
    return json.dumps(data, indent=2) + "\n"


def _as_data(each: Recognised) -> dict[str, Any]:
    data = each._asdict()
    readers, known = data.pop("readers"), data.pop("known")
    if known:
        data["known"] = list(known)
    if readers:
        data["harnesses"] = [{"name": reader.name, "why": reader.why} for reader in readers]
    return data


def _as_text(inventory: Inventory) -> Iterator[str]:
    for each in inventory.contracts:
        yield from _contract(each)
    if inventory.missed:
        yield "Files that look like a contract but aren't one:\n"
        for (dialect, why), some in groupby(sorted(inventory.missed, key=_reason), _reason):
            yield from _reasons(dialect, why, tuple(some))
        yield "\n"
    yield f"{plural(len(inventory.contracts), 'contract')} detected.\n"


def _contract(each: Recognised) -> Iterator[str]:
    yield escape(f"{each.path} ({each.dialect})") + "\n"
    yield from (f"  {escape(path)}\n" for path in each.files)
    yield from (f"  {escape(path)} (script)\n" for path in each.scripts)
    yield from (f"  for {escape(r.title)}: {escape(r.why)}\n" for r in each.readers)
    yield from (f"  {escape(line)}\n" for line in each.known)
    yield "\n"


def _reason(missed: Missed) -> tuple[str, str]:
    return missed.dialect, str(missed.why)


def _reasons(dialect: str, why: str, some: Sequence[Missed]) -> Iterator[str]:
    """Near misses grouped by reason."""
    yield from (f"  {escape(each.path)}\n" for each in some)
    yield f"    {dialect}: {escape(why)}\n"
