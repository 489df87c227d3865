"""The pages of rules, one for each name, and the lists of all."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from cases import EXEMPT
from handbook import DOCS, reading, sources
from handbook.writing import code, fenced, prose, table
from phaselint.dialects import NAMES
from phaselint.rulebook.listing import pages as grouped
from phaselint.rulebook.page import facts, parse
from phaselint.vocabulary.rule import ANY_DIALECT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from handbook import Pages
    from handbook.examples import Example, Key
    from handbook.sources import Chapter
    from phaselint.vocabulary.rule import Rule

Parts = dict[str, dict[str, "Chapter"]]
"""The chapters of the pages that rules cite, by path and number."""

FOLDER = "rules"
"""Where the pages of rules are, below the root of the documentation."""

HOME = f"{FOLDER}/index.md"
BY_NAME = f"{FOLDER}/by-name.md"
BY_CODE = f"{FOLDER}/by-code.md"

UP = "../"
"""How a page of a rule writes the root of the documentation."""

LEGEND = (
    "Red is the subject of the finding, blue the run that shows it. A dashed node is never "
    "entered, and a dashed arrow is never taken; runs end at nodes with round ends.\n"
)


def path_of(name: str) -> str:
    """Where the page of a rule is."""
    return f"{FOLDER}/{name}.md"


def rule_pages(rules: Sequence[Rule], examples: Mapping[Key, Example], parts: Parts) -> Pages:
    """The page of each rule, and the lists of all."""
    pages = {path_of(own[0].name): _page(own, examples, parts) for own in grouped(rules)}
    return {
        **pages,
        HOME: "".join(_home(rules)),
        BY_NAME: "".join(_by("name", sorted(grouped(rules), key=lambda own: own[0].name))),
        BY_CODE: "".join(_by("code", grouped(rules))),
    }


def _page(rules: Sequence[Rule], examples: Mapping[Key, Example], parts: Parts) -> str:
    name, several = rules[0].name, len(rules) > 1
    blocks = [f"# {name}\n", f"Rule ID: {code(rules[0].code)}. All rules: [by format](index.md).\n"]
    for rule in rules:
        if several:
            blocks.append(f"## {_title(rule.dialect)}\n")
        example = examples.get((name, rule.dialect))
        blocks += _part(rule, example, parts, "###" if several else "##")
    return "\n".join(blocks)


def _part(rule: Rule, example: Example | None, parts: Parts, level: str) -> Iterator[str]:
    """What there is to say about the rule of one dialect."""
    doc = parse(rule)
    texts = dict(doc.sections)
    yield f"{prose(doc.summary)}\n"
    yield "".join(table(("", ""), _facts(rule)))
    for title in ("What", "Why"):
        yield f"{level} {title}\n\n{prose(texts[title])}\n"
    for title in ("Bad", "Good"):
        yield f"{level} {title}\n\n{fenced(texts[title], _language(texts[title]))}"
    yield f"{level} Report\n"
    yield from _shown(rule, example)
    for title in ("Fix", "Dry run"):
        if title in texts:
            yield f"{level} {title}\n\n{prose(texts[title])}\n"
    yield f"{level} Source\n\n{sources.linked(texts['Source'], UP, parts)}\n"


def _facts(rule: Rule) -> Iterator[tuple[str, str]]:
    for title, text in facts(rule):
        if title == "Format" and rule.dialect != ANY_DIALECT:
            yield title, f"[{rule.dialect}]({UP}{sources.PAGES[rule.dialect]})"
        elif title == "Severity":
            grades = (": ".join(filter(None, grade)) for grade in rule.severities)
            yield title, prose("; ".join(grades))
        else:
            yield title, prose(text)


def _shown(rule: Rule, example: Example | None) -> Iterator[str]:
    """What phaselint reports for a contract that has the defect, with the picture of its run."""
    if example is None:
        yield f"No contract shows it: it {EXEMPT[rule.name]}.\n"
        return
    folder = f"fixtures/rules/{example.case}"
    yield f"What `phaselint lint --dry-run` prints for the contract in {code(folder)}:\n"
    yield fenced(example.report, "text")
    if example.picture:
        yield fenced(example.picture, "mermaid")
        yield LEGEND


def _language(text: str) -> str:
    """What an example is written in, for its colors."""
    return "json" if text.lstrip().startswith(("{", "[")) else "yaml"


def _home(rules: Sequence[Rule]) -> Iterator[str]:
    yield (
        "# Rules\n\nAll rules by format; also [by name](by-name.md) and [by ID](by-code.md). "
        "An error is something the runtime refuses or fails on; by default, only errors affect "
        "the exit status. `phaselint rule NAME` prints the page of a rule.\n"
    )
    for dialect in (*sorted(NAMES), ANY_DIALECT):
        own = [rule for rule in rules if rule.dialect == dialect]
        yield f'\n<a id="{_anchor(dialect)}"></a>\n\n## {_title(dialect)}\n\n'
        if dialect in sources.PAGES:
            where = f"{UP}{sources.PAGES[dialect]}"
            yield f"[Files, options and runs of this format]({where}).\n\n"
        yield from table(("rule", "ID", "severity", "confirmed by", "what"), map(_row, own))


@cache
def _title(dialect: str) -> str:
    """What contracts of a dialect are called: the title of its page."""
    if dialect == ANY_DIALECT:
        return "Every contract"
    text = (DOCS / sources.PAGES[dialect]).read_text("utf-8")
    return next(reading.headings(text)).text


def _anchor(dialect: str) -> str:
    return "every-dialect" if dialect == ANY_DIALECT else dialect


def _row(rule: Rule) -> tuple[str, ...]:
    severities = "/".join(grade.severity for grade in rule.severities)
    return (_link(rule), rule.code, severities, rule.method, prose(parse(rule).summary))


def _by(what: str, ordered: Sequence[Sequence[Rule]]) -> Iterator[str]:
    yield f"# Rules by {what}\n\nAlso [by format](index.md).\n\n"
    rows = (
        (_link(own[0]), own[0].code, ", ".join(_anchor(rule.dialect) for rule in own))
        for own in ordered
    )
    yield from table(("rule", "ID", "formats"), rows)


def _link(rule: Rule) -> str:
    return f"[{rule.name}]({rule.name}.md)"


def citing(rules: Sequence[Rule]) -> dict[str, dict[str, list[str]]]:
    """Which rules cite a chapter of a page, by path and number, in the order of their names."""
    found: dict[str, dict[str, list[str]]] = {}
    for rule in sorted(rules, key=lambda rule: rule.name):
        for each in sources.cited(dict(parse(rule).sections)["Source"]):
            if not each.item:
                names = found.setdefault(each.page, {}).setdefault(each.chapter, [])
                if rule.name not in names:
                    names.append(rule.name)
    return found


def with_rules(text: str, cited: Mapping[str, Sequence[str]]) -> str:
    """A page with the rules that cite its chapters, at the end of each chapter."""
    lines = text.split("\n")
    parts = sources.chapters(text)
    starts = sorted(part.line for part in parts.values())
    for number, part in sorted(parts.items(), key=lambda item: -item[1].line):
        names = cited.get(number)
        if names:
            after = [start for start in starts if start > part.line]
            end = _before_anchor(lines, after[0] - 1) if after else len(lines)
            links = ", ".join(f"[{name}]({UP}{path_of(name)})" for name in names)
            lines[end:end] = ["", f"Rules: {links}."]
    return "\n".join(lines)


def _before_anchor(lines: Sequence[str], end: int) -> int:
    """The number of the line at which a chapter ends, whose successor has its anchor in front."""
    while end and (not lines[end - 1].strip() or lines[end - 1].startswith('<a id="')):
        end -= 1
    return end
