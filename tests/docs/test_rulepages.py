"""The pages of rules: each shows what phaselint says of a bad contract, and the picture of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cases import EXEMPT, FIXTURES
from handbook import ROOT, reading, sources
from handbook.examples import Example, examples
from handbook.pages import handwritten
from handbook.rulepages import HOME, citing, path_of, rule_pages, with_rules
from phaselint import version
from phaselint.diagram.thumbnail import MOST
from phaselint.report.wording import page
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from handbook import Pages
    from handbook.examples import Key
    from handbook.rulepages import Parts

NAMES = sorted({rule.name for rule in RULES})
NO_GRAPH = {
    "manifest-unknown-graph": "a `langgraph.json` names graphs and has none",
    "phase-restriction-ignored": "the folder has no session, and so no phases",
    "registry-file-missing": "the registry is what is missing",
    "stages-empty": "the pipeline has no stages",
}
"""Rules whose findings have a witness and no picture: there is nothing to draw."""

HOSTILE = "```\n# <img src=x onerror=alert(1)>\n[here](javascript:alert(1))\n~~~ {{ '' }} | \\"


@cache
def chapters() -> Parts:
    return {path: sources.chapters(text) for path, text in handwritten().items()}


@cache
def shown_of(name: str) -> Mapping[Key, Example]:
    return examples([rule for rule in RULES if rule.name == name])


@cache
def pages_of(name: str) -> Pages:
    own = [rule for rule in RULES if rule.name == name]
    return rule_pages(own, shown_of(name), chapters())


def text_of(name: str) -> str:
    return pages_of(name)[path_of(name)]


def nodes(picture: str) -> set[str]:
    return set(re.findall(r"^ {4}(n\d+)[\[(]", picture, re.MULTILINE))


@pytest.mark.parametrize("name", [name for name in NAMES if name not in EXEMPT])
def test_a_rule_has_a_page_with_what_is_printed_of_a_bad_contract(name: str) -> None:
    """An excerpt for each dialect; with a witness also a small picture."""
    own = [rule for rule in RULES if rule.name == name]
    shown = shown_of(name)
    reports = [b for b in reading.blocks(text_of(name)) if b.language == "text"]
    pictures = [b for b in reading.blocks(text_of(name)) if b.language == "mermaid"]
    assert len(reports) == len(own)
    for rule, report in zip(own, reports, strict=True):
        assert f"[{rule.code}] {name}: " in report.text.splitlines()[0]
        assert re.match(r" *--> bad", report.text.splitlines()[1])
    assert len(pictures) == sum(bool(each.picture) for each in shown.values())
    assert all(0 < len(nodes(each.text)) <= MOST for each in pictures)
    untold = [each for each in shown.values() if not each.telling]
    assert bool(untold) == (name in NO_GRAPH)


@pytest.mark.parametrize("name", EXEMPT)
def test_a_rule_that_no_contract_shows_says_why(name: str) -> None:
    assert f"No contract shows it: it {EXEMPT[name]}." in text_of(name)


@pytest.mark.parametrize("name", NAMES[::9])
def test_a_rule_leads_to_its_dialect_and_to_what_it_cites(name: str) -> None:
    targets = [link.target for link in reading.links(text_of(name))]
    for rule in (rule for rule in RULES if rule.name == name):
        if rule.dialect in sources.PAGES:
            assert f"../{sources.PAGES[rule.dialect]}" in targets
    pages = citing(RULES).items()
    cited = [path for path, found in pages if any(name in each for each in found.values())]
    assert cited
    assert all(any(t.startswith(f"../{path}#") for t in targets) for path in cited)


def test_the_list_of_rules_names_each_by_its_dialect() -> None:
    none = Example("rule/bad", "", "", witnessed=False)
    home = rule_pages(RULES, {(rule.name, rule.dialect): none for rule in RULES}, {})[HOME]
    found = [link.target for link in reading.links(home)]
    assert {f"{name}.md" for name in NAMES} <= set(found)
    assert {"agents", "climpt", "stud", "sweny", "vesanor"} <= reading.anchors(
        home, reading.of_site
    )


def test_findings_lead_to_the_pages_that_are_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "DOCUMENTATION", "https://example.org/docs")
    for rule in RULES:
        folder = path_of(rule.name).removesuffix(".md")
        assert page(rule) == f"https://example.org/docs/{folder}/"


@pytest.mark.parametrize("text", [HOSTILE, HOSTILE.replace("`", "~"), "````\n```\n", "\x1b[31m"])
def test_what_a_contract_says_stays_in_its_block(text: str) -> None:
    [rule] = [rule for rule in RULES if rule.name == "order-trap"]
    plain = Example("order-trap/bad", "harmless", "flowchart TD\n", witnessed=True)
    hostile = plain._replace(report=text, picture=f"flowchart TD\n{text}", case=f"x/`{text}")
    key = (rule.name, rule.dialect)
    calm, shown = (
        rule_pages([rule], {key: each}, {})[path_of(rule.name)] for each in (plain, hostile)
    )
    assert [h.text for h in reading.headings(shown)] == [h.text for h in reading.headings(calm)]
    assert [x.target for x in reading.links(shown)] == [x.target for x in reading.links(calm)]
    assert [b.language for b in reading.blocks(shown)] == [b.language for b in reading.blocks(calm)]
    [report] = [b.text for b in reading.blocks(shown) if b.language == "text"]
    assert report.rstrip() == text.rstrip()


def test_chapters_lead_to_the_rules_that_cite_them() -> None:
    text = '# T\n\n<a id="s-1"></a>\n\n## 1. One\n\nA.\n\n<a id="s-2"></a>\n\n## 2. Two\n\nB.\n'
    shown = with_rules(text, {"1": ["order-trap", "dead-phase"], "2": [], "9": ["never"]})
    rules = "Rules: [order-trap](../rules/order-trap.md), [dead-phase](../rules/dead-phase.md).\n"
    assert shown == text.replace("A.\n", f"A.\n\n{rules}")


def test_pages_are_the_same_whatever_the_hash_seed() -> None:
    program = (
        "from docs.test_rulepages import NAMES, text_of\n"
        "import sys; sys.stdout.buffer.write(''.join(map(text_of, NAMES[::60])).encode())"
    )
    places = [str(ROOT / "tests"), str(ROOT / "docs")]
    first, second = (
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(places), "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    )
    assert first == second != b""
    assert str(Path(FIXTURES)) not in first.decode()
