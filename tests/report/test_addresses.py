"""Where findings say that their rules are documented: one address for all formats and editors."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from cases import FIXTURES
from lsp.desks import Editor
from phaselint import version
from phaselint.report import Style, render
from phaselint.report.wording import page
from phaselint_lsp.diagnosing import diagnostics
from phaselint_rules import RULES

if TYPE_CHECKING:
    from lsprotocol import types

    from phaselint.linting.result import Result

SITE = "https://example.org/phaselint"
DESK = FIXTURES / "projects" / "refund-desk"
TOOL = "gift-cards/reissue_card.yaml"


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "DOCUMENTATION", SITE)


def urls(result: Result) -> list[tuple[str, str]]:
    data = json.loads("".join(render("json", result, Style())))
    return [(each["name"], each["url"]) for each in (*data["findings"], *data["suppressed"])]


def help_uris(result: Result) -> list[tuple[str, str | None]]:
    log = json.loads("".join(render("sarif", result, Style())))
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    return [(rule["name"], rule.get("helpUri")) for rule in rules]


def code_urls(result: Result) -> list[tuple[str, str | None]]:
    data = json.loads("".join(render("rdjson", result, Style())))
    codes = [each["code"] for each in data["diagnostics"]]
    return [(code["value"], code.get("url")) for code in codes]


def told() -> list[types.Diagnostic]:
    """What an editor is told of a file with one finding."""
    editor = Editor(DESK)
    editor.open(TOOL)
    return diagnostics(editor.desk, str(DESK / TOOL))


@pytest.mark.usefixtures("published")
def test_every_built_in_rule_has_a_page_by_its_name() -> None:
    assert {page(rule) for rule in RULES} == {f"{SITE}/rules/{rule.name}/" for rule in RULES}


def test_rules_have_no_page_as_long_as_none_are_published() -> None:
    assert not any(map(page, RULES))


@pytest.mark.usefixtures("published")
def test_a_rule_of_a_plug_in_has_no_page() -> None:
    assert page(next(iter(RULES))._replace(origin="lanes 1.0")) == ""


@pytest.mark.usefixtures("published")
def test_published_pages_are_in_reports(result: Result) -> None:
    assert urls(result)
    assert all(url == f"{SITE}/rules/{name}/" for name, url in urls(result))
    assert all(uri == f"{SITE}/rules/{name}/" for name, uri in help_uris(result))
    assert all(url == f"{SITE}/rules/{name}/" for name, url in code_urls(result))
    address = f"{SITE}/rules/{result.findings[0].name}/"
    assert f'href="{address}"' in "".join(render("html", result, Style()))


def test_without_them_reports_name_the_list_of_rules(result: Result) -> None:
    assert all(url == f"rules/RULES.md#{name}" for name, url in urls(result))
    assert {uri for _, uri in help_uris(result)} == {None}
    assert {url for _, url in code_urls(result)} == {None}


@pytest.mark.usefixtures("published")
def test_published_pages_are_in_editors() -> None:
    [found] = told()
    assert found.code_description is not None
    assert found.code_description.href == f"{SITE}/rules/unknown-phase/"


def test_without_them_editors_name_none() -> None:
    [found] = told()
    assert found.code_description is None
