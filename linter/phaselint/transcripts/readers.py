"""The readers of logs, with those that plugins bring."""

from __future__ import annotations

from contextlib import contextmanager

from phaselint.transcripts.formats.table import FORMATS
from phaselint.transcripts.seen import Format, Seen
from phaselint.transcripts.traces import OKS
from phaselint.vocabulary.errors import PhaselintError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phaselint.transcripts.sources import Source

GROUP = "phaselint.logs"
"""The group whose entry points lead to a `phaselint.transcripts.seen.Format` each."""


def readers(complain: Callable[[str], None]) -> tuple[Format, ...]:
    """All formats: those of plugins first, since they know their own signs best. `complain` is told
    of each that can't be used."""
    from importlib.metadata import entry_points

    found: list[Format] = []
    taken = {each.name for each in FORMATS}
    for point in entry_points(group=GROUP):
        try:
            format_ = point.load()
        except (Exception, SystemExit) as error:  # whatever it does must not look like our crash
            complain(f"plugin `{point.name}` can't be imported: {type(error).__name__}")
            continue
        if not isinstance(format_, Format):
            complain(f"plugin `{point.name}` isn't a format of logs")
        elif format_.name in taken:
            complain(f"plugin `{point.name}` is named `{format_.name}`, the name of another format")
        else:
            taken.add(format_.name)
            origin = point.dist.name if point.dist is not None else point.value
            found.append(_guarded(format_._replace(origin=origin), complain))
    return (*found, *FORMATS)


def _guarded(format_: Format, complain: Callable[[str], None]) -> Format:
    """A format of a plugin, whose failures are those of the plugin: a log that its reader fails on
    isn't used, and a sign that fails isn't asked again."""
    broken: list[str] = []

    def sign(record: object) -> bool:
        if broken:
            return False
        try:
            return bool(format_.sign(record))
        except Exception as error:  # of code that nobody here has seen, whatever it raises
            broken.append(_failure(format_, "sign", error))
            complain(f"{broken[0]}; its logs aren't recognized")
            return False

    def read(source: Source) -> Iterator[Seen]:
        with _blamed(format_, "read", source.path):
            for each in format_.read(source):
                if not _is_sound(each):
                    raise TypeError
                yield each

    def files(path: str) -> Iterator[str]:
        assert format_.files is not None
        with _blamed(format_, "files", path):
            yield from format_.files(path)

    return format_._replace(read=read, sign=sign, files=files if format_.files else None)


def _is_sound(record: object) -> bool:
    """Whether a record of a plugin has values of the right types."""
    return (
        isinstance(record, Seen)
        and all(isinstance(each, str) for each in record._replace(place="", time=None) if each)
        and isinstance(record.place, (int, str))
        and (record.time is None or isinstance(record.time, (int, float)))
        and record.ok in OKS
    )


@contextmanager
def _blamed(format_: Format, what: str, path: str) -> Iterator[None]:
    """Raises UsageError with the file and the distribution for what a plugin raises inside."""
    try:
        yield
    except PhaselintError:
        raise
    except Exception as error:  # of code that nobody here has seen, whatever it raises
        raise UsageError(f"{path}: can't be read: {_failure(format_, what, error)}") from error


def _failure(format_: Format, what: str, error: Exception) -> str:
    """A failure in one line, without the text of the error, which may quote the log."""
    kind = type(error).__name__
    return f"plugin {format_.origin} failed in `{what}` of `{format_.name}`: {kind}"
