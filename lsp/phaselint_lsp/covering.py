"""What the scripts of a contract take of it: found out when scripts are run, never while a contract
is checked, and known as long as neither the contract nor a script of it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.vocabulary.errors import UsageError, blamed
from phaselint.vocabulary.step_budget import StepBudget, allowing
from phaselint_lsp.measured import Measured
from phaselint_lsp.running import is_for, played_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.base import Target
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.executor.coverage import Coverage
    from phaselint.executor.replay import Run
    from phaselint_lsp.project import Project
    from phaselint_lsp.running import Bench


def scripts_for(reader: Reader, target: Target, patterns: Sequence[str]) -> tuple[Document, ...]:
    """The scripts of a contract: next to it, and those that the configuration's patterns name."""
    from phaselint.executor.beside import script_paths

    found = map(reader.document, script_paths(reader, target, patterns))
    return tuple(
        each for each in found if each is not None and each.readable and is_for(each, target)
    )


def measure(bench: Bench, scripts: Sequence[Document]) -> Measured | None:
    """Run scripts of a contract, and see what they take; none where that cannot be known.

    Raises:
        PluginError: code of a plugin failed.
    """
    from phaselint.executor.coverage import cover
    from phaselint.executor.proof import proof_context

    with blamed(bench.dialect.origin, "runtime"), allowing(StepBudget()):
        lab = proof_context(bench.dialect, bench.facts, bench.task.bound)
        coverage = cover(lab, tuple(_runs(bench, lab.runtime, scripts)))
    documents = bench.facts.contract.documents
    return None if coverage is None else Measured(coverage, _texts(documents), _by_path(scripts))


def _runs(bench: Bench, runtime: Any, scripts: Sequence[Document]) -> Iterator[Run[Any]]:
    from phaselint.executor.script import read_script

    for script in scripts:
        for scenario in read_script(script).scenarios:
            try:
                yield played_on(bench, runtime, scenario).run
            except UsageError:
                continue  # an unknown option; who runs that script is told


def coverage_of(
    project: Project, target: Target, documents: Mapping[str, Document]
) -> Coverage | None:
    """What scripts take of a contract with these documents; none where they were not run since one
    of them or a script has changed."""
    measured = project.measured.get(target)
    if measured is None or measured.contract != _texts(documents):
        return None
    scripts = scripts_for(project.reader, target, project.task(target).scripts)
    return measured.coverage if measured.scripts == _by_path(scripts) else None


def line_of(coverage: Coverage) -> str:
    """How many moves scripts take of those that some run can, in a line."""
    from phaselint.report.coverage import tally

    return f"scripts cover {tally(coverage, 'reachable move')}"


def _texts(documents: Mapping[str, Document]) -> dict[str, str]:
    return {path: document.text for path, document in documents.items()}


def _by_path(scripts: Sequence[Document]) -> dict[str, str]:
    return {script.path: script.text for script in scripts}
