"""What libyaml and PyYAML say about broken text, in plain words and at the place to look.

A parser names what it expected where it gave up. The cause is often the place where the open
construct began, so each explanation chooses which of the two to point at.
"""

from __future__ import annotations

import re

from phaselint.document.limits import too_deep
from phaselint.document.model import Problem
from phaselint.document.record import (
    END,
    END_MASK,
    END_SHIFT,
    KIND_MASK,
    MAPPING,
    SEQUENCE,
    START_SHIFT,
)
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_REFUSED = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NESTED = "exceeded maximum nesting depth"
"""What the scanner of libyaml says from release 0.2.6 on, beyond a thousand levels."""

_CLOSERS = {"[": "]", "{": "}"}


class _Failure(NamedTuple):
    """Where the parser gave up (`at`), what it was reading and since where (`since`).

    `bracket` is the innermost flow collection that is still open.
    """

    text: str
    context: str
    since: int | None
    reason: str
    at: int
    bracket: int | None

    @property
    def here(self) -> str:
        """The character at which the parser gave up; empty at the end of the text."""
        return self.text[self.at : self.at + 1]

    @property
    def ended(self) -> bool:
        """Whether only blanks and comments follow."""
        return not re.sub(r"(^|\s)#.*", "", self.text[self.at :]).strip()

    @property
    def starts_line(self) -> bool:
        """Whether nothing but blanks is before this on its line."""
        before = re.split(r"[\r\n]", self.text[: self.at])[-1]
        return not before.strip()

    def problem(
        self,
        message: str,
        help: str = "",
        at: int | None = None,
        related: tuple[tuple[int, int, str], ...] = (),
    ) -> Problem:
        start = self.at if at is None else at
        end = min(start + 1, len(self.text))
        return Problem("syntax-error", message, start, end, help=help, related=related)


def explain(error: Any, text: str, marks: Sequence[int]) -> Problem:
    """Give the problem that an error of the YAML parser means.

    `error` is a `YAMLError`, or the `UnicodeEncodeError` of text with half a character;
    `marks` is the builder's record up to the error.
    """
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return _refused_character(text, str(error))
    since = getattr(error, "context_mark", None)
    failure = _Failure(
        text=text,
        context=error.context or "",
        since=None if since is None else min(since.index, len(text)),
        reason=error.problem or "",
        at=min(mark.index, len(text)),
        bracket=_open_bracket(marks, text),
    )
    if failure.reason == _NESTED:
        return too_deep(failure.at)
    for pattern, describe in _EXPLANATIONS:
        if re.search(pattern, failure.reason):
            return describe(failure)
    return failure.problem(f"the text is not YAML: {failure.reason}")


def _refused_character(text: str, reason: str) -> Problem:
    found = _REFUSED.search(text)
    if found is None:
        return Problem("syntax-error", f"the text is not YAML: {reason}")
    message = f"the character U+{ord(found[0]):04X} is not allowed in YAML"
    help = "remove it, or write it as an escape between double quotes"
    return Problem("syntax-error", message, *found.span(), help=help)


def _open_bracket(marks: Sequence[int], text: str) -> int | None:
    """Give the place of the innermost `[` or `{` that no event has closed."""
    closed = 0
    for mark in reversed(marks):
        kind = mark & KIND_MASK
        if kind == END:
            closed += 1
        elif kind in (MAPPING, SEQUENCE) and closed:
            closed -= 1
        elif kind in (MAPPING, SEQUENCE):
            bracket = (mark >> END_SHIFT & END_MASK) - 1
            is_flow = mark >> START_SHIFT <= bracket and text[bracket] in _CLOSERS
            return bracket if is_flow else None
    return None


def _in_flow(failure: _Failure) -> Problem:
    """A list or mapping in brackets that does not go on as it should."""
    start = failure.bracket if failure.bracket is not None else failure.since
    if start is None or failure.text[start : start + 1] not in _CLOSERS:
        return failure.problem("the text ends inside brackets")
    opener = failure.text[start]
    closer = _CLOSERS[opener]
    if failure.ended:
        return failure.problem(f"`{opener}` is never closed", f"add the missing `{closer}`", start)
    if failure.here in "]}":
        message = f"`{failure.here}` doesn't close the open `{opener}`"
    else:
        message = f"`{opener}` isn't closed before this, or a `,` is missing"
    return failure.problem(
        message,
        f"close it with `{closer}`, or put `,` between the items",
        related=((start, start + 1, f"`{opener}` opened here"),),
    )


def _no_content(failure: _Failure) -> Problem:
    if failure.bracket is not None and (failure.ended or failure.here in "]}"):
        return _in_flow(failure)
    if failure.here in ("]", "}"):
        return failure.problem(f"`{failure.here}` without an opening bracket", "remove it")
    if failure.here in ("", ","):
        return failure.problem("a value is missing here")
    help = "separate the items between brackets by `,`" if failure.here == "-" else ""
    return failure.problem(f"`{failure.here}` isn't allowed here", help)


def _in_block(failure: _Failure) -> Problem:
    """A line, or the rest of one, that belongs to nothing."""
    if failure.here in ("]", "}"):
        return failure.problem(f"`{failure.here}` without an opening bracket", "remove it")
    if not failure.starts_line:
        return failure.problem(
            "this text isn't part of the value before it",
            "quote the whole value, or move this text to its own line",
        )
    related: tuple[tuple[int, int, str], ...] = ()
    kind = "mapping"
    if failure.since is not None and failure.since < failure.at:
        kind = "list" if failure.text.startswith("- ", failure.since) else "mapping"
        related = ((failure.since, failure.since + 1, f"the {kind} starts here"),)
    return failure.problem(
        f"this line doesn't fit the {kind} before it",
        f"indent it like the other entries of the {kind}, or like the line it continues",
        related=related,
    )


def _at_top(failure: _Failure) -> Problem:
    if failure.starts_line and failure.here not in "]}":
        return failure.problem(
            "this line doesn't match the indentation before it",
            "indent all keys of a mapping by the same number of spaces",
        )
    return _in_block(failure)


def _colon(failure: _Failure) -> Problem:
    return failure.problem(
        "`:` can't start a value here",
        "quote text that contains `: `, or correct the indentation of this line",
    )


def _missing_colon(failure: _Failure) -> Problem:
    start = failure.since if failure.since is not None else failure.at
    opening = failure.text[start : start + 1]
    if opening in _CLOSERS:
        return failure.problem(
            f"`{opening}` begins a collection where a key of the mapping above is expected",
            "indent the line further than its key",
            start,
        )
    return failure.problem(
        "`:` is missing after this key",
        "add `:` and a value, or indent the line like the text it continues",
        start,
    )


def _dash(failure: _Failure) -> Problem:
    return failure.problem(
        "`-` can't start a list item here",
        "start the list on its own line, or quote the text",
    )


def _question_mark(failure: _Failure) -> Problem:
    return failure.problem("`?` can't start a key here", "quote the text")


def _token(failure: _Failure) -> Problem:
    if failure.here == "\t":
        return _tab(failure)
    sign = "a backtick" if failure.here == "`" else f"`{failure.here}`"
    return failure.problem(f"a value can't start with {sign}", "quote the value")


def _tab(failure: _Failure) -> Problem:
    at = failure.text.find("\t", failure.at)
    start = failure.at if at < 0 else at
    return failure.problem("tabs aren't allowed for indentation", "use spaces", start)


def _unclosed_quote(failure: _Failure) -> Problem:
    start = failure.since if failure.since is not None else failure.at
    quote = failure.text[start : start + 1]
    return failure.problem(f"`{quote}` is never closed", f"add the missing `{quote}`", start)


def _escape(failure: _Failure) -> Problem:
    start = failure.text.rfind("\\", 0, failure.at + 1)
    start = failure.at if start < 0 else start
    found = re.compile(r"\\[xuU][0-9a-fA-F]*|\\.?").match(failure.text, start)
    word = found[0] if found else failure.here
    problem = failure.problem(
        f"`{word}` isn't a YAML escape",
        "double the backslash, or use single quotes, if it is meant literally",
        start,
    )
    return problem._replace(end=start + len(word))


def _name(failure: _Failure) -> Problem:
    start = failure.since if failure.since is not None else failure.at
    sign = failure.text[start : start + 1]
    kind = "an alias" if sign == "*" else "an anchor"
    return failure.problem(
        f"`{sign}` starts {kind}, but no name follows",
        "quote the value if it is a string",
        start,
    )


def _tag(failure: _Failure) -> Problem:
    start = failure.since if failure.since is not None else failure.at
    return failure.problem(
        "`!` starts a tag, but this isn't a valid one", "quote the value if it is a string", start
    )


def _block_header(failure: _Failure) -> Problem:
    start = failure.since if failure.since is not None else failure.at
    sign = failure.text[start : start + 1]
    return failure.problem(
        f"only `+`, `-`, a digit from 1 to 9 or a comment can follow `{sign}` on its line",
        "start the text on the next line, or quote the value",
    )


def _directive(failure: _Failure) -> Problem:
    start = failure.since if failure.since is not None else failure.at
    return failure.problem(
        "`%` starts a directive here, but YAML has no such directive",
        "remove the line, or indent or quote the text",
        start,
    )


_EXPLANATIONS: tuple[tuple[str, Callable[[_Failure], Problem]], ...] = (
    (r"expected ',' or '[]}]'", _in_flow),
    (r"expected node content|expected the node content", _no_content),
    (r"expected (key|'-' indicator|<block end>)", _in_block),
    (r"expected '?<document start>", _at_top),
    (r"mapping values are not allowed", _colon),
    (r"mapping keys are not allowed", _question_mark),
    (r"sequence entries are not allowed", _dash),
    (r"could not find expected ':'", _missing_colon),
    (r"cannot start any token", _token),
    (r"\btab\b", _tab),
    (r"unexpected end of stream|unexpected document (indicator|separator)", _unclosed_quote),
    (r"escape|hexdecimal|hexadecimal", _escape),
    (r"expected alphabetic or numeric", _name),
    (r"expected (the )?'[>!]'|tag handle|expected.* URI", _tag),
    (r"expected (a )?comment or (a )?line break|indentation indicator|chomping", _block_header),
    (r"directive|incompatible YAML document|version number", _directive),
)
