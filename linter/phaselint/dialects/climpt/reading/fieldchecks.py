"""What single fields of agents and registries can contain beyond their types (reference §2)."""

from __future__ import annotations

from phaselint.dialects.shape import Problem, is_number, string_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.vocabulary.finding import Pointer

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_OF_NAMES = f"{_LETTERS}0123456789-"

# Without patterns: to compile these takes longer than to read an agent.


def _names_version(text: str) -> bool:
    numbers = text.split(".")
    return len(numbers) == 3 and text.isascii() and all(map(str.isdecimal, numbers))


def is_word(text: str) -> bool:
    """Whether a string is lowercase letters, digits and hyphens that start with a letter."""
    return bool(text) and text[0] in _LETTERS and not text.strip(_OF_NAMES)


def _names_flag(text: str) -> bool:
    return text.startswith("--") and is_word(text[2:])


def _like(fits: Callable[[str], bool], wanted: str) -> Callable[[str, Pointer], Sequence[Problem]]:
    def check(value: str, pointer: Pointer) -> Sequence[Problem]:
        if fits(value):
            return ()
        return (Problem("malformed", pointer, wanted, found=value),)

    return check


is_version = _like(_names_version, "a version such as `1.0.0`")
is_name = _like(is_word, "lowercase letters, digits and hyphens that start with a letter")
is_flag = _like(_names_flag, "a flag such as `--issue`, in lower case")


def text_or_null(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """A value is a string or null."""
    if value is None or isinstance(value, str):
        return ()
    return (Problem("invalid-type", pointer, "a string or `null`"),)


def list_or_mapping(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """A value is a list or a mapping."""
    if isinstance(value, list | dict):
        return ()
    return (Problem("invalid-type", pointer, "a list or a mapping"),)


PARAMETER_NOUNS: Mapping[str, str] = {
    "string": "a string",
    "number": "a number",
    "boolean": "`true` or `false`",
    "array": "a list",
}
"""The types of a parameter (§2.9), and what a value of each is."""


def default_of_type(value: Mapping[str, Any], pointer: Pointer) -> Iterator[Problem]:
    """The default of a parameter has the parameter's type (§3.2 agent-config)."""
    type = string_at(value, "type")
    if "default" in value and type in PARAMETER_NOUNS and not _is_of(value["default"], type):
        yield Problem("malformed", (*pointer, "default"), PARAMETER_NOUNS[type])


def _is_of(value: Any, type: str) -> bool:
    if type == "number":
        return is_number(value)
    wanted = {"string": str, "boolean": bool, "array": list}[type]
    return isinstance(value, wanted)


def different_flags(value: Mapping[str, Any], pointer: Pointer) -> Iterator[Problem]:
    """No two parameters have the same flag; the problem names the first one with it."""
    owners: dict[str, str] = {}
    for name, parameter in value.items():
        flag = parameter.get("cli") if isinstance(parameter, dict) else None
        if not isinstance(flag, str):
            continue
        owner = owners.setdefault(flag, name)
        if owner != name:
            yield Problem("conflict", (*pointer, name, "cli"), names=(owner,), found=flag)
