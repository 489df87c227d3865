"""What can be told of a document at a glance: its top keys, also where it does not parse."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.document import Document

_YAML_KEY = r"(?m)^([A-Za-z_]+)[ \t]*:"
_JSON_KEY = r'(?m)^[{ \t]{0,4}"([A-Za-z_]+)"[ \t]*:'


def keys_of(document: Document | None) -> frozenset[str]:
    """The top keys of a document; of one that does not parse, those its text seems to have."""
    if document is None:
        return frozenset()
    if isinstance(document.value, dict):
        return frozenset(document.value)
    if document.readable:
        return frozenset()
    from re import findall  # here, so that start-up compiles no pattern

    pattern = _JSON_KEY if document.format == "json" else _YAML_KEY
    return frozenset(findall(pattern, document.text))


def usable(document: Document) -> bool:
    """Whether a document has a value to trust: a YAML parser refuses repeated keys, while
    `JSON.parse` goes by the last one."""
    if not document.readable:
        return False
    return document.format == "json" or not any(
        problem.kind == "duplicate-key" for problem in document.problems
    )
