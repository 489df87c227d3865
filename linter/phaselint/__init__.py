"""phaselint: a static validator and linter for the workflow contracts of LLM agents."""

from __future__ import annotations

from phaselint.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from phaselint.linting.result import Result

__all__ = ["__version__", "check_graph", "lint"]


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
    """Lint contracts on disk and return the result: findings, which are suppressed, counts.

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


def check_graph(
    graph: Any,
    *,
    dry_run: bool = False,
    select: Iterable[str] | None = None,
    ignore: Iterable[str] = (),
    options: Mapping[str, object] | None = None,
    isolated: bool = False,
) -> Result:
    """Lint a graph of LangGraph that was built, such as in a test, and return its findings: for
    graphs whose nodes and edges are known only once their program has run.

    Nodes, edges, branches and the keys of the state are read from the object, and functions in
    their source; nothing is called, and LangGraph is not imported.

    Args:
        graph: a `StateGraph`, or one that was compiled.
        dry_run: let the executor judge every finding; findings then carry a proof.
        select, ignore: codes, beginnings of codes, names or `ALL`; none: as configured.
        options: those of the dialect `langgraph`; they win over the configuration.
        isolated: read no configuration file.

    Raises:
        UsageError: it isn't such a graph, nothing that it runs is in a file, an unknown rule or
            option, or a bad configuration.
    """
    from phaselint.api import check_live_graph  # importing phaselint stays cheap

    return check_live_graph(
        graph,
        dry_run=dry_run,
        select=None if select is None else tuple(select),
        ignore=tuple(ignore),
        options=options or {},
        isolated=isolated,
    )
