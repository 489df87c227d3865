"""The comparisons in a condition's text: `x is a`, `x = "a"`, `x in [a, b]` (reference §7.4 c).

Only unambiguous values count: a quoted string, or one word after which the phrase
ends. "is fix" has the value `fix`; "is fixed by hand" has none. The functions take the text
with code marks and links blanked, so every offset is also one of the original text.

The patterns take as long to compile as a small workflow to lint, so they are compiled when they
are used: most conditions are as plain as `x is a`.
"""

from __future__ import annotations

import re

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_STATES = (
    "absent|available|blank|defined|empty|filled|found|given|missing|nil|null|populated|present"
    "|provided|returned|specified|supplied|undefined|unset"
)
_OPERATOR = (
    r"""(?xi)\s*(?:["']\s*)?(?:
    (?P<presence>(?:(?:is|are|was|were|has\s+been)(?:\s+not|n['’]?t)?(?:\s+(?:yet|still|already))?\s+
        (?:none(?!\s+of\b)|non-?empty|set(?!\s+to\b)|"""
    + _STATES
    + r""")
        |exists?|does\s+not\s+exist|doesn['’]?t\s+exist|[!=]==?\s*(?:null|undefined|None))\b)
    |(?P<outside>(?:is\s+)?not\s+in\b|(?:is\s+)?(?:none\s+of|neither)\b
        |is(?:\s+not|n['’]?t)\s+(?:in|among|one\s+of|any\s+of|either)\b)
    |(?P<among>(?:is\s+)?(?:in|among|one\s+of|any\s+of|either)\b)
    |(?P<differs>(?:!==?|<>|≠)
        |(?:is\s+not|isn['’]?t|is\s+no\s+longer|is\s+never|does\s+not\s+equal|doesn['’]?t\s+equal
           |is\s+different\s+from|is\s+other\s+than|differs\s+from)\b(?:\s+equal\s+to\b)?)
    |(?P<order>[<>≤≥]=?)
    |(?P<equals>===?|=(?![>~])|(?:is\s+(?:equal|set)\s+to|is\s+exactly|equals|is)\b)
    |(?P<other>(?:are|was|were|has|have|had|does|do|contains|includes|matches|exceeds|exists
        |starts|ends|becomes|remains)\b)
    )"""
)
_BEHIND_IS = frozenset(
    {
        *_STATES.split("|"),
        *("already", "among", "any", "different", "either", "equal", "exactly", "in", "neither"),
        *("never", "no", "non", "none", "nonempty", "not", "one", "other", "set", "still", "yet"),
    }
)
"""The words that may be part of an operator which begins with "is"."""

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\u0130\u0131\u017f\u212a")
"""The letters of operators, with those that are one of them where the case is ignored."""

_HEADS = frozenset(
    {
        *("", "among", "any", "are", "aren", "arent", "becomes", "contains", "differs", "do"),
        *("does", "doesn", "doesnt", "either", "ends", "equals", "exceeds", "exist", "exists"),
        *("had", "has", "have", "in", "includes", "is", "isn", "isnt", "matches", "neither"),
        *("none", "not", "one", "remains", "starts", "was", "wasn", "wasnt", "were", "weren"),
        "werent",
    }
)
"""The words that an operator may begin with, and none for a sign."""

_VALUE = r"""(?x)\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'(?!\w)
    |(?P<bare>-?\d+(?:\.\d+)?(?!\.?[\w%])|[^\W\d]\w*(?:-\w+)*))"""
_END = r"""(?xi)\s*(?:$|[,;:)(\]}|&?!/]|\.(?:\s|$)|\s[-–—]+\s
    |(?:and|or|but|then|so|while|because|unless|although|though)\b)"""
_NEXT = (
    r"(?i)\s*(?:,\s*(?P<and>and\b)|(?P<or>(?:,\s*)?\bor\b|\|\|?|/)|,|(?P<bare_and>and\b))\s*"
    r"(?:(?:is|equals)\b(?!\s+not\b)|={1,3})?"
)
_RANGE_WORDS = (
    "above below better bigger earlier fewer greater higher larger later less lower more newer"
    " older over smaller under up worse"
)
_RANGE = frozenset(_RANGE_WORDS.split())
_NO_VALUES = frozenset(
    {
        *("a", "an", "and", "or", "the", "not"),
        *("any", "anything", "everything", "nothing", "something", "whatever"),
    }
)
_LONGEST_PLAIN = 200
"""How much of a text is looked at for the shape that most comparisons have; `_compared` reads the
same, and takes longer."""

_NO_PLAIN_VALUES = _BEHIND_IS | _NO_VALUES
_NO_SECOND_VALUES = _RANGE | {"is", "equals"}
_NO_SUBJECTS = frozenset({"among", "and", "either", "in", "is", "isn", "neither", "not", "or", "t"})
_OPEN = r"\s*[\[({]"


class Value(NamedTuple):
    """A value that something is compared with, as written without its quotes."""

    text: str
    quoted: bool = False


class Comparison(NamedTuple):
    """What follows a name: how it is compared, and with which values, as far as they can be read.

    `kind` is `equals` for one value or alternatives of it, `among` for a list, `presence` for
    "is set" and its like, `order` and `other` for what else has no values here. `ranged` tells
    that an alternative is a range, as in "medium or higher". `end` is where reading stopped.
    """

    kind: str
    values: tuple[Value, ...]
    negated: bool
    ranged: bool
    end: int


def compare(text: str, at: int) -> Comparison | None:
    """The comparison that begins at an offset, right behind a name; none where none does."""
    if at == len(text):
        return None
    return _plain(text, at) or _compared(text, at)


def _plain(text: str, at: int) -> Comparison | None:
    """The comparison with a single word, `is a`, at the end of a condition or before a comparison
    of another property; none for other comparisons."""
    if len(text) - at > _LONGEST_PLAIN or not text[at : at + 1].isspace():
        return None
    words = text[at:].split(None, 3)
    if len(words) < 2 or words[0] != "is" or (len(words) > 2 and not _goes_on(words[2:])):
        return None
    word = words[1]
    if not _is_name(word) or word.lower() in _NO_PLAIN_VALUES:
        return None
    end = text.index(word, text.index("is", at) + len("is")) + len(word)
    return Comparison("equals", (Value(word),), False, False, end)


def _goes_on(words: Sequence[str]) -> bool:
    """Whether what follows a value is something else: what comes after "and", or after an "or" and
    the name of a property, isn't another value."""
    if len(words) < 2 or words[0] not in ("and", "or"):
        return False
    subject, _, rest = words[1].partition(".")
    named = _is_name(subject) and subject.lower() not in _NO_SECOND_VALUES
    return words[0] == "and" or (named and rest[:1].isalnum())


def _is_name(word: str) -> bool:
    return word.isidentifier() and word.isascii()


def _compared(text: str, at: int) -> Comparison | None:
    head = _head(text, at)
    if head.isascii() and head.lower() not in _HEADS:
        return None
    found = re.compile(_OPERATOR).match(text, at)
    if found is None:
        return None
    kind = found.lastgroup or "other"
    if kind in ("presence", "order", "other"):
        return Comparison(kind, (), False, False, found.end())
    listed = kind in ("among", "outside")
    bracket = re.compile(_OPEN).match(text, found.end()) if listed else None
    start = bracket.end() if bracket else found.end()
    values, ranged, end = _alternatives(text, start, listed)
    if listed and not bracket and len(values) < 2 and not any(v.quoted for v in values):
        values = ()  # "is in progress" isn't a list
    negated = kind in ("outside", "differs")
    return Comparison("among" if listed else "equals", values, negated, ranged, end)


def _head(text: str, at: int) -> str:
    """The letters that an operator begins with, behind spaces and a quote."""
    at = _behind_spaces(text, at)
    if text[at : at + 1] in ("'", '"'):
        at = _behind_spaces(text, at + 1)
    end = at
    while end < len(text) and text[end] in _LETTERS:
        end += 1
    return text[at:end]


def _behind_spaces(text: str, at: int) -> int:
    while text[at : at + 1].isspace():
        at += 1
    return at


def _alternatives(text: str, at: int, listed: bool) -> tuple[tuple[Value, ...], bool, int]:
    """The values from an offset on, whether a range follows them, and where they end.

    In a list "and" joins values as "or" does. Elsewhere it begins something else, and a comma
    joins values only where an "or" comes after it.
    """
    values: list[Value] = []
    firm, end = 0, at
    step = None
    value, ending, following = re.compile(_VALUE), re.compile(_END), re.compile(_NEXT)
    while (found := value.match(text, at)) is not None:
        bare = found["bare"]
        if bare is not None and values and bare.lower() in _RANGE:
            return tuple(values[:firm]), True, found.end()
        if bare is not None and (bare.lower() in _NO_VALUES or not ending.match(text, found.end())):
            break
        quoted = found["single"] if found["double"] is None else found["double"]
        values.append(Value(quoted, True) if bare is None else Value(bare))
        if listed or step is None or step["or"]:
            firm, end = len(values), found.end()
        at = found.end()
        step = following.match(text, at)
        if step is None or (not listed and (step["and"] or step["bare_and"])):
            break
        at = step.end()
    return tuple(values[:firm]), False, end


def after_bare_names(
    text: str, words: Iterable[tuple[str, int]]
) -> Iterator[tuple[str, int, str, Comparison]]:
    """The comparisons behind single words: the word, its offset, the word right before it in the
    same phrase, and the comparison."""
    before, before_end = "", 0
    for word, start in words:
        end = start + len(word)
        found = compare(text, end) if word.lower() not in _NO_SUBJECTS else None
        if found is not None:
            joined = text[before_end:start].isspace()
            yield word, start, before if joined else "", found
        before, before_end = word, end
