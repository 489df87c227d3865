"""Run inputs named in prose (reference sweny §8.3)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.analysis.pathfaults import SPECIAL_INPUTS
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.message import Message

NAMED = "input."
"""Substring of all prose that names an input."""

_MENTION = re.compile(r"input\.(?<![\w./\\-]input\.)([A-Za-z_]\w*)(?![\w-]|\()")
"""`input.k` as a whole: not part of a longer name, a call or a style sheet's `input.a-b`. It begins
with letters, which are searched for far faster than what must not precede them."""


_FILES = frozenset(
    (
        *("c", "conf", "cpp", "cs", "css", "csv", "db", "doc", "docx", "gif", "go", "gz", "h"),
        *("htm", "html", "ini", "ipynb", "java", "jpeg", "jpg", "js", "json", "jsonl", "jsx"),
        *("log", "md", "mdx", "mp3", "mp4", "ndjson", "parquet", "pdf", "php", "png", "ps", "py"),
        *("rb", "rs", "rst", "sh", "sql", "svg", "swift", "tar", "tf", "toml", "ts", "tsv", "tsx"),
        *("txt", "wav", "xls", "xlsx", "xml", "yaml", "yml", "zip"),
    )
)
"""Endings of file names: `input.json` is a file, unless such an input is declared."""


@pure
def mentioned(text: str) -> tuple[str, ...]:
    """The inputs that a string names as `input.k`, each once, in order."""
    found = dict.fromkeys(match[1] for match in _MENTION.finditer(text))
    return tuple(name for name in found if name.lower() not in _FILES)


class Text(NamedTuple):
    """A text that the model is given on a node, or the router on the way to a `target`."""

    text: str
    pointer: Pointer
    node: str
    target: str = ""

    @property
    def where(self) -> Message:
        """Which text it is, in words."""
        if self.pointer[:1] == ("edges",):
            return message("the condition from {} to {}", quote(self.node), quote(self.target))
        return message("the instruction of {}", quote(self.node))


def unheard_of(facts: SwenyFacts, text: Text) -> list[str]:
    """The undeclared inputs that a string names; none where it is not known which
    are."""
    inputs = facts.declared_inputs
    if inputs is None:
        return []
    known = (*inputs, *SPECIAL_INPUTS)
    return [name for name in mentioned(text.text) if name not in known]


def texts(facts: SwenyFacts) -> Iterator[Text]:
    """The inline instructions and the conditions in which an input may be named."""
    for node in facts.nodes.values():
        given = node.instruction
        if given is not None and given.kind == "inline" and NAMED in given.text:
            yield Text(given.text, given.pointer, node.id)
    for edge in facts.workflow.edges:
        if edge.condition and NAMED in edge.condition:
            yield Text(edge.condition, (*edge.pointer, "when"), edge.source, edge.target)
