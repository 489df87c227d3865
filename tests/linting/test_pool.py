"""Work in several processes, and without them: expressions, which any process can evaluate."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from typing import TYPE_CHECKING, NoReturn

import pytest

from phaselint.linting import pool
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

OWN = "__import__('os').getpid()"


def test_results_come_in_order() -> None:
    assert list(pool.each(eval, [f"2 * {n}" for n in range(20)], 3)) == list(range(0, 40, 2))


def test_work_is_done_elsewhere() -> None:
    assert os.getpid() not in set(pool.each(eval, [OWN] * 4, 2))


def test_what_is_not_taken_ends_the_processes() -> None:
    with closing(pool.each(eval, [OWN] * 50, 2)) as results:
        process = next(results)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.parametrize(
    ("expression", "kind", "words"),
    [
        ("__import__('phaselint.config.toml').config.toml.read_text('no')", UsageError, "^no: "),
        ("{}['nothing']", RuntimeError, "KeyError: 'nothing' in <module>, line 1"),
        ("lambda: None", RuntimeError, "pickle"),
        ("__import__('os')._exit(0)", UsageError, "was killed"),
    ],
)
def test_what_is_raised_there_is_raised_here(
    expression: str, kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind, match=words):
        list(pool.each(eval, ["1", expression, "2"], 2))


def test_without_a_process_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> NoReturn:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(pool, "context", refuse)
    assert set(pool.each(eval, [OWN] * 3, 2)) == {os.getpid()}


@pytest.mark.posix
def test_an_interruption_waits_until_all_processes_are_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = pool._Pool._start
    started: list[int] = []

    def interrupted(own: pool._Pool, how: BaseContext) -> None:
        signal.raise_signal(signal.SIGINT)  # to this thread, as where there is no other
        start(own, how)
        started.append(len(own._workers))

    monkeypatch.setattr(pool._Pool, "_start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(pool.each(eval, ["1"] * 4, 2))
    assert started == [1, 2]
