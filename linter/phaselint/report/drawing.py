"""The graph of a contract in the formats of `phaselint graph` (design §6)."""

from __future__ import annotations

from phaselint.diagram.parts import small_part
from phaselint.report.mermaid import mermaid
from phaselint.report.notes import Notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.diagram.model import Drawing
    from phaselint.vocabulary.diagnostic import Diagnostic

FORMATS = ("mermaid", "dot", "graphml", "json")


def render(drawing: Drawing, format_: str, findings: Sequence[Diagnostic] = ()) -> Iterator[str]:
    """The drawing in one of FORMATS, as lines with their line breaks, with what findings whose
    views are of this drawing mark in it."""
    if format_ == "mermaid":
        return mermaid(drawing, Notes(findings))
    if format_ == "dot":
        from phaselint.report.dot import dot

        return dot(drawing, Notes(findings))
    from phaselint.report.drawndata import data

    return data(drawing, format_, findings)


def small_mermaid(drawing: Drawing, finding: Diagnostic) -> str:
    """The small picture of a finding, whose view is of this drawing, as text for mermaid: its run,
    where it gets stuck, the paths out. Empty without a view."""
    if finding.view is None:
        return ""
    part, view = small_part(drawing, finding.view)
    return "".join(mermaid(part, Notes((finding._replace(view=view),))))
