"""Replacements for strings that libyaml refuses and YAML 1.2 doesn't."""

from __future__ import annotations

import re
from itertools import islice, product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.document.yamldisguise import Disguise

MOST_REPAIRS = 200
"""Places of one string that may be disguised one by one; each takes another reading."""

_ESCAPE = r"\\(?:((?:u|U0000)[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
"""An escape between double quotes; a half of a surrogate pair is in a group."""
_OTHER_DIRECTIVES = ("found incompatible YAML document", "found unknown directive name")
_NAMES = ("while scanning an anchor", "while scanning an alias")
_DIRECTIVES = r"%(?:.*\n)(?>(?:[%#].*\n|[ \t\r]*\n)*)---(?:\s|$)"
_BLANK = r"[ \t]*(?=#|\r?\n|\r?$)"
_NAME = r"[&*]([^\s,\[\]{}]+)"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MOST_NAMES = 1_000
"""Names that are tried in place of one."""


def further(seen: Disguise, error: Any) -> Disguise | None:
    """What the parser is to see instead, after it has refused what it saw; none where it was right
    to."""
    mark = getattr(error, "problem_mark", None)
    if mark is None or seen.repairs >= MOST_REPAIRS:
        return None
    text, at = seen.text, min(mark.index, len(seen.text))
    if text.startswith(":", at) and error.context == "while parsing a flow node":
        return _plain_colon(seen, at)
    if text.startswith("\t", at) and error.context != "while scanning a block scalar":
        return _blank_line(seen, at)
    if (error.problem or "").startswith(_OTHER_DIRECTIVES):
        return _comment(seen, at)
    if (error.context or "").startswith(_NAMES):
        return _plain_name(seen, error.context_mark)
    if "Unicode character escape" in (error.problem or ""):
        return _escaped_halves(seen)
    return None


def _comment(seen: Disguise, at: int) -> Disguise | None:
    """A directive that YAML 1.2 ignores is as good as a comment, before the document's start."""
    start = seen.text.rfind("\n", 0, at) + 1
    if not re.compile(_DIRECTIVES, re.MULTILINE).match(seen.text, start):
        return None
    text = f"{seen.text[:start]}#{seen.text[start + 1 :]}"
    return seen._replace(text=text, repairs=seen.repairs + 1)


def _plain_colon(seen: Disguise, at: int) -> Disguise | None:
    """`[:a]` has the text `:a`; a `:` with nothing behind it isn't a string."""
    if seen.text[at + 1 : at + 2] in (*" \t\r\n,[]{}", ""):
        return None
    spare = next((s for s, mark in seen.single.items() if mark == ":"), "") or next(seen.spares())
    text = f"{seen.text[:at]}{spare}{seen.text[at + 1 :]}"
    single = {**seen.single, spare: ":"}
    return seen._replace(text=text, single=single, repairs=seen.repairs + 1)


def _blank_line(seen: Disguise, at: int) -> Disguise | None:
    """A line of blanks and tabs, with or without a comment, is a blank one."""
    start = seen.text.rfind("\n", 0, at) + 1
    blank = re.compile(_BLANK).match(seen.text, start)
    if blank is None or not start <= at < blank.end():
        return None
    text = f"{seen.text[:start]}{' ' * len(blank[0])}{seen.text[blank.end() :]}"
    return seen._replace(text=text, repairs=seen.repairs + 1)


def _plain_name(seen: Disguise, mark: Any) -> Disguise | None:
    """The name of an anchor or alias may have other characters than letters, digits, `-`, `_`."""
    at = None if mark is None else min(mark.index, len(seen.text))
    found = None if at is None else re.compile(_NAME).match(seen.text, at)
    if found is None:
        return None
    name = found[1]
    tried = islice(product(_LETTERS, repeat=len(name)), _MOST_NAMES)
    spare = next((each for each, meant in seen.names.items() if meant == name), None) or next(
        (new for each in tried if not re.search(rf"[&*]{(new := ''.join(each))}", seen.text)), None
    )
    if spare is None:
        return None
    text = f"{seen.text[: found.start(1)]}{spare}{seen.text[found.end(1) :]}"
    return seen._replace(text=text, names={**seen.names, spare: name}, repairs=seen.repairs + 1)


def _escaped_halves(seen: Disguise) -> Disguise | None:
    """Between double quotes two escapes may be one character, and one alone half of it."""
    spares: dict[str, str] = {}

    def hidden(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]
        if found[0] not in spares:
            spares[found[0]] = next(unused)
        return spares[found[0]] * len(found[0])

    unused = seen.spares()
    text = re.sub(_ESCAPE, hidden, seen.text)
    if not spares:
        return None
    halves = {spare: escape for escape, spare in spares.items()}
    return seen._replace(text=text, halves={**seen.halves, **halves}, repairs=seen.repairs + 1)
