"""A file of a log, record by record: what can't be read is counted, and never stops a reader."""

from __future__ import annotations

import json
import os
from collections import Counter
from datetime import datetime

from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO, Any

    from phaselint.dialects.acts import Ok
    from phaselint.transcripts.uuids import Uuids

LONGEST_LINE = 64 * 2**20
"""Longer lines are counted, and not read."""

LARGEST_VALUE = 256 * 2**20
"""A larger file with a single JSON value is refused."""

NOT_JSON, CUT, TOO_LONG, REPEATED = "not JSON", "cut-off last line", "too long", "repeated"


class Source:
    """A file with records.

    Attributes:
        path: where it is; `name` what places in it begin with.
        skipped: what records were left out, by kind.
        records: how many records there are; `unknown` of kinds that the reader doesn't know.
        cut: whether the last line is cut off.
        sampled: whether records may be missing anywhere.
        torn: whether a record of a log without an order couldn't be read.
        seen: the ids of records of other files of the same runs.
        foreign: how many records are of other formats, by the format.
    """

    def __init__(
        self,
        path: str,
        name: str,
        seen: Uuids | None = None,
        whose: Callable[[Any], str] | None = None,
    ) -> None:
        """`whose` gives the format of a record if it's another one."""
        self.path = path
        self.name = name
        self.skipped: Counter[str] = Counter()
        self.records = 0
        self.unknown = 0
        self.cut = False
        self.sampled = False
        self.torn = False
        self.seen = seen
        self.foreign: Counter[str] = Counter()
        self._whose = whose

    def skip(self, kind: object) -> None:
        """Count a record that tells of no act."""
        self.skipped[kind if isinstance(kind, str) else "other"] += 1

    def strange(self, kind: object) -> None:
        """Count a record of a kind that the reader doesn't know."""
        self.unknown += 1
        self.skip(kind)

    def lines(self) -> Iterator[tuple[int, Any]]:
        """The values of its lines, each with its number, without those of other formats; None for a
        line that can't be read."""
        with opened(self.path) as file:
            for number, line in enumerate(_lines(file), 1):
                if line is None:
                    self.records += 1
                    self.skip(TOO_LONG)
                    yield number, None
                    continue
                if line.isspace():
                    continue
                self.records += 1
                try:
                    value = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"))
                    if value is None:
                        self.skip("null")
                except (ValueError, RecursionError):
                    self.cut = not line.endswith(b"\n")
                    self.skip(CUT if self.cut else NOT_JSON)
                    value = None
                if value is not None and self._whose is not None and (other := self._whose(value)):
                    self.foreign[other] += 1
                    continue
                yield number, value

    def values(self) -> Iterator[tuple[int, Any]]:
        """The values of its lines as `lines` has them; the value of the file, with the number 1, if
        its first line is only the beginning of one.

        Raises:
            UsageError: the value is too large.
        """
        lines = self.lines()
        first = next(lines, None)
        if first is not None and first[1] is None:
            value = whole(self.path)
            if value is not None:
                self.skipped.clear()
                self.records, self.cut = 1, False
                yield 1, value
                return
        if first is not None:
            yield first
        yield from lines

    def value(self) -> Any:
        """The single value of the file; None if it can't be read.

        Raises:
            UsageError: it is too large.
        """
        return whole(self.path, self)


def opened(path: str) -> IO[bytes]:
    """A file for reading.

    Raises:
        UsageError: it can't be opened.
    """
    try:
        return open(path, "rb")
    except OSError as error:
        raise UsageError(f"{path}: can't be read: {error.strerror or error}") from None


def whole(path: str, source: Source | None = None) -> Any:
    """The single JSON value of a file; None if it isn't one.

    Raises:
        UsageError: it is too large, or can't be read.
    """
    with opened(path) as file:
        if os.fstat(file.fileno()).st_size > LARGEST_VALUE:
            size = LARGEST_VALUE // 2**20
            raise UsageError(
                f"{path}: a single JSON value of more than {size} MB isn't read; "
                "export fewer sessions at a time"
            )
        data = file.read()
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        if source is not None:
            source.skip(NOT_JSON)
            source.cut = True
        return None


def _lines(file: IO[bytes]) -> Iterator[bytes | None]:
    """The lines of a file; None for one that is too long."""
    while line := file.readline(LONGEST_LINE):
        if len(line) < LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while (rest := file.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
            pass
        yield None


def seconds(value: object) -> float | None:
    """A time as records have it, in seconds since 1970; None if it isn't one."""
    if isinstance(value, str):
        try:
            return datetime.fromisoformat(value).timestamp()
        except (ValueError, OverflowError, OSError):
            return None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            return None
    return None


def ok_of(value: object) -> Ok:
    """Whether something succeeded, as far as a record says."""
    return "yes" if value is True else "no" if value is False else "unknown"


def is_odd(value: object, *kinds: type) -> bool:
    """Whether a value is there, but is none of what the format says: what it tells is lost."""
    return value is not None and not isinstance(value, kinds)


def text(value: object) -> str:
    """A name as a record has it; empty if it isn't a string."""
    return value if isinstance(value, str) else ""


def mapping(value: object) -> dict[str, Any]:
    """A mapping of a record; empty if it isn't one."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[Any]:
    """A list of a record; empty if it isn't one."""
    return value if isinstance(value, list) else []
