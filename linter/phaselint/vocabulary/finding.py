"""What a rule says, as immutable records every part of phaselint shares (design §2, §8, §9).

A rule names places by document and pointer only; they get their ranges when a finding becomes a
diagnostic (`phaselint.linting.diagnose`), so a clean contract never pays for positions.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

    from phaselint.vocabulary.message import Message

    Severity = Literal["error", "warning", "info"]

    Part = Literal["key", "value", "document"]
    Confidence = Literal["high", "medium", "low"]
    Safety = Literal["safe", "unsafe", "manual"]
    Status = Literal["proved", "found", "unproved", "static", "refuted"]
    Method = Literal[
        "replay", "explore", "refusal", "differential", "static+replay", "static+explore"
    ]

Pointer = tuple[str | int, ...]

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
"""All severities, worst first."""

CONFIDENCES: tuple[Confidence, ...] = ("high", "medium", "low")
SAFETIES: tuple[Safety, ...] = ("safe", "unsafe", "manual")
STATUSES: tuple[Status, ...] = ("proved", "found", "unproved", "static", "refuted")
PARTS: tuple[Part, ...] = ("key", "value", "document")


def pointer_text(pointer: Pointer) -> str:
    """Spell a pointer as RFC 6901 does; that to the whole document is the empty string."""
    tokens = (str(token).replace("~", "~0").replace("/", "~1") for token in pointer)
    return "".join(f"/{token}" for token in tokens)


class Position(NamedTuple):
    """A place between two characters; line and column count from 1, in code points."""

    line: int
    column: int


class CellLine(int):
    """A line of a notebook: that of all its code together, which knows the cell that it is in and
    the line in that."""

    cell: int
    inner: int


class Range(NamedTuple):
    """A piece of a string; the end is exclusive."""

    start: Position
    end: Position


WHOLE_FILE = Range(Position(1, 1), Position(1, 1))


class Place(NamedTuple):
    """A node of a document: its path below the project root and the pointer to it.

    `part` says which side of a mapping entry is meant; `document` stands for the file as a
    whole. `range` is empty until the place has been located.
    """

    file: str
    pointer: Pointer = ()
    part: Part = "value"
    range: Range | None = None


class Related(NamedTuple):
    """A second place that helps to understand a finding, with what it shows."""

    place: Place
    message: str


class WitnessStep(NamedTuple):
    """One line of a witness run, with the place in the contract that makes it possible. `phase` is
    the one that the run is in after it; empty where it stays in that of the line before."""

    text: str
    place: Place | None = None
    phase: str = ""


Step = WitnessStep
"""Its former name, by which plugins may import it."""


class Table(NamedTuple):
    """Words side by side, for reports that people read: a heading and rows of as many cells. A
    cell of none marks what must be there and is not."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]


class Witness(NamedTuple):
    """Data that shows a finding.

    `data` has the keys of the dialect reference's witness section, as JSON values; `steps` is
    the run, one line each; `blocked` says why each path out of its end is closed. `table` shows
    to people what is in the data for programs.
    """

    data: Mapping[str, Any]
    steps: tuple[WitnessStep, ...] = ()
    blocked: tuple[str, ...] = ()
    table: Table | None = None


class Proof(NamedTuple):
    """The executor's verdict on a finding (design §8).

    `proved` establishes the claim about the contract, and would not without the defect; `found`
    is what exploration found without a rule; `refuted` that the run which the finding speaks
    of was made and shows otherwise. A method that begins with `static` has only read one half of
    the claim, which `reason` names. `script` is a scenario document (see
    `phaselint.executor.script`) that a user can run again.
    """

    status: Status
    method: Method | None = None
    script: Mapping[str, Any] | None = None
    reason: str = ""


class Edit(NamedTuple):
    """Replace the text of a place."""

    place: Place
    text: str


class Fix(NamedTuple):
    """A change that removes the cause of a finding; without edits it must be made by hand."""

    safety: Safety
    title: str
    edits: tuple[Edit, ...] = ()


class Suppression(NamedTuple):
    """Why a finding is not counted: the mechanism (comment, configuration, contract, baseline)."""

    kind: Literal["comment", "configuration", "contract", "baseline"]
    reason: str


class Explained(NamedTuple):
    """What a dry run found that a finding accounts for, so it isn't a finding of its own:
    the rule that would report it, what that would say, and where. `raised`: the finding is an
    error for that alone."""

    rule: str
    message: Message
    place: Place
    raised: bool = False


class Retold(NamedTuple):
    """How a finding that stands for several is said about some of them.

    Attributes:
        alone: what is said about each where it is alone.
        several: the template of what is said about several, and its parts (see `retelling`);
            without one, they have in common what is said about the first.
        names: what each is about; `helps`, what to do about it; `titles`, what a fix does there.
        otherwise: what to do where no help says so.
    """

    alone: tuple[Message, ...]
    several: tuple[object, ...] = ()
    names: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    otherwise: str = ""


class Former(NamedTuple):
    """What releases before reported in the place of a finding: findings of one of some rules, by
    their codes, at each of its places, or at others. Who has accepted all of them has accepted
    it."""

    codes: tuple[str, ...]
    places: tuple[Place, ...] = ()


class Holding(NamedTuple):
    """In which of the programs that read the files of a contract a finding holds, where several do:
    their names, sorted. `only` says it in words where it does not hold in all of them. What is
    `counted` isn't a finding that is shown, but one of those that a line at the end counts."""

    harnesses: tuple[str, ...]
    only: str = ""
    counted: bool = False


class Finding(NamedTuple):
    """One defect at one place, as a rule says it.

    A check sets `severity` only where its rule may take several. `waiver` is the reason for which
    the contract itself asks not to count the finding, in a format that has a way to. What it
    `explains` is known after a dry run only. `claim` is what it asserts of runs, where its rule is
    proved by that: one of the records of `phaselint.vocabulary.claim`. Where it stands for several
    findings with one cause, `members` has the code of the rule that each would be of by itself: the
    first is at its place, the others at the related ones. `holding` says in which programs it
    holds, in a dialect whose files several read; `retold`, how it is said about some of its
    members; `former`, what releases before said in its place. `known_as` tells it from other
    findings of its rule in its contract, in place of where it is: a run may violate a policy at
    another place tomorrow.
    """

    place: Place
    message: Message
    help: str = ""
    severity: Severity | None = None
    confidence: Confidence = "high"
    related: tuple[Related, ...] = ()
    witness: Witness | None = None
    fix: Fix | None = None
    tags: tuple[str, ...] = ()
    waiver: str = ""
    explains: tuple[Explained, ...] = ()
    claim: tuple[Any, ...] | None = None
    members: tuple[str, ...] = ()
    holding: Holding | None = None
    retold: Retold | None = None
    former: Former | None = None
    known_as: str = ""

    @property
    def counted(self) -> bool:
        """Whether it is only counted."""
        return self.holding is not None and self.holding.counted

    @property
    def said(self) -> str:
        """Its message for people: with the programs in which alone it holds."""
        if self.holding is None or not self.holding.only:
            return self.message
        return f"{self.message} (holds in {self.holding.only})"

    @property
    def places(self) -> tuple[Place, ...]:
        """Its place, and the related ones."""
        return (self.place, *(each.place for each in self.related))
