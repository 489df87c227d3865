"""Proofs, scripts and graphs for an author, on functions and in sessions."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator  # noqa: TC003 (pytest-lsp looks at annotations)
from pathlib import Path  # noqa: TC003
from typing import TYPE_CHECKING, Any

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from lsp.sessions import until
from lsp.writing import GARDEN, KILN, LETTERS, SESSION, editor, put
from phaselint.dialects.base import Target
from phaselint.document.reader import read_text
from phaselint.vocabulary.errors import UsageError
from phaselint_lsp.commands import bench_of, finding_of, graph_text, proof_data, script_bench
from phaselint_lsp.running import prove, run_script, target_of
from phaselint_lsp.uris import uri_of

if TYPE_CHECKING:
    from lsp.desks import Editor
    from phaselint.vocabulary.finding import Proof

WEEDY = put(SESSION, "{name: sow}", "{name: sow}\n  - {name: weed}")
SCRIPT = """\
version: 1
options: {refuse_invalid: false}
scenarios:
  - name: nothing
    model: []
    expect: {phases: [dig]}
  - name: too much
    model: []
    expect: {phases: [dig, reap]}
"""


def uri(root: Path, name: str) -> str:
    return uri_of(str(root / name))


def proved(opened: Editor, name: str, rule: str) -> Proof:
    snapshot = opened.open(name)
    project = opened.desk.project_of(snapshot.path)
    [finding] = [each for each in snapshot.findings if each.name == rule]
    assert finding_of(project, snapshot.file, finding.fingerprint) == finding
    return prove(bench_of(project, finding), finding)


def test_a_finding_is_proved(tmp_path: Path) -> None:
    opened = editor(tmp_path, {**GARDEN, "session.yaml": WEEDY})
    proof = proved(opened, "session.yaml", "unreachable-phase")
    assert (proof.status, proof.method) == ("proved", "explore")


def test_a_proof_is_of_the_text_in_the_editor(tmp_path: Path) -> None:
    opened = editor(tmp_path, GARDEN)
    opened.open("session.yaml")
    opened.replace("session.yaml", WEEDY)
    snapshot = opened.snapshot("session.yaml")
    [finding] = [each for each in snapshot.findings if each.name == "unreachable-phase"]
    bench = bench_of(opened.desk.project_of(snapshot.path), finding)
    assert prove(bench, finding).status == "proved"


def test_a_replayed_finding_comes_with_its_script(tmp_path: Path) -> None:
    review = put(LETTERS["review.md"], "parsed.summary", "parsed.nothing")
    opened = editor(tmp_path, {**LETTERS, "review.md": review})
    proof = proved(opened, "review.md", "upstream-parsed-path-missing")
    snapshot = opened.snapshot("review.md")
    [finding] = [e for e in snapshot.findings if e.name == "upstream-parsed-path-missing"]
    found = proof_data(finding, proof)
    assert found["status"] == "proved"
    assert found["method"] == "replay"
    assert read_text("a.yaml", found["script"]).value["version"] == 1
    assert (
        found["message"] == "upstream-parsed-path-missing: confirmed: reproduced in a simulated run"
    )


def test_a_finding_that_has_gone(tmp_path: Path) -> None:
    opened = editor(tmp_path, {**GARDEN, "session.yaml": WEEDY})
    snapshot = opened.open("session.yaml")
    [finding] = [each for each in snapshot.findings if each.name == "unreachable-phase"]
    opened.replace("session.yaml", SESSION)
    project = opened.desk.project_of(snapshot.path)
    with pytest.raises(UsageError, match="the finding no longer exists"):
        finding_of(project, "session.yaml", finding.fingerprint)
    with pytest.raises(UsageError, match="the finding no longer exists"):
        prove(bench_of(project, finding), finding)


def test_the_scenarios_of_a_script(tmp_path: Path) -> None:
    opened = editor(tmp_path, {**GARDEN, "garden.script.yaml": SCRIPT})
    bench, script = script_bench(opened.desk, uri(tmp_path, "garden.script.yaml"))
    all_of_them = run_script(bench, script)
    assert not all_of_them.ok
    assert "scenario `nothing`" in all_of_them.text
    assert "FAILED: phases: entry 2 is missing: `reap`" in all_of_them.text
    assert run_script(bench, script, "nothing").ok
    with pytest.raises(UsageError, match="scenario `much` doesn't exist"):
        run_script(bench, script, "much")


def test_scripts_that_cannot_be_run(tmp_path: Path) -> None:
    files = {**GARDEN, "broken.script.yaml": "version: 2\n", "far/a.script.yaml": "version: 1\n"}
    opened = editor(tmp_path, files)
    bench, script = script_bench(opened.desk, uri(tmp_path, "broken.script.yaml"))
    with pytest.raises(UsageError, match=r"broken\.script\.yaml:1: `version` must be 1"):
        run_script(bench, script)
    with pytest.raises(UsageError, match="the contract of this script isn't known"):
        script_bench(opened.desk, uri(tmp_path, "far/a.script.yaml"))
    with pytest.raises(UsageError, match="can't be read"):
        script_bench(opened.desk, uri(tmp_path, "none.script.yaml"))


def test_which_contract_a_script_is_for() -> None:
    first, second = Target("sweny", "flows", "flows/a.yml"), Target("sweny", "flows", "flows/b.yml")
    script = read_text("flows/x.script.yaml", "version: 1\ncontract: b.yml\nscenarios: []\n")
    assert target_of(script, [first, second]) == second
    assert target_of(script, [first]) is None


def test_the_graph_of_a_contract(tmp_path: Path) -> None:
    path = ".sweny/workflows/kiln.yml"
    opened = editor(tmp_path, {path: KILN, **GARDEN})
    found = graph_text(opened.desk, uri(tmp_path, path))
    assert found["contract"] == path
    assert found["text"].startswith("flowchart TD\n")
    assert '["fire"]' in found["text"]
    with pytest.raises(UsageError, match="not part of a known contract"):
        graph_text(opened.desk, uri(tmp_path, "none.yml"))


# --- sessions ------------------------------------------------------------------------------------

REFRESHES = (
    types.WORKSPACE_INLAY_HINT_REFRESH,
    types.WORKSPACE_CODE_LENS_REFRESH,
    types.WORKSPACE_SEMANTIC_TOKENS_REFRESH,
)
INFO, WARNING = types.MessageType.Info, types.MessageType.Warning
COMMAND = [sys.executable, "-m", "phaselint", "server"]


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    params=["neovim"], config=ClientServerConfig(server_command=COMMAND)
)
async def client(
    request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: Path
) -> AsyncIterator[None]:
    files = {**GARDEN, "session.yaml": WEEDY, "garden.script.yaml": SCRIPT}
    files["plant_seed.yaml"] += "side_efect: read\n"
    editor(tmp_path, files)

    def refresh(_params: None) -> None:
        lsp_client.log_messages.append(types.LogMessageParams(INFO, "refresh"))

    for method in REFRESHES:
        lsp_client.feature(method)(refresh)

    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)  # type: ignore[untyped-decorator]
    def registered(_params: types.RegistrationParams) -> None:
        return None

    folder = types.WorkspaceFolder(uri_of(str(tmp_path)), "work")
    capabilities = client_capabilities(request.param)
    capabilities.experimental = {"phaselintPlayer": True}
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities, workspace_folders=[folder])
    )
    for name in ("session.yaml", "plant_seed.yaml"):
        item = types.TextDocumentItem(uri(tmp_path, name), "yaml", 1, (tmp_path / name).read_text())
        lsp_client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    yield
    await lsp_client.shutdown_session()


async def ask(client: LanguageClient, command: str, *arguments: Any) -> Any:
    return await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command, arguments=list(arguments))
    )


@pytest.mark.asyncio
async def test_a_session_with_everything(client: LanguageClient, tmp_path: Path) -> None:
    session, tool = (uri(tmp_path, name) for name in ("session.yaml", "plant_seed.yaml"))
    await use_commands(client, session, tool)
    await write(client, session, tool)
    assert [each.type for each in client.messages] == [INFO, WARNING]


async def use_commands(client: LanguageClient, session: str, tool: str) -> None:
    """Prove, run and draw, by what the lenses offer."""
    identity = types.TextDocumentIdentifier(session)
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(identity))
    calls = {each.command.title: each.command for each in lenses or () if each.command}
    lens = calls["confirm unreachable-phase"]
    found = await ask(client, lens.command, *lens.arguments or ())
    assert plain(found)["status"] == "proved"
    assert client.messages[-1].message.startswith("unreachable-phase: confirmed: no run does this")

    run = calls["run script garden.script.yaml"]
    outcome = plain(await ask(client, run.command, *run.arguments or ()))
    assert outcome["ok"] is False
    assert outcome["coverage"] == "", "the contract is refused, so that there are no runs"
    graph = plain(await ask(client, "phaselint.showGraph", tool))
    assert graph["text"].startswith("flowchart TD\n")
    await play(client, calls["play run"])
    with pytest.raises(JsonRpcException, match="the finding no longer exists"):
        await ask(client, "phaselint.prove", session, "0000")


async def play(client: LanguageClient, lens: types.Command) -> None:
    """Have the page of a graph made in which a run is played, and ask what of it is at a place."""
    session, *_, fingerprint = map(str, lens.arguments or ())
    page = plain(await ask(client, lens.command, *lens.arguments or ()))
    assert page["format"] == "html"
    assert page["text"].startswith("<!DOCTYPE html>\n")
    assert plain(page["findings"])[fingerprint].startswith("finding-")
    line = WEEDY.split("\n").index("  - {name: weed}")
    found = plain(await ask(client, "phaselint.graphAt", session, line, 6, page["contract"]))
    assert found["node"] == "weed"
    assert await ask(client, "phaselint.graphAt", "file:///nowhere.yaml", 0, 0) is None
    with pytest.raises(JsonRpcException, match="format `png` doesn't exist"):
        await ask(client, "phaselint.showGraph", session, "", "png")


async def write(client: LanguageClient, session: str, tool: str) -> None:
    """Ask for what an author is told and offered while writing."""
    identity = types.TextDocumentIdentifier(session)
    where = types.Position(4, 12)
    hover = await client.text_document_hover_async(types.HoverParams(identity, where))
    assert hover is not None
    everything = types.Range(types.Position(0, 0), types.Position(99, 0))
    hints = await client.text_document_inlay_hint_async(
        types.InlayHintParams(types.TextDocumentIdentifier(tool), everything)
    )
    assert [each.label for each in hints or ()] == ["gate: allow"]
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(identity)
    )
    assert tokens is not None
    assert len(tokens.data) % 5 == 0
    completed = await client.text_document_completion_async(
        types.CompletionParams(identity, types.Position(8, 8))
    )
    assert isinstance(completed, types.CompletionList)
    assert {each.label for each in completed.items} == {"dig", "sow", "reap", "weed"}
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            types.TextDocumentIdentifier(tool), everything, types.CodeActionContext([])
        )
    )
    titles = [each.title for each in actions or ()]
    assert titles[0] == "Replace `side_efect` with `side_effect` (changes behavior)"


@pytest.mark.asyncio
async def test_what_scripts_take_is_said_once_they_were_run(
    client: LanguageClient, tmp_path: Path
) -> None:
    for name in ("session.yaml", "plant_seed.yaml"):
        document = types.VersionedTextDocumentIdentifier(uri=uri(tmp_path, name), version=2)
        change = types.TextDocumentContentChangeWholeDocument(GARDEN[name])
        client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
    run = await ask(client, "phaselint.runScript", uri(tmp_path, "garden.script.yaml"))
    line = plain(run)["coverage"]
    assert line.startswith("scripts cover 0 of ")
    assert client.messages[-1].message.endswith(line)
    identity = types.TextDocumentIdentifier(uri(tmp_path, "session.yaml"))
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(identity))
    assert line in {each.command.title for each in lenses or () if each.command}


@pytest.mark.asyncio
async def test_hints_are_fetched_again_when_another_document_has_changed(
    client: LanguageClient, tmp_path: Path
) -> None:
    has: Any = client.capabilities and client.capabilities.workspace
    if has.inlay_hint is None:
        pytest.skip("this client cannot be asked")
    session, tool = (uri(tmp_path, name) for name in ("session.yaml", "plant_seed.yaml"))
    everything = types.Range(types.Position(0, 0), types.Position(99, 0))
    wanted = types.InlayHintParams(types.TextDocumentIdentifier(tool), everything)
    hints = await client.text_document_inlay_hint_async(wanted)
    assert [each.label for each in hints or ()] == ["gate: allow"]
    client.log_messages.clear()
    change = types.TextDocumentContentChangeWholeDocument(WEEDY + "risk_defaults: {read: block}\n")
    document = types.VersionedTextDocumentIdentifier(uri=session, version=2)
    client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
    await until(lambda: any(each.message == "refresh" for each in client.log_messages))
    hints = await client.text_document_inlay_hint_async(wanted)
    assert [each.label for each in hints or ()] == ["gate: block"]


@pytest.mark.asyncio
async def test_all_safe_fixes_are_applied_by_the_client(
    client: LanguageClient, tmp_path: Path
) -> None:
    """There is nothing safe to fix in the tool; in a workflow there is."""
    path = tmp_path / ".sweny/workflows/kiln.yml"
    path.parent.mkdir(parents=True)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/load.md").write_text("Load it.\n")
    text = put(KILN, "instruction: Load it.", "instruction: docs/load.md")
    path.write_text(text)
    target = uri_of(str(path))
    item = types.TextDocumentItem(target, "yaml", 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    applied: list[types.WorkspaceEdit] = []

    @client.feature(types.WORKSPACE_APPLY_EDIT)  # type: ignore[untyped-decorator]
    def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        applied.append(params.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    assert await ask(client, "phaselint.fixAll", uri(tmp_path, "session.yaml")) is False
    assert await ask(client, "phaselint.fixAll", target) is True
    [edit] = applied
    changed = str(edit)
    assert "./docs/load.md" in changed
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            types.TextDocumentIdentifier(target),
            types.Range(types.Position(0, 0), types.Position(0, 0)),
            types.CodeActionContext([], only=["source.fixAll"]),
        )
    )
    kinds = [each.kind for each in actions or () if isinstance(each, types.CodeAction)]
    assert kinds == ["source.fixAll.phaselint"]


def plain(value: Any) -> dict[str, Any]:
    """An answer as a dictionary, whatever the client made of it."""
    return value if isinstance(value, dict) else dict(value._asdict())
