"""Why it is not known whether a visit of a node can end well (reference §5.5, §5.6)."""

from __future__ import annotations

from phaselint.dialects.records import Doubt
from phaselint.dialects.sweny.reading.gatevalues import acceptor, unmatchable
from phaselint.dialects.sweny.running.elements import Success
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import message, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.model import Match, Node, Workflow
    from phaselint.dialects.sweny.running.answerbook import AnswerBook
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.message import Message


def doubts(workflow: Workflow, book: AnswerBook) -> Iterator[Doubt]:
    """For each node of which exploration knows too little, what stopped it."""
    doubtful = book.doubtful()
    for name, node in workflow.nodes.items():
        if name in doubtful and node.eval_policy in ("", "all_pass"):
            why, pointer = _reason(node)
            place = Place(workflow.file, pointer, "value" if pointer != node.pointer else "key")
            yield Doubt(why, place, frozenset({Success(name)}))


def _reason(node: Node) -> tuple[Message, Pointer]:
    """What keeps the gates of a node from being decided: a pattern, several patterns on a path, or
    what its checks have in common with a schema."""
    own = [match for each in node.evals for match in each.matches]
    asked = [*own, *(node.requires.matches if node.requires else ())]
    patterns = [match for match in asked if match.operator == "matches"]
    open_ones = [each for each in patterns if not unmatchable(each.value)]
    for known in (_known, _quick):
        for match in open_ones:
            if known(match):
                continue
            text = message(
                "whether a visit of {} passes; pattern {} isn't decided here",
                quote(node.id),
                quote(match.value),
            )
            return text, (*match.pointer, "matches")
    paths = [match.path for match in patterns]
    for match in patterns:
        if paths.count(match.path) > 1:
            text = message(
                "whether a visit of {} passes; several patterns apply to {}",
                quote(node.id),
                quote(match.path),
            )
            return text, (*match.pointer, "matches")
    gate = quote("requires" if node.requires else "eval")
    what = message("whether a visit of {} passes {} with data as declared", quote(node.id), gate)
    entry = node.requires.pointer if node.requires else node.pointer
    return what, entry


def _known(match: Match) -> bool:
    """Whether a string is known that a pattern accepts."""
    from phaselint.patterns.matching import matches
    from phaselint.patterns.sample import example

    text = example(match.value)
    return text is not None and matches(match.value, text) is True


def _quick(match: Match) -> bool:
    """Whether a pattern can be run safely on any string."""
    return acceptor(match.value) is not None
