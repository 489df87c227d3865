"""Scenarios of a script, run in the executor of a contract and judged by its policies."""

from __future__ import annotations

import os

from phaselint.cli.common import options_for
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.step_budget import StepBudget, allowing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from phaselint.document import Document
    from phaselint.executor.scenario import Played
    from phaselint.executor.script import Scenario
    from phaselint.linting.discovery import FoundContract


def scenarios_in(document: Document, path: str, wanted: str) -> tuple[Scenario, ...]:
    """The scenarios of a script, or the one of a name.

    Raises:
        UsageError: the script isn't well formed, or there is no such scenario.
    """
    from phaselint.cli.scriptfiles import script_in
    from phaselint.vocabulary.suggest import unknown

    script = script_in(path, document)
    if not wanted:
        return script.scenarios
    chosen = tuple(scenario for scenario in script.scenarios if scenario.name == wanted)
    if not chosen:
        names = [scenario.name for scenario in script.scenarios]
        raise UsageError(f"{path}: {unknown('scenario', wanted, names)}")
    return chosen


def played(
    found: FoundContract, runtime: Any, scenarios: Iterable[Scenario], path: str
) -> list[Played]:
    """Run scenarios, with the policies of their contract that they violate; the path is that of
    their script.

    Raises:
        UsageError: an option of a scenario isn't one of the dialect.
    """
    options = options_for(found)
    with allowing(StepBudget(engine=True)):
        runs = [_play(found, runtime, options, each, path) for each in scenarios]
        return _judged(found, runtime, runs)


def _judged(found: FoundContract, runtime: Any, runs: list[Played]) -> list[Played]:
    """Runs, with the policies of their contract that they violate."""
    from phaselint.linting.policing import has_policies, sources_of

    workspace = found.workspace
    sources = sources_of(workspace.config, workspace.root)
    if not has_policies(workspace.reader, found.target, sources):
        return runs
    from phaselint.behavior.judging import judged
    from phaselint.linting.stating import stated
    from phaselint.project.paths import relative

    contract = found.dialect.load(workspace.reader, found.target)
    show = relative(workspace.root)
    policies = list(stated(runtime, contract, workspace.reader, sources, show))
    return [judged(runtime, contract, each, policies) for each in runs]


def _play(
    found: FoundContract, runtime: Any, options: dict[str, Any], scenario: Scenario, path: str
) -> Played:
    from phaselint.dialects.options import check_options
    from phaselint.executor.scenario import play

    try:
        own = check_options(found.dialect, scenario.options)
    except UsageError as error:
        raise UsageError(f"{os.path.relpath(path)}: scenario `{scenario.name}`: {error}") from None
    contract = found.dialect.load(found.workspace.reader, found.target)
    return play(runtime, contract, {**options, **own}, scenario)
