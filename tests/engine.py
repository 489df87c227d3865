"""The engine of the package `regress`, in this process: an oracle for our own matching."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regress import Regex, RegressError

from phaselint.patterns.enginetext import engine_text
from phaselint.patterns.parser import parse
from phaselint.patterns.translate import Unmatchable, engine_source

if TYPE_CHECKING:
    from collections.abc import Callable


def search(source: str, text: str) -> bool:
    """Tell whether a source that compiles matches somewhere in a text. Raises Unmatchable."""
    return matcher(source)(text)


def matcher(source: str) -> Callable[[str], bool]:
    """Compile a source once for many texts. Raises Unmatchable."""
    try:
        find = Regex(engine_source(parse(source))).find
    except RegressError as error:
        raise Unmatchable(str(error)) from error
    return lambda text: find(engine_text(text)) is not None
