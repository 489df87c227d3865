"""What the standard library says about broken JSON, in plain words and at the place to look."""

from __future__ import annotations

import re

from phaselint.document.jsontokens import innermost_open
from phaselint.document.model import Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from json import JSONDecodeError

_CLOSERS = {"[": "]", "{": "}"}
_WORDS = {"True": "true", "False": "false", "None": "null", "undefined": "null", "nil": "null"}


def explain(error: JSONDecodeError, text: str) -> Problem:
    """Give the problem that an error of `json.loads` means."""
    at, reason = error.pos, error.msg
    here = text[at : at + 1]
    if not text.strip():
        return _problem(
            0, 0, "the file is empty, which isn't valid JSON", "write a value, such as `{}`"
        )
    if reason.startswith("Extra data"):
        return _problem(at, at + 1, "text after the end of the value", "remove it")
    if reason.startswith("Unterminated string"):
        return _problem(at, at + 1, '`"` is never closed', 'add the missing `"`')
    if reason.startswith("Invalid control character"):
        return _control_character(text, at)
    if reason.startswith("Invalid \\"):
        return _escape(text, at)
    if reason.startswith("Illegal trailing comma") or _follows_comma(text, at, here):
        return _trailing_comma(text, at)
    if not here:
        return _unfinished(text)
    if here in "]}" or reason.startswith("Expecting ','"):
        return _not_closed(text, at, here)
    return _unexpected(text, at, here, reason)


def _problem(
    start: int,
    end: int,
    message: str,
    help: str = "",
    related: tuple[tuple[int, int, str], ...] = (),
) -> Problem:
    return Problem("syntax-error", message, start, end, help=help, related=related)


def _control_character(text: str, at: int) -> Problem:
    names = {"\n": "a line break", "\r": "a line break", "\t": "a tab"}
    name = names.get(text[at], f"the character U+{ord(text[at]):04X}")
    escape = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(text[at], f"\\u{ord(text[at]):04x}")
    help = f"write `{escape}`, or close the string before it"
    return _problem(at, at + 1, f"{name} must be escaped in a string", help)


def _escape(text: str, at: int) -> Problem:
    start = text.rfind("\\", 0, at + 1)
    start = at if start < 0 else start
    found = re.compile(r"\\u[0-9a-fA-F]{0,3}|\\.?").match(text, start)
    word = found[0] if found else text[at : at + 1]
    help = "double the backslash if it is meant literally"
    return _problem(start, start + len(word), f"`{word}` isn't a JSON escape", help)


def _follows_comma(text: str, at: int, here: str) -> bool:
    return here in ("]", "}") and text[:at].rstrip().endswith(",")


def _trailing_comma(text: str, at: int) -> Problem:
    comma = at if text[at] == "," else text.rindex(",", 0, at)
    return _problem(comma, comma + 1, "`,` isn't allowed after the last item", "remove it")


def _unfinished(text: str) -> Problem:
    start = innermost_open(text, len(text))
    if start is None:
        return _problem(len(text), len(text), "the text ends where a value is missing")
    opener = text[start]
    help = f"add the missing `{_CLOSERS[opener]}`"
    return _problem(start, start + 1, f"`{opener}` is never closed", help)


def _not_closed(text: str, at: int, here: str) -> Problem:
    start = innermost_open(text, at)
    if start is None or here == _CLOSERS[text[start]]:
        return _problem(at, at + 1, "a value is missing here")
    opener = text[start]
    message = f"`{opener}` isn't closed before this, or a `,` is missing"
    if here in "]}":
        message = f"`{here}` doesn't close the open `{opener}`"
    help = f"close it with `{_CLOSERS[opener]}`, or put `,` between the items"
    return _problem(at, at + 1, message, help, ((start, start + 1, f"`{opener}` opened here"),))


def _unexpected(text: str, at: int, here: str, reason: str) -> Problem:
    if here in ("/", "#"):
        return _problem(at, at + 1, "JSON has no comments", "remove the comment")
    if here == "'":
        message = "a string must have double quotes, not single quotes"
        return _problem(at, at + 1, message, 'put it between `"`')
    if here == ",":
        return _problem(at, at + 1, "a value is missing before this `,`")
    if reason.startswith("Expecting ':'"):
        return _problem(at, at + 1, "`:` is missing before this", "put `:` after the key")
    found = re.compile(r"[\w.+-]+").match(text, at)
    word = found[0] if found else here
    if reason.startswith("Expecting property name"):
        help = 'put the key between `"`'
        return _problem(at, at + len(word), "a key in double quotes is missing here", help)
    help = f"use `{_WORDS[word]}`" if word in _WORDS else 'put text between `"`'
    return _problem(at, at + len(word), f"`{word}` isn't a JSON value", help)
