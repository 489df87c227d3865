"""Hiding findings by comment or configuration, and watching over what hides (design §10).

Every suppression needs a reason, names rules that exist, and hides something; where it does
not, that is a finding (lessons 2 and 3).
"""

from __future__ import annotations

from phaselint.suppression.marks import UNUSED, Complaint, Mark, Remark, Rulebook, collect
from phaselint.vocabulary.finding import Suppression
from phaselint.vocabulary.message import message
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from phaselint.config.entries import SuppressEntry
    from phaselint.suppression.excerpt import Linted
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.rule import Rule

NEVER_HIDDEN = frozenset({"internal-error", "refuted-finding", "syntax-error", "unreadable-file"})
"""What says that phaselint could not do its work, or was wrong, cannot be hidden."""


class Outcome(NamedTuple):
    """The findings, now with suppressions, and what there is to say about these: first what of
    that is not itself hidden."""

    diagnostics: tuple[Diagnostic, ...]
    complaints: tuple[Complaint, ...] = ()


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

    def hide(
        self, rule: Rule, file: str, place: Place, source: int | None = None, contract: str = ""
    ) -> Mark | None:
        """The first mark that hides what a rule says about a place in a file, all that do being
        used from now on; `source` is the comment or entry that it is about, which covers itself,
        and `contract` the one that it is of."""
        if rule.name in NEVER_HIDDEN:
            return None
        return self.of_code(rule.code, file, place, source, contract)

    def of_code(
        self, code: str, file: str, place: Place, source: int | None = None, contract: str = ""
    ) -> Mark | None:
        """The same of a rule by its code."""
        found = [
            number
            for number in self._by_code.get(code, ())
            if self.all[number].source.number == source
            or (
                self.all[number].source.is_for(contract)
                and self.all[number].source.covers(file, place)
            )
        ]
        self._used.update(found)
        return self.all[found[0]] if found else None

    def unused(self) -> Iterator[Mark]:
        """The marks that have hidden nothing so far."""
        return (mark for number, mark in enumerate(self.all) if number not in self._used)


def apply(
    diagnostics: Iterable[Diagnostic],
    linted: Linted,
    *,
    rules: Iterable[Rule],
    others: Iterable[Rule] = (),
    ran: Callable[[str, str], bool] = lambda _rule, _path: True,
    entries: Sequence[SuppressEntry] = (),
    config_file: str = "",
    complete: bool = True,
) -> Outcome:
    """Hide what comments and configuration say to hide.

    Args:
        diagnostics: those that are suppressed already stay so.
        linted: the files that were linted.
        rules: those that were run.
        others: all rules there are, looked at only for a word that stands for none of those.
        ran: was the rule of this name run, in full, on this file, and is it selected there?
            Only then can a suppression of it be called unused.
        entries: the configuration's suppressions.
        config_file: the project path of the file they are in.
        complete: no plugin is left out, which might bring further rules.
    """
    rules = tuple(rules)
    rulebook = Rulebook(rules, others, complete=complete)
    collected = collect(linted, entries, config_file, rulebook)
    marks = _Marks(collected.marks)
    by_code = {rule.code: rule for rule in rules}
    own = tuple(_hidden(each, marks, by_code) for each in diagnostics)
    # In this order, since what hides a complaint is not unused. That it is useless to suppress
    # `unused-suppression` can only be known in the end, and is always said.
    faulty = [_silenced(each, marks) for each in collected.complaints]
    idle = [mark for mark in marks.unused() if UNUSED not in mark.names]
    useless = [_silenced(each, marks) for each in _complaints(idle, rulebook, ran)]
    rest = [mark for mark in marks.unused() if UNUSED in mark.names]
    said = (*faulty, *useless, *_complaints(rest, rulebook, ran))
    return Outcome(own, tuple(sorted(said, key=lambda each: each.suppression is not None)))


def _hidden(diagnostic: Diagnostic, marks: _Marks, rules: Mapping[str, Rule]) -> Diagnostic:
    if diagnostic.members or diagnostic.former:
        return _hidden_in_part(diagnostic, marks, rules)
    rule, contract = diagnostic.rule, diagnostic.contract
    mark = marks.hide(rule, diagnostic.file, diagnostic.place, contract=contract)
    if mark is None or diagnostic.suppression is not None:
        return diagnostic
    return diagnostic._replace(suppression=_by(mark))


def _hidden_in_part(diagnostic: Diagnostic, marks: _Marks, rules: Mapping[str, Rule]) -> Diagnostic:
    """A finding that stands for several, without those that are hidden; hidden where all are, and
    where all are that releases before had in its place."""
    whole = None
    if not diagnostic.members:
        rule, contract = diagnostic.rule, diagnostic.contract
        whole = marks.hide(rule, diagnostic.file, diagnostic.place, contract=contract)
    found = [_mark(each, place, marks, diagnostic.contract) for each, place in _each(diagnostic)]
    if diagnostic.suppression is not None or not (whole or any(found)):
        return diagnostic
    if whole or all(found):
        mark = whole or next(each for each in found if each)
        return diagnostic._replace(suppression=_by(mark))
    if not diagnostic.members:
        return diagnostic
    return diagnostic.left([each is not None for each in found], rules)


def _each(diagnostic: Diagnostic) -> Iterator[tuple[tuple[tuple[str, str], ...], Place]]:
    """The places of what a finding stands for, each with the rules by which that is hidden, and the
    file from the root of the project."""
    finding, code = diagnostic.finding, diagnostic.rule.code
    former = finding.former
    older = former.codes if former is not None else ()
    if diagnostic.members:
        for each, place in zip(diagnostic.members, finding.places, strict=True):
            codes = dict.fromkeys(
                (each.rule, *older, *(() if _is_of_first(diagnostic) else (code,)))
            )
            yield tuple((one, each.path) for one in codes), place
        return
    places = (former.places if former is not None else ()) or (finding.place,)
    for identities, place in zip(diagnostic.former, places, strict=True):
        yield tuple((one.rule, one.path) for one in identities), place


def _is_of_first(diagnostic: Diagnostic) -> bool:
    """Whether a finding that stands for several is reported by the rule of the first of them."""
    return diagnostic.members[0].rule == diagnostic.rule.code


def _mark(
    rules: Iterable[tuple[str, str]], place: Place, marks: _Marks, contract: str
) -> Mark | None:
    """The first mark that hides what one of some rules says about a place in a contract."""
    found = [marks.of_code(code, path, place, contract=contract) for code, path in rules]
    return next((each for each in found if each is not None), None)


def _silenced(complaint: Complaint, marks: _Marks) -> Complaint:
    rule, place = complaint.hit.rule, complaint.hit.finding.place
    mark = marks.hide(rule, place.file, place, complaint.source)
    return complaint if mark is None else complaint._replace(suppression=_by(mark))


def _by(mark: Mark) -> Suppression:
    return Suppression(mark.source.kind, mark.source.reason)


def _complaints(
    unused: Iterable[Mark], rulebook: Rulebook, ran: Callable[[str, str], bool]
) -> Iterator[Complaint]:
    for mark in unused:
        if mark.names <= NEVER_HIDDEN:
            text = message("`{}` can't be suppressed", mark.word)
        elif _was_run(mark, ran):
            text = message("nothing to suppress: `{}` has no finding here", mark.word)
        else:
            continue
        yield from rulebook.complain(
            Remark(UNUSED, text, "remove it"), mark.place, mark.source.number
        )


def _was_run(mark: Mark, ran: Callable[[str, str], bool]) -> bool:
    """Were the rules of a mark run wherever it is for? A mark for no linted file was not."""
    paths = mark.source.paths
    return bool(paths) and all(any(ran(name, path) for name in mark.names) for path in paths)
