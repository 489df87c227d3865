"""`phaselint graph` (design §6, §9)."""

from __future__ import annotations

import click

from phaselint.cli import streams
from phaselint.cli.common import find_contract, options_for, write_made
from phaselint.cli.parameters import completed, contract_options
from phaselint.diagram.draw import draw
from phaselint.diagram.model import Drawing
from phaselint.diagram.parts import readable
from phaselint.linting.result import Result
from phaselint.machine.model import BOUND
from phaselint.project.paths import relative
from phaselint.report.drawing import FORMATS, render
from phaselint.vocabulary.errors import UsageError, blamed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.acts import KnownAct
    from phaselint.linting.discovery import FoundContract
    from phaselint.linting.request import Request


PAGE = "html"
"""The format that is a page, with the viewer of reports."""


@click.command("graph")
@click.argument("contract", shell_complete=completed("contracts"))
@click.option(
    "--format",
    "format_",
    type=click.Choice((*FORMATS, PAGE)),
    help="Set the format.  [default: mermaid]",
)
@click.option(
    "--acts", is_flag=True, help="List the acts of runs that policies can name, as text or JSON."
)
@click.option("--findings", is_flag=True, help="Highlight findings in it.")
@click.option("--output", metavar="FILE", default="-", help="Write to this file; `-` is stdout.")
@contract_options
def command(  # click passes every option by name
    contract: str,
    format_: str | None,
    acts: bool,
    findings: bool,
    output: str,
    dialect: str,
    config_file: str,
    settings: tuple[str, ...],
    isolated: bool,
) -> int:
    """Draw the graph of a contract: its nodes and transitions.

    Dashed nodes are never entered and dashed arrows never taken; known reasons are next to them.
    With --acts, list the acts that the contract allows in its runs, as policies name them.
    """
    if acts and (findings or format_ not in (None, "json")):
        raise UsageError("--acts can only be combined with --format json, and not with --findings")
    found = find_contract(contract, dialect, config_file, settings, isolated=isolated)
    if acts:
        write_made(_acts(found, format_), output, found)
        return 0
    format_ = format_ or FORMATS[0]
    if findings:
        result = _of_one(_marked(contract, dialect, config_file, settings, isolated=isolated))
    else:
        whole = drawn(found)
        part = readable(whole, ())[0] if format_ == PAGE else whole
        result = Result(drawings={(found.dialect.name, contract): part})
    drawing = next(iter(result.drawings.values()), Drawing(found.dialect.word))
    write_made(_shown(result, drawing, contract, format_), output, found)
    return 0


def _marked(
    contract: str, dialect: str, config_file: str, settings: tuple[str, ...], *, isolated: bool
) -> Result:
    """The findings of a contract, with its graph."""
    from phaselint.linting.request import Request

    request = Request(
        (contract,),
        dialect,
        config_file=config_file,
        settings=settings,
        isolated=isolated,
        pictures=True,
    )
    return linted(request)


def _acts(found: FoundContract, format_: str | None) -> Iterator[str]:
    """The acts of a contract as text, or in the JSON of its graph."""
    from phaselint.behavior.knownacts import known_acts
    from phaselint.report.acts import as_data, as_text, listed

    with blamed(found.dialect.origin, "runtime"):
        loaded = found.dialect.load(found.workspace.reader, found.target)
        known = known_acts(found.dialect.runtime(), loaded)
    acts = listed(_located(found, each) for each in known)
    if format_ is None:
        return as_text(acts)
    from phaselint.report.drawndata import data

    return data(drawn(found), format_, (), as_data(acts))


def _located(found: FoundContract, known: KnownAct) -> KnownAct:
    """An act whose place has its range, in a file as the user names it."""
    if known.place is None:
        return known
    workspace, place = found.workspace, known.place
    document = workspace.reader.document(place.file)
    span = place.range or (document.range(place.pointer, place.part) if document else None)
    show = relative(workspace.root)
    return known._replace(place=place._replace(file=show(place.file), range=span))


def _shown(result: Result, drawing: Drawing, contract: str, format_: str) -> tuple[str, ...]:
    """The graph in a result, in a format, with a note on omitted parts.

    Raises:
        UsageError: there is none.
    """
    if not drawing.nodes:
        raise UsageError(
            f"{contract}: no graph to draw, because the contract has no {drawing.word}"
        )
    if drawing.left_out:
        streams.complain(f"{contract}: {drawing.left_out}")
    if format_ != PAGE:
        return tuple(render(drawing, format_, result.findings))
    from phaselint.report.html import alone

    return (alone(result),)


def drawn(found: FoundContract) -> Drawing:
    """The graph of a contract alone."""
    with blamed(found.dialect.origin, "machine"):
        loaded = found.dialect.load(found.workspace.reader, found.target)
        facts = found.dialect.study(loaded, options_for(found), BOUND)
        return draw(found.dialect, facts)


def _of_one(result: Result) -> Result:
    """The part of a result about its first contract; a folder that is a contract can contain
    others."""
    for key, drawing in result.drawings.items():
        findings = tuple(each for each in result.findings if (each.dialect, each.contract) == key)
        return result._replace(drawings={key: drawing}, findings=findings)
    return result


def linted(request: Request) -> Result:
    """The findings of a request, with graphs."""
    from phaselint.api import builtin_rules
    from phaselint.linting.run import run

    return run(request, builtin_rules())
