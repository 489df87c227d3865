"""Hiding findings by comment or configuration, and watching over what hides (design §10).

Every suppression needs a reason, names rules that exist, and hides something; where it does
not, that is a finding (lessons 2 and 3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.finding import Suppression
from phaselint.message import say
from phaselint.record import NamedTuple
from phaselint.suppression.marks import UNUSED, Complaint, Mark, Remark, Rulebook, collect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from phaselint.config.values import SuppressEntry
    from phaselint.document import Document
    from phaselint.finding import Finding
    from phaselint.rule import Rule

NEVER_HIDDEN = frozenset({"internal-error", "refuted-finding", "syntax-error", "unreadable-file"})
"""What says that phaselint could not do its work, or was wrong, cannot be hidden."""


class Outcome(NamedTuple):
    """Findings that stay, findings that are hidden and why, and findings about suppressions."""

    kept: tuple[Finding, ...]
    suppressed: tuple[Finding, ...]
    extra: tuple[Finding, ...] = ()


class _Marks:
    """Marks by the code they hide, and which of them have hidden something."""

    __slots__ = ("_by_code", "_used", "all")

    def __init__(self, marks: Sequence[Mark]) -> None:
        self.all = marks
        self._used: set[int] = set()
        self._by_code: dict[str, list[int]] = {}
        for number, mark in enumerate(marks):
            for code in mark.codes:
                self._by_code.setdefault(code, []).append(number)

    def hide(self, finding: Finding, source: int | None) -> Mark | None:
        """The first mark that hides a finding, all that do being used from now on; `source`
        is the comment or entry that the finding is about, which covers itself."""
        if finding.name in NEVER_HIDDEN:
            return None
        found = [
            number
            for number in self._by_code.get(finding.code, ())
            if self.all[number].source.number == source
            or self.all[number].source.covers(finding.place)
        ]
        self._used.update(found)
        return self.all[found[0]] if found else None

    def unused(self) -> Iterator[Mark]:
        """The marks that have hidden nothing so far."""
        return (mark for number, mark in enumerate(self.all) if number not in self._used)


def apply(
    findings: Iterable[Finding],
    documents: Mapping[str, Document],
    *,
    rules: Iterable[Rule],
    ran: Callable[[str, str], bool] = lambda _rule, _path: True,
    entries: Sequence[SuppressEntry] = (),
    config_file: str = "",
) -> Outcome:
    """Hide what comments and configuration say to hide.

    Args:
        findings: located findings; those that are suppressed already stay so.
        documents: path → document, of every file that was linted.
        rules: all rules there are.
        ran: was the rule of this name run, in full, on this file, and is it selected there?
            Only then can a suppression of it be called unused.
        entries: the configuration's suppressions.
        config_file: the project path of the file they are in.

    Returns:
        The findings about suppressions are located and carry their rule.
    """
    rulebook = Rulebook(rules)
    collected = collect(documents, entries, config_file, rulebook)
    marks = _Marks(collected.marks)
    own = _hide(((finding, None) for finding in findings), marks)
    # In this order, since what hides a complaint is not unused. That it is useless to suppress
    # `unused-suppression` can only be known in the end, and is always said.
    faulty = _hide(collected.complaints, marks)
    idle = [mark for mark in marks.unused() if UNUSED not in mark.names]
    useless = _hide(_complaints(idle, rulebook, ran), marks)
    rest = [mark for mark in marks.unused() if UNUSED in mark.names]
    last = tuple(each.finding for each in _complaints(rest, rulebook, ran))
    return Outcome(
        own.kept,
        own.suppressed + faulty.suppressed + useless.suppressed,
        faulty.kept + useless.kept + last,
    )


def _hide(findings: Iterable[tuple[Finding, int | None]], marks: _Marks) -> Outcome:
    kept: list[Finding] = []
    hidden: list[Finding] = []
    for finding, source in findings:
        mark = marks.hide(finding, source)
        if finding.suppression is not None:
            hidden.append(finding)
        elif mark is not None:
            suppression = Suppression(mark.source.kind, mark.source.reason)
            hidden.append(finding._replace(suppression=suppression))
        else:
            kept.append(finding)
    return Outcome(tuple(kept), tuple(hidden))


def _complaints(
    unused: Iterable[Mark], rulebook: Rulebook, ran: Callable[[str, str], bool]
) -> Iterator[Complaint]:
    for mark in unused:
        if mark.names <= NEVER_HIDDEN:
            message = say("`{}` cannot be suppressed", mark.word)
        elif _was_run(mark, ran):
            message = say("nothing to suppress: `{}` finds nothing here", mark.word)
        else:
            continue
        yield from rulebook.complain(
            Remark(UNUSED, message, "remove it"), mark.place, mark.source.number
        )


def _was_run(mark: Mark, ran: Callable[[str, str], bool]) -> bool:
    """Were the rules of a mark run wherever it is for? A mark for no linted file was not."""
    paths = mark.source.paths
    return bool(paths) and all(any(ran(name, path) for name in mark.names) for path in paths)
