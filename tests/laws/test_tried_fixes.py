"""The law of tried fixes: one that is offered as leaving nothing new leaves nothing new.

The edits that a coding agent gets are made here by position, in files on disk, which are linted and
proved again: no rule has more findings in a file than before, and the finding is gone.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from typing import TYPE_CHECKING, Any

import phaselint
from cases import listed, write
from fresh import SEED, picker
from phaselint.api import builtin_rules
from phaselint.fixing.trying import with_trials
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.report.agent.data import Page, as_data

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from cases import Case
    from phaselint.linting.result import Result

COUNT = int(os.environ.get("PHASELINT_TRIED", "24"))
"""Cases that are drawn; 100000 are all."""

CLEAN = "leaves nothing new"


def offered(folder: Path) -> Iterator[Mapping[str, Any]]:
    """The fixes that a coding agent gets for what is found in a folder, the edits in full."""
    request = Request((str(folder),), dry_run=True, jobs=1)
    rules = builtin_rules()
    result = with_trials(run(request, rules), request, rules)
    yield from as_data(result, Page(), 10**9)["fixes"]


def found(folder: Path) -> Result:
    """What a dry run finds."""
    return phaselint.lint((str(folder),), dry_run=True)


def counted(result: Result, folder: Path) -> Counter[tuple[str, str]]:
    """How many findings there are of each rule in each file; one that stands for several counts as
    many."""
    base = os.path.relpath(folder)
    tally: Counter[tuple[str, str]] = Counter()
    for each in result.findings:
        tally[os.path.relpath(each.place.file, base), each.code] += max(1, len(each.members))
    return tally


def made(text: str, edits: list[Mapping[str, str]]) -> str:
    """A text with edits made, given by line and column."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").splitlines(keepends=True) or [""]
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    assert len(lines) == len(starts) - 1 or not text

    def offset(position: str) -> int:
        line, column = map(int, position.split(":"))
        return starts[line - 1] + column - 1

    for edit in sorted(edits, key=lambda each: offset(each["start"]), reverse=True):
        start, end = offset(edit["start"]), offset(edit["end"])
        assert text[start:end] == edit["old"], edit
        text = text[:start] + edit["new"] + text[end:]
    return text


def apply(fix: Mapping[str, Any], folder: Path, copy: Path) -> None:
    """Make the edits of a fix in a copy of a folder."""
    shutil.copytree(folder, copy, symlinks=True)
    for name in {edit["file"] for edit in fix["edits"]}:
        path = copy / os.path.relpath(name, os.path.relpath(folder))
        data = path.read_bytes()
        some = [edit for edit in fix["edits"] if edit["file"] == name]
        if any(edit["old"] == "\ufeff" for edit in some):
            path.write_bytes(data.removeprefix(b"\xef\xbb\xbf"))
            continue
        mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
        text = data.removeprefix(mark).decode("utf-8", "surrogateescape")
        path.write_bytes(mark + made(text, some).encode("utf-8", "surrogateescape"))


def broken(case: Case, tmp_path: Path, tally: Counter[str]) -> Iterator[str]:
    """The fixes of a case that are offered as clean and aren't."""
    folder = tmp_path / "case"
    write(case.folder, folder)
    before = counted(found(folder), folder)
    for number, fix in enumerate(offered(folder)):
        tally[fix["tried"]] += 1
        if fix["tried"] != CLEAN or not fix["edits"]:
            continue
        copy = tmp_path / str(number) / "case"
        apply(fix, folder, copy)
        after = counted(found(copy), copy)
        more = after - before
        if more:
            yield f"{case} {fix['title']}: new {dict(more)}"
        if after.total() >= before.total():
            yield f"{case} {fix['title']}: {after.total()} findings, as before"
        shutil.rmtree(copy.parent)
    shutil.rmtree(folder)


def test_what_is_offered_as_clean_leaves_nothing_new(tmp_path: Path) -> None:
    pick = picker("tried fixes")
    every = [case for case in listed() if case.folder.name.startswith("bad")]
    pick.shuffle(every)
    tally: Counter[str] = Counter()
    wrong: list[str] = []
    tried = 0
    for case in every:
        before = tally[CLEAN]
        wrong += broken(case, tmp_path, tally)
        tried += tally[CLEAN] > before
        if tried >= COUNT:
            break
    assert wrong == [], f"PHASELINT_SEED={SEED}"
    assert tally[CLEAN] >= min(COUNT, 12), tally
    print(tally)
