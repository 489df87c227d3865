"""Reports of how two versions of a project differ: `phaselint diff`."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.linting.difference.model import Comparison

FORMATS = ("text", "markdown", "github", "json", "html", "svg", "mermaid")
"""The formats of a difference; each is a module of this package."""

_MODULES = {"json": "jsonformat", "html": "page", "svg": "picture", "mermaid": "chart"}

COUNTS = frozenset({"json"})
"""The formats that say how many contracts the change doesn't concern."""

PICTURES = frozenset({"html", "svg", "mermaid"})
"""The formats that show the graphs."""


def render(comparison: Comparison, format_: str, *, verbose: bool = False) -> Iterable[str]:
    """A comparison in a format, in pieces.

    Args:
        verbose: show everything where the format is short.
    """
    module = import_module(f"phaselint.report.difference.{_MODULES.get(format_, format_)}")
    made: Iterable[str] = module.render(comparison, verbose=verbose)
    return made
