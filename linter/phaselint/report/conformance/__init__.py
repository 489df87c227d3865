"""Reports of what real runs did: `phaselint conform`."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.linting.census import Census
    from phaselint.linting.conforming import JudgedLog
    from phaselint.report.conformance.naming import Naming

FORMATS = ("text", "markdown", "json", "csv", "html")
"""The formats; each is a module of this package."""

_MODULES = {"json": "jsonformat", "html": "page", "csv": "table"}


def render(
    logs: Sequence[JudgedLog],
    census: Census | None,
    format_: str,
    naming: Naming,
    *,
    verbose: bool = False,
) -> Iterable[str]:
    """What comes of logs in a format, in pieces; of a census, only the counts.

    Args:
        naming: how names are shown.
        verbose: show all acts, and all that is left out.
    """
    module = import_module(f"phaselint.report.conformance.{_MODULES.get(format_, format_)}")
    made: Iterable[str] = module.render(logs, census, naming, verbose=verbose)
    return made
