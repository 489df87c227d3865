"""Names and pointers of schemas as the reference reads them (reference §4.5)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.vocabulary.finding import Pointer

_TABLES = ("definitions", "$defs")


def find(value: Any, name: str) -> Pointer | None:
    """The place of a named schema in a file; none if there is none, or the name is malformed."""
    if is_malformed(name):
        return None
    name = name.removeprefix("#")
    if name.startswith("/"):
        pointer = follow(value, name)
        return pointer if pointer is not None and _is_node(at(value, pointer)) else None
    if not isinstance(value, dict):
        return None
    for table in _TABLES:
        entries = value.get(table)
        if isinstance(entries, dict) and _is_node(entries.get(name)):
            return (table, name)
    return (name,) if _is_node(value.get(name)) else None


def is_malformed(name: str) -> bool:
    """Whether a name is refused without being looked for."""
    return name.startswith("##") or "//" in name


def follow(value: Any, text: str) -> Pointer | None:
    """The pointer of a string, without escapes; none if it points to nothing."""
    if text in ("", "/"):
        return ()
    found: list[str | int] = []
    for part in text.removeprefix("/").split("/"):
        if isinstance(value, dict) and part in value:
            found.append(part)
            value = value[part]
        elif isinstance(value, list) and _is_index(part, len(value)):
            found.append(int(part))
            value = value[int(part)]
        else:
            return None
    return tuple(found)


def at(value: Any, pointer: Pointer) -> Any:
    """The value at a pointer that was found."""
    for key in pointer:
        value = value[key]
    return value


def split_reference(text: str) -> tuple[str, str]:
    """The file and the pointer of a `$ref`; the part after a second `#` is ignored."""
    file, _, rest = text.partition("#")
    return file, rest.partition("#")[0]


def _is_node(value: Any) -> bool:
    return isinstance(value, dict | list)


def _is_index(part: str, length: int) -> bool:
    plain = part.isascii() and part.isdigit() and len(part) < 10
    return plain and str(int(part)) == part and int(part) < length
