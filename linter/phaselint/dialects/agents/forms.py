"""Allowed values in the headers of each family of files (reference §3), as tables.

Headers are read leniently: values of the wrong type are ignored. Unknown keys are left to the rule
about them.
"""

from __future__ import annotations

from phaselint.dialects.agents.fields import (
    CLAUDE,
    HANDOFF,
    IGNORED_IN_PLUGINS,
    PROMPT,
    TARGETS,
    VALUES,
    VSCODE,
)
from phaselint.dialects.shape import ANY, BOOLEAN, NOUNS, Problem, Shape, record
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.vocabulary.finding import Pointer

BOOLEANS = ("user-invocable", "disable-model-invocation")
HANDOFF_BOOLEANS = ("send", "showContinueOn")
"""Fields of agents and of handoffs whose spelling matters (§2.1): a rule of their own checks them
first."""

OUT_OF_USE = frozenset({"infer", "user-invokable", "mode"})
"""Known but deprecated keys (§7.3)."""

NAMES_NOUN = "a list, or names between commas"


def is_text_or_nothing(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """A value is a string or null, as Claude Code requires."""
    fine = value is None or isinstance(value, str)
    return () if fine else (Problem("invalid-type", pointer, NOUNS["text"]),)


def not_blank(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """A string isn't blank."""
    said = str("" if value is None else value).strip()
    return () if said else (Problem("malformed", pointer, f"{NOUNS['text']} that isn't blank"),)


def are_names(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """Names are in a list or in a string; other single values aren't checked."""
    wrong = isinstance(value, dict)
    return (Problem("invalid-type", pointer, NAMES_NOUN),) if wrong else ()


def are_names_or_nothing(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """Names are in a list or in a string, as Claude Code requires."""
    fine = value is None or isinstance(value, str | list)
    return () if fine else (Problem("invalid-type", pointer, NAMES_NOUN),)


def is_count(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """A number of turns."""
    fine = isinstance(value, int) and not isinstance(value, bool) and value >= 1
    return () if fine else (Problem("invalid-type", pointer, "an integer, 1 or greater"),)


class Among(NamedTuple):
    """A number or the like isn't among some words either."""

    words: tuple[str, ...]

    def __call__(self, value: Any, pointer: Pointer) -> Sequence[Problem]:
        """The problem with a value."""
        if isinstance(value, str):
            return ()  # the words of the shape cover it
        return (Problem("invalid-enum", pointer, names=self.words, found=str(value)),)


def _among(words: tuple[str, ...]) -> Shape:
    return Shape("text", words=words, checks=(Among(words),))


_TEXT = Shape("text")
_FILLED = Shape("text", checks=(not_blank,))
_CLAUDE_TEXT = Shape("any", checks=(is_text_or_nothing,))
_CLAUDE_FILLED = Shape("any", checks=(is_text_or_nothing, not_blank))
_NAMES = Shape("any", items=_TEXT, checks=(are_names,))
_CLAUDE_NAMES = Shape("any", checks=(are_names_or_nothing,))

_NAMED = ("name", "description")
_SHARED: dict[str, Shape] = {
    **dict.fromkeys(_NAMED, _FILLED),
    **dict.fromkeys(("argument-hint", "agent", "mode"), _TEXT),
    "tools": _NAMES,
}
_BOOLEANS = dict.fromkeys((*BOOLEANS, *HANDOFF_BOOLEANS), BOOLEAN)


def _header(keys: Sequence[str], own: Mapping[str, Shape], *required: str) -> Shape:
    return record({key: own.get(key, ANY) for key in keys}, required=required)


_PARTS = ("label", "agent", "prompt")
_ENTRY = _header(HANDOFF, {**dict.fromkeys(_PARTS, _TEXT), **_BOOLEANS}, *_PARTS)

_OF_CLAUDE: dict[str, Shape] = {
    **dict.fromkeys(_NAMED, _CLAUDE_FILLED),
    **dict.fromkeys(("tools", "disallowedTools"), _CLAUDE_NAMES),
    **dict.fromkeys(("background", "omitClaudeMd"), BOOLEAN),
    "maxTurns": Shape("any", checks=(is_count,)),
    **{key: _among(allowed) for key, allowed in VALUES.items()},
}
_OF_AGENT: dict[str, Shape] = {
    **_SHARED,
    **_BOOLEANS,
    "agents": Shape("list", items=_TEXT),
    "handoffs": Shape("list", items=_ENTRY),
    "target": _among(TARGETS),
}
_PASSED_OVER = {**dict.fromkeys(("agents", "handoffs"), ANY), "tools": _NAMES._replace(items=None)}
_IN_PLUGINS = dict.fromkeys(IGNORED_IN_PLUGINS, ANY)

SHAPES: Mapping[str, Shape] = {
    "vscode": _header(VSCODE, _OF_AGENT),
    "claude": _header(CLAUDE, {**_OF_CLAUDE, "initialPrompt": _CLAUDE_TEXT}, *_NAMED),
    "plugin": _header(CLAUDE, {**_OF_CLAUDE, **_IN_PLUGINS}, "description"),
    "prompt": _header(PROMPT, _SHARED),
}
"""Family of files → the shape of its headers."""

FOR_COPILOT = _header(VSCODE, {**_OF_AGENT, **_PASSED_OVER})
"""The shape of the header of an agent for Copilot only, which ignores handoffs and the list of
agents (§7.7)."""


def _offered(shape: Shape) -> Shape:
    fields = {key: each for key, each in (shape.fields or {}).items() if key not in OUT_OF_USE}
    return shape._replace(fields=fields)


OFFERED: Mapping[str, Shape] = {family: _offered(shape) for family, shape in SHAPES.items()}
"""The same, for help while writing headers."""
