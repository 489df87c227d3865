"""`phaselint run` (design §8)."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager

import click

from phaselint.cli import streams
from phaselint.cli.common import find_contract, options_for, tell_respelled, write_lines
from phaselint.cli.outcome import FINDINGS, OK
from phaselint.cli.parameters import completed, contract_options
from phaselint.cli.playing import played, scenarios_in
from phaselint.vocabulary.errors import UsageError, blamed
from phaselint.vocabulary.step_budget import StepBudget, allowing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from phaselint.document import Document
    from phaselint.executor.scenario import Played
    from phaselint.executor.script import Scenario
    from phaselint.linting.discovery import FoundContract


EITHER = "use either --script or --cost"


@click.command("run")
@click.argument("contract", shell_complete=completed("contracts"))
@click.option(
    "--script", metavar="FILE", default="", help="Run this script; it can also replace CONTRACT."
)
@click.option("--scenario", metavar="NAME", default="", help="Run only this scenario.")
@click.option(
    "--cost", is_flag=True, help="Print the maximum cost of a run. Doesn't need a script."
)
@click.option(
    "--show-prompt", is_flag=True, help="Print each prompt in full, with unfilled placeholders."
)
@click.option("--format", "format_", type=click.Choice(("text", "json")), default="text")
@contract_options
def command(  # click passes every option by name
    contract: str,
    script: str,
    scenario: str,
    cost: bool,
    show_prompt: bool,
    format_: str,
    dialect: str,
    config_file: str,
    settings: tuple[str, ...],
    isolated: bool,
) -> int:
    """Run a contract with a script and check its assertions, or estimate its maximum cost.

    CONTRACT can be a script, named `*.script.yaml`: it names its contract.

    Exit with 1 if an assertion fails or a run violates a policy of the contract.
    """
    contract, script = _named(contract, script, cost=cost)
    with _chosen(script, cost):
        found = find_contract(contract, dialect, config_file, settings, isolated=isolated)
    if not script and not cost:
        raise UsageError(_without_script(found))
    if cost:
        _print_cost(contract, found, options_for(found), format_)
        return OK
    return _run(contract, found, script, scenario, format_, show_prompt=show_prompt)


def _run(
    contract: str,
    found: FoundContract,
    script: str,
    scenario: str,
    format_: str,
    *,
    show_prompt: bool,
) -> int:
    """Run scenarios of a script, print the runs, and say how the command ends."""
    document = _document(script)
    scenarios = scenarios_in(document, script, scenario)
    with blamed(found.dialect.origin, "runtime"):
        runtime = found.dialect.runtime()
        runs = played(found, runtime, scenarios, script)
        _tell_respelled(document, scenarios, found)
        if format_ == "json":
            from phaselint.executor.trace import as_data

            lines = [json.dumps(as_data(contract, runs), indent=2)]
        else:
            lines = _run_lines(runtime, runs, show_prompt)
    write_lines((f"{line}\n" for line in lines), "-")
    return FINDINGS if any(played.flaws for played in runs) else OK


def _run_lines(runtime: Any, runs: Iterable[Played], show_prompts: bool) -> list[str]:
    """The lines of runs as text."""
    from phaselint.executor.trace import as_text
    from phaselint.report.terminal import escape

    texts = (as_text(runtime, each, show_prompts=show_prompts) for each in runs)
    return [escape(line.rstrip()) for text in texts for line in text]


def _named(contract: str, script: str, *, cost: bool) -> tuple[str, str]:
    """The contract and the script to run; a script in place of a contract names its own."""
    if script or cost or not os.path.isfile(contract):
        return contract, script
    from phaselint.executor.script import is_script

    if not is_script(contract):
        return contract, script
    from phaselint.cli.updating import File

    return File(contract).contract, contract


@contextmanager
def _chosen(script: str, cost: bool) -> Iterator[None]:
    """Find the contract to run with a script or to estimate."""
    if script and cost:
        raise UsageError(EITHER)
    try:
        yield
    except UsageError as error:
        raise (error if script or cost else UsageError(f"{error}; {EITHER}")) from None


def _without_script(found: FoundContract) -> str:
    """The error if neither a script nor the cost is requested, with the existing scripts."""
    from phaselint.executor.scripts import scripts_of
    from phaselint.project.paths import relative

    workspace = found.workspace
    paths = scripts_of(workspace.reader, found.target, workspace.config.scripts)
    show = relative(workspace.root)
    names = [show(path) for path, _, _ in paths]
    if not names:
        return EITHER
    return f"use --script {names[0]}, or --cost" if len(names) == 1 else _one_of(names)


def _one_of(names: list[str]) -> str:
    from phaselint.vocabulary.message import quote_all

    return f"use --script with one of {quote_all(names)}, or --cost"


def _print_cost(contract: str, found: FoundContract, options: dict[str, Any], format_: str) -> None:
    """Print the maximum cost of a run.

    Raises:
        UsageError: the dialect or the contract gives no bound.
    """
    from phaselint.linting.costing import costs
    from phaselint.linting.task import DEFAULT_BOUND
    from phaselint.report.costs import as_data, as_text, bound_lines
    from phaselint.report.terminal import escape

    chosen = found.dialect
    loaded = chosen.load(found.workspace.reader, found.target)
    with blamed(chosen.origin, "runtime"), allowing(StepBudget(engine=True)):
        facts = chosen.study(loaded, options, DEFAULT_BOUND)
        cost, bounds = costs(chosen, facts, DEFAULT_BOUND, found.workspace.reader)
    if not bounds:
        why = "because runs of this contract aren't known; `phaselint lint` says more"
        raise UsageError(f"{contract}: no bound is known {why}")
    if format_ == "json":
        lines: Iterable[str] = (json.dumps(as_data(contract, cost, bounds), indent=2),)
    else:
        table = [*as_text(cost, chosen.word), "\n"] if cost else []
        lines = [*table, *bound_lines(bounds)]
    write_lines(
        (f"{line if format_ == 'json' else escape(line.rstrip())}\n" for line in lines), "-"
    )


def _tell_respelled(
    document: Document, scenarios: Iterable[Scenario], found: FoundContract
) -> None:
    """Report options of scenarios in older spellings."""
    from phaselint.executor.scripts import respelled_in

    tell_respelled(
        each for scenario in scenarios for each in respelled_in(document, scenario, found.dialect)
    )


def _document(path: str) -> Document:
    """The script's document. Raises UsageError where it cannot be read or does not parse."""
    from phaselint.cli.scriptfiles import content, parsed

    if path == "-":
        return parsed(path, streams.read(), "stdin.yaml")
    return parsed(path, content(path))
