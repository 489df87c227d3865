"""The rules as a whole: their documentation, names and codes, and the reference's catalogue."""

from __future__ import annotations

import re

import pytest

from phaselint.dialects import NAMES
from phaselint.rule import ANY_DIALECT, Rule
from phaselint.ruledoc import SECTIONS, parse
from phaselint_rules import RULES
from rules.catalogue import ALIASES, CATALOGUE, CHAPTERS

PREFIXES = {
    "PL": "several dialects",
    "VE": "vesanor",
    "SW": "sweny",
    "CL": "climpt",
    "ST": "stud",
}


def label(rule: Rule) -> str:
    return f"{rule.dialect}-{rule.name}"


every_rule = pytest.mark.parametrize("rule", RULES, ids=label)


@every_rule
def test_sections_are_complete_and_in_order(rule: Rule) -> None:
    titles = [title for title, _ in parse(rule).sections]
    assert titles == [each for each in SECTIONS if each != "Dry run" or rule.prove]


@every_rule
def test_no_section_is_empty(rule: Rule) -> None:
    doc = parse(rule)
    assert re.fullmatch(r"[^\s].*[.:]", doc.summary)
    assert all(text.strip() for _, text in doc.sections)


@every_rule
def test_source_names_a_chapter(rule: Rule) -> None:
    source = dict(parse(rule).sections)["Source"]
    assert re.match(rf"(design|{'|'.join(NAMES)}) §\d", source)


@every_rule
def test_way_of_proof_is_stated_with_the_proof(rule: Rule) -> None:
    assert bool(rule.prove) == (rule.method != "static")


@every_rule
def test_grades_go_from_worst_to_mildest_each_with_its_condition(rule: Rule) -> None:
    order = ["error", "warning", "info"]
    ranks = [order.index(grade.severity) for grade in rule.severities]
    assert ranks
    assert ranks == sorted(set(ranks))
    assert len(ranks) == 1 or all(grade.condition for grade in rule.severities)


@every_rule
def test_off_by_default_are_only_opinions(rule: Rule) -> None:
    assert rule.default or {grade.severity for grade in rule.severities} == {"info"}


@every_rule
def test_name_and_code_have_their_form(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", rule.name)
    assert re.fullmatch(r"[A-Z]{2}\d{3}", rule.code)
    assert rule.code[:2] in PREFIXES
    assert rule.code.startswith("PL") or PREFIXES[rule.code[:2]] == rule.dialect


@every_rule
def test_dialect_exists(rule: Rule) -> None:
    assert rule.dialect in (*NAMES, ANY_DIALECT)


def test_one_name_has_one_code_and_one_code_one_name() -> None:
    pairs = {(rule.name, rule.code) for rule in RULES}
    assert len({name for name, _ in pairs}) == len({code for _, code in pairs}) == len(pairs)


def test_no_dialect_has_a_rule_twice() -> None:
    keys = [(rule.dialect, rule.name) for rule in RULES]
    assert len(keys) == len(set(keys))


def test_no_catalogue_name_is_the_name_of_another_rule() -> None:
    names = {rule.name for rule in RULES}
    assert not [rule for rule in RULES if names.intersection(rule.catalogue)]


@pytest.mark.parametrize("dialect", CATALOGUE)
def test_catalogue_is_complete(dialect: str) -> None:
    own = {rule.name for rule in RULES if rule.dialect in (dialect, ANY_DIALECT)}
    wanted = {ALIASES[dialect].get(name, name) for name in CATALOGUE[dialect]}
    assert wanted <= own


@pytest.mark.parametrize("dialect", CATALOGUE)
def test_rules_of_a_dialect_are_in_its_catalogue(dialect: str) -> None:
    of_the_product = {"path-outside-project", "analysis-incomplete"}
    own = {rule.name for rule in RULES if rule.dialect == dialect}
    assert own <= {ALIASES[dialect].get(name, name) for name in CATALOGUE[dialect]} | of_the_product


@pytest.mark.parametrize("dialect", ALIASES)
def test_catalogue_names_that_differ_may_be_written_too(dialect: str) -> None:
    own = [rule for rule in RULES if rule.dialect in (dialect, ANY_DIALECT)]
    names = {word: rule.name for rule in own for word in rule.catalogue}
    assert ALIASES[dialect].items() <= names.items()
    assert {word for rule in own if rule.dialect == dialect for word in rule.catalogue} <= set(
        ALIASES[dialect]
    )


@pytest.mark.parametrize("dialect", CATALOGUE)
def test_every_chapter_of_the_catalogue_is_cited(dialect: str) -> None:
    cited = " ".join(
        dict(parse(rule).sections)["Source"]
        for rule in RULES
        if rule.dialect in (dialect, ANY_DIALECT)
    )
    assert all(chapter in cited for chapter in CHAPTERS[dialect])
