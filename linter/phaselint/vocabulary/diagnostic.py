"""What the user gets: a finding with all that phaselint knows of it (design §2, §9, §10)."""

from __future__ import annotations

from phaselint.vocabulary.finding import WHOLE_FILE, pointer_text
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.diagram.model import View
    from phaselint.vocabulary.finding import (
        Confidence,
        Explained,
        Finding,
        Fix,
        Place,
        Proof,
        Related,
        Severity,
        Suppression,
        Witness,
    )
    from phaselint.vocabulary.message import Message
    from phaselint.vocabulary.rule import Rule

FAILED = "PL020"
"""The code of a failed expectation."""

_PYTHON = (".py", ".ipynb")

_AFTER = "~"
"""What sorts after the code of any rule."""

_LENGTH = 32  # of a fingerprint

_OF_ANOTHER = "the run shows a suppressed place"


def order_of(rule: Rule, finding: Finding) -> tuple[object, ...]:
    """What located findings are sorted by: file, position, code, message (design §9, style 22). A
    failed expectation comes after the errors that it names."""
    place, code = finding.place, rule.code
    if code == FAILED and finding.related:
        causes = (each.place for each in finding.related)
        place = max(causes, key=lambda cause: (cause.file, cause.range or WHOLE_FILE))
        code = _AFTER
    return (place.file, place.range or WHOLE_FILE, code, finding.message)


class Identity(NamedTuple):
    """What tells a finding from all others, in this run and the next (design §10, lesson 1).

    It holds no line numbers and no positions in lists, so edits elsewhere leave it alone,
    and a counter, so a second finding of the same kind at the same place is new.

    Attributes:
        rule: the code of its rule.
        path: its file, below the project root.
        place: where in the document's structure it is.
        text: what is written there, its white space evened out.
        counter: how many findings with all of this in common come before it.
    """

    rule: str
    path: str
    place: str
    text: str
    counter: int = 0

    @property
    def fingerprint(self) -> str:
        """Its hash: 32 hexadecimal digits."""
        # For those who ask: `hashlib` loads OpenSSL, a quarter of what it takes to start Python.
        import hashlib
        import json

        # JSON keeps the parts apart, and in ASCII any string a document can hold has an encoding.
        written = json.dumps(self).encode("ascii")
        return hashlib.sha256(written).hexdigest()[:_LENGTH]


class Diagnostic(NamedTuple):
    """A finding as it is reported; `phaselint.linting.diagnose` makes it, and only a suppression is
    added.

    Attributes:
        finding: what the rule says, every place with its range. Its files are named as the user
            names them, from the working directory.
        file: the file it is in, from the project root.
        level: the effective severity.
        identity: what tells it from all others.
        members: what tells the findings that it stands for by themselves, if it is for several: at
            its place, and at the related ones.
        former: what tells the findings that releases before reported in its place: those of each
            of its members, or of each place, one of which is given.
        dialect, contract: the contract it is of, as the user names it; empty where it is of none.
        view: what there is to see of it in the drawing of its contract (see `Result.drawings`),
            where pictures are asked for.
    """

    rule: Rule
    finding: Finding
    file: str
    level: Severity
    identity: Identity
    dialect: str = ""
    contract: str = ""
    proof: Proof | None = None
    suppression: Suppression | None = None
    view: View | None = None
    members: tuple[Identity, ...] = ()
    former: tuple[tuple[Identity, ...], ...] = ()

    @property
    def fingerprint(self) -> str:
        """The hash of what tells it from all others, in this run and the next."""
        return self.identity.fingerprint

    def left(self, gone: Sequence[bool], rules: Mapping[str, Rule]) -> Diagnostic:
        """The same without some of the findings that it stands for; one of them is left.

        Args:
            gone: of each, whether it is left out.
            rules: the known ones, by their codes: the group is reported by that of its first.
        """
        from phaselint.vocabulary.retelling import left_of

        kept = [number for number, is_gone in enumerate(gone) if not is_gone]
        members = tuple(self.members[number] for number in kept)
        of_first = self.members[0].rule == self.rule.code
        proof = self.proof
        if proof is not None and proof.status == "proved" and kept[0] != 0:
            proof = proof._replace(status="unproved", script=None, reason=_OF_ANOTHER)
        return self._replace(
            rule=rules.get(members[0].rule, self.rule) if of_first else self.rule,
            finding=left_of(self.finding, kept),
            file=members[0].path,
            members=members,
            former=tuple(self.former[number] for number in kept) if self.former else (),
            proof=proof,
        )

    @property
    def code(self) -> str:
        """The rule's code, such as `PL101`."""
        return self.rule.code

    @property
    def name(self) -> str:
        """The rule's name, such as `unreachable-phase`."""
        return self.rule.name

    @property
    def refuted(self) -> bool:
        """Whether the executor contradicts the finding: then the defect is phaselint's own."""
        return self.proof is not None and self.proof.status == "refuted"

    @property
    def pointer(self) -> str:
        """Where in its document it is, as reports say it and suppressions name it: an RFC 6901
        pointer. In Python, whose places are offsets, it is made of names: of the functions and
        classes around the place, and of the text that is written there or given first."""
        if self.file.endswith(_PYTHON):
            return self.identity.place.rpartition(" ")[0].removeprefix("group ")
        return pointer_text(self.place.pointer)

    # --- the finding's own words ------------------------------------------------------------------

    @property
    def place(self) -> Place:
        """Where it is."""
        return self.finding.place

    @property
    def message(self) -> Message:
        """What is wrong."""
        return self.finding.message

    @property
    def said(self) -> str:
        """The message for people: with the programs in which alone it holds."""
        return self.finding.said

    @property
    def harnesses(self) -> tuple[str, ...]:
        """The programs in which it holds; empty where its dialect has one alone."""
        return self.finding.holding.harnesses if self.finding.holding is not None else ()

    @property
    def help(self) -> str:
        """What to do."""
        return self.finding.help

    @property
    def confidence(self) -> Confidence:
        """How sure the rule is."""
        return self.finding.confidence

    @property
    def related(self) -> tuple[Related, ...]:
        """Further places that help to understand it."""
        return self.finding.related

    @property
    def explains(self) -> tuple[Explained, ...]:
        """What a dry run found that it accounts for."""
        return self.finding.explains

    @property
    def witness(self) -> Witness | None:
        """Data that show it."""
        return self.finding.witness

    @property
    def fix(self) -> Fix | None:
        """The change that removes its cause."""
        return self.finding.fix

    @property
    def tags(self) -> tuple[str, ...]:
        """Words for editors."""
        return self.finding.tags
