"""What laws are tried on: contracts of the fixtures and, where there is one, of the corpus, with
damage. Each is made anew from its dialect and seed."""

from __future__ import annotations

import json
import os
import random
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cases import FIXTURES
from cases import read as read_case
from fuzz.mutators import MOST_BYTES, damaged
from laws.random_contracts import cases_of, random_contract

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cases import Case
    from fuzz.mutators import Files

CORPUS = os.environ.get("PHASELINT_CORPUS", "")
PROJECTS: Mapping[str, Sequence[str]] = {
    "vesanor": ("refund-desk",),
    "sweny": ("dependency-bot",),
    "climpt": ("flag-retirement",),
    "stud": ("loan-desk",),
    "agents": ("release-crew",),
    "langgraph": ("seed-library",),
}
"""Projects of the fixtures by the dialect of their contracts; each has a repaired twin."""

MOST_DAMAGE = 4


class Input(NamedTuple):
    """The files of a project by their paths, and the seed they were drawn from."""

    dialect: str
    seed: str
    files: Files

    def __str__(self) -> str:
        return f"--dialect {self.dialect} --again {self.seed}"


def drawn(dialect: str, seed: str) -> Input:
    """The input of a seed."""
    pick = random.Random(f"fuzz/{dialect}/{seed}")
    files, *others = (_drawn(dialect, pick) for _ in range(3))
    for _ in range(pick.randint(0, MOST_DAMAGE)):
        files = damaged(pick, files, others)
    return Input(dialect, seed, files)


def _drawn(dialect: str, pick: random.Random) -> Files:
    """The files of one contract: mostly a case of a rule."""
    draw = pick.random()
    if CORPUS and draw < 0.25 and (found := entries(dialect)):
        return _entry(dialect, pick.choice(found))
    if draw < 0.35:
        texts = random_contract(dialect, str(pick.randrange(2**32)))
        return {path: text.encode("utf-8", "replace") for path, text in texts.items()}
    if draw < 0.4:
        name = pick.choice(PROJECTS[dialect]) + pick.choice(("", "-fixed"))
        return files_in(FIXTURES / "projects" / name)
    return _case(pick.choice(cases_of(dialect)))


@cache
def _case(case: Case) -> Files:
    return dict(sorted(read_case(case.folder).files().items()))


@cache
def files_in(folder: Path) -> Files:
    """The files of a folder by their paths below it."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@cache
def entries(dialect: str) -> tuple[str, ...]:
    """The labelled contracts of the corpus that are not too large."""
    labels = json.loads(Path(CORPUS, dialect, "expected.json").read_text("utf-8"))
    names = labels.get("files", labels)
    return tuple(sorted(name for name in names if 0 < _size(dialect, name) <= MOST_BYTES))


def _size(dialect: str, name: str) -> int:
    return sum(map(len, _entry(dialect, name).values()))


@cache
def _entry(dialect: str, name: str) -> Files:
    """The files of an entry of the corpus, at places where they are found."""
    path = Path(CORPUS, dialect, name)
    if path.is_dir():
        inside = f".agent/{path.name}/" if (path / "agent.json").is_file() else ""
        return {f"{inside}{file}": data for file, data in files_in(path).items()}
    if not path.is_file():
        return {}
    where = ".sweny/workflows/" if dialect == "sweny" else ""
    return {f"{where}{path.name}": path.read_bytes()}
