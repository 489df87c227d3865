"""The library's door: `phaselint.lint()` over the same run as the command (design §9)."""

from __future__ import annotations

from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.linting.result import Result
    from phaselint.vocabulary.rule import Rule


def builtin_rules() -> Sequence[Rule]:
    """The rules that come with phaselint."""
    from phaselint_rules import RULES

    return RULES


def lint_paths(
    paths: tuple[str, ...],
    *,
    dialect: str | None,
    dry_run: bool,
    sound: bool,
    select: tuple[str, ...] | None,
    ignore: tuple[str, ...],
    options: Mapping[str, Mapping[str, object]],
    isolated: bool,
    pictures: bool,
) -> Result:
    """See `phaselint.lint`."""
    request = Request(
        paths,
        dialect or "",
        dry_run,
        sound=sound,
        select=select,
        ignore=ignore,
        options=options,
        isolated=isolated,
        pictures=pictures,
        jobs=1,  # our process would run the caller's unguarded script again
    )
    result = run(request, builtin_rules())
    if result.wrong:
        raise UsageError(result.wrong[0])
    return result


def check_live_graph(
    graph: Any,
    *,
    dry_run: bool,
    select: tuple[str, ...] | None,
    ignore: tuple[str, ...],
    options: Mapping[str, object],
    isolated: bool,
) -> Result:
    """See `phaselint.check_graph`."""
    from phaselint.linting.live import check_live

    request = Request(
        (),
        "langgraph",
        dry_run,
        select=select,
        ignore=ignore,
        options={"langgraph": options},
        isolated=isolated,
        jobs=1,
    )
    return check_live(graph, request, builtin_rules())
