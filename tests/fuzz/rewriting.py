"""The same contract in other words: what a contract says does not change with how it is written."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from phaselint.document.markdown import front_matter
from phaselint.document.reader import read
from yaml12 import CoreDumper

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Collection, Mapping

    from fuzz.mutators import Files

    Rewrite = Callable[[random.Random, str, str], str | None]
    """From a path and its text to another text; none where it cannot be written so."""

YAML = (".yaml", ".yml")
MARKDOWN = ".md"
OF_TEAM = re.compile(r"(?:(?:^|/)agents/.*|\.agent|\.chatmode|\.prompt)\.md$")
"""Files with a header that may be written otherwise: those of teams. What reads skills and prompts
of climpt takes a header in few ways, and none behind a byte order mark."""

SPELT = re.compile(r"(?i)['\"]?\b(?:true|false|yes|no|on|off|null)\b['\"]?|\d|~")
"""Values in the header of an agent that count as they are written, and not as what YAML has."""

OF_LINES = "-user.yml"
"""The end of the names of files whose lines are matched by patterns: they are left as they are."""

SUPPRESSION = "phaselint:"


class Way(NamedTuple):
    """One way to write a contract anew.

    `reordered` says that what is named first in a message, or is found first, may be another.
    """

    rewrite: Rewrite
    reordered: bool = False


def rewritten(
    pick: random.Random, files: Files, way: Way, unreadable: Collection[str] = ()
) -> Files:
    """The files in another way. Those stay as they are that cannot be written so, and those that
    a dialect cannot read."""
    return {
        path: data if path in unreadable else _rewritten(pick, path, data, way)
        for path, data in files.items()
    }


def _rewritten(pick: random.Random, path: str, data: bytes, way: Way) -> bytes:
    if path.endswith(OF_LINES):
        return data
    document = read(path, data)
    if document.problems or document.bom or SUPPRESSION in document.text:
        return data
    if path.endswith(MARKDOWN):
        text = _with_header(pick, document.text, way) if OF_TEAM.search(path) else None
    else:
        text = way.rewrite(pick, path, document.text)
    if text is None:
        return data
    written = text.encode("utf-8", "surrogatepass")
    again = read(path, written)
    same = repr(again.value) == repr(document.value) or way.reordered
    return written if same and not again.problems else data


def _with_header(pick: random.Random, text: str, way: Way) -> str | None:
    """A markdown file with its header written otherwise."""
    if way.rewrite in (_crlf, _bom):
        return way.rewrite(pick, "whole.yaml", text)
    found = front_matter(text)
    if found is None or found.body < 0:
        return None
    if way.rewrite is not _comments and SPELT.search(text, found.start, found.end):
        return None
    header = way.rewrite(pick, "header.yaml", text[found.start : found.end])
    return header and f"{text[: found.start]}{header}{text[found.end :]}"


# --- ways -----------------------------------------------------------------------------------------


def _comments(pick: random.Random, path: str, text: str) -> str | None:
    """Comments and empty lines between the lines."""
    if not path.endswith(YAML):
        return None
    lines = text.splitlines(keepends=True)
    for at in sorted(pick.sample(range(len(lines)), min(4, len(lines))), reverse=True):
        lines.insert(at, pick.choice(("# a: note\n", "\n", "  # - x\n")))
    return "".join(lines)


def _crlf(_: random.Random, path: str, text: str) -> str | None:
    return re.sub("\r?\n", "\r\n", text) if path.endswith((*YAML, ".json")) else None


def _bom(_: random.Random, path: str, text: str) -> str | None:
    return f"\ufeff{text}" if path.endswith(YAML) else None


def _as_json(_: random.Random, path: str, text: str) -> str | None:
    """JSON, in one line or several, also where YAML is read."""
    if not path.endswith((*YAML, ".json")) or not _is_plain(path, text):
        return None
    return _dumped(read(path, text.encode()).value)


def _dumped(value: Any) -> str | None:
    try:
        return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    except (TypeError, ValueError, RecursionError):
        return None


def _as_yaml(style: Mapping[str, Any], _: random.Random, path: str, text: str) -> str | None:
    """YAML by a program: with or without brackets, with quotes where they are wanted."""
    if not path.endswith(YAML) or not _is_plain(path, text):
        return None
    value = read(path, text.encode()).value
    try:
        dumped: str = yaml.dump(
            value, Dumper=_NoAliases, sort_keys=False, allow_unicode=True, width=10**6, **style
        )
    except (yaml.YAMLError, RecursionError):
        return None
    return dumped


class _NoAliases(CoreDumper):
    """Writes a value again where it stands twice."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - the name is PyYAML's
        return True


def _reordered(pick: random.Random, path: str, text: str) -> str | None:
    """The keys of all mappings in another order."""
    if not path.endswith((*YAML, ".json")) or not _is_plain(path, text):
        return None
    return _dumped(_shuffled(pick, read(path, text.encode()).value))


def _shuffled(pick: random.Random, value: Any, depth: int = 0) -> Any:
    if depth > 50:
        return value
    if isinstance(value, list):
        return [_shuffled(pick, each, depth + 1) for each in value]
    if isinstance(value, dict):
        keys = pick.sample(list(value), len(value))
        return {key: _shuffled(pick, value[key], depth + 1) for key in keys}
    return value


def _is_plain(path: str, text: str) -> bool:
    """Whether a text has no anchors and tags, which a value does not keep."""
    return path.endswith(".json") or not any(sign in text for sign in ("&", "*", "!!", "<<"))


WAYS: Mapping[str, Way] = {
    "comments": Way(_comments),
    "crlf": Way(_crlf),
    "bom": Way(_bom),
    "json": Way(_as_json),
    "block": Way(partial(_as_yaml, {"default_flow_style": False})),
    "flow": Way(partial(_as_yaml, {"default_flow_style": True})),
    "quoted": Way(partial(_as_yaml, {"default_flow_style": False, "default_style": '"'})),
    "reordered": Way(_reordered, reordered=True),
}
