"""What linting a project costs beside linting it as it was: processor time and memory."""

from __future__ import annotations

import ast
import gc
import shutil
import time
import tracemalloc
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar
from warnings import catch_warnings, simplefilter

import phaselint
from phaselint.linting.garbage import collect_rarely
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

T = TypeVar("T")

TRIES = 2

WORK = 30_000
"""How many records `_steady` makes."""

PACE = 0.012
"""Seconds of `_steady` on the machine whose seconds are meant."""

A_FINDING = 6_000
"""Bytes that a finding takes with its run and its claim, which are no cost of what it is found in:
a list of thousands of unknown names has thousands of findings."""


class Project:
    """A project in a folder of its own, removed at the end; one file of it may be another. What the
    tests hold when it is entered is looked at once and is no part of what is measured."""

    def __init__(self, folder: Path, files: dict[str, str]) -> None:
        self._folder = folder
        self.files = files

    def __enter__(self) -> Project:
        self._put(self.files)
        gc.collect()
        gc.freeze()
        return self

    def __exit__(self, *_: object) -> None:
        gc.unfreeze()
        shutil.rmtree(self._folder, ignore_errors=True)

    def spent(self, path: str, text: str) -> float:
        """How much more processor time is taken with another text of a file, in seconds of the
        machine on which `_steady` takes `PACE`: this one may be slower, or is so for a while."""
        return self._with(path, text, self._seconds) - self._usual_seconds

    def least(self, path: str, text: str) -> float:
        """The same, of several tries the least: what else a machine does only adds to it."""
        return min(self.spent(path, text) for _ in range(TRIES))

    def peak(self, path: str, text: str, enough: int) -> int:
        """How many more bytes of memory are taken, beside those of findings. What is more than
        `enough` is asked again, so that modules that were imported are left out."""
        found = self._with(path, text, self._bytes) - self._usual_bytes
        if found <= enough:
            return found
        return min(found, self._with(path, text, self._bytes) - self._usual_bytes)

    @cached_property
    def _usual_seconds(self) -> float:
        return min(self._seconds() for _ in range(TRIES))

    @cached_property
    def _usual_bytes(self) -> int:
        return self._bytes()

    def _put(self, files: dict[str, str]) -> None:
        for path, text in files.items():
            file = self._folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")

    def _with(self, path: str, text: str, cost: Callable[[], T]) -> T:
        self._put({path: text})
        try:
            return cost()
        finally:
            self._put({path: self.files[path]})

    def _seconds(self) -> float:
        gc.collect()
        usual = gc.get_threshold()
        collect_rarely()  # as the command does
        try:
            before = _steady()
            lasted = _timed(self._lint)
            return lasted * 2 * PACE / (before + _steady())
        finally:
            gc.set_threshold(*usual)

    def _bytes(self) -> int:
        gc.collect()
        tracemalloc.start()
        try:
            found = self._lint()
            return tracemalloc.get_traced_memory()[1] - A_FINDING * found
        finally:
            tracemalloc.stop()

    def _lint(self) -> int:
        """Lint the project; gives how many findings there are, each of a group by itself."""
        try:
            found = phaselint.lint((str(self._folder),)).findings
        except UsageError:  # a baseline or the like is refused as a whole
            return 0
        assert "internal-error" not in {each.name for each in found}
        return sum(max(len(each.members), 1) for each in found)


def parsing(text: str) -> int:
    """How many bytes of memory Python's own parser and compiler take at most for a text, whether it
    is one of Python or not."""
    gc.collect()
    tracemalloc.start()
    try:
        with suppress(SyntaxError, ValueError, RecursionError, MemoryError), catch_warnings():
            simplefilter("ignore")
            compile(ast.parse(text), "text.py", "exec", dont_inherit=True)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _timed(work: Callable[[], object]) -> float:
    """The processor time that work takes, in seconds."""
    before = time.process_time()
    work()
    return time.process_time() - before


def _steady() -> float:
    """The processor time of work that is always the same, in seconds."""
    return _timed(lambda: {str(each): (each, [each]) for each in range(WORK)})
