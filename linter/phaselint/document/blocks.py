"""Values as blocks of YAML, by ruamel.yaml: new ones as the text around them is indented, and lists
that are changed with the comments in them. Imported only where such a block is written."""

from __future__ import annotations

import io
import re
from collections import Counter
from difflib import SequenceMatcher

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedSeq
from ruamel.yaml.representer import RoundTripRepresenter
from ruamel.yaml.scalarstring import LiteralScalarString, SingleQuotedScalarString

from phaselint.document.plain import NOT_PLAIN
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_WIDE = 1 << 20
"""A width at which no line is folded."""

_OPENING = (
    r"(?m)^([ -]*)[^\s#\-\[{][^#\n]*:[ \t]*(?:#[^\n]*)?\n"
    r"(?>(?:[ \t]*(?:#[^\n]*)?\n)*)(?=( *)(-? *))"
)
"""A line with a key alone: what is before the key, and before what it leads to."""

_BRACKETS = r"(?m):[ \t]+\[[^\[\]{}\n]+\]"
"""A list of words between brackets."""

_LONGEST = 72
"""What a list between brackets may take of a line."""

_COMMENT = re.compile(r"(?m)(?:^|(?<=\s))#[^\r\n]*")
_OWN_LINE = re.compile(r"(?m)^[ \t]*(#[^\r\n]*)")


class Layout(NamedTuple):
    """How far things stand to the right of the key that leads to them: keys, the dashes of a list,
    and what follows a dash; and whether lists of words are between brackets."""

    mapping: int = 2
    dash: int = 2
    item: int = 4
    brackets: bool = False


def layout_of(text: str) -> Layout:
    """The layout of a YAML text: what is most common in it, and usual where nothing shows it."""
    mappings: Counter[int] = Counter()
    lists: Counter[tuple[int, int]] = Counter()
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    words = 0
    for found in re.finditer(_OPENING, plain):
        key, column, dash = len(found[1]), len(found[2]), len(found[3])
        if dash > 1 and column >= key:
            lists[column - key, column - key + dash] += 1
            words += _is_word(plain[found.end(3) : plain.find("\n", found.end(3))])
        elif not dash and column > key:
            mappings[column - key] += 1
    usual = Layout()
    dash_, item = _most(lists) or (usual.dash, usual.item)
    brackets = len(re.findall(_BRACKETS, plain)) > words
    return Layout(_most(mappings) or usual.mapping, dash_, item, brackets)


def _is_word(line: str) -> bool:
    """Whether what follows a dash is neither a mapping nor a list."""
    return not line.startswith(("{", "[", "-")) and not re.search(r":(\s|$)", line)


def _most(counts: Counter[Any]) -> Any:
    """What is there most often, the least of several; none where there is nothing."""
    return min(counts, key=lambda each: (-counts[each], each), default=None)


def block(value: Any, layout: Layout, column: int) -> str:
    """A value as a block whose first line begins at a column of a line that already exists. It
    ends without a line break.

    Args:
        column: of the keys of a mapping, or of the dashes of a list.
    """
    lines = _dumped(_prepared(value, layout), layout).rstrip("\n").split("\n")
    shift = len(lines[0]) - len(lines[0].lstrip(" "))
    first, *others = (line[shift:] for line in lines)
    return "\n".join([first, *(" " * column + line if line else "" for line in others)])


def with_items(piece: str, column: int, items: Sequence[Any], layout: Layout) -> str | None:
    """A list as written, with other items; what stays keeps its comments.

    Args:
        piece: the text of the list, from its first dash or bracket on.
        column: where that is in its line.

    Returns:
        The text in its place; none where a comment on a line of its own, or between brackets,
        would be lost.
    """
    flow = piece.startswith("[")
    offset = 0 if flow else layout.dash
    result = "[]"
    if items:
        loaded = _yaml(layout).load(_moved(piece, column, offset))
        if flow:
            loaded.fa.set_flow_style()
        _change(loaded, items, layout)
        text = _dumped(loaded, layout).rstrip("\n")
        result = _moved(text[offset:], offset, column)[column:-1]
    kept = _COMMENT.findall if flow else _OWN_LINE.findall
    return None if Counter(kept(piece)) - Counter(kept(result)) else result


def _moved(piece: str, column: int, wanted: int) -> str:
    """A string whose first line begins at a column, with that elsewhere and a break at its end.
    Lines that begin further to the left stay where they are."""
    first, *others = piece.rstrip("\n").split("\n")
    lines = [" " * wanted + first]
    for line in others:
        inside = not line[:column].strip()
        lines.append(" " * wanted + line[column:] if inside and line else line)
    return "\n".join(lines) + "\n"


def _change(loaded: Any, items: Sequence[Any], layout: Layout) -> None:
    """Make a list have other items by as few changes as there are."""
    old, new = ([_key(each) for each in some] for some in (loaded, items))
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for _, first, last, start, end in reversed([each for each in steps if each[0] != "equal"]):
        both = min(last - first, end - start)
        for number in range(both):
            loaded[first + number] = _prepared(items[start + number], layout)
        for number in reversed(range(first + both, last)):
            del loaded[number]
        for number in range(start + both, end):
            loaded.insert(first + number - start, _prepared(items[number], layout))


def _key(value: Any) -> str:
    import json

    return json.dumps(value, sort_keys=True, default=str)


def _prepared(value: Any, layout: Layout) -> Any:
    """A value as written: a string of several lines as such, a word that other readers take for
    a truth value between quotes, a list of words as the text around has them."""
    if isinstance(value, dict):
        return {_prepared(k, layout): _prepared(each, layout) for k, each in value.items()}
    if isinstance(value, (list, tuple)):
        items = CommentedSeq(_prepared(each, layout) for each in value)
        if layout.brackets and len(f"{value}") <= _LONGEST and not any(map(_is_inner, value)):
            items.fa.set_flow_style()
        return items
    if isinstance(value, str):
        if value.lower() in NOT_PLAIN:
            return SingleQuotedScalarString(value)
        if _is_literal(value):
            return LiteralScalarString(value)
    return value


def _is_inner(value: Any) -> bool:
    """Whether a value does not go between brackets, since it has parts or lines."""
    return isinstance(value, (dict, list, tuple)) or (isinstance(value, str) and "\n" in value)


def _is_literal(text: str) -> bool:
    """Whether a string of several lines can be written line by line."""
    inner = "\n" in text.rstrip("\n") and not text.startswith((" ", "\n", "\t"))
    return (
        inner
        and not text.endswith("\n\n")
        and all(each.isprintable() and each == each.rstrip() for each in text.split("\n"))
    )


class _Representer(RoundTripRepresenter):
    """Writes what is nothing as `null`, not as nothing."""


def _null(representer: _Representer, _value: None) -> Any:
    return representer.represent_scalar("tag:yaml.org,2002:null", "null")


_Representer.add_representer(type(None), _null)


def _yaml(layout: Layout) -> YAML:
    yaml = YAML()
    yaml.Representer = _Representer
    yaml.width = _WIDE
    yaml.preserve_quotes = True
    yaml.indent(mapping=layout.mapping, sequence=layout.item, offset=layout.dash)
    return yaml


def _dumped(value: Any, layout: Layout) -> str:
    stream = io.StringIO()
    _yaml(layout).dump(value, stream)
    return stream.getvalue()
