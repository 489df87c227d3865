"""What the user wrote to hide findings, in one form for comments and configuration (design §10)."""

from __future__ import annotations

from phaselint.dialects.base import SEPARATOR
from phaselint.document.python import is_python
from phaselint.project.globs import compile_globs
from phaselint.project.paths import split
from phaselint.suppression.excerpt import words_to
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.finding import Finding, Place, Position, Range
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Literal

    from phaselint.config.entries import SuppressEntry
    from phaselint.document.commented import Comment
    from phaselint.suppression.excerpt import Excerpt, Linted
    from phaselint.vocabulary.finding import Suppression
    from phaselint.vocabulary.message import Message
    from phaselint.vocabulary.rule import Rule

UNUSED = "unused-suppression"
MISSING_REASON = "suppression-missing-reason"
UNKNOWN_RULE = "suppression-unknown-rule"


class Source(NamedTuple):
    """One comment or entry: its number, its reason, the linted files it is for, and which
    places of a file it covers."""

    number: int
    kind: Literal["comment", "configuration"]
    reason: str
    paths: tuple[str, ...]
    covers: Callable[[str, Place], bool]
    graph: str = ""
    """The name of the one contract of its file that it is for, as in `FILE.py::NAME`."""

    def is_for(self, contract: str) -> bool:
        """Whether it is for the findings in a contract, or that does not matter."""
        return not self.graph or contract.partition(SEPARATOR)[2] == self.graph


class Mark(NamedTuple):
    """One name in one comment or entry.

    `word` is what the user wrote, `names` and `codes` are those of the rules it stands for,
    `place` is where it stands.
    """

    source: Source
    word: str
    names: frozenset[str]
    codes: frozenset[str]
    place: Place


class Complaint(NamedTuple):
    """What there is to say about a comment or entry, the number of that, and why it is hidden, if
    it is."""

    hit: Hit
    source: int
    suppression: Suppression | None = None


class Marks(NamedTuple):
    """All marks of a run, and what is wrong with how they are written."""

    marks: tuple[Mark, ...]
    complaints: tuple[Complaint, ...]


class Remark(NamedTuple):
    """What should be said about a comment or entry, and the name of the rule that says it."""

    rule: str
    message: Message
    help: str


_COMMENT_WITHOUT_REASON = Remark(
    MISSING_REASON,
    message("this suppression has no reason, so it has no effect"),
    "add a reason after the closing bracket",
)


class Rulebook:
    """Rules by every word a user may write for them.

    Args:
        rules: those that were run.
        others: all rules there are. They may be imported only when they are looked at, and are for
            a word that doesn't stand for any rule that was run.
        complete: these are all rules that there should be: a word for none is a mistake.
    """

    def __init__(
        self, rules: Iterable[Rule], others: Iterable[Rule] = (), *, complete: bool = True
    ) -> None:
        self._complete = complete
        self._others = others
        self._by_word = _by_word(rules)

    def mark(self, source: Source, word: str, place: Place) -> Mark | None:
        """What a word hides that is at a place; none when it names no rule."""
        rules = self._by_word.get(word) or self._elsewhere.get(word)
        if not rules:
            return None
        names = frozenset(rule.name for rule in rules)
        return Mark(source, word, names, frozenset(rule.code for rule in rules), place)

    def nearest(self, word: str) -> str | None:
        """The code or name the user most likely meant."""
        return suggest(word, self._elsewhere or self._by_word)

    @cached_property
    def _elsewhere(self) -> Mapping[str, Sequence[Rule]]:
        return _by_word(self._others)

    def complain(self, remark: Remark, place: Place, source: int) -> tuple[Complaint, ...]:
        """Make a remark a finding; nothing when the rulebook has no such rule, or cannot know
        better than the user."""
        rules = self._by_word.get(remark.rule)
        if not rules or (remark.rule == UNKNOWN_RULE and not self._complete):
            return ()
        tags = ("unnecessary",) if remark.rule == UNUSED else ()
        finding = Finding(place, remark.message, remark.help, tags=tags)
        return (Complaint(Hit(rules[0], finding), source),)


def _by_word(rules: Iterable[Rule]) -> Mapping[str, Sequence[Rule]]:
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        for word in dict.fromkeys(rule.names):
            found.setdefault(word, []).append(rule)
    return found


def collect(
    linted: Linted,
    entries: Sequence[SuppressEntry],
    config_file: str,
    rulebook: Rulebook,
) -> Marks:
    """Gather the marks of the documents and of the configuration, in a fixed order."""
    found: list[Marks] = []
    for path in sorted(set(linted.commented)):
        if (excerpt := linted.excerpt(path)) is not None:
            for comment in excerpt.comments:
                found.append(_from_comment(excerpt, comment, len(found), rulebook))
    paths = sorted(linted.paths) if entries else []
    for entry in entries:
        place = _line_place(config_file, entry.line)
        found.append(_from_entry(linted, paths, entry, place, len(found), rulebook))
    return Marks(
        tuple(mark for each in found for mark in each.marks),
        tuple(complaint for each in found for complaint in each.complaints),
    )


def _from_comment(excerpt: Excerpt, comment: Comment, number: int, rulebook: Rulebook) -> Marks:
    whole = _place(excerpt, comment.start, comment.end)
    if comment.error:
        return Marks((), rulebook.complain(_malformed(comment.error), whole, number))
    paths = (excerpt.path,)
    source = Source(number, "comment", comment.reason, paths, _comment_covers(excerpt, comment))
    complaints: list[Complaint] = []
    marks: list[Mark] = []
    if not comment.reason:
        complaints += rulebook.complain(_COMMENT_WITHOUT_REASON, whole, number)
    for word, start, end in comment.names:
        place = _place(excerpt, start, end)
        mark = rulebook.mark(source, word, place)
        if mark is None:
            complaints += rulebook.complain(_unknown(word, rulebook), place, number)
        elif comment.reason:
            marks.append(mark)
    return Marks(tuple(marks), tuple(complaints))


def _from_entry(
    linted: Linted,
    linted_paths: Sequence[str],
    entry: SuppressEntry,
    place: Place,
    number: int,
    rulebook: Rulebook,
) -> Marks:
    path, _, graph = entry.path.partition(SEPARATOR)
    in_path = compile_globs((path,))
    paths = tuple(filter(in_path, linted_paths))
    covers = _entry_covers(linted, entry, in_path)
    source = Source(number, "configuration", entry.reason.strip(), paths, covers, graph=graph)
    mark = rulebook.mark(source, entry.rule, place)
    if mark is None:
        return Marks((), rulebook.complain(_unknown(entry.rule, rulebook), place, number))
    if not source.reason:
        return Marks((), rulebook.complain(_entry_without_reason(entry), place, number))
    return Marks((mark,), ())


def _comment_covers(excerpt: Excerpt, comment: Comment) -> Callable[[str, Place], bool]:
    def covers(file: str, place: Place) -> bool:
        if file != excerpt.path:
            return False
        if comment.kind == "file":
            return True
        return any(
            comment.first_line <= line <= comment.last_line
            for line in _opening_lines(excerpt, place)
        )

    return covers


def _opening_lines(excerpt: Excerpt, place: Place) -> Iterator[int]:
    """The line a finding starts on, and the line its node opens on."""
    if place.range is not None:
        yield place.range.start.line
    if place.part != "document":
        yield excerpt.spot(place).opens


def _entry_covers(
    linted: Linted, entry: SuppressEntry, in_path: Callable[[str], bool]
) -> Callable[[str, Place], bool]:
    wanted = _unescaped(entry.pointer)

    def covers(file: str, place: Place) -> bool:
        if not in_path(file):
            return False
        if entry.phase:
            words = words_to(linted.excerpt(file), place)
            # A phase may be listed by the file it is in.
            listed = (split(word)[1].partition(".")[0] for word in words[-1:])
            return entry.phase in (*words, *listed)
        pointer = words_to(linted.excerpt(file), place) if is_python(file) else place.pointer
        return tuple(map(str, pointer[: len(wanted)])) == wanted

    return covers


def _unescaped(pointer: str) -> tuple[str, ...]:
    """Split an RFC 6901 pointer."""
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])


def _malformed(error: str) -> Remark:
    return Remark(UNUSED, message("this comment has no effect: {}", error), "")


def _unknown(word: str, rulebook: Rulebook) -> Remark:
    nearest = rulebook.nearest(word)
    help_text = f"use `{nearest}`" if nearest else "`phaselint rules` lists all rules"
    return Remark(UNKNOWN_RULE, message("no rule is named `{}`", word), help_text)


def _entry_without_reason(entry: SuppressEntry) -> Remark:
    text = message(
        "the suppression of `{}` in `{}` has no reason, so it has no effect", entry.rule, entry.path
    )
    return Remark(MISSING_REASON, text, "add a `reason`")


def _line_place(file: str, line: int) -> Place:
    start = Position(max(line, 1), 1)
    return Place(file, (), "document", Range(start, start))


def _place(excerpt: Excerpt, start: int, end: int) -> Place:
    span = Range(excerpt.position(start), excerpt.position(end))
    return Place(excerpt.path, (), "document", span)
