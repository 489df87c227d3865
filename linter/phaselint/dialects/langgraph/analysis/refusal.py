"""What building or compiling a graph fails for, as a record (reference langgraph §4)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.functionmodel import Guard
    from phaselint.vocabulary.finding import Place


class Refusal(NamedTuple):
    """Something that building or compiling a graph fails for.

    Attributes:
        rule: the rule that reports it.
        place: what is wrong.
        text: what the exception says; `raised` is its name.
        role: which kind of thing it is, in a word of the rule.
        subject: the wrong name, in its original spelling.
        other: a second name: the source of an edge, the node of a router.
        guards: those of everything that it rests on.
        related: another place, such as that of the first node of two.
        literal: where the name is written and can be replaced; none where it cannot.
    """

    rule: str
    place: Place
    text: str
    role: str = ""
    subject: str = ""
    other: str = ""
    guards: tuple[Guard, ...] = ()
    related: Place | None = None
    literal: Place | None = None
    raised: str = "ValueError"
