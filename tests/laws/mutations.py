"""Defects put into the files of a contract at random."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from phaselint.config.model import FILE
from phaselint.document.reader import read_text

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Sequence

    Mutation = Callable[[random.Random, "Node", "list[JSON]"], None]

Files = dict[str, str]
JSON = Any
Node = dict[str, Any] | list[Any]

ODD: Sequence[JSON] = ("", None, 0, -1, True, [], {}, "zz_nowhere", ["x"], {"x": 1})
"""Values that somebody may write anywhere."""

FENCE = "---\n"
OF_LINES = 0.06
"""How often a line is changed, not a value: then the syntax may be broken."""


def mutated(
    pick: random.Random,
    files: Files,
    others: Sequence[Files],
    mutations: Sequence[Mutation] = (),
) -> Files:
    """Some files with one thing in them changed; pieces may come from the same file of others.
    Without `mutations` it is one of those of this module."""
    path = pick.choice(sorted(path for path in files if path != FILE))
    text = files[path]
    value = value_of(path, text)
    if pick.random() < OF_LINES or not isinstance(value, dict | list) or not value:
        return {**files, path: _with_other_lines(pick, text)} if text else files
    changed = deepcopy(value)
    twins = [each[path] for each in others if path in each]
    donor = value_of(path, pick.choice(twins)) if twins else None
    pieces = list(nodes(donor)) or list(nodes(changed))
    pick.choice(mutations or MUTATIONS)(pick, pick.choice(list(nodes(changed))), pieces)
    return {**files, path: written(path, text, changed)}


def value_of(path: str, text: str) -> JSON:
    """What a file says: of markdown, its front matter. None where it cannot be read."""
    if path.endswith((".yaml", ".yml", ".json")):
        return read_text(path, text).value
    if path.endswith(".md") and text.startswith(FENCE) and text.count(FENCE) > 1:
        return read_text("front.yaml", text.split(FENCE, 2)[1]).value
    return None


def written(path: str, text: str, value: JSON) -> str:
    """A file that says something else. YAML has all that JSON has."""
    said = json.dumps(value, ensure_ascii=False, indent=1, default=str)
    if path.endswith(".md"):
        return f"{FENCE}{said}\n{FENCE}{text.split(FENCE, 2)[2]}"
    return said


def _with_other_lines(pick: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    at, other = pick.randrange(len(lines)), pick.randrange(len(lines))
    match pick.randrange(3):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case _:
            lines[at], lines[other] = lines[other], lines[at]
    return "".join(lines)


def nodes(value: JSON) -> Iterator[Node]:
    """All mappings and lists that are not empty."""
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict | list) and node:
            yield node
            waiting += node.values() if isinstance(node, dict) else node


def keys_of(node: Node) -> list[Any]:
    return list(node) if isinstance(node, dict) else list(range(len(node)))


def _delete(pick: random.Random, node: Node, _: list[JSON]) -> None:
    del node[pick.choice(keys_of(node))]


def _double(pick: random.Random, node: Node, _: list[JSON]) -> None:
    """An entry once more: under another name, or at another place of a list."""
    key = pick.choice(keys_of(node))
    if isinstance(node, dict):
        node[f"{key}_2"] = deepcopy(node[key])
    else:
        node.insert(pick.randrange(len(node) + 1), deepcopy(node[key]))


def _rename(pick: random.Random, node: Node, pieces: list[JSON]) -> None:
    """A key by the name of another, or misspelt."""
    if isinstance(node, dict):
        key = pick.choice(keys_of(node))
        names = [name for each in pieces if isinstance(each, dict) for name in each]
        node[pick.choice([*names, f"{key}s"])] = node.pop(key)


def _replace(pick: random.Random, node: Node, pieces: list[JSON]) -> None:
    """A value by another one of a piece: of the same key, or at least of the same type."""
    key = pick.choice(keys_of(node))
    values = [each[other] for each in pieces for other in keys_of(each)]
    named = [each[key] for each in pieces if isinstance(each, dict) and key in each]
    alike = [value for value in values if type(value) is type(node[key])]
    node[key] = deepcopy(pick.choice(pick.choice([named or alike, alike, values]) or ODD))


def _add(pick: random.Random, node: Node, pieces: list[JSON]) -> None:
    """An entry of a piece."""
    piece = pick.choice(pieces)
    key = pick.choice(keys_of(piece))
    if isinstance(node, dict):
        node[str(key)] = deepcopy(piece[key])
    else:
        node.append(deepcopy(piece[key]))


def _shift(pick: random.Random, node: Node, _: list[JSON]) -> None:
    """A number by one, a boolean turned, a text by a letter."""
    key = pick.choice(keys_of(node))
    value = node[key]
    if isinstance(value, bool):
        node[key] = not value
    elif isinstance(value, int | float):
        node[key] = value + pick.choice((1, -1))
    elif isinstance(value, str):
        node[key] = pick.choice((value[:-1], f"{value}x", value.swapcase()))


def _oddly(pick: random.Random, node: Node, _: list[JSON]) -> None:
    node[pick.choice(keys_of(node))] = deepcopy(pick.choice(ODD))


def _swap(pick: random.Random, node: Node, _: list[JSON]) -> None:
    first, second = pick.choice(keys_of(node)), pick.choice(keys_of(node))
    node[first], node[second] = node[second], node[first]


MUTATIONS: tuple[Mutation, ...] = (
    *(_delete, _double, _rename, _add, _shift, _swap),
    *(_replace, _replace, _replace, _oddly),
)

TELLING: tuple[Mutation, ...] = (_delete, _add, _add, _replace, _replace, _replace, _swap, _shift)
"""Changes after which most contracts can still be read."""
