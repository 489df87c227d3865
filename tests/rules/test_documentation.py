"""The rules as a whole: their documentation, names and codes, and the reference's catalogue."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from phaselint.dialects import NAMES
from phaselint.rulebook.page import SECTIONS, parse
from phaselint.vocabulary.rule import ANY_DIALECT, Rule
from phaselint_rules import RULES
from rules.catalogue import ALIASES, CATALOGUE, CHAPTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

SEVERITIES = ("error", "warning", "info")
SHARED = "PL"
"""How the codes of rules begin that several dialects share; others have letters of their own."""

COUNTED = Counter((rule.code[:2], rule.dialect) for rule in RULES if rule.code[:2] != SHARED)
"""Letters of codes and dialect → how many rules have them."""

OWNERS = {letters: dialect for (letters, dialect), _ in reversed(COUNTED.most_common())}
"""Letters → the dialect that has them to itself; another that comes to have one of its rules takes
the code over."""


def label(rule: Rule) -> str:
    return f"{rule.dialect}-{rule.name}"


NOUNS = ("stud", "agents", "climpt", "sweny", "vesanor", "langgraph", ANY_DIALECT)
"""The dialects whose headlines are noun phrases."""

LONGEST_HEADLINE = 70


def faults_of_headline(rule: Rule, headline: str) -> Iterator[str]:
    """What is wrong with the first line of a rule's documentation."""
    if rule.dialect not in NOUNS and re.fullmatch(r"[^\s].*[.:]", headline):
        return
    if not re.match(r"[A-Z`\d]", headline) or re.match(r"(A|An|The|No|Nothing) ", headline):
        yield "the headline must be a noun phrase without an article"
    if headline.endswith((".", ":", "?")) or len(headline) > LONGEST_HEADLINE:
        yield f"the headline must be at most {LONGEST_HEADLINE} characters, without a full stop"


def faults_of_documentation(rule: Rule) -> Iterator[str]:
    """What is wrong with the docstring of a rule's check."""
    doc = parse(rule)
    yield from faults_of_headline(rule, doc.summary)
    wanted = [each for each in SECTIONS if each != "Dry run" or rule.prove]
    if [title for title, _ in doc.sections] != wanted:
        yield f"the sections have to be {', '.join(wanted)}; `Dry run` is for rules with a prover"
    for title, text in doc.sections:
        if not text.strip():
            yield f"the section `{title}` is empty"
    source = dict(doc.sections).get("Source", "")
    if not re.match(rf"(design|{'|'.join(NAMES)})( [\d.]+)? §\d", source):
        yield "`Source` has to begin with `design` or a dialect and a chapter, such as `§5.2`"


def faults_of_name(rule: Rule) -> Iterator[str]:
    """What is wrong with the name, the code and the dialect of a rule."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", rule.name):
        yield "the name has to be words with hyphens between them"
    if not re.fullmatch(r"[A-Z]{2}\d{3}", rule.code):
        yield "the code has to be two letters and three digits"
    if rule.dialect not in (*NAMES, ANY_DIALECT):
        yield f"there is no dialect `{rule.dialect}`"


def faults_of_verdicts(rule: Rule) -> Iterator[str]:
    """What is wrong with how a rule judges and proves."""
    grades = [grade.severity for grade in rule.severities]
    if not grades or grades != [each for each in SEVERITIES if each in grades]:
        yield "the severities have to go from the worst to the mildest"
    if len(grades) > 1 and not all(grade.condition for grade in rule.severities):
        yield "of several severities each needs its condition"
    if not rule.default and set(grades) != {"info"}:
        yield "only opinions, which are `info`, may be off by default"
    if bool(rule.prove) != (rule.method != "static"):
        yield "a way of proof goes with a prover"


@pytest.mark.parametrize("rule", RULES, ids=label)
def test_a_rule_is_like_the_others(rule: Rule) -> None:
    faults = (*faults_of_documentation(rule), *faults_of_name(rule), *faults_of_verdicts(rule))
    assert not faults, "; ".join(faults)


def test_one_name_has_one_code_and_one_code_one_name() -> None:
    pairs = {(rule.name, rule.code) for rule in RULES}
    assert len({name for name, _ in pairs}) == len({code for _, code in pairs}) == len(pairs)


def test_a_dialect_has_two_letters_to_itself() -> None:
    assert sorted(OWNERS.values()) == sorted(NAMES)
    lent = [rule for rule in RULES if OWNERS.get(rule.code[:2], rule.dialect) != rule.dialect]
    owned = {(rule.code, rule.dialect) for rule in RULES}
    assert not [each for each in lent if (each.code, OWNERS[each.code[:2]]) not in owned]


def test_no_dialect_has_a_rule_twice() -> None:
    keys = [(rule.dialect, rule.name) for rule in RULES]
    assert len(keys) == len(set(keys))


def test_no_catalogue_name_is_the_name_of_another_rule() -> None:
    names = {rule.name for rule in RULES}
    assert not [rule for rule in RULES if names.intersection(rule.catalogue)]


@pytest.mark.parametrize("dialect", CATALOGUE)
def test_everything_in_the_catalogue_has_a_rule(dialect: str) -> None:
    """There may be more rules than the reference lists."""
    own = {rule.name for rule in RULES if rule.dialect in (dialect, ANY_DIALECT)}
    wanted = {ALIASES[dialect].get(name, name) for name in CATALOGUE[dialect]}
    assert wanted <= own


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
