"""The parser in Python, held against libyaml's: values, positions, problems and findings."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from yaml._yaml import CParser, get_version

import phaselint
from fuzz.mutators import ODDITIES, UNICODE
from phaselint.document import yamlreader
from phaselint.document.markdown import front_matter
from phaselint.document.yamlpure import PureParser
from phaselint.report import Style, render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FIXTURES = Path(__file__).parents[2] / "fixtures"
ROOTS = tuple(filter(None, (str(FIXTURES), os.environ.get("PHASELINT_CORPUS", ""))))
PROJECTS = sorted(each.name for each in (FIXTURES / "projects").iterdir())
LONGEST = 3_000
"""Characters of the texts that are damaged."""

DAMAGED = 5_000
PARTS = 5
RELEASE = get_version()
"""Of libyaml; earlier ones take a bracket behind `?` for what it leads to."""

SIGNS = (*"?:-,[]{}#&*!|>'\"%@` \n\ta1", *ODDITIES, *UNICODE)


class Read(NamedTuple):
    """All that reading gives."""

    value: str
    problems: tuple[Any, ...]
    marks: tuple[Any, ...] | None


def read(text: str, parser: Callable[[str], Any], patch: pytest.MonkeyPatch) -> Read:
    patch.setattr(yamlreader, "_parser", parser)
    value, problems, record = yamlreader.read(text)
    if record is None:
        return Read(repr(value), problems, None)
    marks = (record.marks, record.names, record.skipped, record.aliases)
    return Read(repr(value), problems, marks)


def differs(text: str, patch: pytest.MonkeyPatch) -> bool:
    return read(text, PureParser, patch) != read(text, CParser, patch)


def texts() -> Iterator[str]:
    """The YAML of all files in fixtures and corpora, each once."""
    seen: dict[str, None] = {}
    for path in (path for root in ROOTS for path in sorted(Path(root).rglob("*.*"))):
        if path.suffix in (".yaml", ".yml", ".md") and path.is_file():
            seen[_yaml_of(path)] = None
    yield from seen


def _yaml_of(path: Path) -> str:
    text = path.read_bytes().decode(errors="replace")
    if path.suffix != ".md":
        return text
    found = front_matter(text)
    return text[found.start : found.end] if found and found.body >= 0 else ""


def damaged(text: str, random: Random) -> str:
    """A text with one to three slips of the hand."""
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(text) + 1)
        lines = text.split("\n")
        number = random.randrange(len(lines))
        match random.randrange(4):
            case 0:
                text = text[:at] + random.choice(SIGNS) + text[at:]
            case 1:
                text = text[:at] + text[at + random.randint(1, 4) :]
            case 2:
                lines[number] = random.choice(("", " ", "   ", "\t")) + lines[number].lstrip()
                text = "\n".join(lines)
            case _:
                lines.insert(number, random.choice(lines))
                text = "\n".join(lines)
    return text


def test_files_of_fixtures_and_corpora(monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(texts())
    assert len(found) > 500
    assert [text for text in found if differs(text, monkeypatch)] == []


@pytest.mark.parametrize("part", range(PARTS))
def test_damaged_files(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(part)
    short = [text for text in texts() if len(text) < LONGEST]
    drawn = (damaged(random.choice(short), random) for _ in range(DAMAGED // PARTS))
    assert [text for text in drawn if differs(text, monkeypatch)] == []


SAME = (
    *("a: [b?, ?c]", "[a ?b]", "a: b\tc", "a:\tb", "a\t: b", "- \tb", "a: [1]\t\n", "{a: ,b: }"),
    *("a: |#b\n c", "a: |\t#b\n c", "a: |\n\tb", "a: >\n  b\n\t\n  c", "a: b\n\tc", "[b\n\tc]"),
    *("{a: b:, c}", "[a:]", "[a: ]", "[a: , b]", '"\\ud83d"', '"\\ud83d\\ude00"', '"\\U00110000"'),
    *('"\\', '"\\x4', "!a,b c", "[!a,b]", "!<a,b> c", "![ a", "! a", "!a!b c", "!%2", "!%41 a"),
    *("%", "%1", "%a b\n---\nc", "%YAML 1.3\n---\na", "%TAG ! b\n---\n!c d", "\ufeff\ufeffa: b"),
    *("a:\n\ufeffb: c", "b: c\n[", "- \n[", "a: 'b\n---\n", "- &a b\n- *a", "- &a?b c", "? a\n: b"),
    *("[? , a", "[? : a]", "[? a : b]", "[? a]"),
    *(("[?]", "[? ]", "[?\n]", "[a, ? ]") if RELEASE >= (0, 2, 6) else ()),
)
"""Where PyYAML's own parser does otherwise, or nearly does."""


@pytest.mark.parametrize("text", SAME)
def test_what_is_read_as_libyaml_reads_it(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not differs(text, monkeypatch)


OTHERWISE = (
    ("an empty key in braces stands before the blank behind its `?`", "{? }"),
    ("where a broken escape stands, behind a second byte order mark", '\ufeff"a#b\n  -\\@b"'),
    ("the words for an escape in a tag that is no UTF-8", "!%bb a"),
)
"""What is read otherwise, or refused elsewhere or in other words: all kinds that are known."""


@pytest.mark.parametrize(("kind", "text"), OTHERWISE, ids=[text for _, text in OTHERWISE])
def test_what_still_differs(kind: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert differs(text, monkeypatch), f"no longer so: {kind}"


@pytest.mark.parametrize("project", PROJECTS)
def test_findings_are_the_same(project: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reports = []
    for parser in (CParser, PureParser):
        monkeypatch.setattr(yamlreader, "_parser", parser)
        result = phaselint.lint([str(FIXTURES / "projects" / project)])
        reports.append("".join(render("json", result, Style())))
    assert reports[0] == reports[1]
