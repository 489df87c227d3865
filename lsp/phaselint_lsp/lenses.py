"""Code lenses: ways in and out above each phase, and what can be run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint_lsp.announced import PROVE, RUN_SCRIPT, SHOW_GRAPH
from phaselint_lsp.covering import coverage_of, line_of
from phaselint_lsp.document_cache import DocumentCache
from phaselint_lsp.hover import span_of_finding
from phaselint_lsp.names import names_of
from phaselint_lsp.phases import graph_of
from phaselint_lsp.running import scripts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint_lsp.project import Project
    from phaselint_lsp.server import Server
    from phaselint_lsp.snapshot import CheckedContract, Snapshot

PLAYER = "phaselintPlayer"
"""The experimental capability of clients that play the run of a finding: for those *show graph* is
offered with its fingerprint as a fourth argument."""

MOST_PROOFS = 100
"""Findings of one document with a lens."""


def lenses(snapshot: Snapshot, shelf: DocumentCache, reader: Reader) -> list[types.CodeLens]:
    """The lenses of the open document."""
    return [
        *_of_script(snapshot),
        *_of_scripts(snapshot, shelf, reader),
        *_of_phases(snapshot, shelf),
        *_of_findings(snapshot),
    ]


def _lens(
    snapshot: Snapshot, span: tuple[int, int], title: str, command: str, *arguments: str
) -> types.CodeLens:
    call = types.Command(title, command, arguments=list(arguments))
    return types.CodeLens(snapshot.range(*span), call)


def _of_phases(snapshot: Snapshot, shelf: DocumentCache) -> Iterator[types.CodeLens]:
    """`2 in · 1 out` above each phase that is defined here, in the first contract that has it."""
    seen = set()
    for checked, held in zip(snapshot.contracts, shelf.own(), strict=True):
        defined = [
            each
            for each in names_of(snapshot, held)
            if each.symbol.kind == "phase" and each.occurrence.role == "definition"
        ]
        phases = graph_of(checked).phases if defined else {}
        for each in defined if len(phases) > 1 else ():  # a stage by itself has no ways
            phase = phases.get(each.symbol.name)
            if phase is not None and each.start not in seen:
                seen.add(each.start)
                title = f"{len(phase.before)} in · {len(phase.after)} out"
                span = (each.start, each.end)
                yield _lens(snapshot, span, title, SHOW_GRAPH, snapshot.uri, checked.target.path)


def _of_findings(snapshot: Snapshot) -> Iterator[types.CodeLens]:
    """`prove` at each finding that the executor can prove."""
    provable = (each for each in snapshot.findings if each.rule.prove is not None)
    for _, finding in zip(range(MOST_PROOFS), provable, strict=False):
        span = span_of_finding(snapshot, finding)
        title = f"confirm {finding.name}"
        yield _lens(snapshot, span, title, PROVE, snapshot.uri, finding.fingerprint)


def of_runs(snapshot: Snapshot) -> Iterator[types.CodeLens]:
    """`play run` at each finding with a run that shows it, for clients that can."""
    told = (each for each in snapshot.findings if has_run(each))
    for _, finding in zip(range(MOST_PROOFS), told, strict=False):
        span = span_of_finding(snapshot, finding)
        arguments = (snapshot.uri, finding.contract, "html", finding.fingerprint)
        yield _lens(snapshot, span, "play run", SHOW_GRAPH, *arguments)


def has_run(finding: Diagnostic) -> bool:
    """Whether a run shows a finding."""
    return finding.witness is not None and bool(finding.witness.steps)


def plays(server: Server) -> bool:
    """Whether the client plays runs."""
    told = server.client_has("experimental")
    if isinstance(told, dict):
        return bool(told.get(PLAYER))
    return bool(getattr(told, PLAYER, False))


def of_coverage(snapshot: Snapshot, project: Project) -> Iterator[types.CodeLens]:
    """How much of a contract its scripts take, at the top of its main file once they were run."""
    for checked in snapshot.contracts:
        if checked.target in project.measured and _is_main(checked, snapshot.file):
            coverage = coverage_of(project, checked.target, checked.documents)
            if coverage is not None:
                arguments = (snapshot.uri, checked.target.path)
                yield _lens(snapshot, (0, 0), line_of(coverage), SHOW_GRAPH, *arguments)


def _of_scripts(
    snapshot: Snapshot, shelf: DocumentCache, reader: Reader
) -> Iterator[types.CodeLens]:
    """`run …` at the top of a contract's main file, for each script next to it."""
    for checked in snapshot.contracts:
        if _is_main(checked, snapshot.file):
            for script in scripts_of(reader, checked.target):
                name = script.path.rpartition("/")[2]
                uri = shelf.uri_of(script.path)
                yield _lens(snapshot, (0, 0), f"run script {name}", RUN_SCRIPT, uri)


def _is_main(checked: CheckedContract, file: str) -> bool:
    """Whether a file is the one that a contract is known by; that of a folder is its first."""
    return file == (checked.target.main or next(iter(checked.documents), ""))


def _of_script(snapshot: Snapshot) -> Iterator[types.CodeLens]:
    """`run scenario` at each scenario, where the open document is a script."""
    document = snapshot.document
    if document is None or not snapshot.file.endswith(SCRIPT_SUFFIXES):
        return
    if document.text != snapshot.text:
        return
    from phaselint.executor.script import read_script

    for scenario in read_script(document).scenarios:
        span = document.offsets((*scenario.pointer, "name"))
        yield _lens(snapshot, span, "run scenario", RUN_SCRIPT, snapshot.uri, scenario.name)


async def lens(server: Server, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    """Answer with the code lenses of a document."""
    snapshot = await server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    server.fetched.add(snapshot.path)
    project = server.desk.project_of(snapshot.path)
    found = lenses(snapshot, DocumentCache(server.desk, snapshot), project.reader)
    found += of_coverage(snapshot, project)
    if plays(server):
        found += of_runs(snapshot)
    return found
