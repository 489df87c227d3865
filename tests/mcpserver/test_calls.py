"""A call in a process of its own: its limit, its end, and what is given of it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import anyio
import pytest

from mcpserver.session import run
from phaselint.mcp.calls import run_call

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.mcp.calls import Outcome

FIRST = '{"progress": "linting", "answer": {"text": "some", "data": {}}}'
LAST = '{"done": true, "answer": {"text": "all", "data": {}}}'
SLEEPS = "import time; time.sleep(600)"


def says(*lines: str, then: str = "") -> tuple[str, ...]:
    """A worker that says some lines, and does something then."""
    printed = "; ".join(f"print({line!r}, flush=True)" for line in lines)
    return (sys.executable, "-c", f"{printed or 'pass'}; {then or 'pass'}")


def outcome(worker: tuple[str, ...], folder: Path, seconds: float = 30) -> Outcome:
    """What comes of a call that a worker answers."""
    found: list[Outcome] = []

    async def play() -> None:
        async def report(_message: str) -> None:
            pass

        call = {"tool": "lint", "arguments": {}, "texts": {}}
        found.append(await run_call(call, str(folder), os.environ, seconds, report, worker))

    run(play)
    return found[0]


def test_the_last_answer_counts(tmp_path: Path) -> None:
    ended = outcome(says(FIRST, LAST), tmp_path)
    assert (ended.answer, ended.complete) == ({"text": "all", "data": {}}, True)


def test_at_the_limit_the_answer_so_far_is_given(tmp_path: Path) -> None:
    ended = outcome(says(FIRST, then=SLEEPS), tmp_path, seconds=5)
    assert (ended.answer, ended.complete) == ({"text": "some", "data": {}}, False)


def test_without_an_answer_so_far_the_limit_is_an_error_of_one_line(tmp_path: Path) -> None:
    ended = outcome(says('{"progress": "linting"}', then=SLEEPS), tmp_path, seconds=0.5)
    assert ended.answer is None
    assert ended.error.startswith("stopped at the limit of 0.5 seconds with no answer yet; ")


@pytest.mark.parametrize("lines", [(), (FIRST,)])
def test_a_process_that_dies_is_an_error_of_one_line(
    lines: tuple[str, ...], tmp_path: Path
) -> None:
    ended = outcome(says(*lines, then="import os; os._exit(7)"), tmp_path)
    assert ended.error == "the call ended unexpectedly, with status 7"


@pytest.mark.posix
def test_a_cancelled_call_ends_its_process(tmp_path: Path) -> None:
    noted = tmp_path / "pid"
    write = f"import os; open({str(noted)!r}, 'w').write(str(os.getpid()))"

    async def play() -> None:
        started = anyio.Event()

        async def report(_message: str) -> None:
            started.set()

        async with anyio.create_task_group() as group:
            worker = (sys.executable, "-c", f"{write}; print({FIRST!r}, flush=True); {SLEEPS}")
            group.start_soon(run_call, {}, str(tmp_path), os.environ, 60.0, report, worker)
            await started.wait()
            group.cancel_scope.cancel()

    run(play)
    with pytest.raises(ProcessLookupError):
        os.kill(int(noted.read_text()), 0)
