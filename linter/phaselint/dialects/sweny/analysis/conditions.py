"""The unambiguous parts of a condition (reference §7.4).

A `when` is free text that a language model judges. Here it is read as far as it can be read in
one way: names with a dot that lead to a node's data, comparisons, words that talk of failure,
and whether anything in it turns or widens what it says. File names, links, abbreviations and
the dots between sentences aren't references. The rest isn't guessed.
"""

from __future__ import annotations

import re

from phaselint.dialects.sweny.analysis.comparisons import after_bare_names, compare
from phaselint.dialects.sweny.model import INPUT
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.comparisons import Comparison
    from phaselint.dialects.sweny.model import Edge, Node, Workflow

_TOKEN = r"\S+"
_MARKS = r"[`{}]|\$(?=\{)"
_QUOTED = r""""[^"]*"|(?<!\w)'[^']*'(?!\w)"""
# Whatever of a repetition fails has taken nothing: before 3.11.5 Python keeps what it had taken.
_SEGMENT = r"[^\W\d]\w*(?:-\w\w*)*+(?:\[[^\[\]\s]{0,40}\])?"
_CHAIN = rf"(?<![\w./\\@#~-]){_SEGMENT}(?:\.{_SEGMENT})++"
_FIELDS = rf"(?:\.{_SEGMENT})++"
_IN_WORD = r"[\w./\\@#~-]"
_WORD = re.compile(r"[^\W\d]\w*(?:-\w\w*)*+")
_BRACKETS = r"\[[^\[\]]*\]"
_NO_REFERENCE = ("(", "/", "\\", "@")
_FAILURE = (
    r"(?i)(?<![\w.-])(?:fails?|failed|failure|error|errored|skipped|did not succeed)(?![\w-])"
)
_FAILING = ("fail", "error", "skipped", "succeed")
"""What is in every text in which `_FAILURE` finds something."""

_WIDE_WORDS = (
    "not no non never none neither nor without unless except cannot otherwise else default fallback"
    " remaining rest any anything every everything whatever regardless always above below between"
    " better exceed exceeds fewer greater higher less lower more over under worse"
)
_WIDE_PHRASES = "other than|different from|all other|at least|at most"
_WIDE = (
    rf"(?i)(?<![\w-])(?:{'|'.join(_WIDE_WORDS.split())}|\w+n['’]t|{_WIDE_PHRASES})(?![\w-])"
    "|[!<>≠≤≥]"
)
"""What turns a meaning, covers the rest, or speaks of a range."""

_WIDENING = frozenset(_WIDE_WORDS.split()).union(
    phrase.partition(" ")[0] for phrase in _WIDE_PHRASES.split("|")
)
_RUN = re.compile(r"[\w-]+")

_ABBREVIATIONS = frozenset(
    {("a", "k"), ("a", "m"), ("e", "g"), ("i", "e"), ("n", "b"), ("p", "m"), ("u", "s"), ("w", "r")}
)
_ENDING_WORDS = (
    "ai app c cfg cjs co com conf cpp cs css csv dev edu env gov gz h htm html ini io java jpg js"
    " json jsonl jsx kt lock log md mdx mjs net org pdf php png py rb rs rst sh sql svg swift tar"
    " tf toml ts tsx txt vue xml yaml yml zip"
)
_ENDINGS = frozenset(_ENDING_WORDS.split())
"""What ends a file's name or a host's."""


class Reference(NamedTuple):
    """A name with fields behind it, as `assess.verdict`.

    `root` and `fields` are as written; `node` is the node's id, `input`, or empty where `root`
    names neither. `comparison` is what follows it, if that is one.
    """

    root: str
    fields: tuple[str, ...]
    start: int
    end: int
    node: str = ""
    comparison: Comparison | None = None

    @property
    def text(self) -> str:
        """The reference as one word."""
        return ".".join((self.root, *self.fields))


class Bare(NamedTuple):
    """A comparison whose subject is one word, or a property with fields: `verdict is fix`,
    `outcome.kind is approved`. `before` is the word right in front of it, if there is one."""

    fields: tuple[str, ...]
    start: int
    before: str
    comparison: Comparison


class Word(NamedTuple):
    """A word of the text outside quotes and references, or a whole failure phrase."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Where what follows the word starts."""
        return self.start + len(self.text)


class Condition(NamedTuple):
    """The meaning of a condition.

    `references` lead to nodes or to the input; `unknown` look like references and do not.
    `wide` are the words, in lower case, that may turn what the text says or widen it to more
    values than it names, and where they are. `evals` tells that evaluator results are named.
    `runs` are the runs of letters, digits and hyphens, in lower case.
    """

    text: str
    references: tuple[Reference, ...] = ()
    unknown: tuple[Reference, ...] = ()
    bare: tuple[Bare, ...] = ()
    words: tuple[Word, ...] = ()
    failures: tuple[Word, ...] = ()
    evals: bool = False
    wide: tuple[Word, ...] = ()
    runs: frozenset[str] = frozenset()

    def names(self, word: str) -> bool:
        """Whether the text contains a word, in any case, with `_`, `-` or a blank alike."""
        if word.isalnum() and word.isascii() and self.text.isascii():
            return word.lower() in self.runs
        parts = re.split(r"[_\-\s]+", word)
        pattern = r"[_\-\s]".join(map(re.escape, parts))
        return bool(re.search(rf"(?<![\w-]){pattern}(?![\w-])", self.text, re.IGNORECASE))


class Vocabulary(NamedTuple):
    """The names of a workflow that conditions refer to: its IDs, each with its declared properties,
    the lengths of the IDs that aren't plain words, and what is the name of a property or an
    input."""

    nodes: Mapping[str, Collection[str]]
    odd_lengths: tuple[int, ...]
    names: frozenset[str]


def vocabulary(workflow: Workflow) -> Vocabulary:
    """The names that the conditions of a workflow are read by."""
    return _vocabulary(*_names_in(workflow))


def _names_in(workflow: Workflow) -> tuple[dict[str, list[str]], list[str]]:
    """The ids of a workflow, each with the properties declared there, and all other names."""
    nodes = workflow.nodes.values()
    names = {name for node in nodes for name in _properties_of(node)}
    names.update(workflow.inputs or ())
    return {node.id: [*node.properties] for node in nodes}, sorted(names)


def _vocabulary(nodes: Mapping[str, Collection[str]], names: Iterable[str]) -> Vocabulary:
    odd = {len(name) for name in nodes if not _WORD.fullmatch(name)}
    return Vocabulary(nodes, tuple(sorted(odd, reverse=True)), frozenset(names))


@pure
def _properties_of(node: Node) -> frozenset[str]:
    return frozenset(properties(node.output))


def properties(schema: object) -> Iterator[str]:
    """Every name that some `properties` of a schema declares, at any depth."""
    for part in _mappings(schema):
        declared = part.get("properties")
        if isinstance(declared, dict):
            yield from declared


def enumerated(schema: object) -> Iterator[str]:
    """Every text that some `enum` or `const` of a schema admits, at any depth."""
    for part in _mappings(schema):
        listed = part.get("enum")
        values = listed if isinstance(listed, list) else ()
        yield from (each for each in (*values, part.get("const")) if isinstance(each, str))


def _mappings(value: object) -> Iterator[dict[Any, Any]]:
    """Every mapping in a value, itself included."""
    left = [value]
    while left:
        part = left.pop()
        if isinstance(part, dict):
            yield part
            left.extend(part.values())
        elif isinstance(part, list):
            left.extend(part)


def read_all(edges: Iterable[Edge], workflow: Workflow) -> dict[int, Condition]:
    """The meaning of each prose condition, by the edge's number; blank ones have none."""
    texts = {edge.number: edge.when for edge in edges if edge.when and edge.when.strip()}
    return _read_all(texts, *_names_in(workflow))


@pure
def _read_all(
    texts: dict[int, str], nodes: dict[str, list[str]], names: list[str]
) -> dict[int, Condition]:
    """The meaning of conditions: these by number, and the names that they refer to."""
    known = _vocabulary(nodes, names)
    said = {text: read(text, known) for text in dict.fromkeys(texts.values())}
    return {number: said[text] for number, text in texts.items()}


def read(condition: str, known: Vocabulary) -> Condition:
    """What one condition says."""
    text = _blank(condition)
    quoted = _spans(_QUOTED, text) if '"' in text or "'" in text else []
    references: list[Reference] = []
    unknown: list[Reference] = []
    bare: list[Bare] = []
    spans = []
    for start, end, root, fields, node in _chains(text, known):
        spans.append((start, end))
        if text.startswith(_NO_REFERENCE, end) or _is_no_reference(root, fields, node, known):
            continue
        comparison = compare(text, end)
        if node:
            references.append(Reference(root, fields, start, end, node, comparison=comparison))
        elif root in known.names:
            if comparison is not None:
                bare.append(Bare((root, *fields), start, "", comparison))
        elif not _inside(start, quoted) or comparison is not None:
            unknown.append(Reference(root, fields, start, end, comparison=comparison))
    free = _blanked(text, spans + quoted)
    kept: dict[str, str] = {}  # a word that comes again is kept once
    words = tuple(
        Word(kept.setdefault(found[0], found[0]), found.start()) for found in _WORD.finditer(free)
    )
    alone = {word: (word,) for word in kept}
    for name, start, before, comparison in after_bare_names(text, words):
        bare.append(Bare(alone[name], start, before, comparison))
    bare.sort(key=lambda each: each.start)
    return Condition(
        condition,
        references=tuple(references),
        unknown=tuple(unknown),
        bare=tuple(bare),
        words=words,
        failures=tuple(_failures(free)),
        evals="evals." in text and bool(re.search(r"(?<!\w)evals\.", text)),
        wide=tuple(_widening(text)),
        runs=frozenset(_runs(condition)),
    )


def _failures(text: str) -> Iterator[Word]:
    """The words that speak of failure. A text that has no part of any is not searched; letters
    beyond ASCII may stand for others in it."""
    plain = text.lower()
    if text.isascii() and not any(part in plain for part in _FAILING):
        return
    for found in re.finditer(_FAILURE, text):
        yield Word(found[0], found.start())


def _widening(text: str) -> Iterator[Word]:
    """The words that negate or widen a condition, in lower case; a condition in which no such word
    begins isn't searched."""
    signs = "'" in text or "!" in text or "<" in text or ">" in text
    if text.isascii() and not signs and _WIDENING.isdisjoint(_runs(text)):
        return
    kept: dict[str, str] = {}
    for found in re.finditer(_WIDE, text):
        said = found[0].lower()
        yield Word(kept.setdefault(said, said), found.start())


def _runs(text: str) -> Iterator[str]:
    """The runs of letters of a string, in lower case."""
    return (found[0] for found in _RUN.finditer(text.lower()))


def _spans(pattern: str, text: str) -> list[tuple[int, int]]:
    return [found.span() for found in re.finditer(pattern, text)]


def _blank(text: str) -> str:
    """The text with links, paths and code marks replaced by blanks, quotes made plain."""
    if "/" in text or "@" in text:
        tokens = re.finditer(_TOKEN, text)
        text = _blanked(text, [found.span() for found in tokens if _is_path(found[0])])
    if not text.isascii():
        text = text.translate({0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"'})
    return re.sub(_MARKS, " ", text) if "`" in text or "{" in text or "}" in text else text


def _is_path(token: str) -> bool:
    inner = token.rstrip(".,;:!?)")
    return "://" in inner or ("." in inner and ("@" in inner or "/" in inner))


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    parts: list[str] = []
    at = 0
    for start, end in sorted(spans):
        parts += (text[at:start], " " * (end - max(start, at)))
        at = max(at, end)
    return "".join((*parts, text[at:]))


def _inside(start: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(first <= start < last for first, last in spans)


def _chains(text: str, known: Vocabulary) -> Iterator[tuple[int, int, str, tuple[str, ...], str]]:
    """The names with fields in a condition: start, end, root, fields, and the intended node, if
    any."""
    odd: list[tuple[int, int]] = []
    for start, dot in _odd_roots(text, known) if known.odd_lengths else ():
        fields = re.compile(_FIELDS).match(text, dot)
        if fields is not None and not _inside(start, odd):
            odd.append((start, fields.end()))
            root = text[start:dot]
            yield start, fields.end(), root, _names(fields[0][1:]), root
    for found in re.finditer(_CHAIN, text) if "." in text else ():
        if not _inside(found.start(), odd):
            root, *rest = _names(found[0])
            yield *found.span(), root, tuple(rest), _node_of(root, known)


def _node_of(root: str, known: Vocabulary) -> str:
    """The id that a name stands for; it may begin a sentence, with a capital letter."""
    names = known.nodes
    small = root[0].lower() + root[1:]
    return next((each for each in (root, small) if each in names or each == INPUT), "")


def _names(chain: str) -> tuple[str, ...]:
    return tuple((re.sub(_BRACKETS, "", chain) if "[" in chain else chain).split("."))


def _odd_roots(text: str, known: Vocabulary) -> Iterator[tuple[int, int]]:
    """Where IDs that aren't plain words appear before a dot, and the dot; the longest of each."""
    dot = text.find(".")
    while dot >= 0:
        for length in known.odd_lengths:
            start = dot - length
            if start < 0 or text[start:dot] not in known.nodes:
                continue
            if start == 0 or not re.match(_IN_WORD, text[start - 1]):
                yield start, dot
                break
        dot = text.find(".", dot + 1)


def _is_no_reference(root: str, fields: tuple[str, ...], node: str, known: Vocabulary) -> bool:
    """Whether a name with dots is rather an abbreviation, a file, or two sentences in a row."""
    declared = known.nodes.get(node, ())
    if fields[0] in declared:
        return False
    if (root.lower(), fields[0].lower()) in _ABBREVIATIONS:
        return True
    if fields[-1].lower() in _ENDINGS:
        return True
    if node == INPUT or not fields[0][0].isupper():
        return False
    return not any(name[:1].isupper() or name.lower() == fields[0].lower() for name in declared)
