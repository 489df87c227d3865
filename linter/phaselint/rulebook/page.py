"""The documentation of a rule: the docstring of its check, as data, text and Markdown (design §7).

A docstring has a summary and then sections: each a title from `SECTIONS` and a colon on a line
of its own, followed by indented text. A rule that several dialects share is one page with a
part per dialect.
"""

from __future__ import annotations

from phaselint.vocabulary.deferred import resolved
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ANY_DIALECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.vocabulary.rule import Rule

SECTIONS = ("What", "Why", "Bad", "Good", "Fix", "Dry run", "Source")
"""The titles of the sections, in the order in which every docstring has them."""

_CODE = frozenset({"Bad", "Good"})
_FIXABLE = {"none": "no", "safe": "safe", "unsafe": "unsafe", "manual": "by hand"}
_CONFIRMED = {
    "static": "needs no run",
    "replay": "by a simulated run",
    "explore": "by exploring all runs",
    "refusal": "by the runtime's refusal to start",
    "differential": "by comparing runs with and without the fix",
    "static+replay": "in part by a simulated run, in part by reading the file",
    "static+explore": "in part by exploring all runs, in part by reading the file",
}


class RuleDoc(NamedTuple):
    """A docstring taken apart: its summary, and title and text of each section."""

    summary: str
    sections: tuple[tuple[str, str], ...]


def parse(rule: Rule) -> RuleDoc:
    """Return the documentation of a rule; empty where its check has no docstring."""
    from inspect import cleandoc
    from textwrap import dedent

    summary: list[str] = []
    sections: list[tuple[str, list[str]]] = []
    for line in cleandoc(resolved(rule.check).__doc__ or "").split("\n"):
        if line.endswith(":") and line[:-1] in SECTIONS:
            sections.append((line[:-1], []))
        else:
            (sections[-1][1] if sections else summary).append(line)
    texts = ((title, dedent("\n".join(lines)).strip("\n")) for title, lines in sections)
    return RuleDoc(" ".join(" ".join(summary).split()), tuple(texts))


def as_data(rules: Sequence[Rule]) -> dict[str, Any]:
    """Return all there is to know about the rules of one name, as JSON values."""
    return {
        "name": rules[0].name,
        "code": rules[0].code,
        "dialects": [_dialect_data(rule) for rule in rules],
    }


def as_text(rules: Sequence[Rule]) -> str:
    """Return the page of the rules of one name for a terminal."""
    blocks = [f"{rules[0].code} {rules[0].name}"]
    for rule in rules:
        doc = parse(rule)
        lines = [f"{title + ':':<11}{text}" for title, text in facts(rule)]
        blocks += [doc.summary, "\n".join(lines)]
        blocks += [f"{title}:\n{_indented(text)}" for title, text in doc.sections]
    return "\n\n".join(filter(None, blocks)) + "\n"


def as_markdown(rules: Sequence[Rule]) -> str:
    """Return the page of the rules of one name as Markdown, under a heading of level two.

    The heading is the name alone, so the link of a finding leads to it.
    """
    blocks = [f"## {rules[0].name}", f"Code: `{rules[0].code}`"]
    for rule in rules:
        doc = parse(rule)
        if len(rules) > 1:
            blocks.append(f"### {rules[0].name}: {rule.dialect}")
        blocks += [doc.summary, "\n".join(f"- {title}: {text}" for title, text in facts(rule))]
        for title, text in doc.sections:
            blocks += [f"**{title}**", _fenced(text) if title in _CODE else text]
    return "\n\n".join(filter(None, blocks)) + "\n"


def facts(rule: Rule) -> Iterator[tuple[str, str]]:
    """What there is to say about a rule besides its docstring: a word, and what stands for it."""
    yield "Format", "all" if rule.dialect == ANY_DIALECT else rule.dialect
    grades = (f"{grade.severity} {grade.condition}".rstrip() for grade in rule.severities)
    yield "Severity", "; ".join(grades)
    yield "Fixable", _FIXABLE[rule.fix]
    yield "Confirmed", _CONFIRMED[rule.method]
    if rule.catalogue:
        yield "Catalogue", ", ".join(rule.catalogue)
    if not rule.default:
        yield "Default", "off by default, reported only when selected"
    if rule.origin:
        yield "Plugin", rule.origin


def _dialect_data(rule: Rule) -> dict[str, Any]:
    doc = parse(rule)
    return {
        "dialect": rule.dialect,
        "catalogue": list(rule.catalogue),
        "severities": [grade._asdict() for grade in rule.severities],
        "fix": rule.fix,
        "proof": rule.method,
        "default": rule.default,
        **({"plugin": rule.origin} if rule.origin else {}),
        "summary": doc.summary,
        "sections": [{"title": title, "text": text} for title, text in doc.sections],
    }


def _indented(text: str) -> str:
    from textwrap import indent

    return indent(text, "    ")


def _fenced(text: str) -> str:
    """Return code between fences that are longer than any run of backticks in it."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"
