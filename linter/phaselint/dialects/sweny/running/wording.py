"""Conditions that read in one way from their first word to the last, for a router that obeys them
(reference §5.12, §7.4).

It is stricter than the reading of the analysis, and shares nothing with it: a condition of which a
single word is left over, a value that isn't declared or a name that may mean two things binds
nothing. What is read are comparisons of declared values (`look.state is ready`), and of verdicts
(`look.evals.tests.pass is true`), joined by "and" or by "or".
"""

from __future__ import annotations

import re

from phaselint.dialects.sweny.model import INPUT
from phaselint.javascript.members import inherits
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Edge, Node, Workflow

EVALS = "evals"
_HIDDEN = (EVALS, "safe_outputs")
"""What the router is shown in place of properties of these names (reference §5.4, §11.5)."""

_WORD = r"[^\W\d]\w*(?:-\w\w*)*+"
_CLAUSE = rf"""(?xi)\s*(?:(?:if|when|where)\s+)?(?:the\s+)?
    (?P<name>{_WORD}(?:(?:\.|\s+(?!(?:is|isn|does|equals|in)\b)){_WORD})*)\s*
    (?:(?P<differs>!==?|(?:is\s+not|isn['’]t|does\s+not\s+equal)\s+)
      |(?P<among>(?:is\s+)?(?:in|one\s+of)\b)
      |(?P<equals>===?|=|(?:is\s+equal\s+to|is\s+set\s+to|is\s+exactly|equals|is)\s+))
    \s*(?P<values>.+?)\s*"""
_VALUE = r"""\s*(?:"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?|[^\W\d]\w*(?:-\w\w*)*+))\s*"""
_BETWEEN = r"(?i)(?:,\s*(?:or|and)\b|,|\bor\b|\|\|?)"
_LISTED = r"(?i)(?:,\s*(?:or|and)\b|,|\bor\b|\band\b|\|\|?)"
_AND = r"(?i)\s+and\s+|\s*&&\s*"
_OR = r"(?i)\s+or\s+|\s*\|\|\s*"


class Compared(NamedTuple):
    """That a property of a node has one of some declared values, or none of them."""

    node: str
    fields: tuple[str, ...]
    values: frozenset[str]
    negated: bool = False


class Judged(NamedTuple):
    """That an evaluator of a node passed, or that it didn't."""

    node: str
    evaluator: str
    wanted: bool


Clause = Compared | Judged


class Wording(NamedTuple):
    """What a condition says: that each of its clauses holds, or one of them."""

    clauses: tuple[Clause, ...]
    every: bool = True


class ObservedField(NamedTuple):
    """The known facts about finished nodes: a property, with the strings of its values by class, or
    an evaluator, which has none."""

    fields: tuple[str, ...]
    classes: tuple[frozenset[str], ...] = ()


class Obeyed(NamedTuple):
    """What binds a router: conditions by the edge's number, and what they look at by node."""

    wordings: Mapping[int, Wording]
    told: Mapping[str, tuple[ObservedField, ...]]


def wordings(workflow: Workflow) -> Mapping[int, Wording]:
    """What the conditions of a workflow say that can be read in full, by the edge's number."""
    found = {}
    for edge in workflow.edges:
        said = _wording(edge, workflow) if edge.when and not edge.expr else None
        if said is not None:
            found[edge.number] = said
    return found


def domain(node: Node, fields: tuple[str, ...]) -> tuple[Any, ...]:
    """The values that a node declares for a property, if these are finitely many and no condition
    confuses them; otherwise none. Null isn't a value: it represents a missing property."""
    schema: Any = node.output
    for field in fields:
        declared = schema.get("properties") if isinstance(schema, dict) else None
        schema = declared.get(field) if isinstance(declared, dict) else None
    if not isinstance(schema, dict):
        return ()
    listed: Any = [True, False] if schema.get("type") == "boolean" else ()
    listed = schema.get("enum", [schema["const"]] if "const" in schema else listed)
    values = listed if isinstance(listed, list) else ()
    if not all(isinstance(each, (str, bool, int)) for each in values):
        return ()
    texts = {spelled(each).casefold() for each in values}
    return tuple(values) if len(texts) == len(values) else ()


def pin(fields: tuple[str, ...], values: Sequence[Any]) -> dict[str, Any]:
    """The schema of data in which a property has one of some values."""
    from phaselint.schema import holding

    schema: dict[str, Any] = holding(fields, {"enum": list(values)})
    return schema


def pin_to_none(fields: tuple[str, ...], values: Sequence[Any]) -> dict[str, Any]:
    """The schema of data in which a property has none of some values, or isn't there."""
    schema: dict[str, Any] = {"not": {"enum": list(values)}}
    for field in reversed(fields):
        schema = {
            "properties": {field: schema}
        }  # a value other than a mapping has no property either
    return schema


def spelled(value: Any) -> str:
    """A value as a condition names it: strings unchanged, all other values as JSON."""
    if isinstance(value, str):
        return value
    import json

    return json.dumps(value, ensure_ascii=False, default=dict)


def _wording(edge: Edge, workflow: Workflow) -> Wording | None:
    text = edge.condition
    if "{{" in text or "`" in text:
        text = re.sub(r"\$?\{\{(.*?)\}\}|`", r" \1 ", text)
    text = text.translate(_QUOTES).strip().removesuffix(".")
    for word, every in ((" and ", True), (" or ", False)):
        plain = text.split(word)
        if len(plain) > 1 and all(map(_plain, plain)):
            return _joined([_clause(part, workflow) for part in plain], every)
    whole = _clause(text, workflow)
    if whole is not None:
        return Wording((whole,))
    for connective, every in ((_AND, True), (_OR, False)):
        parts = re.split(connective, text)
        clauses = [_clause(part, workflow) for part in parts] if len(parts) > 1 else []
        found = _joined(clauses, every) if clauses else None
        if found is not None:
            return found
    return None


def _joined(clauses: Sequence[Clause | None], every: bool) -> Wording | None:
    """What clauses say together; none where one of them isn't read."""
    known = tuple(each for each in clauses if each is not None)
    return Wording(known, every) if len(known) == len(clauses) else None


_QUOTES = {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"'}


def _clause(text: str, workflow: Workflow) -> Clause | None:
    """What a comparison says; none where it isn't one whose name and values are declared."""
    read = _plain(text) or _read(text)
    if read is None:
        return None
    named, texts, listed, differs = read
    if not texts or (differs and len(texts) > 1) or len(named) > 2:
        return None
    meant = [*_meant(named, workflow)]
    if len(meant) != 1:
        return None
    name, fields = meant[0]
    node = workflow.nodes[name]
    if fields[0] == EVALS:
        return _judged(node, fields, texts, differs=differs or listed)
    return _compared(node, fields, texts, negated=differs)


class _Read(NamedTuple):
    """A comparison with its original words: its name, its values, whether they are a list, and
    whether the comparison is negated."""

    named: list[str]
    texts: tuple[str, ...]
    listed: bool = False
    differs: bool = False


def _plain(text: str) -> _Read | None:
    """What is as plain as `look.state is ready`: to compile the pattern for all else takes as long
    as to explore a small workflow."""
    words = text.split(None, 3)
    if len(words) != 3 or words[1] != "is" or not text.isascii():
        return None
    name, _, value = words
    parts = name.split(".")
    if not (value.isidentifier() and all(map(str.isidentifier, parts))):
        return None
    odd = name.lower() in _NO_NAMES or value.lower() in _NO_VALUES
    return None if odd else _Read([name], (value,))


_NO_NAMES = frozenset(("and", "if", "or", "the", "when", "where"))
"""What may stand before a name, or between two comparisons."""

_NO_VALUES = frozenset(("and", "in", "not", "or"))
"""What may go on with "is", or stand between two comparisons."""


def _read(text: str) -> _Read | None:
    found = re.compile(_CLAUSE).fullmatch(text)
    if found is None:
        return None
    listed = found["among"] is not None
    texts = _values(found["values"], listed=listed)
    return _Read(found["name"].split(), texts, listed, found["differs"] is not None)


def _compared(
    node: Node, fields: tuple[str, ...], texts: tuple[str, ...], *, negated: bool
) -> Compared | None:
    declared = {spelled(each).casefold(): spelled(each) for each in domain(node, fields)}
    values = [declared.get(text.casefold()) for text in texts]
    known = frozenset(each for each in values if each is not None)
    return Compared(node.id, fields, known, negated) if None not in values else None


def _judged(
    node: Node, fields: tuple[str, ...], texts: tuple[str, ...], *, differs: bool
) -> Judged | None:
    names = [each.name for each in node.evals]
    plain = len(fields) == 3 and fields[2] == "pass" and names.count(fields[1]) == 1
    if not plain or differs or EVALS in node.properties or len(texts) != 1:
        return None
    said = {"true": True, "false": False}.get(texts[0].casefold())
    return None if said is None else Judged(node.id, fields[1], said)


def _values(text: str, *, listed: bool) -> tuple[str, ...]:
    """The values in a list; none if it contains anything else."""
    if listed and re.fullmatch(r"[\[({].*[\])}]", text):
        text = text[1:-1]
    found: list[str] = []
    value, between = re.compile(_VALUE), re.compile(_LISTED if listed else _BETWEEN)
    at = 0
    while (one := value.match(text, at)) is not None:
        found.append(next(each for each in one.groups() if each is not None))
        at = one.end()
        if at == len(text):
            return tuple(found)
        more = between.match(text, at)
        if more is None:
            break
        at = more.end()
    return ()


def _meant(named: list[str], workflow: Workflow) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The properties that a name may mean: `look.state` and `look state` that of a node, `state`
    that of the one node that declares it, unless another node or an input is called so."""
    parts = ".".join(named).split(".")
    nodes = workflow.nodes
    if len(parts) > 1:
        node = nodes.get(parts[0]) if parts[0] != INPUT else None
        if node is not None and (parts[1] == EVALS or _is_shown(node, parts[1])):
            yield node.id, tuple(parts[1:])
    if len(named) > 1:
        return
    owners = [node for node in nodes.values() if parts[0] in _lower(node)]
    inputs = parts[0] in (workflow.inputs or {})
    if len(owners) == 1 and _is_shown(owners[0], parts[0]) and not (inputs or parts[0] in nodes):
        yield owners[0].id, tuple(parts)


def _is_shown(node: Node, name: str) -> bool:
    return name in node.properties and name not in _HIDDEN and not inherits(name)


def _lower(node: Node) -> frozenset[str]:
    return frozenset((*node.properties, *(name.lower() for name in node.properties)))
