"""Sessions with the installed command: tools, roots, unsaved files, cancellation, progress."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import anyio
import pytest

from cli.contracts import TOOL, contract
from mcpserver.session import LEGACY, data, line, run, session
from phaselint.mcp.tools import TOOLS

if TYPE_CHECKING:
    from pathlib import Path

    from mcp.client.client import Client
    from mcp.shared.dispatcher import ProgressFnT

MODERN = "2026-07-28"
TYPO = TOOL.replace("valid_in_phases: [intake]", "valid_in_phases: [intak]")
"""One error with a fix: VE103."""

every_mode = pytest.mark.parametrize("mode", [LEGACY, MODERN])


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A workspace with a contract that has one error."""
    folder = tmp_path / "work"
    folder.mkdir()
    contract(folder, answer=TYPO)
    return folder.resolve()


def contents(folder: Path) -> dict[str, str]:
    """A hash of each file below a folder."""
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


@every_mode
def test_tools_say_what_they_take_and_give_and_write_nothing(broken: Path, mode: str) -> None:
    async def play() -> None:
        async with session(broken, mode=mode) as client:
            tools = (await client.list_tools()).tools
            assert [each.name for each in tools] == list(TOOLS)
            for each in tools:
                assert each.annotations is not None
                assert each.annotations.read_only_hint is True
                assert each.output_schema is not None
            found = data(await client.call_tool("prove", {}))
            assert [each["rule"] for each in found["findings"]] == ["unknown-phase"]
            [fix] = found["fixes"]
            assert fix["tried"] == "leaves nothing new"
            [edit] = fix["edits"]
            assert (edit["file"], edit["old"], edit["new"]) == ("answer.yaml", "intak", "intake")

    before = contents(broken)
    run(play)
    assert contents(broken) == before


@pytest.mark.posix
@every_mode
def test_roots_decide_the_workspace_and_links_do_not_leave_it(
    broken: Path, tmp_path: Path, mode: str
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    outside = tmp_path / "outside"
    outside.mkdir()
    contract(outside)
    (broken / "away").symlink_to(outside)

    async def play() -> None:
        async with session(elsewhere, roots=[broken], mode=mode) as client:
            found = data(await client.call_tool("lint", {"fixes": False}))
            assert found["summary"]["errors"] == 1
            for path in ("../outside", str(outside), "../outside/session.yaml"):
                told = line(await client.call_tool("lint", {"paths": [path]}))
                assert told.startswith(f"{path}: outside the workspace")
            for path in ("away", "away/session.yaml"):
                told = line(await client.call_tool("lint", {"paths": [path]}))
                assert told == f"{path}: the link points outside the workspace"
            told = line(await client.call_tool("graph", {"contract": "../outside"}))
            assert "outside the workspace" in told
            told = line(await client.call_tool("lint", {"texts": {"../outside/x.yaml": ""}}))
            assert "outside the workspace" in told
            told = line(await client.call_tool("diff", {"old": "../outside", "new": "."}))
            assert "outside the workspace" in told

    run(play)


@pytest.mark.posix
def test_neither_a_project_nor_a_repository_around_the_workspace_is_looked_at(
    broken: Path,
) -> None:
    (broken.parent / "phaselint.toml").write_text("nonsense = 1\n")
    (broken.parent / ".git").mkdir()

    async def play() -> None:
        async with session(broken.parent, roots=[broken]) as client:
            assert data(await client.call_tool("lint", {}))["summary"]["errors"] == 1
            assert "git" in line(await client.call_tool("diff", {}))

    run(play)


def test_texts_stand_for_files_that_are_not_saved(broken: Path) -> None:
    async def play() -> None:
        async with session(broken) as client:
            texts = {"answer.yaml": TOOL}
            found = data(await client.call_tool("prove", {"texts": texts}))
            assert (found["findings"], found["summary"]["contracts"]) == ([], 1)
            again = data(await client.call_tool("lint", {"fixes": False}))
            assert again["summary"]["errors"] == 1
            mine = {str(broken / "answer.yaml"): TOOL}
            both = data(await client.call_tool("diff", {"old": ".", "new": ".", "texts": mine}))
            assert both["contracts"] == []
            drawn = data(await client.call_tool("graph", {"contract": ".", "texts": texts}))
            assert all(each["reachable"] for each in drawn["nodes"])

    run(play)


def test_progress_is_told_and_a_cancelled_call_leaves_the_server_free(broken: Path) -> None:
    async def play() -> None:
        async with session(broken) as client:
            told: list[tuple[float, str | None]] = []
            started = anyio.Event()

            async def on_progress(
                progress: float, total: float | None, message: str | None
            ) -> None:
                assert total is None
                told.append((progress, message))
                started.set()

            async with anyio.create_task_group() as group:
                group.start_soon(_call, client, on_progress)
                await started.wait()
                group.cancel_scope.cancel()
            told.clear()
            await client.call_tool("prove", {}, progress_callback=on_progress)
            assert [message for _, message in told][:3] == ["linting", "proving", "trying fixes"]
            assert [done for done, _ in told] == sorted({done for done, _ in told})

    async def _call(client: Client, on_progress: ProgressFnT) -> None:
        await client.call_tool("prove", {}, progress_callback=on_progress)

    run(play)


def test_two_clients_at_once_do_not_affect_each_other(broken: Path, tmp_path: Path) -> None:
    good = tmp_path / "good"
    good.mkdir()
    contract(good)
    errors: dict[str, int] = {}

    async def one(name: str, folder: Path) -> None:
        async with session(folder) as client:
            found = data(await client.call_tool("lint", {"fixes": False}))
            errors[name] = found["summary"]["errors"]

    async def play() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(one, "broken", broken)
            group.start_soon(one, "good", good)

    run(play)
    assert errors == {"broken": 1, "good": 0}


WRONG: tuple[tuple[str, dict[str, object], str], ...] = (
    ("lint", {"path": ["."]}, "unknown argument `path`"),
    ("lint", {"limit": 0}, "argument `limit`: 0 is less than the minimum of 1"),
    ("lint", {"seconds": 90}, "argument `seconds`: 90 is greater than the maximum of 20"),
    ("lint", {"paths": ["missing"]}, "missing: no such file or directory"),
    ("lint", {"paths": ["a\0b"]}, r"a\x00b: not a path"),
    ("lint", {"select": ["order-trip"]}, "order-trap"),
    ("explain_rule", {"rule": "order-trip"}, "order-trap"),
    ("graph", {}, "'contract' is a required property"),
    ("run_script", {"script": "x.script.yaml"}, "x.script.yaml: no such file"),
    ("diff", {"old": "--help"}, "old: `--help` isn't a revision or a directory"),
    ("suggest_policies", {"texts": {"notes.txt": "x"}}, "no contract found"),
)
"""A tool, wrong arguments, and what the answer has."""


def test_a_wrong_call_is_answered_in_one_line(broken: Path) -> None:
    async def play() -> None:
        async with session(broken) as client:
            for tool, arguments, told in WRONG:
                assert told in line(await client.call_tool(tool, arguments)), (tool, arguments)

    run(play)
