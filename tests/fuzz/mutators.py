"""Damage done to the files of a contract: to their bytes, their lines, their values, or to which
files there are. Most changes of values are those of `laws.mutations`; here are the odd ones, and
what only a text can say."""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from typing import TYPE_CHECKING

from laws.mutations import MUTATIONS, keys_of, mutated
from phaselint.config.model import FILE

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from laws.mutations import JSON, Mutation, Node

    Mutator = Callable[[random.Random, "Files", Sequence["Files"]], "Files"]
    Change = Callable[[random.Random, bytes], bytes]

Files = dict[str, bytes]

UNICODE = (
    *("\ufeff", "\u2028", "\x85", "\u202e", "\u200b", "\xa0", "e\u0301", "\U0001f600", "\ufffd"),
    *("ａｂ", "\x07", "\x1b[31m", "\x7f", "İ", "ß", "𝟏", "٣", "\U000e0041", "日本", "\r", "\0"),
)
"""Characters that look like others, take no room or more, turn the line around, or change in
number when their case does."""

ODDITIES = (
    *("&a ", "*a", "!!binary ", "!!timestamp ", "!odd ", "<<: ", "? ", "- - ", "|", ">-", "%TAG "),
    *("---\n", "...\n", "\t", " #", "#", "'", '"', "''", "{", "}", "[", "]", ",", ": ", "\\u0000"),
    *("~", "0o17", "0x1F", "1e400", "-.inf", ".nan", "1_000", "2024-01-01", "yes", "NULL", "-0"),
    *("9" * 400, "1e-999", "=", "@", "`", "\n\n", "\\ud83d", "\\x", "{{a}}", "${{a}}", "null: "),
)
"""Pieces of YAML, JSON and templates that readers disagree about, or refuse."""

KEYS = ("__proto__", "constructor", "toString", "", " ", "a/b", "~1", "0", "-1", "a.b", "*", "$ref")
"""Names that programs may take for something else."""

PATTERNS = (
    "(a+)+$",
    "(?<n>a)\\k<n>",
    "[",
    "^(?!)",
    "\\p{L}{1,900}",
    "(?=a)b",
    "a{99999}",
    "(" * 200,
)
"""Regular expressions that cost much, match nothing or are none."""

DEPTHS = (20, 99, 101, 400, 3000)
"""How many lists are put into one another: below limits, at them and far beyond."""

REPEATS = (2, 50, 1000)
"""How often a line stands there."""

MANY = (5, 40, 400)
"""How many more of an entry there are."""

MOST_BYTES = 100_000
"""How large a contract of the corpus may be, and what is added of one entry."""


def damaged(pick: random.Random, files: Files, others: Sequence[Files]) -> Files:
    """Some files with one thing in them damaged. Pieces may come from the files of others."""
    if all(path == FILE for path in files):
        return files
    return pick.choice(MUTATORS)(pick, files, others)


# --- values ---------------------------------------------------------------------------------------


def _put(what: Sequence[JSON], pick: random.Random, node: Node, _: list[JSON]) -> None:
    node[pick.choice(keys_of(node))] = deepcopy(pick.choice(what))


def _name(pick: random.Random, node: Node, _: list[JSON]) -> None:
    """An odd name for a key, or one that only looks like it."""
    if isinstance(node, dict):
        key = pick.choice(keys_of(node))
        other = pick.choice((*KEYS, f"{key} ", f"{key}{pick.choice(UNICODE)}", str(key).upper()))
        node[other] = node.pop(key)


def _empty(pick: random.Random, node: Node, _: list[JSON]) -> None:
    """A value without what is in it."""
    key = pick.choice(keys_of(node))
    node[key] = type(node[key])() if node[key] is not None else ""


def _spoil(pick: random.Random, node: Node, _: list[JSON]) -> None:
    """An odd character inside a text."""
    key = pick.choice(keys_of(node))
    text = str(node[key])
    at = pick.randrange(len(text) + 1)
    node[key] = text[:at] + pick.choice(UNICODE) + text[at:]


def _wrap(pick: random.Random, node: Node, _: list[JSON]) -> None:
    """A list or a mapping around a value, or a list without itself."""
    key = pick.choice(keys_of(node))
    value = node[key]
    if isinstance(value, list) and len(value) == 1:
        node[key] = value[0]
    else:
        node[key] = pick.choice(([value], {"x": value}, [value, value]))


def _multiply(pick: random.Random, node: Node, _: list[JSON]) -> None:
    """An entry many times, under as many names where it has one."""
    key, count = pick.choice(keys_of(node)), pick.choice(MANY)
    count = min(count, MOST_BYTES // (len(repr(node[key])) + 1))
    for number in range(count):
        copy = deepcopy(node[key])
        if isinstance(node, dict):
            node[f"{key}-{number}"] = copy
        else:
            node.append({**copy, "name": f"n{number}"} if isinstance(copy, dict) else copy)


ODDLY: tuple[Mutation, ...] = (
    *(_name, _empty, _spoil, _wrap, _multiply),
    *(
        partial(_put, PATTERNS),
        partial(_put, (*KEYS, *UNICODE)),
        partial(_put, (10**400, 1e308, -0.0)),
    ),
)


def _change_values(
    mutations: Sequence[Mutation], pick: random.Random, files: Files, others: Sequence[Files]
) -> Files:
    texts, *given = (
        {path: data.decode("utf-8", "replace") for path, data in each.items()}
        for each in (files, *others)
    )
    changed = mutated(pick, texts, given, mutations)
    return {
        path: files[path] if text == texts[path] else text.encode("utf-8", "surrogatepass")
        for path, text in changed.items()
    }


# --- bytes and lines ------------------------------------------------------------------------------


def _flip(pick: random.Random, data: bytes) -> bytes:
    at = pick.randrange(len(data))
    return data[:at] + bytes((pick.randrange(256),)) + data[at + 1 :]


def _cut(pick: random.Random, data: bytes) -> bytes:
    """A file without a piece, or without its end."""
    first, last = sorted((pick.randrange(len(data)), pick.randrange(len(data) + 1)))
    if pick.random() < 0.5:
        return data[:first]
    return data[:first] + data[min(last, first + 20) :]


def _insert(pick: random.Random, data: bytes) -> bytes:
    """Something odd, between any two characters or where a value begins."""
    text = data.decode("utf-8", "replace")
    starts = [at + 2 for at in range(len(text)) if text.startswith(": ", at)]
    at = pick.choice(starts) if starts and pick.random() < 0.6 else pick.randrange(len(text) + 1)
    piece = pick.choice((*ODDITIES, *UNICODE))
    return f"{text[:at]}{piece}{text[at:]}".encode()


def _deepen(pick: random.Random, data: bytes) -> bytes:
    """Lists or mappings in one another where a value begins."""
    text = data.decode("utf-8", "replace")
    starts = [at + 2 for at in range(len(text)) if text.startswith(": ", at)] or [len(text)]
    at, depth = pick.choice(starts), pick.choice(DEPTHS)
    opening, closing = pick.choice((("[", "]"), ('{"a":', "}"), ("[", ""), ("- ", "")))
    return f"{text[:at]}{opening * depth}1{closing * depth}{text[at:]}".encode()


def _repeat(pick: random.Random, data: bytes) -> bytes:
    """A line many times."""
    lines = data.splitlines(keepends=True)
    at = pick.randrange(len(lines))
    return b"".join((*lines[:at], *lines[at : at + 1] * pick.choice(REPEATS), *lines[at + 1 :]))


def _indent(pick: random.Random, data: bytes) -> bytes:
    """A line further in or out."""
    lines = data.splitlines(keepends=True)
    at = pick.randrange(len(lines))
    lines[at] = pick.choice((b" ", b"  ", b"\t", b"")) + lines[at].lstrip()
    return b"".join(lines)


def _encode(pick: random.Random, data: bytes) -> bytes:
    """The text in another encoding, or with other ends of lines."""
    text = data.decode("utf-8", "replace")
    if pick.random() < 0.4:
        return text.replace("\n", pick.choice(("\r\n", "\r", "\u2028"))).encode()
    coding = pick.choice(("utf-8-sig", "utf-16", "utf-16-be", "latin-1"))
    return text.encode(coding, "replace")


def _change_text(
    change: Change, pick: random.Random, files: Files, _others: Sequence[Files]
) -> Files:
    path = pick.choice(_damageable(files))
    return {**files, path: change(pick, files[path])} if files[path] else files


# --- files ----------------------------------------------------------------------------------------


def _splice(pick: random.Random, files: Files, others: Sequence[Files]) -> Files:
    """The first lines of a file and the last ones of another contract's."""
    path = pick.choice(_damageable(files))
    other = pick.choice((files, *others))
    head = files[path].splitlines(keepends=True)
    tail = other[pick.choice(sorted(other))].splitlines(keepends=True)
    kept = head[: pick.randrange(len(head) + 1)]
    return {**files, path: b"".join((*kept, *tail[pick.randrange(len(tail) + 1) :]))}


def _exchange(pick: random.Random, files: Files, others: Sequence[Files]) -> Files:
    """A file of another contract in the place of one of this, or beside it."""
    other = pick.choice((files, *others))
    taken = pick.choice(sorted(other))
    path = pick.choice((taken, *_damageable(files)))
    return {**files, path: other[taken]} if _fits(files, path) else files


def _lose(pick: random.Random, files: Files, _others: Sequence[Files]) -> Files:
    """A file less, or one with nothing in it."""
    path = pick.choice(_damageable(files))
    if pick.random() < 0.5 or len(files) == 1:
        return {**files, path: b""}
    return {name: data for name, data in files.items() if name != path}


def _damageable(files: Files) -> list[str]:
    return sorted(path for path in files if path != FILE)


def _fits(files: Files, path: str) -> bool:
    """Whether a path may be beside others: no file is a folder as well."""
    rest = [each for each in files if each != path]
    return not any(each.startswith(f"{path}/") or path.startswith(f"{each}/") for each in rest)


MUTATORS: tuple[Mutator, ...] = (
    *(partial(_change_values, MUTATIONS),) * 6,
    *(partial(_change_values, ODDLY),) * 6,
    *(
        partial(_change_text, change)
        for change in (_flip, _cut, _insert, _insert, _deepen, _repeat, _indent, _encode)
    ),
    *(_splice, _exchange, _lose),
)
"""All that may happen; what leaves a text readable happens more often."""
