"""Words for messages: did-you-mean for every name a user writes, lists, counts (style 18)."""

from __future__ import annotations

from functools import lru_cache

from phaselint.vocabulary.message import message, quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.vocabulary.message import Message

_FARTHEST = 2
_MOST_LISTED = 8
_PARTED = frozenset("._-/: ")

_OPPOSITES = tuple(
    frozenset(pair.split("/"))
    for pair in (
        *("accept/reject", "allow/block", "allow/deny", "approve/reject", "block/pass"),
        *("continue/halt", "continue/stop", "disable/enable", "fail/pass", "fail/skip"),
        *("false/true", "no/yes", "off/on", "proceed/skip", "read/write", "retry/skip"),
    )
)
"""Words that say the opposite of each other, as choices of one set do."""


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """Find the candidate the user most likely meant.

    Case and the choice between hyphen and underscore do not count; beyond that a candidate is
    at most two edits away, and fewer than either word has characters; of many candidates, no more
    than `near` finds. The first of the nearest candidates wins. Where none is near, it is the only
    one that differs in one part of several, such as `closing.survey` from `closure.survey`.
    """
    return _nearest(word, tuple(candidates))


@lru_cache(maxsize=8)
def _nearest(word: str, candidates: tuple[str, ...]) -> str | None:
    """What `suggest` finds: rules ask twice about each word, for the help and for the fix."""
    from phaselint.vocabulary.similar_names import near, plain

    asked = plain(word)
    best: str | None = None
    limit = _FARTHEST + 1
    for candidate in near(word, candidates):
        other = plain(candidate)
        apart = 0 if other == asked else distance(asked, other, limit)
        if apart < min(limit, len(other) or 1, len(asked) or 1):
            best, limit = candidate, apart
            if apart == 0:
                break
    if best is None and not _PARTED.isdisjoint(word):
        from phaselint.vocabulary.similar_names import alike_in_parts

        return alike_in_parts(word, candidates)
    return best


def choice(word: str, words: Sequence[str]) -> str | None:
    """Find the word of a closed set that the user most likely meant.

    In a set with opposite words that is only one which is one edit away (`approved` for `approve`),
    as what is two edits away may say the contrary (`stop` is near `skip`), and farther than that
    from its opposite. A word that is the opposite of another one isn't a slip of a third (`no` is
    near `on`).
    """
    from phaselint.vocabulary.similar_names import plain

    asked, known = plain(word), [*map(plain, words)]
    if asked in known:
        return words[known.index(asked)]
    pairs = [pair for pair in _OPPOSITES if pair.issubset(known)]
    if not pairs:
        return suggest(word, words)
    if any(asked in pair for pair in _OPPOSITES):
        return None
    near = [each for each in known if distance(asked, each, _FARTHEST) < min(2, len(each))]
    return words[known.index(near[0])] if len(near) == 1 < len(asked) else None


def listing(words: Sequence[str]) -> Message:
    """List what is allowed: "one of `a`, `b`", or nothing when the list is too long to help."""
    if not 0 < len(words) <= _MOST_LISTED:
        return message("")
    return quote_all(words) if len(words) == 1 else message("one of {}", quote_all(words))


def with_near(told: Message, near: str | None) -> Message:
    """A complaint about a name, with the similar one that exists, if there is one."""
    return message("{}; a similar name exists: `{}`", told, near) if near else told


def unknown(kind: str, word: str, candidates: Sequence[str]) -> Message:
    """Word the complaint about an unknown name, with the best help there is.

    Returns, for example, "unknown key `selct`; a similar name exists: `select`".
    """
    nearest = suggest(word, candidates)
    if nearest is not None:
        return with_near(message("unknown {} `{}`", kind, word), nearest)
    allowed = listing(candidates)
    return message(
        "unknown {} `{}`{}", kind, word, message("; expected {}", allowed) if allowed else ""
    )


def plural(count: int, noun: str) -> str:
    """Say a count with its noun: `1 error`, `2 errors`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _apart(left: str, right: str) -> tuple[str, str]:
    """Two words without what they begin and end with alike, which takes no edits."""
    same = 0
    for here, there in zip(left, right, strict=False):
        if here != there:
            break
        same += 1
    left, right = left[same:], right[same:]
    same = 0
    for here, there in zip(reversed(left), reversed(right), strict=False):
        if here != there:
            break
        same += 1
    return left[: len(left) - same], right[: len(right) - same]


def distance(left: str, right: str, limit: int) -> int:
    """Edits from one word to the other, a swap of neighbors being one edit.

    `limit` stands for every distance that is not below it. Only cells that near the diagonal
    can be below it, so the work grows with the length of the words and not with its square.
    """
    if abs(len(left) - len(right)) >= limit:
        return limit
    left, right = _apart(left, right)
    before: dict[int, int] = {}
    current = {column: column for column in range(min(limit, len(right)) + 1)}
    for row, here in enumerate(left, 1):
        before_that, before, current = before, current, {}
        for column in range(max(row - limit, 0), min(row + limit, len(right)) + 1):
            there = right[column - 1] if column else ""
            cost = min(
                before.get(column, limit) + 1,
                current.get(column - 1, limit) + 1,
                before.get(column - 1, limit) + (here != there),
            )
            if column > 1 < row and here == right[column - 2] and left[row - 2] == there:
                cost = min(cost, before_that.get(column - 2, limit) + 1)
            current[column] = cost
        if min(current.values()) >= limit:
            return limit
    return min(current.get(len(right), limit), limit)
