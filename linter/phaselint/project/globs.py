"""Path patterns with the meaning they have in .gitignore, as regular expressions (design §10).

`*` and `?` stop at a slash, `**` as a whole segment stands for any number of folders, a backslash
takes the next character unchanged, and sets know ranges and POSIX classes. Case counts. Corners
are as in git: a set that is never closed matches nothing, and of a range the wrong way round
only its first character counts.

No expression tries a second place for a star once what follows the star was found, except for
the last one of a segment and of a pattern, which are tied to the end. So a hostile pattern takes
no more steps than its length times the length and the depth of the path.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_FOLDERS = "(?:[^/]*/)*?"
# Compiled on first use, which most runs never come to; `re` keeps them.
_TOKEN = (
    r"(?s)(?P<stars>\*+)|(?P<any>\?)|(?P<set>\[)|(?P<slash>\\?/)|\\(?P<escaped>.)"
    r"|(?P<plain>[^*?\[\\/]+)"
)
_MARKS = frozenset("?[\\")
"""What takes tokens to read: most patterns have nothing but slashes and stars."""

# A class, its name bounded to keep this linear; a character; or a range of them.
_SET_ITEM = r"(?s)\[:([^\]]{0,40}):\]|(\\.|[^\\])(?:-(\\.|[^\\\]]))?"
_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t\n\r",  # what git takes for white space
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


def compile_globs(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Make one test out of patterns: does a path below the project root match any of them?

    A pattern without a slash matches a file or folder of that name at any depth; any other is
    relative to the project root. Whatever matches a folder also matches everything in it.
    """
    rooted = [_from_root(pattern) for pattern in patterns]
    if len(rooted) == 1 and (test := _with_one_star(rooted[0])) is not None:
        return test
    expressions = [expression(pattern) for pattern in rooted]
    if not expressions:
        return nothing
    matches = any_of(f"{each}(?:/.*)?" for each in expressions if each is not None)
    return lambda path: matches(path) is not None


def _with_one_star(pattern: str) -> Callable[[str], bool] | None:
    """The test of a pattern whose only sign is a star in its last segment, such as that of most
    scripts: an expression takes longer to compile than a few paths to be told."""
    before, star, after = pattern.partition("*")
    if not star or "*" in after or "/" in after or not _MARKS.isdisjoint(pattern):
        return None
    least = len(before) + len(after)

    def test(path: str) -> bool:
        if not path.startswith(before):
            return False
        end = path.find("/", len(before))
        whole = path if end < 0 else path[:end]
        return len(whole) >= least and whole.endswith(after)

    return test


def nothing(_path: str) -> bool:
    """What no patterns say about a path."""
    return False


def any_of(expressions: Iterable[str]) -> Callable[[str], re.Match[str] | None]:
    """Make one test out of expressions: does a whole text match any of them?"""
    written = "|".join(expressions)
    # Most projects have none, and a pattern takes longer to compile than such paths to be told.
    return re.compile(written, re.DOTALL).fullmatch if written else _no_match


def _no_match(_text: str) -> None:
    """What any of no expressions says about a string."""


def expression(pattern: str) -> str | None:
    """Translate a pattern for whole paths, which have neither an empty segment nor a slash at
    either end; none when it cannot match anything. It is written for `any_of`."""
    segments = _segments(pattern)
    if segments is None:
        return None
    groups: list[list[str]] = [[]]
    for fixed in segments:
        if fixed:
            groups[-1].append(_segment(fixed))
        else:
            groups.append([])
    first, *rest = groups
    if not rest:
        return "/".join(first)
    *middle, last = rest
    between = "".join(f"(?>{_FOLDERS}{_below(group)})" for group in middle)
    return _below(first) + between + (_FOLDERS + "/".join(last) if last else ".*")


def _from_root(pattern: str) -> str:
    """The pattern of a configuration, relative to the project root."""
    body = pattern.removeprefix("./")
    segments = [segment for segment in body.split("/") if segment not in ("", ".")]
    if not segments:
        return "**"
    return "/".join(segments) if "/" in body.rstrip("/") else f"**/{segments[0]}"


def _below(segments: list[str]) -> str:
    return "".join(f"{segment}/" for segment in segments)


def _segment(fixed: list[str]) -> str:
    """An expression for the fixed parts of a segment, with a star between each two."""
    if len(fixed) == 1:
        return fixed[0]
    first, *middle, last = fixed
    return first + "".join(f"(?>[^/]*?{part})" for part in middle) + f"[^/]*{last}"


def _segments(pattern: str) -> list[list[str]] | None:
    """Split a pattern into segments, and those at their stars into expressions; a segment
    without any stands for any number of folders. None when it cannot match anything."""
    if _MARKS.isdisjoint(pattern):
        return [_plain_segment(each) for each in pattern.split("/")]
    return _by_tokens(pattern)


def _by_tokens(pattern: str) -> list[list[str]] | None:
    """The same of any pattern, token by token."""
    match = re.compile(_TOKEN).match
    segments: list[list[list[str]]] = [[[]]]
    index = 0
    while index < len(pattern):
        token = match(pattern, index)
        if token is None:
            return None
        kind, index = token.lastgroup, token.end()
        if kind == "slash":
            segments.append([[]])
        elif kind == "stars":
            _add_stars(segments, token["stars"], pattern[index : index + 2])
        elif kind == "set":
            found = _character_set(pattern, index)
            if found is None:
                return None
            members, index = found
            segments[-1][-1].append(members)
        else:
            segments[-1][-1].append("[^/]" if kind == "any" else re.escape(token[kind or 0]))
    return [["".join(fixed) for fixed in segment] for segment in segments]


def _plain_segment(segment: str) -> list[str]:
    """A segment without any sign but stars."""
    if len(segment) > 1 and not segment.strip("*"):
        return []
    while "**" in segment:
        segment = segment.replace("**", "*")
    return [re.escape(each) for each in segment.split("*")]


def _add_stars(segments: list[list[list[str]]], stars: str, follows: str) -> None:
    """Two stars and more are special when nothing else is in their segment."""
    alone = stars != "*" and segments[-1] == [[]]
    if alone and follows[:1] in ("", "/"):
        segments[-1] = []
    elif alone and follows == "\\/":  # git wants at least one folder here
        segments[-1:] = [[[], []], []]
    else:
        segments[-1].append([])


def _character_set(pattern: str, index: int) -> tuple[str, int] | None:
    """The expression for a set whose bracket is just before `index`, and where it ends."""
    match = re.compile(_SET_ITEM).match
    negated = pattern.startswith(("!", "^"), index)
    index += negated
    members: list[str] = []
    while not members or not pattern.startswith("]", index):  # a bracket may come first
        item = match(pattern, index)
        if item is None:
            return None
        name, low, high = item.groups()
        member = _CLASSES.get(name) if low is None else _range(low[-1], (high or low)[-1])
        if member is None:
            return None
        members.append(member)
        index = item.end()
    text = "".join(members)
    return f"[^/{text}]" if negated else f"(?!/)[{text}]", index + 1


def _range(low: str, high: str) -> str:
    return f"{re.escape(low)}-{re.escape(high)}" if low < high else re.escape(low)
