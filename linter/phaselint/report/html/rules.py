"""What rules say, as a part of a page: readers of a report don't need phaselint or a network
to learn what a finding means."""

from __future__ import annotations

from phaselint.report.html.markup import NOTHING, Markup, joined, prose, tag, text
from phaselint.report.wording import page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.rulebook.page import RuleDoc
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule

_SAID = ("What", "Why", "Bad", "Good", "Fix")
"""The sections of a rule's documentation that a report has."""

_CODE = frozenset({"Bad", "Good"})


def anchor(rule: Rule) -> str:
    """What a page calls the part about a rule, as the target of links."""
    return f"rule-{rule.dialect}-{rule.name}"


def explained(findings: Iterable[Diagnostic]) -> Markup:
    """A part of a page about the rules of some findings, each once, by their codes."""
    from phaselint.rulebook.page import parse

    rules = {anchor(finding.rule): finding.rule for finding in findings}
    ordered = sorted(rules.values(), key=lambda rule: (rule.code, rule.name, rule.dialect))
    if not ordered:
        return NOTHING
    parts = (_rule(rule, parse(rule)) for rule in ordered)
    return tag("section", tag("h2", text("Rules")), *parts, class_="rules")


def _rule(rule: Rule, doc: RuleDoc) -> Markup:
    heading = tag(
        "h3", tag("a", text(rule.name), href=f"#{anchor(rule)}"), tag("code", text(rule.code))
    )
    said = (
        joined((tag("dt", text(title)), tag("dd", _said(title, words))))
        for title, words in doc.sections
        if title in _SAID
    )
    address = page(rule)
    more = tag("p", tag("a", text("documentation"), href=address)) if address else NOTHING
    summary = tag("p", prose(doc.summary)) if doc.summary else NOTHING
    return tag(
        "div",
        heading,
        summary,
        tag("dl", *said, class_="notes") if doc.sections else NOTHING,
        more,
        class_="about-rule",
        id=anchor(rule),
    )


def _said(title: str, words: str) -> Markup:
    if title in _CODE:
        return tag("pre", Markup("\n".join(map(text, words.split("\n")))))
    return prose(" ".join(words.split()))
