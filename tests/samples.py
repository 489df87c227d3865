"""Small rules, dialects and documents for tests that need no real ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.base import Dialect, Option
from phaselint.document.reader import read
from phaselint.vocabulary.diagnostic import Diagnostic, Identity
from phaselint.vocabulary.finding import Finding, Place, Suppression
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message
from phaselint.vocabulary.rule import WARNING, Rule

if TYPE_CHECKING:
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Part, Pointer


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


def hit(
    rule: Rule, document: Document, pointer: Pointer = (), part: Part = "value", text: str = "m"
) -> Hit:
    """A located finding of a rule."""
    place = Place(document.path, pointer, part, document.range(pointer, part))
    return Hit(rule, Finding(place, message(text)))


def finding(
    rule: Rule, document: Document, pointer: Pointer = (), part: Part = "value", message: str = "m"
) -> Diagnostic:
    """A located finding of a rule as it is reported."""
    return reported(hit(rule, document, pointer, part, message))


class Known(Identity):
    """The identity of a finding that goes by a name in place of a hash."""

    def __new__(cls, name: str) -> Known:
        return super().__new__(cls, name, "", "", "")

    @property
    def fingerprint(self) -> str:
        return self.rule


def reported(hit: Hit, **more: Any) -> Diagnostic:
    """What a rule says as it is reported, its places as the rule gives them."""
    rule, finding, target, proof, view = hit
    waived = Suppression("contract", finding.waiver) if finding.waiver else None
    known = {
        "identity": Known(finding.message),
        "level": rule.level(finding),
        "dialect": target.dialect if target else "",
        "contract": target.path if target else "",
        "proof": proof,
        "suppression": waived,
        "view": view,
    }
    return Diagnostic(rule=rule, finding=finding, file=finding.place.file, **{**known, **more})
