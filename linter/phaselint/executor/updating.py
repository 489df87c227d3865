"""Bringing a script up to date: what its scenarios expect becomes what happens today, and scenarios
are added for moves that none takes. All else stays to the letter, comments and answers too."""

from __future__ import annotations

import json

from phaselint.dialects.options import check_options
from phaselint.document.editing import edited, key_text
from phaselint.document.entries import after_line, collection, edit_at, opening
from phaselint.document.growing import append_values, insert_value
from phaselint.executor.coverage_scenarios import name_of, scenario, tour
from phaselint.executor.scenario import blocks, play
from phaselint.executor.script import read_script
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.base import Dialect
    from phaselint.document import Document
    from phaselint.executor.coverage_scenarios import Tour
    from phaselint.executor.proof import ProofContext
    from phaselint.executor.scenario import Played
    from phaselint.executor.script import Scenario
    from phaselint.vocabulary.finding import Edit, Pointer


SCENARIOS = "scenarios"


class Update(NamedTuple):
    """What a script becomes: its text, without a byte order mark; what is other in it, a line each;
    and what is left of it that does not hold, a line each. `planned` are the runs added."""

    text: str
    changed: tuple[str, ...]
    left: tuple[str, ...]
    planned: Tour


class _Change(NamedTuple):
    """A value in a script that becomes another."""

    pointer: Pointer
    old: Any
    new: Any


class _Gone(Exception):
    """A value that cannot be changed where it is."""


def update(
    document: Document,
    dialect: Dialect,
    options: Mapping[str, Any],
    bench: Callable[[Mapping[str, Any]], ProofContext[Any]],
) -> Update:
    """Bring a script that is well formed up to date.

    Args:
        options: the effective ones of its contract, without those of the script.
        bench: puts the contract on the bench under options.

    Raises:
        UsageError: the script has an option that the dialect does not have, its contract is
            refused, or the text cannot be changed without changing more than is meant.
    """
    shared = document.value.get("options", {})
    lab = bench({**options, **check_options(dialect, shared)})
    draft = _Draft(document)
    taken: set[Hashable] = set()
    for each in read_script(document).scenarios:
        played = _played(lab, dialect, options, each)
        taken.update(lab.runtime.moves(played.run.events))
        draft.left += _unfit(played)
        for change in _changes(played):
            draft.take(each, change)
    planned = tour(lab, taken)
    first = len(document.value.get(SCENARIOS, ())) + 1
    draft.add([_plain(scenario(lab, first + at, run)) for at, run in enumerate(planned.runs)])
    return Update(draft.text(), tuple(draft.told), tuple(draft.left), planned)


class _Draft:
    """A script on its way: the edits so far, what they mean, and what is told of it."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._edits: list[Edit] = []
        self._changes: list[_Change] = []
        self._new: list[Mapping[str, Any]] = []
        self.told: list[str] = []
        self.left: list[str] = []

    def take(self, each: Scenario, change: _Change) -> None:
        """Make a change, unless a comment would be lost."""
        try:
            self._edits += _edits(self._document, change)
        except _Gone:
            where = _where(self._document, change)
            self.left.append(f"{where}: a comment in it would be lost")
        else:
            self._changes.append(change)
            self.told.append(_said(each, change))

    def add(self, new: Sequence[Mapping[str, Any]]) -> None:
        """Add scenarios."""
        if new:
            self._new += new
            self._edits += _given(_added(self._document, list(new)))
            self.told += (f"added `{each['name']}`" for each in new)

    def text(self) -> str:
        """The text of the script. Raises UsageError where it differs from the intended one."""
        text = edited(self._document, self._edits)
        _check(self._document, text, self._changes, self._new)
        return text


def _played(
    lab: ProofContext[Any], dialect: Dialect, options: Mapping[str, Any], each: Scenario
) -> Played:
    own = check_options(dialect, each.options)
    return play(lab.runtime, lab.facts.contract, {**options, **own}, each)


# --- what is to change -------------------------------------------------------------------------


def _unfit(played: Played) -> Iterator[str]:
    """What is wrong with a scenario in addition to what can be changed of what it expects."""
    for flaw in played.flaws:
        key = flaw.pointer[3] if len(flaw.pointer) > 3 else ""
        if "expect" not in flaw.pointer or key == "events":
            yield f"`{played.scenario.name}`: {flaw.message}"


def _changes(played: Played) -> Iterator[_Change]:
    """What a scenario expects and does not get, and its name where that lists other phases than it
    goes through. One that cannot be played to its end expects what it did."""
    each, run = played.scenario, played.run
    if any("expect" not in flaw.pointer for flaw in played.flaws):
        return
    phases = run.summary["phases_visited"]
    number, colon, _ = each.name.partition(":")
    listed = each.expect.get("phases")
    if (
        colon
        and isinstance(listed, list)
        and each.name == name_of(number, listed) != (now := name_of(number, phases))
    ):
        yield _Change((*each.pointer, "name"), each.name, now)
    wrong = {flaw.pointer[3] for flaw in played.flaws if len(flaw.pointer) > 3}
    found = {"outcome": str(run.outcome), "phases": phases, "blocks": blocks(run.events)}
    for key, new in found.items():
        if key in wrong:
            yield _Change((*each.pointer, "expect", key), each.expect[key], _plain(new))


def _said(each: Scenario, change: _Change) -> str:
    old, new = (_short(value) for value in (change.old, change.new))
    return f"`{each.name}`: {change.pointer[-1]} {old} -> {new}"


def _short(value: Any) -> str:
    return f"`{value}`" if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _where(document: Document, change: _Change) -> str:
    start = document.range(change.pointer).start
    return f"{start.line}:{start.column}: `{change.pointer[-1]}` is unchanged"


def _plain(value: Any) -> Any:
    """A value of a run as a script has it."""
    return json.loads(json.dumps(value, default=str))


# --- changing the text -------------------------------------------------------------------------


def _edits(document: Document, change: _Change) -> tuple[Edit, ...]:
    """The edits of a change.

    Raises:
        _Gone: a comment would be lost, or nothing is sure about where the value is.
    """
    if document.format == "json":
        return (edit_at(document, *document.offsets(change.pointer), _json(document, change)),)
    if isinstance(change.new, list):
        return (_list_edit(document, change),)
    start, end = document.offsets(change.pointer)
    return (edit_at(document, start, end, _scalar(document, start, change.new)),)


def _scalar(document: Document, start: int, new: str) -> str:
    """A string between the quotes that were around the old one."""
    if document.text.startswith("'", start):
        return "'" + new.replace("'", "''") + "'"
    quoted = document.text.startswith('"', start)
    return json.dumps(new, ensure_ascii=False) if quoted else key_text(document, new)


def _list_edit(document: Document, change: _Change) -> Edit:
    from phaselint.document.blocks import layout_of, with_items

    held = collection(document, change.pointer)
    if held is None:
        raise _Gone
    start, end = held.start, held.end
    if held.entries and not held.flow:
        first = opening(held, 0)
        last = after_line(document.text, held.entries[-1][1], break_too=False)
        if first is None or last is None:
            raise _Gone
        start, end = first, last
    piece = document.text[start:end].replace("\r\n", "\n").replace("\r", "\n")
    column = document.position(start).column - 1
    new = with_items(piece, column, change.new, layout_of(document.text_of(())))
    if new is None:
        raise _Gone
    return edit_at(document, start, end, new)


def _json(document: Document, change: _Change) -> str:
    """A value as JSON, in lines where the old one is."""
    start, end = document.offsets(change.pointer)
    if "\n" not in document.text[start:end]:
        return json.dumps(change.new, ensure_ascii=False)
    line = document.text[document.text.rfind("\n", 0, start) + 1 : start]
    lead = line[: len(line) - len(line.lstrip())]
    unit = len(lead) // len(change.pointer)
    text = json.dumps(change.new, ensure_ascii=False, indent=unit or 2)
    return text.replace("\n", f"\n{lead}")


def _added(document: Document, new: list[Mapping[str, Any]]) -> Edit | None:
    """The edit that adds scenarios, also to a script that has policies alone."""
    if SCENARIOS in document.value:
        return append_values(document, (SCENARIOS,), new)
    return insert_value(document, (), SCENARIOS, new)


def _given(edit: Edit | None) -> tuple[Edit, ...]:
    """An edit that there must be.

    Raises:
        UsageError: there is none.
    """
    if edit is None:
        raise UsageError("no scenario can be added at the place of `scenarios`")
    return (edit,)


def _check(
    document: Document, text: str, changes: Sequence[_Change], new: Sequence[Mapping[str, Any]]
) -> None:
    """The text must make the intended change, and no other.

    Raises:
        UsageError: it says something else, as with an alias of what changes.
    """
    from phaselint.document.reader import read_text

    wanted = _plain(document.value)
    for each in changes:
        place = wanted
        for step in each.pointer[:-1]:
            place = place[step]
        place[each.pointer[-1]] = each.new
    if new:
        wanted[SCENARIOS] = [*wanted.get(SCENARIOS, ()), *new]
    found = read_text(document.path, text)
    if not found.readable or _plain(found.value) != wanted:
        raise UsageError("it can't be changed in place without other changes")
