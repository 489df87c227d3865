"""Placeholders as rules see them: what kind each is, and where it stands (reference §2.4, §6.7).

Rules look at every wording once per body: a placeholder that is written several times is one
defect, with the other places beside it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from phaselint.dialects.stud.reading.placeholders import addressable, placeholders_in
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.stud.placeholderplaces import PlaceholderPlaces

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Body, Placeholder, Stage
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

Mistake = Literal["env", "namespace", "attempts", "host", "syntax", "stage-field"]
Value = Literal["stage", "id", "upstream", "context"]
Kind = Mistake | Value

OUTSIDE = ("env", "settings", "process")
IDS = ("workflowRunId", "stageExecutionId")
OWN = ("id", "name")
"""The frontmatter values that are documented as readable."""

_OUTSIDE = re.compile(rf"(?:{'|'.join(OUTSIDE)})(?=\s*[.\[]|$)")
_HIDDEN = re.compile(r"ctx\.(attempts|host)(?![\w-])", re.ASCII)

_BLANKS = r"\s+"

_LONGEST = 60
MOST_OTHERS = 8
"""Further places of a wording that a finding shows."""


class Use(NamedTuple):
    """A placeholder of a stage; `others` are those of the same wording after it."""

    stage: Stage
    placeholder: Placeholder
    others: tuple[Placeholder, ...]
    kind: Kind
    places: PlaceholderPlaces

    @property
    def path(self) -> tuple[str | int, ...]:
        """Its segments; empty for what is no path."""
        return self.placeholder.path or ()

    @property
    def name(self) -> str:
        """The context field that it names, without members; only for kind `context`."""
        return str(self.path[1])

    @property
    def written(self) -> str:
        """The whole placeholder for messages: one line, cut short where it is long."""
        return shown(self.placeholder)


def shown(placeholder: Placeholder) -> str:
    """A placeholder as a message quotes it: with the blanks at its ends where they matter."""
    braces = placeholder.style == "braces"
    opening, closing = ("{{", "}}") if braces else ("${", "}")
    inner = re.sub(_BLANKS, " ", wording(placeholder).replace("`", "'"))
    if len(inner) > _LONGEST:
        inner = f"{inner[:_LONGEST]}…"
    return f"{opening}{inner}{closing}" if placeholder.closed else opening


def wording(placeholder: Placeholder) -> str:
    """What makes a placeholder another one than those that look like it: blanks at its ends are
    nothing between braces, and make `${…}` none."""
    return placeholder.inner if placeholder.style == "braces" else placeholder.raw


def kind_of(placeholder: Placeholder) -> Kind:
    """What a placeholder is, be it a value or a mistake. Of several mistakes the one counts that
    says most: where it leads to, before how it is written."""
    path = placeholder.path
    if not placeholder.closed:
        return "syntax"
    if _OUTSIDE.match(placeholder.inner):
        return "env"
    if path is None:
        found = _HIDDEN.match(placeholder.inner)
        if found is None:
            return "syntax"
        return "attempts" if found[1] == "attempts" else "host"
    if path[0] == "stage":
        return "stage" if len(path) == 2 and path[1] in OWN else "stage-field"
    return _kind_in_context(placeholder, path) if path[0] == "ctx" else "namespace"


def _kind_in_context(placeholder: Placeholder, path: Sequence[str | int]) -> Kind:
    if path[1] == "attempts":
        return "attempts"
    if path[1] == "host":
        return "host"
    if path[1] != "upstream" and path[1] not in IDS:
        return "context"
    if not addressable(placeholder):
        return "syntax"
    return "upstream" if path[1] == "upstream" else "id"


def uses(facts: StudFacts, *kinds: Kind) -> Iterator[Use]:
    """The placeholders of some kinds in the bodies of all stages, each wording once a body."""
    for stage in facts.usable:
        yield from uses_in(facts, stage, *kinds)


def uses_in(facts: StudFacts, stage: Stage, *kinds: Kind) -> Iterator[Use]:
    """The placeholders of some kinds in the body of a stage."""
    document = facts.contract.documents[stage.file]
    wordings = document.derived(_wordings, stage.body)
    found = [each for each in wordings if each[2] in kinds]
    if found:
        places = PlaceholderPlaces(facts, stage)
        for first, others, kind in found:
            yield Use(stage, first, others, kind, places)


def _wordings(
    document: Document, body: Body
) -> tuple[tuple[Placeholder, tuple[Placeholder, ...], Kind], ...]:
    """Each wording in a body: where it is first, where it is again, and what it is."""
    found: dict[tuple[str, str, bool], list[Placeholder]] = {}
    for each in document.derived(placeholders_in, body):
        found.setdefault((each.style, wording(each), each.closed), []).append(each)
    return tuple((first, tuple(others), kind_of(first)) for first, *others in found.values())


def finding(use: Use, message: Message, advice: str, /, *related: Related, **data: Any) -> Finding:
    """A finding at a placeholder. `data` goes into the witness, beside what a run has to know."""
    return Finding(
        use.places.of(use.placeholder),
        message,
        advice,
        related=(*related, *_again(use)),
        witness=Witness({"stage": use.stage.id, "placeholder": use.written, **data}),
    )


def _again(use: Use) -> tuple[Related, ...]:
    return tuple(Related(use.places.of(other), "here too") for other in use.others[:MOST_OTHERS])


def each_place_once(found: Iterator[Finding]) -> Iterator[Finding]:
    """Findings of one rule without those at a place that has one: of placeholders in a text with
    escapes only the text as a whole may be known."""
    seen: set[Place] = set()
    for each in found:
        if each.place not in seen:
            seen.add(each.place)
            yield each
