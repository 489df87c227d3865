"""Sessions with the server as a process, as three editors begin them: one for each encoding."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import AsyncIterator  # noqa: TC003 (pytest-lsp looks at annotations)
from pathlib import Path  # noqa: TC003
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from cli.contracts import SESSION, TOOL, UNREACHABLE
from lsp.sessions import COMMAND, begin, edit, open_document, until
from phaselint.document.reader import read_text
from phaselint_lsp.textstore import Change, LineIndex
from phaselint_lsp.uris import uri_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint_lsp.textstore import Encoding

BREAKS = ("\n", "\r\n", "\r")
EDITORS: dict[str, Encoding] = {
    "neovim": "utf-8",
    "visual-studio-code": "utf-16",
    "emacs": "utf-32",
}
"""Capability file → how this client counts columns."""

LINE = '  - {"ä😀": 1, name: review}'
COLUMNS = {"utf-8": 24, "utf-16": 21, "utf-32": 20}
"""Where the name in that line starts."""

PLACE = SESSION[: SESSION.index("  - {name: done")].count("\n")
"""The line of the session that it is put in front of."""


FOLDER = "terms & conditions (100%41)"
"""The name of a project that URIs escape, and that says something else when it is read twice."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The folder of a project."""
    folder = tmp_path / FOLDER
    folder.mkdir()
    return folder


def spelled(path: Path) -> str:
    """The URI of a file as VS Code spells it, which escapes more than others do."""
    return "file://" + quote(str(path), safe="/")


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    params=EDITORS, config=ClientServerConfig(server_command=COMMAND)
)
async def client(
    request: pytest.FixtureRequest, lsp_client: LanguageClient, project: Path
) -> AsyncIterator[None]:
    (project / ".git").mkdir()
    (project / "session.yaml").write_text(SESSION)
    (project / "answer.yaml").write_text(TOOL)

    await begin(lsp_client, request.param, project)
    yield
    await lsp_client.shutdown_session()
    assert lsp_client.messages == []


def encoding_of(client: LanguageClient) -> Encoding:
    offered: Any = client.capabilities and client.capabilities.general
    encodings = offered.position_encodings if offered else None
    return types.PositionEncodingKind(encodings[0]).value if encodings else "utf-16"


def pushes(client: LanguageClient) -> bool:
    has: Any = client.capabilities and client.capabilities.text_document
    return has.diagnostic is None


async def pull(client: LanguageClient, uri: str) -> list[types.Diagnostic]:
    report = await client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
    )
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    again = await client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(
            types.TextDocumentIdentifier(uri), previous_result_id=report.result_id
        )
    )
    assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
    return list(report.items)


def codes(found: Sequence[types.Diagnostic] | None) -> list[object]:
    return [each.code for each in found or ()]


@pytest.mark.asyncio
async def test_edits_are_answered_as_the_client_counts(
    client: LanguageClient, project: Path
) -> None:
    session, tool = (spelled(project / name) for name in ("session.yaml", "answer.yaml"))
    open_document(client, session, SESSION)
    assert await pull(client, session) == []

    edit(client, session, 2, Change(f"{LINE}\n", (PLACE, 0), (PLACE, 0)))
    found = {each.code: each for each in await pull(client, session)}
    place = found["PL101"].range.start
    assert (place.line, place.character) == (PLACE, COLUMNS[encoding_of(client)])
    assert found["PL101"].severity == types.DiagnosticSeverity.Error
    assert found["PL101"].source == "phaselint"
    assert list(found["PL101"].tags or ()) == [types.DiagnosticTag.Unnecessary]
    data: Any = found["PL101"].data
    assert data["rule"] == "unreachable-phase"
    if pushes(client):
        await until(lambda: "PL101" in codes(client.diagnostics.get(session)))

    # An unsaved edit of one file is seen in another.
    edit(client, session, 3, Change(SESSION.replace("intake", "entry")))
    assert await pull(client, tool) != []
    if pushes(client):
        unopened = uri_of(str(project / "answer.yaml"))  # the server spells it
        await until(lambda: bool(client.diagnostics.get(unopened)))
    open_document(client, tool, TOOL)
    await each_file_is_reported_once(client, tool)

    edit(client, session, 4, Change(SESSION))
    assert await pull(client, tool) == []
    await random_edits(client, session)


async def each_file_is_reported_once(client: LanguageClient, wanted: str) -> None:
    """In all files at once, the first time and once the client has them."""
    known: list[types.PreviousResultId] = []
    for _ in range(2):
        report = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(known))
        told = [each.uri for each in report.items]
        assert wanted in told
        assert len(told) == len(set(told))
        known = [types.PreviousResultId(each.uri, each.result_id or "") for each in report.items]


@pytest.mark.asyncio
async def test_folders_come_and_go(client: LanguageClient, project: Path) -> None:
    other = project.parent / f"{FOLDER} 2"
    other.mkdir()
    (other / "session.yaml").write_text(UNREACHABLE)
    folder = types.WorkspaceFolder(spelled(other), "other")
    for added, removed in ([folder], []), ([], [folder]):
        change = types.WorkspaceFoldersChangeEvent(added, removed)
        client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(change))
        report = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([]))
        assert [each.uri.endswith("2/session.yaml") for each in report.items] == [True] * len(added)


async def random_edits(client: LanguageClient, uri: str) -> None:
    """What the server has is seen in where it puts the one finding that is always there."""
    chance, encoding = random.Random(7), encoding_of(client)
    index = LineIndex(UNREACHABLE)
    edit(client, uri, 5, Change(index.text))
    for version in range(6, 46):
        # Only in front of the phase, in comments: the finding stays and moves.
        new = "# " + "".join(chance.choices("aä😀\u2028\x85 ", k=4)) + chance.choice(BREAKS)
        change = Change(new, (3, 0), (3, 0))
        index = index.changed(change, encoding)
        edit(client, uri, version, change)
    document = read_text("session.yaml", index.text)
    start = document.offsets(("phases", 1, "name"))[0]
    found = {each.code: each.range.start for each in await pull(client, uri)}
    place = found["PL101"]
    assert (place.line, place.character) == index.position(start, encoding)


def test_the_server_needs_its_extra() -> None:
    program = (
        "import sys; sys.modules['pygls'] = None; from phaselint.cli import main; "
        "sys.exit(main(['server']))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 2
    assert f"run `{sys.executable} -m pip install '.[lsp]'`" in ended.stderr
    assert ended.stdout == ""
