"""Rule documentation: from the docstring of a check to a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaselint.rulebook.page import SECTIONS, as_data, as_markdown, as_text, parse
from phaselint.vocabulary.rule import WARNING, Rule

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from phaselint.linting.result import Result


def rule_with(docstring: str | None) -> Rule:
    def check(_facts: Any) -> tuple[()]:
        return ()

    check.__doc__ = docstring
    return Rule("VE201", check, WARNING, name="unknown-key", dialect="vesanor")


@pytest.fixture
def rules(result: Result) -> dict[str, list[Rule]]:
    """Return the rules of the sample by name, one per dialect."""
    found: dict[str, list[Rule]] = {}
    for finding in result.findings:
        assert finding.rule
        if finding.rule not in found.setdefault(finding.name, []):
            found[finding.name].append(finding.rule)
    return found


def test_every_section_in_order(rules: dict[str, list[Rule]]) -> None:
    doc = parse(rules["deadlocked-phases"][0])
    assert doc.summary == "Report phases that a run enters and never leaves."
    assert tuple(title for title, _ in doc.sections) == SECTIONS
    assert dict(doc.sections)["Bad"] == "review: [rework]\nrework: [review]"


def test_code_keeps_its_indentation_and_empty_lines() -> None:
    doc = parse(rule_with("Summary.\n\n    Bad:\n        a:\n\n          b: What:\n    "))
    assert doc.sections == (("Bad", "a:\n\n  b: What:"),)


def test_wrapped_summary_is_one_line() -> None:
    assert parse(rule_with("One\n    two.\n\n    What:\n        x\n    ")).summary == "One two."


def test_missing_docstring_is_empty() -> None:
    assert parse(rule_with(None)) == ("", ())


def test_page_of_one_dialect(rules: dict[str, list[Rule]], snapshot: SnapshotAssertion) -> None:
    page = rules["deadlocked-phases"]
    assert [as_text(page), as_markdown(page)] == snapshot


def test_page_of_two_dialects(rules: dict[str, list[Rule]], snapshot: SnapshotAssertion) -> None:
    page = rules["unreachable-phase"]
    assert len(page) == 2
    assert [as_text(page), as_markdown(page), as_data(page)] == snapshot


def test_code_with_fences_stays_one_block() -> None:
    page = as_markdown([rule_with("S.\n\n    Bad:\n        ```yaml\n        a\n        ```\n    ")])
    assert "````\n```yaml\na\n```\n````" in page
