"""What may be written where in the header of each family of files (reference §3), as tables.

Headers are read leniently: what has the wrong type is passed over. Keys that nobody knows are left
to the rule that is about them alone.
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
"""Fields of agents and of handoffs whose spelling counts (§2.1): a rule of their own looks at it
first."""

OUT_OF_USE = frozenset({"infer", "user-invokable", "mode"})
"""Keys that are known and that nobody ought to write any more (§7.3)."""

NAMES_NOUN = "a list, or names between commas"


def is_text_or_nothing(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """A value is a text, or null, as Claude Code wants it."""
    fine = value is None or isinstance(value, str)
    return () if fine else (Problem("invalid-type", pointer, NOUNS["text"]),)


def not_blank(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """A text has more than blanks."""
    said = str("" if value is None else value).strip()
    return () if said else (Problem("malformed", pointer, f"{NOUNS['text']} that is not blank"),)


def are_names(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """Names stand in a list or in a text; of other single values nothing is said."""
    wrong = isinstance(value, dict)
    return (Problem("invalid-type", pointer, NAMES_NOUN),) if wrong else ()


def are_names_or_nothing(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """Names stand in a list or in a text, as Claude Code wants them."""
    fine = value is None or isinstance(value, str | list)
    return () if fine else (Problem("invalid-type", pointer, NAMES_NOUN),)


def is_count(value: Any, pointer: Pointer) -> Sequence[Problem]:
    """A number of turns."""
    fine = isinstance(value, int) and not isinstance(value, bool) and value >= 1
    return () if fine else (Problem("invalid-type", pointer, "a whole number above 0"),)


class Among(NamedTuple):
    """A number or the like is none of some words either."""

    words: tuple[str, ...]

    def __call__(self, value: Any, pointer: Pointer) -> Sequence[Problem]:
        """What is wrong with a value."""
        if isinstance(value, str):
            return ()  # the words of the shape say so
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
"""The shape of the header of an agent that is for Copilot alone, which passes over handoffs and the
list of agents (§7.7)."""


def _offered(shape: Shape) -> Shape:
    fields = {key: each for key, each in (shape.fields or {}).items() if key not in OUT_OF_USE}
    return shape._replace(fields=fields)


OFFERED: Mapping[str, Shape] = {family: _offered(shape) for family, shape in SHAPES.items()}
"""The same for those who help to write headers."""
