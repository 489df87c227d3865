"""The options of a dialect (see `phaselint.dialects.options`), as a schema."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.base import Dialect, Option

_TYPES = {bool: "boolean", int: "integer", str: "string"}


def options_of(dialect: Dialect) -> dict[str, Any]:
    """A table with the options of a dialect, also in the spellings that options once had."""
    older = {
        _spellings(option.name): {"deprecated": True, **_value(option)}
        for option in dialect.options
        if "-" in option.name
    }
    return {
        "description": f"Options of the dialect {dialect.name}.",
        "type": "object",
        "properties": {option.name: option_of(option) for option in dialect.options},
        **({"patternProperties": older} if older else {}),
        "additionalProperties": False,
    }


def option_of(option: Option) -> dict[str, Any]:
    """The values of an option, with what it is for."""
    default = list(option.default) if option.kind is list else option.default
    return {"description": f"{_sentence(option.help)}.", **_value(option), "default": default}


def _value(option: Option) -> dict[str, Any]:
    truths = [each for each in (True, False) if str(each).lower() in option.values]
    single: dict[str, Any] = {"enum": [*option.values, *truths]} if option.values else {}
    if option.kind is list:
        items: dict[str, Any] = single or {"type": "string"}
        several: dict[str, Any] = {"type": "array", "items": items}
        return {"anyOf": [items, several]} if option.single else several
    return single or {"type": _TYPES[option.kind]}


def _spellings(name: str) -> str:
    """A pattern for the older spellings of a name: underscores or capitals for hyphens."""
    first, *words = name.split("-")
    later = "".join(f"(?:[-_]{word}|{word[0].upper()}{word[1:]})" for word in words)
    return f"^(?!{name}$){first}{later}$"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
