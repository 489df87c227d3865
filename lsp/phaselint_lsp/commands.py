"""Commands: prove a finding, run a script, show the graph of a contract, fix a file.

What takes long runs in a thread, on facts of its own, while the server answers on.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from phaselint.project.paths import below
from phaselint.vocabulary.errors import PhaselintError, UsageError
from phaselint_lsp.announced import FIX_ALL, GRAPH_AT, PROVE, RUN_SCRIPT, SHOW_GRAPH
from phaselint_lsp.covering import line_of, measure, scripts_for
from phaselint_lsp.document_cache import DocumentCache
from phaselint_lsp.fixes import apply_fixes
from phaselint_lsp.graphs import FORMATS, graph_view, page, there
from phaselint_lsp.phases import mermaid
from phaselint_lsp.refreshing import refresh_lenses
from phaselint_lsp.refusing import refusal
from phaselint_lsp.running import bench, prove, run_script, target_of
from phaselint_lsp.uris import path_of

if TYPE_CHECKING:
    from phaselint.dialects.base import Target
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Proof
    from phaselint_lsp.project import Project
    from phaselint_lsp.running import Bench
    from phaselint_lsp.server import Server
    from phaselint_lsp.server_state import ServerState


_NO_RUN = "needs no run; the files alone show it"


def finding_of(project: Project, file: str, fingerprint: str) -> Diagnostic:
    """The finding of a file with a fingerprint.

    Raises:
        UsageError: it no longer exists.
    """
    for finding in project.findings(file):
        if finding.fingerprint == fingerprint:
            return finding
    raise UsageError("the finding no longer exists")


def bench_of(project: Project, finding: Diagnostic) -> Bench:
    """The contract of a finding, to run it.

    Raises:
        UsageError: the contract no longer exists.
    """
    for target in sorted(project.states):
        if (target.dialect, target.path) == (finding.dialect, finding.contract):
            return _bench(project, target)
    raise UsageError("the contract of the finding no longer exists")


def _bench(project: Project, target: Target) -> Bench:
    dialect = project.dialect(target.dialect)
    return bench(dialect, project.reader, target, project.task(target))


def proof_data(finding: Diagnostic, proof: Proof) -> dict[str, Any]:
    """A proof as JSON values, with what it says in a line."""
    from phaselint.executor.script import as_yaml
    from phaselint.report.verdicts import verdict

    said = verdict(proof)
    script = None if proof.script is None else as_yaml(proof.script)
    return {
        "rule": finding.name,
        "fingerprint": finding.fingerprint,
        "status": proof.status,
        "method": proof.method,
        "reason": proof.reason,
        "script": script,
        "message": f"{finding.name}: {said.line() if said else _NO_RUN}",
    }


def script_bench(desk: ServerState, uri: str) -> tuple[Bench, Any]:
    """The contract that a script is for, and the script's document.

    Raises:
        UsageError: there is no such script, or its contract is not known.
    """
    path = path_of(uri)
    project = desk.project_of(path)
    script = project.reader.document(below(project.root, path)) if path else None
    if script is None or not script.readable:
        raise UsageError("the script can't be read")
    target = target_of(script, project.states)
    if target is None:
        raise UsageError(f"{script.path}: the contract of this script isn't known")
    return _bench(project, target), script


def graph_text(desk: ServerState, uri: str, contract: str = "") -> dict[str, Any]:
    """The graph of the contract that a file is part of, as text for mermaid; `contract` names one
    of several.

    Raises:
        UsageError: the file isn't in any contract.
    """
    path = path_of(uri)
    project = desk.project_of(path)
    target = _target(project, below(project.root, path), contract)
    drawn = _bench(project, target)
    text = mermaid(drawn.dialect, drawn.facts, drawn.task.bound)
    return {"contract": target.path, "format": "mermaid", "text": text}


def _target(project: Project, file: str, contract: str) -> Target:
    """The contract with a name that holds a file; without a name the one with most files, which
    shows most."""
    found = [each for each in project.holders(file) if contract in ("", each.path)]
    if not found:
        raise UsageError(f"{file}: not part of a known contract")
    return max(sorted(found), key=lambda each: len(project.states[each].files))


def _text(arguments: tuple[Any, ...], number: int) -> str:
    """An argument that is a string; empty where it is not given."""
    found = arguments[number] if number < len(arguments) else ""
    return found if isinstance(found, str) else ""


def _number(arguments: tuple[Any, ...], number: int) -> int:
    """An argument that is a number, as JSON or the converter of a client has it."""
    found = arguments[number] if number < len(arguments) else 0
    return max(0, int(found)) if isinstance(found, int | float) else 0


async def _settled(server: Server, uri: str) -> tuple[Project, str]:
    """The project of a file and its path there, once its last edit has been checked."""
    path = path_of(uri)
    if not path:
        raise UsageError("the first argument must be the URI of a file")
    if server.worker is not None:
        await server.worker.done_with(path)
    project = server.desk.project_of(path)
    return project, below(project.root, path)


def _say(server: Server, line: str, *, good: bool = True) -> None:
    kind = types.MessageType.Info if good else types.MessageType.Warning
    server.window_show_message(types.ShowMessageParams(kind, line))


async def _prove(server: Server, *arguments: Any) -> dict[str, Any]:
    """Arguments: the URI of a document, and the fingerprint of a finding in it."""
    project, file = await _settled(server, _text(arguments, 0))
    finding = finding_of(project, file, _text(arguments, 1))
    proof = await asyncio.to_thread(prove, bench_of(project, finding), finding)
    found = proof_data(finding, proof)
    _say(server, found["message"], good=proof.status != "refuted")
    return found


async def _run_script(server: Server, *arguments: Any) -> dict[str, Any]:
    """Arguments: the URI of a script, and the name of a scenario where not all are wanted. All
    scripts of the contract are run to say what they take of it."""
    uri = _text(arguments, 0)
    project, _ = await _settled(server, uri)
    stage, script = script_bench(server.desk, uri)
    scripts = scripts_for(project.reader, stage.target, stage.task.scripts)
    outcome = await asyncio.to_thread(run_script, stage, script, _text(arguments, 1))
    measured = await asyncio.to_thread(measure, stage, scripts)
    said = "all assertions hold" if outcome.ok else "some assertions fail"
    covered = ""
    if measured is not None:
        project.measured[stage.target] = measured
        covered = line_of(measured.coverage)
        await refresh_lenses(server)
    rest = f"; {stage.target.path}: {covered}" if covered else ""
    _say(server, f"{script.path} {said}{rest}", good=outcome.ok)
    return {"ok": outcome.ok, "text": outcome.text, "coverage": covered}


async def _show_graph(server: Server, *arguments: Any) -> dict[str, Any]:
    """Arguments: the URI of a document, the contract where it is in several, and a format."""
    uri, contract = _text(arguments, 0), _text(arguments, 1)
    wanted = _text(arguments, 2) or FORMATS[0]
    if wanted not in FORMATS:
        raise UsageError(f"format `{wanted}` doesn't exist: {' or '.join(FORMATS)}")
    project, file = await _settled(server, uri)
    if wanted == FORMATS[0]:
        return graph_text(server.desk, uri, contract)
    return await asyncio.to_thread(page, graph_view(project, _target(project, file, contract)))


async def _graph_at(server: Server, *arguments: Any) -> dict[str, Any] | None:
    """Arguments: the URI of an open document, a line and a column as the client counts them, and
    the contract where it is in several. Gives the node at that place and the fingerprints of the
    findings; nothing for what is not open."""
    line, column = (_number(arguments, number) for number in (1, 2))
    snapshot = await server.snapshot(_text(arguments, 0))
    if snapshot is None:
        return None
    offset = snapshot.at(types.Position(line, column))
    return there(
        snapshot, DocumentCache(server.desk, snapshot), offset, _text(arguments, 3)
    )._asdict()


async def _fix_all(server: Server, *arguments: Any) -> bool:
    """Argument: the URI of a document. Gives whether the client has taken the edit."""
    uri = _text(arguments, 0)
    await _settled(server, uri)
    return await apply_fixes(server, uri)


COMMANDS = {
    PROVE: _prove,
    RUN_SCRIPT: _run_script,
    SHOW_GRAPH: _show_graph,
    GRAPH_AT: _graph_at,
    FIX_ALL: _fix_all,
}


async def obey(server: Server, name: str, *arguments: Any) -> Any:
    """Do what a client has been told that it can ask for."""
    try:
        return await COMMANDS[name](server, *arguments)
    except PhaselintError as error:
        raise refusal(error) from None
