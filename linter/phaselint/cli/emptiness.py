"""The lines for paths in which no contract was found."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.linting.result import Result


def without_contracts(result: Result) -> Iterator[str]:
    """A line for each folder without a contract. Files, of which pre-commit may name many, get
    one only when nothing at all was linted."""
    nothing = "no contract found, so nothing was linted (see `phaselint contracts`)"
    for each in result.empty:
        if each.is_folder:
            yield f"{each.path}: {nothing}"
    files = [each for each in result.empty if not each.is_folder and not _is_silent(each.path)]
    if not files or result.summary.contracts:
        return
    for each in files:
        if each.why:
            yield f"{each.path}: {nothing}; it doesn't parse: {each.why}"
    others = [each.path for each in files if not each.why]
    if others:
        more = f" and {len(others) - 1} more" if len(others) > 1 else ""
        yield f"{others[0]}{more}: {nothing}"


def _is_silent(path: str) -> bool:
    """Whether to pass over a named Python file without a graph: pre-commit names every file."""
    if not path.endswith(".py"):
        return False
    from phaselint.document.python import may_build_graphs

    try:
        with open(path, "rb") as file:
            return not may_build_graphs(file.read())
    except OSError:
        return False
