"""The readers of logs, with those that plugins bring."""

from __future__ import annotations

from phaselint.transcripts.formats.table import FORMATS
from phaselint.transcripts.seen import Format

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

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
            found.append(format_._replace(origin=origin))
    return (*found, *FORMATS)
