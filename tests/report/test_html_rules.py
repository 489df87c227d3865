"""What reports in HTML say of rules: enough to understand a finding without a network."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from phaselint import version
from phaselint.linting.result import Result
from phaselint.report import Style, render
from phaselint.report.html import alone
from phaselint.report.html.rules import anchor, explained
from phaselint.rulebook.page import parse
from phaselint.vocabulary.rule import ERROR, Rule
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest

    from phaselint.dialects.base import Facts
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Finding

    Make = Callable[..., Diagnostic]


def bare(_: Facts) -> Iterator[Finding]:
    yield from ()


def of(make_finding: Make, *names: str) -> list[Diagnostic]:
    rules = [next(rule for rule in RULES if rule.name == name) for name in names]
    return [make_finding("x")._replace(rule=rule) for rule in rules]


def test_each_rule_is_explained_once(make_finding: Make) -> None:
    findings = of(make_finding, "order-trap", "dead-phase", "order-trap")
    part = explained(findings)
    assert part.count("about-rule") == 2
    words = " ".join(html.unescape(re.sub("<[^>]+>", "", part)).split())
    for finding in findings:
        doc = parse(finding.rule)
        said = dict(doc.sections)
        for text in (doc.summary, *(said[title] for title in ("What", "Why", "Fix"))):
            assert " ".join(text.replace("`", "").split()) in words


def test_examples_keep_their_lines(make_finding: Make) -> None:
    part = explained(of(make_finding, "order-trap"))
    [bad, good] = re.findall("<pre>(.*?)</pre>", part, re.DOTALL)
    assert "\n" in bad
    assert "\\n" not in bad + good


def test_a_finding_leads_to_its_rule(make_finding: Make) -> None:
    result = Result(findings=tuple(of(make_finding, "order-trap")))
    target = anchor(result.findings[0].rule)
    for page in ("".join(render("html", result, Style())), alone(result)):
        assert f'href="#{target}" class="code"' in page
        assert page.count(f'id="{target}"') == 1


def test_rules_that_share_a_name_are_told_apart(make_finding: Make) -> None:
    rules = [rule for rule in RULES if rule.name == "unreachable-phase"]
    part = explained([make_finding("x")._replace(rule=rule) for rule in rules])
    names = re.findall(r'<div class="about-rule" id="([^"]+)">', part)
    assert len(names) == len(set(names)) == len(rules) > 1


def test_the_published_page_is_linked_where_there_is_one(
    make_finding: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = of(make_finding, "order-trap")
    assert "documentation" not in explained(findings)
    monkeypatch.setattr(version, "DOCUMENTATION", "https://example.org/phaselint")
    assert 'href="https://example.org/phaselint/rules/order-trap/"' in explained(findings)


def test_a_rule_without_documentation_has_its_name(make_finding: Make) -> None:
    rule = Rule("XX001", bare, ERROR, name="bare-rule", dialect="vesanor", origin="plugin")
    part = explained([make_finding("x")._replace(rule=rule)])
    assert "bare-rule" in part
    assert "<dl" not in part


def test_where_nothing_is_found_nothing_is_explained() -> None:
    assert explained(()) == ""
