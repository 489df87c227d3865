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
    from pathlib import Path


class DelaysOnly(asyncio.SelectorEventLoop):
    """A loop that can be asked to do something after a while, but not at a time."""

    def call_later(self, *args: Any, **more: Any) -> asyncio.TimerHandle:
        delay, callback, *rest = args
        assert delay >= 0
        return super().call_at(self.time() + delay, callback, *rest, **more)

    def call_at(self, *args: Any, **_more: Any) -> asyncio.TimerHandle:
        raise ValueError(f"can't do anything at {args[0]}")


@pytest.mark.parametrize("rest", [0.0, 1e-9, 0.02])
def test_an_edit_is_checked_after_its_rest(
    rest: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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

    loop = DelaysOnly()
    try:
        loop.run_until_complete(edits())
    finally:
        loop.close()
    assert failures == []
    assert editor.names("session.yaml") == ["unreachable-phase"]
