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
    from collections.abc import Iterator, Sequence
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


class Slips:
    """Slips in documents of one format, drawn at random.

    Args:
        found: the schema of the format, which says what keys there are.
        known: documents of the format.
    """

    def __init__(self, found: Any, known: Sequence[Any], random: Random) -> None:
        self._families = [sorted(each) for each in _families(found)]
        self._documents = known
        self._sizes = [len(list(_holders(each))) for each in self._documents]
        self._random = random

    def damaged(self) -> Any:
        """A document with one to three slips: something is left out, named or set otherwise, put
        elsewhere, or added. Long ones are drawn more often."""
        (drawn,) = self._random.choices(self._documents, self._sizes)
        value = deepcopy(drawn)
        for _ in range(self._random.randint(1, 3)):
            holders = [each for each in _holders(value) if each]
            if holders:
                self._slip(self._random.choice(holders))
        return value

    def _slip(self, holder: Any) -> None:
        random = self._random
        at = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        way = random.randrange(7)
        if way == 0:
            del holder[at]
        elif way == 1:
            holder[at] = self._value()
        elif way == 2:
            holder[at] = [holder[at]]
        elif not isinstance(holder, dict):
            holder.append(self._value())
        elif way == 3:
            holder[self._sibling(holder)] = holder.pop(at)
        elif way == 4:
            holder[_misspelt(at, random)] = holder.pop(at)
        else:
            holder[self._sibling(holder)] = random.choice((self._value(), deepcopy(holder[at])))

    def _value(self) -> Any:
        return deepcopy(self._random.choice(_VALUES))

    def _sibling(self, holder: dict[str, Any]) -> str:
        """A key that may stand beside those that are there."""
        most = max(len(holder.keys() & set(family)) for family in self._families)
        near = [each for each in self._families if len(holder.keys() & set(each)) == most]
        return self._random.choice(self._random.choice(near))


def _families(found: Any) -> Iterator[set[str]]:
    """The keys of each mapping that a schema describes."""
    if isinstance(found, dict):
        if "properties" in found and isinstance(found["properties"], dict):
            yield set(found["properties"])
        for each in found.values():
            yield from _families(each)
    elif isinstance(found, list):
        for each in found:
            yield from _families(each)


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
