"""Two contracts made one, or put side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from laws.mutations import value_of, written
from phaselint.config.model import FILE

if TYPE_CHECKING:
    from collections.abc import Mapping

Files = dict[str, str]


def plain(files: Mapping[str, str]) -> Files:
    """Files without the configuration, which is that of a project."""
    return {path: text for path, text in files.items() if path != FILE}


def below(folder: str, files: Mapping[str, str]) -> Files:
    """Files in a folder."""
    return {f"{folder}/{path}": text for path, text in files.items()}


def beside(left: Files, right: Files) -> Files:
    """Contracts in two folders."""
    return {**below("left", left), **below("right", right)}


def over(left: Files, right: Files) -> Files:
    """The files of both in one folder; of those with one path, the first one's."""
    return {**right, **left}


def through(left: Files, right: Files) -> Files:
    """The files of both in one folder; what those with one path say, and the first files of a
    kind, is in one document."""
    found = dict(left)
    for path, text in right.items():
        kind = path.partition(".")[2]
        other = path if path in left else next((p for p in left if p.endswith(kind)), path)
        one, two = value_of(other, found.get(other, "")), value_of(path, text)
        if other in found and isinstance(one, dict) and isinstance(two, dict):
            found[other] = written(other, found[other], _merged(one, two))
        else:
            found.setdefault(path, text)
    return found


def _merged(one: Any, two: Any) -> Any:
    """Mappings with the entries of both, lists with the elements of both; else the first."""
    if isinstance(one, dict) and isinstance(two, dict):
        both = {key: _merged(one[key], two[key]) for key in one if key in two}
        return {**two, **one, **both}
    if isinstance(one, list) and isinstance(two, list):
        return [*one, *(each for each in two if each not in one)]
    return one
