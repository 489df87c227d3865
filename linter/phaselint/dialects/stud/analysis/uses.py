"""Placeholders by what they are, and where they stand (reference §2.4, §6.7).

Every wording is looked at once per body: a placeholder that is written several times is one defect,
with the other places next to it.
"""

from __future__ import annotations

import re

from phaselint.dialects.stud.analysis.placeholderplaces import PlaceholderPlaces
from phaselint.dialects.stud.reading.placeholders import addressable, placeholders_in
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Literal

    from phaselint.dialects.stud.model import Body, Placeholder, Stage
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

    Mistake = Literal["env", "namespace", "attempts", "host", "syntax", "stage-field"]
    Value = Literal["stage", "id", "upstream", "context"]
    Kind = Mistake | Value

OUTSIDE = ("env", "settings", "process")
IDS = ("workflowRunId", "stageExecutionId")
OWN = ("id", "name")
"""The frontmatter values that are documented as readable."""

_HIDDEN = r"(?a)ctx\.(attempts|host)(?![\w-])"

_BLANKS = r"\s+"

_LONGEST = 60


class Use(NamedTuple):
    """A placeholder of a stage; `others` are those of the same wording after it."""

    stage: Stage
    placeholder: Placeholder
    others: tuple[Placeholder, ...]
    kind: Kind
    places: PlaceholderPlaces

    @property
    def path(self) -> tuple[str | int, ...]:
        """Its segments; empty for what isn't a path."""
        return self.placeholder.path or ()

    @property
    def name(self) -> str:
        """The context field that it names, without members; only for kind `context`."""
        return str(self.path[1])

    @property
    def written(self) -> str:
        """The whole placeholder for messages: one line, cut short where it is long."""
        return quoted_placeholder(self.placeholder)


def uses_of(
    stages: Iterable[Stage],
    documents: Mapping[str, Document],
    key_of: Callable[[Stage], Pointer],
) -> Mapping[Kind, Mapping[Pointer, Sequence[Use]]]:
    """The placeholders of stages by kind and by the key of the stage, in order, each wording once a
    body. Stages without any are left out."""
    found: dict[Kind, dict[Pointer, list[Use]]] = {}
    for stage in stages:
        document = documents[stage.file]
        wordings = document.derived(_wordings, stage.body)
        if wordings:
            key, places = key_of(stage), PlaceholderPlaces(document, stage)
            for first, others, kind in wordings:
                use = Use(stage, first, others, kind, places)
                found.setdefault(kind, {}).setdefault(key, []).append(use)
    return found


def _wordings(
    document: Document, body: Body
) -> tuple[tuple[Placeholder, tuple[Placeholder, ...], Kind], ...]:
    """Each wording in a body: where it is first, where it is again, and what it is."""
    found: dict[tuple[str, str, bool], list[Placeholder]] = {}
    for each in document.derived(placeholders_in, body):
        found.setdefault((each.style, wording(each), each.closed), []).append(each)
    return tuple((first, tuple(others), kind_of(first)) for first, *others in found.values())


def quoted_placeholder(placeholder: Placeholder) -> str:
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
    if _leads_outside(placeholder.inner):
        return "env"
    if path is None:
        found = re.match(_HIDDEN, placeholder.inner)
        if found is None:
            return "syntax"
        return "attempts" if found[1] == "attempts" else "host"
    if path[0] == "stage":
        return "stage" if len(path) == 2 and path[1] in OWN else "stage-field"
    return _kind_in_context(placeholder, path) if path[0] == "ctx" else "namespace"


def _leads_outside(inner: str) -> bool:
    """Whether a placeholder starts with a name of what no prompt sees, alone or with a member."""
    if not inner.startswith(OUTSIDE):
        return False
    rest = next(inner.removeprefix(word) for word in OUTSIDE if inner.startswith(word))
    return not rest or rest.lstrip().startswith((".", "["))


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
