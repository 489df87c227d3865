"""The tree of a document of Python, or why it has none. Nothing that a file may contain raises."""

from __future__ import annotations

import ast
import sys
import warnings
from contextlib import suppress

from phaselint.document.model import Document, Problem
from phaselint.document.pythondoubts import doubtful
from phaselint.vocabulary.record import NamedTuple

MOST_BYTES = 1_000_000
MOST_LINES = 20_000

_NESTED = "expressions are nested too deeply for Python's parser"


class Parsed(NamedTuple):
    """A tree, or the problems that prevent one."""

    tree: ast.Module | None
    problems: tuple[Problem, ...] = ()


def parsed(document: Document) -> Parsed:
    """Parse the text of a document as the Python that runs does: a module that it doesn't compile,
    such as one that returns outside of functions, has no tree. Cells of notebooks are compiled one
    by one, and may await, so these are only parsed."""
    found = _too_large(document)
    if found is not None:
        return Parsed(None, (found,))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(document.text)
            if not document.in_pieces:
                _compile(document, tree)
            return Parsed(tree)
    except SyntaxError as error:
        return Parsed(None, (_refused(document, error),))
    except (RecursionError, MemoryError):
        return Parsed(None, (Problem("limit-exceeded", _NESTED),))
    except (ValueError, OverflowError, SystemError) as error:
        return Parsed(None, (Problem("syntax-error", str(error)),))


def _compile(document: Document, tree: ast.Module) -> None:
    """Compile what the compiler may refuse of a module.

    Raises SyntaxError where it does.
    """
    body = [*doubtful(document, tree)]
    with suppress(RecursionError, MemoryError, ValueError, OverflowError, SystemError):
        if body:
            compile(ast.Module(body, []), document.path, "exec", dont_inherit=True)


def reach(text: str) -> int:
    """How far a string can be read; behind its end where nothing stops the parser."""
    document = Document("edit.py", "python", text)
    problems = parsed(document).problems
    return problems[0].start if problems else len(text) + 1


def _too_large(document: Document) -> Problem | None:
    text = document.text
    size = len(text) if text.isascii() else len(text.encode(errors="surrogatepass"))
    if size > MOST_BYTES:
        said = f"the file has {size / 1_000_000:.2f} MB of Python, more than the limit of 1 MB"
        return Problem("limit-exceeded", said)
    if document.line_count > MOST_LINES:
        said = f"the file has {document.line_count:,} lines, more than the limit of {MOST_LINES:,}"
        return Problem("limit-exceeded", said)
    return None


def _refused(document: Document, error: SyntaxError) -> Problem:
    """What the parser says, at the place that it says."""
    from phaselint.vocabulary.finding import Position

    line, column = error.lineno or 1, error.offset or 1
    start = document.offset(Position(line, max(column, 1)))
    last, after = error.end_lineno or 0, error.end_offset or 0
    end = document.offset(Position(last, after)) if last >= line and after > 0 else start
    if end <= start:
        end = min(start + 1, len(document.text))
    release = ".".join(map(str, sys.version_info[:2]))
    help = f"phaselint uses the grammar of its own Python, {release}"
    return Problem("syntax-error", str(error.msg), min(start, end), end, help=help)
