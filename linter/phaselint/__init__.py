"""phaselint: a static validator and linter for the workflow contracts of LLM agents."""

from __future__ import annotations

from phaselint.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaselint.linting.result import Result

__all__ = ["__version__", "lint"]


def lint(
    paths: Iterable[str] = (".",),
    *,
    dialect: str | None = None,
    dry_run: bool = False,
    sound: bool = False,
    select: Iterable[str] | None = None,
    ignore: Iterable[str] = (),
    options: Mapping[str, Mapping[str, object]] | None = None,
    isolated: bool = False,
    pictures: bool = False,
) -> Result:
    """Lint contracts on disk and return what was found: what is shown, what is suppressed, counts.

    Args:
        paths: files and directories; relative ones count from the working directory.
        dialect: take every path as a contract of this dialect, without detection.
        dry_run: let the executor judge every finding; findings then carry a proof.
        sound: let it look for more where no rule finds anything.
        select, ignore: codes, beginnings of codes, names or `ALL`; none: as configured.
        options: dialect → option → value; wins over configuration and contract.
        isolated: read no configuration file.
        pictures: draw the graphs of contracts, and replay the runs that show findings.

    Raises:
        UsageError: an unknown path, rule, dialect or option, or a bad configuration.
    """
    from phaselint.api import lint_paths  # importing phaselint stays cheap

    return lint_paths(
        tuple(paths),
        dialect=dialect,
        dry_run=dry_run,
        sound=sound,
        select=None if select is None else tuple(select),
        ignore=tuple(ignore),
        options=options or {},
        isolated=isolated,
        pictures=pictures,
    )
