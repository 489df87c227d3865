"""Small rules, dialects and documents for tests that need no real ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.base import Dialect, Option
from phaselint.document.reader import read
from phaselint.finding import Finding, Place
from phaselint.message import say
from phaselint.rule import WARNING, Rule

if TYPE_CHECKING:
    from phaselint.document import Document
    from phaselint.finding import Part, Pointer


def rule(
    code: str,
    name: str,
    *,
    catalogue: str = "",
    dialect: str = "vesanor",
    default: bool = True,
) -> Rule:
    """A rule that finds nothing."""
    return Rule(
        code,
        lambda _facts: (),
        WARNING,
        name=name,
        dialect=dialect,
        catalogue=(catalogue,) if catalogue else (),
        default=default,
    )


def dialect(name: str, *options: Option) -> Dialect:
    """A dialect that has options and nothing else."""

    def absent(*_arguments: Any) -> Any:
        raise NotImplementedError

    return Dialect(
        name=name,
        word="phase",
        options=options,
        detect=absent,
        claim=absent,
        load=absent,
        study=absent,
        runtime=absent,
        machine=absent,
    )


def document(path: str, text: str) -> Document:
    """A document read from a text."""
    return read(path, text.encode())


def finding(
    rule: Rule, document: Document, pointer: Pointer = (), part: Part = "value", message: str = "m"
) -> Finding:
    """A located finding of a rule."""
    place = Place(document.path, pointer, part, document.range(pointer, part))
    return Finding(place, say(message), rule=rule)
