"""Logs by their paths: the files of each, and the runs in them."""

from __future__ import annotations

import os
from collections import Counter

from phaselint.transcripts.formats.table import FORMATS, foreign_to, format_of, likely_format_of
from phaselint.transcripts.seen import Seen
from phaselint.transcripts.sources import CUT, NOT_JSON, REPEATED, TOO_LONG, Source
from phaselint.transcripts.traces import Trace
from phaselint.transcripts.uuids import Uuids
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.transcripts.seen import Format

ENDINGS = (".jsonl", ".json", ".ndjson", ".log", ".sqlite", ".sqlite3", ".db")
"""What files in a folder may be called to be looked at."""

NEVER = frozenset({"tool-results", "node_modules", ".git"})
"""Directories that are never opened; the first has results of tools."""

NO_LOGS = frozenset({"history.jsonl", "sessions-index.json", "journal.jsonl", "manifest.json"})
"""Files next to logs that hold messages, and are never opened."""

DAMAGED = (NOT_JSON, CUT, TOO_LONG)
"""How records are skipped that can't be read."""

STRANGE = 0.2
"""Where more records than this part are of unknown kinds, the format may have changed."""


class LogFile(NamedTuple):
    """A log: its main file, what places in it count from, and its format."""

    path: str
    base: str
    format: Format


class Log(NamedTuple):
    """What a log has.

    Attributes:
        name: its path, as the user gave it.
        runs: its runs, in order.
        skipped: what records were left out, by kind.
        notes: what readers must know of it.
    """

    name: str
    format: Format
    runs: tuple[Trace, ...]
    skipped: Counter[str]
    records: int
    notes: tuple[str, ...]


def find(
    paths: Iterable[str], formats: Sequence[Format] = FORMATS, *, only: Format | None = None
) -> Iterator[LogFile | str]:
    """The logs of files and folders; for a file in a folder that can't be used, a line that says
    why.

    Raises:
        UsageError: a path doesn't exist, or isn't a log.
    """
    for path in paths:
        if not os.path.exists(path):
            raise UsageError(f"{path}: no such file or directory")
        if os.path.isdir(path):
            some = [*_in_folder(path, formats, only)]
            yield from some or [f"{path}: no logs of a known format in this folder"]
            continue
        found = only or format_of(path, formats) or likely_format_of(path, formats)
        if found is None:
            raise UsageError(
                f"{path}: not a log of a known format; "
                "`phaselint conform --help` lists the formats for `--log-format`"
            )
        yield LogFile(path, os.path.dirname(path), found)


def _in_folder(
    folder: str, formats: Sequence[Format], only: Format | None
) -> Iterator[LogFile | str]:
    """The logs below a folder. Files that belong to another log are left out."""
    found: list[LogFile] = []
    taken: set[str] = set()
    for path in sorted(_files(folder)):
        try:
            format_ = format_of(path, formats)
            if format_ is None or (only is not None and format_.name != only.name):
                continue
            if format_.files is not None:
                taken.update(each for each in format_.files(path) if each != path)
        except UsageError as error:
            yield str(error)
            continue
        found.append(LogFile(path, folder, format_))
    yield from (each for each in found if each.path not in taken)


def _files(folder: str) -> Iterator[str]:
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if each not in NEVER)
        for name in names:
            if name.endswith(ENDINGS) and name not in NO_LOGS:
                yield os.path.join(where, name)


def read(file: LogFile, seen: Uuids | None = None) -> Log:
    """The runs of a log. `seen` has the ids of records of other logs of the same folder.

    Raises:
        UsageError: it can't be read.
    """
    format_ = file.format
    seen = Uuids() if seen is None else seen
    runs: dict[str, Trace] = {}
    lost: set[str] = set()
    skipped: Counter[str] = Counter()
    foreign: Counter[str] = Counter()
    records, unknown, sampled = 0, 0, False
    whose = foreign_to(format_)
    for path in [file.path] if format_.files is None else format_.files(file.path):
        source = Source(path, _name(path, file.base), seen, whose)
        for each in runs.values():
            each.begin_file()
        for record in format_.read(source):
            _take(runs, lost, format_, source, record)
        skipped += source.skipped
        foreign += source.foreign
        records += source.records
        unknown += source.unknown
        sampled |= source.sampled
    for each in runs.values():
        each.close()
        each.sampled |= sampled
        if each.repeated:
            skipped[REPEATED] += each.repeated
    notes = (*_notes(skipped, runs.values()), *_mixed(foreign), *_changed(unknown, records))
    return Log(
        file.path,
        format_,
        tuple(runs.values()),
        skipped=skipped,
        records=records,
        notes=notes,
    )


def _notes(skipped: Counter[str], runs: Iterable[Trace]) -> Iterator[str]:
    """What readers must know of damaged records and of clocks."""
    damaged = {kind: skipped[kind] for kind in DAMAGED if skipped[kind]}
    if damaged:
        told = ", ".join(f"{kind}: {count:,}" for kind, count in damaged.items())
        yield f"{plural(sum(damaged.values()), 'record')} can't be read ({told})"
    back = sum(each.back for each in runs)
    if back:
        yield f"the clock goes back {plural(back, 'time')}; acts are in the order of the file there"


def _mixed(foreign: Counter[str]) -> Iterator[str]:
    """What readers must know of records of other formats."""
    if foreign:
        told = ", ".join(f"{name} {count:,}" for name, count in sorted(foreign.items()))
        yield f"records of other formats are skipped: {told}"


def _changed(unknown: int, records: int) -> Iterator[str]:
    """What readers must know of a format that is another one than it was."""
    if unknown > STRANGE * records:
        told = f"{unknown:,} of {records:,} records are of unknown kinds"
        yield f"{told}; the format may have changed"


def _take(
    runs: dict[str, Trace], lost: set[str], format_: Format, source: Source, record: Seen
) -> None:
    """Take down a record. `lost` has the runs of which nothing but a gap was read yet. An act
    without its name may be any."""
    if record.lacks_name:
        source.skip(f"{record.kind} without a name")
        record = Seen("gap", place=record.place, run=record.run)
    trace = runs.get(record.run)
    if trace is None:
        if record.kind == "gap":
            lost.add(record.run)
            return
        trace = runs[record.run] = Trace(format_, record.run)
        if record.run in lost:
            trace.lose_start()
    trace.take(source.name, record)


def _name(path: str, base: str) -> str:
    name = os.path.relpath(path, base or ".") if base != os.path.dirname(path) else ""
    return (name or os.path.basename(path)).replace(os.sep, "/")
