"""Quick facts about a document: its top-level keys, even if it can't be parsed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document import Document

_YAML_KEY = r"""(?m)^["']?([A-Za-z_]+)["']?[ \t]*:"""
_JSON_KEY = r'(?m)^[{ \t]{0,4}"([A-Za-z_]+)"[ \t]*:'
_FLOW = r"(?:[ \t\r\n\ufeff]|---|#.*)*+\{"
_FLOW_PART = r"""(?x)
    ["']?([A-Za-z_]++)["']?\s*+:  # a key
    | [A-Za-z_]++                 # another word, passed over at once
    | "(?:[^"\\\n]|\\.)*+"?     # a text, which may lack its end
    | '[^'\n]*+'?
    | \#.*
    | [{}\[\]]
"""
_OPENED_BY = {"}": "{", "]": "["}


def keys_of(document: Document | None) -> frozenset[str]:
    """The top-level keys of a document; if it can't be parsed, those that its text seems to
    have."""
    if document is None:
        return frozenset()
    if isinstance(document.value, dict):
        return frozenset(document.value)
    if document.readable:
        return frozenset()
    from re import findall, match  # here, to avoid compiling patterns at start-up

    pattern = _JSON_KEY if document.format == "json" else _YAML_KEY
    flow = _flow_keys(document.text) if match(_FLOW, document.text) else ()
    return frozenset((*findall(pattern, document.text), *flow))


def _flow_keys(text: str) -> Iterator[str]:
    """The keys of the outermost braces. A bracket that another kind of bracket closes is taken to
    be closed before it; one that closes nothing is passed over."""
    from re import finditer

    opened: list[str] = []
    for part in finditer(_FLOW_PART, text):
        mark = part[0]
        if part[1] is not None:
            if len(opened) <= 1:
                yield part[1]
        elif mark in "{[":
            opened.append(mark)
        elif (opener := _OPENED_BY.get(mark)) in opened[-2:]:
            while opened.pop() != opener:
                pass


def usable(document: Document) -> bool:
    """Whether a document has a value to trust: a YAML parser refuses repeated keys, while
    `JSON.parse` goes by the last one."""
    if not document.readable:
        return False
    return document.format == "json" or not any(
        problem.kind == "duplicate-key" for problem in document.problems
    )
