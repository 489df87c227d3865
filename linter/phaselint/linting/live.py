"""Graphs that a test has built, linted as files are (`phaselint.check_graph`)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from phaselint.config import configure
from phaselint.dialects import Dialects
from phaselint.dialects.langgraph.detect import NAME
from phaselint.dialects.langgraph.live.contracts import Site, contract_of, home_of
from phaselint.dialects.langgraph.live.graphs import NoGraph
from phaselint.dialects.options import in_force
from phaselint.linting.batch import Batch
from phaselint.linting.batch_run import CheckContext, Job
from phaselint.linting.detection import Workspace
from phaselint.linting.filtering import judge
from phaselint.linting.result import Result
from phaselint.linting.run import shown_of, summary_of
from phaselint.project.disk import DiskReader
from phaselint.project.paths import relative
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from phaselint.config.model import Config
    from phaselint.dialects.langgraph.model import LanggraphContract
    from phaselint.linting.request import Request
    from phaselint.vocabulary.rule import Rule


def check_live(graph: Any, request: Request, rules: Sequence[Rule]) -> Result:
    """Lint a live graph, by the configuration of the project that its functions are in.

    Raises:
        UsageError: it isn't a graph, none of its functions is in a file, or an option or the
            configuration is bad.
    """
    try:
        home = os.path.realpath(home_of(graph))
    except NoGraph:
        said = f"a {type(graph).__name__} is neither a `StateGraph` nor a compiled one"
        raise UsageError(said) from None
    if not os.path.isfile(home):
        raise UsageError("the code of the graph isn't in a file, so there is no place to report")
    config = configure(os.path.dirname(home), rules, isolated=request.isolated)
    root = os.path.realpath(config.root)
    reader = DiskReader(root)
    given = {NAME: dict(request.options.get(NAME, {}))}
    options = in_force(config.dialects[NAME], config.options, given)
    contract = contract_of(graph, Site(reader, _below(root), options))
    workspace = Workspace(root, _holding(config, contract), reader, given=given)
    bench = CheckContext(Job(request, rules), {root: workspace})
    checker = bench.checker(root, (NAME,))
    checked = checker.check(contract.target, reader)
    batch = Batch(checker, bench.rules(root), [checked], reader, show=relative(root))
    shown = shown_of(judge([batch], request).diagnostics, request)
    return Result(
        findings=shown.findings,
        suppressed=shown.suppressed,
        summary=summary_of(shown, [batch]),
        hidden=shown.hidden,
        counted=shown.counted,
        dry_run=request.dry_run,
        unjudged=tuple(batch.unjudged),
        workspaces=(workspace,),
    )


def _holding(config: Config, contract: LanggraphContract) -> Config:
    """A configuration under which the dialect has one contract, which is at hand."""
    known = {name: config.dialects[name] for name in config.dialects.names}
    known[NAME] = known[NAME]._replace(load=lambda _reader, _target: contract)
    return config._replace(dialects=Dialects(known))


def _below(root: str) -> Callable[[str], str | None]:
    """What gives the path of a file from the root of its project; none for one outside."""
    start = os.path.join(root, "")

    def below(path: str) -> str | None:
        real = os.path.realpath(path)
        inside = real.startswith(start) and os.path.isfile(real)
        return real[len(start) :].replace(os.sep, "/") if inside else None

    return below
