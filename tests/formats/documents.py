"""The documents in the fixtures that are of phaselint's own formats, and how they are damaged."""

from __future__ import annotations

import json
import tomllib
from copy import deepcopy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import phaselint
from phaselint.dialects.keys import usable
from phaselint.dialects.stud.reading.owners import MANIFEST_SUFFIXES, MARKER
from phaselint.document.reader import read
from phaselint.executor.script import is_script
from phaselint.suppression.baseline import entries_of, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

FIXTURES = Path(__file__).parents[2] / "fixtures"
_VALUES: tuple[Any, ...] = (
    *("", "x", "x-own", "error", "ALL", "PL", "../a", "completed", "default", "reference"),
    *(0, 1, 2, -3, 1.5, 2.0, True, False, None),
    *([], {}, ["x"], [1], {"x": "y"}, [[]], [{}]),
)


@cache
def documents(name: str) -> tuple[Any, ...]:
    """The values of all documents of a format that can be parsed and have no key twice."""
    return tuple(_FINDERS[name]())


def _configurations() -> Iterator[Any]:
    for path in sorted(FIXTURES.rglob("phaselint.toml")):
        yield tomllib.loads(path.read_text("utf-8"))


def _baselines() -> Iterator[Any]:
    """Those of the projects, as they are written today."""
    for project in sorted((FIXTURES / "projects").iterdir()):
        with TemporaryDirectory() as folder:
            path = Path(folder) / "baseline.json"
            write(str(path), entries_of(phaselint.lint([str(project)]).findings))
            yield json.loads(path.read_text("utf-8"))


def _scripts() -> Iterator[Any]:
    yield from _read(path for path in _files() if is_script(path.name))


def _manifests() -> Iterator[Any]:
    yield from _read(path for path in _files() if not is_script(path.name) and _is_manifest(path))


def _files() -> Iterator[Path]:
    for path in sorted(FIXTURES.rglob("*.*")):
        if path.suffix in (".yaml", ".yml", ".json"):
            yield path


def _is_manifest(path: Path) -> bool:
    return path.name.endswith(MANIFEST_SUFFIXES) or MARKER.encode() in path.read_bytes()


def _read(paths: Iterator[Path]) -> Iterator[Any]:
    for path in paths:
        document = read(path.name, path.read_bytes())
        if usable(document):
            yield document.value


_FINDERS = {
    "config": _configurations,
    "script": _scripts,
    "manifest": _manifests,
    "baseline": _baselines,
}


def damaged(value: Any, keys: list[str], random: Random) -> Any:
    """A copy of a value with one to three slips: something is left out, named or set otherwise,
    put elsewhere, or added."""
    value = deepcopy(value)
    for _ in range(random.randint(1, 3)):
        holders = [each for each in _holders(value) if each]
        if holders:
            _slip(random.choice(holders), keys, random)
    return value


def _slip(holder: Any, keys: list[str], random: Random) -> None:
    at = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    way = random.randrange(6)
    if way == 0:
        del holder[at]
    elif way == 1:
        holder[at] = deepcopy(random.choice(_VALUES))
    elif way == 2:
        holder[at] = [holder[at]]
    elif not isinstance(holder, dict):
        holder.append(deepcopy(random.choice(_VALUES)))
    elif way == 3:
        holder[random.choice(keys)] = holder.pop(at)
    elif way == 4:
        holder[random.choice(keys)] = deepcopy(random.choice(_VALUES))
    else:
        holder[_misspelt(at, random)] = holder.pop(at)


def _misspelt(key: str, random: Random) -> str:
    at = random.randrange(len(key)) if key else 0
    return key[:at] + random.choice(("", "_", "s", key[at:].upper()[:1])) + key[at + 1 :]


def _holders(value: Any) -> Iterator[Any]:
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict | list):
            yield each
            waiting += each.values() if isinstance(each, dict) else each
