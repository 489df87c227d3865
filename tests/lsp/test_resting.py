"""The worker rests between jobs, also in a loop that takes delays but no times, as Pyodide's takes
none that has just passed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from cli.contracts import UNREACHABLE, contract
from lsp.desks import Editor
from phaselint_lsp import worker as working
from phaselint_lsp.textstore import Change
from phaselint_lsp.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def delays_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.AbstractEventLoop]:
    """A loop that can be asked to do something after a while, but not at a time."""
    loop = asyncio.new_event_loop()
    at_time = loop.call_at

    def later(delay: float, *args: Any, **more: Any) -> asyncio.TimerHandle:
        assert delay >= 0
        return at_time(loop.time() + delay, *args, **more)

    def at(when: float, *_: object, **_more: object) -> asyncio.TimerHandle:
        raise ValueError(f"can't do anything at {when}")

    monkeypatch.setattr(loop, "call_later", later)
    monkeypatch.setattr(loop, "call_at", at)
    yield loop
    loop.close()


@pytest.mark.parametrize("rest", [0.0, 1e-9, 0.02])
def test_an_edit_is_checked_after_its_rest(
    rest: float,
    delays_only: asyncio.AbstractEventLoop,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(working, "rest_for", lambda _costs: rest)
    monkeypatch.setattr(working, "REST", 0.0)  # the project is judged before that, or after it
    editor = Editor(contract(tmp_path))
    editor.open("session.yaml")
    failures: list[Exception] = []

    async def nothing(*_: object) -> None:
        pass

    async def edits() -> None:
        worker = Worker(editor.desk, nothing, nothing, failures.append)
        running = asyncio.ensure_future(worker.run())
        for number, text in enumerate((UNREACHABLE, f"{UNREACHABLE}\n", UNREACHABLE), 2):
            change = [Change(text)]
            worker.add_edited(editor.desk.edited(editor.uri("session.yaml"), number, change))
            await worker.done_with(str(tmp_path / "session.yaml"))
        worker.stop()
        await running

    delays_only.run_until_complete(edits())
    assert failures == []
    assert editor.names("session.yaml") == ["unreachable-phase"]
