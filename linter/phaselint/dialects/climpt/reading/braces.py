"""Braces in prompts that might be intended as placeholders, and the names that a header lists under
`customVariables`, which releases before 1.13 filled in (reference climpt §4.6, §4.9)."""

from __future__ import annotations

import re
from collections import deque

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    Code = Literal["", "code", "syntax"]

_NAME = r"[A-Za-z_][\w-]{0,80}(?:\.[\w-]{1,80}){0,8}"
_INNER = r"\{\{[ \t]{0,4}(?P<inner>" + _NAME + r")[ \t]{0,4}\}\}"
_OUTER = r"\{(?P<outer>" + _NAME + r")\}"
_BRACES = r"(?<![$\\{])(?:" + _INNER + "|" + _OUTER + r")(?!\})"
_FENCE = r"(?m)^[ \t]{0,8}(?P<mark>`{3,}|~{3,})[ \t]*(?P<language>[\w+#-]*)"
_ITEM = r"[ \t]*-[ \t]+(?:name:[ \t]*)?[\"']?(?P<name>[\w.-]+)[\"']?[ \t]*(?:#.*)?"

_CUSTOM = "customVariables"
_OF_GH = frozenset(("owner", "repo", "branch"))
"""What the command `gh` itself fills in."""

_SYNTAX = frozenset(
    (
        *("c", "cpp", "csharp", "cs", "dart", "go", "java", "kotlin", "php", "rust", "swift"),
        *("javascript", "js", "jsx", "typescript", "ts", "tsx", "mjs", "python", "py", "ruby"),
        *("css", "scss", "latex", "tex", "vue", "svelte", "jinja", "handlebars", "hbs"),
    )
)
"""Languages in which a name in braces is part of the program."""


class Brace(NamedTuple):
    """A name in braces: its text, the name, its place in the file's text, whether the braces are
    doubled, and whether it is in code, or in that of a language with such braces."""

    written: str
    name: str
    start: int
    end: int
    doubled: bool = False
    code: Code = ""


def read_braces(text: str, start: int) -> tuple[Brace, ...]:
    """The names in braces from an offset of a document on, in order, without those of shells,
    `${name}`, and those that `gh` itself fills in."""
    found = [*re.compile(_BRACES).finditer(text, start)]
    if not found:
        return ()
    fences, spots = deque(_fences(text, start)), []
    seen = line = text.rfind("\n", 0, found[0].start()) + 1
    ticks, of_gh = 0, False
    for match in found:
        at, name = match.start(), match["inner"] or match["outer"]
        broken = text.rfind("\n", seen, at) + 1
        if broken:
            line = seen = broken
            ticks, of_gh = 0, False
        ticks += text.count("`", seen, at)
        of_gh = of_gh or text.find("gh ", max(line, seen - 2), at) >= 0
        seen = at
        while fences and fences[0][1] <= at:
            fences.popleft()
        if name in _OF_GH and of_gh:
            continue
        fenced = fences[0][2] if fences and fences[0][0] <= at else ""
        code: Code = fenced or ("code" if ticks % 2 else "")
        doubled = match["inner"] is not None
        spots.append(Brace(match[0], name, at, match.end(), doubled=doubled, code=code))
    return tuple(spots)


def _fences(text: str, start: int) -> Iterator[tuple[int, int, Code]]:
    """The blocks of code between fences; the last block can be unclosed."""
    opened: re.Match[str] | None = None
    for match in re.compile(_FENCE).finditer(text, start):
        if opened is None:
            opened = match
        elif match["mark"].startswith(opened["mark"]) and not match["language"]:
            yield opened.start(), match.end(), _kind(opened)
            opened = None
    if opened is not None:
        yield opened.start(), len(text), _kind(opened)


def _kind(opened: re.Match[str]) -> Code:
    return "syntax" if opened["language"].lower() in _SYNTAX else "code"


def custom_names(header: str) -> frozenset[str]:
    """The names that a leading block lists under `customVariables`, on one line or below it."""
    if _CUSTOM not in header:
        return frozenset()
    names: list[str] = []
    listed = False
    for line in header.splitlines():
        key, colon, rest = line.partition(":")
        item = re.fullmatch(_ITEM, line)
        if colon and key.strip() == _CUSTOM:
            listed = True
            names += re.findall(r"[\w.-]+", rest.partition("#")[0])
        elif listed and item is not None:
            names.append(item["name"])
        elif line[:1].strip():
            listed = False
    return frozenset(names)
