"""Texts that the reference's YAML reader refuses though libyaml reads them (reference §2.1)."""

from __future__ import annotations

import pytest

from phaselint.dialects.sweny.reading.yamltext import as_read, refused
from phaselint.document.reader import read_text

DEEPER = "indented deeper"
GLUED = "a blank is missing before this comment"

REFUSED = [
    # text, place of the problem as line:column, what is said
    ('k: "a\nb"\n', "2:1", DEEPER),
    ("  k: 'a\n  b'\n", "2:3", DEEPER),
    ('k:\n  l: "a\n  b"\n', "3:3", DEEPER),
    ('k:\n  l: "a\n    b\n  "\n', "4:3", DEEPER),
    ('- "a\nb"\n', "2:1", DEEPER),
    ('- - "a\n  b"\n', "2:3", DEEPER),
    ('k: "a\n\tb"\n', "2:1", DEEPER),
    ("k: &x 'a\nb'\n", "2:1", DEEPER),
    ("k: [\na]\n", "2:1", DEEPER),
    ("k: {a: 1,\nb: 2}\n", "2:1", DEEPER),
    ("k:\n  l: [\n    a\n ]\n", "4:2", DEEPER),
    ("k: [[\n  a\n]]\n", "3:1", DEEPER),
    ("k:\n- {a: 1,\nb: 2}\n", "3:1", DEEPER),
    ("k: !t\n- {a: 1,\nb: 2}\n", "3:1", DEEPER),
    ("- k: [\n  a]\n", "2:3", DEEPER),
    ('k: [\n "a\nb"]\n', "3:1", DEEPER),
    ('k: [\n "a\n#b"]\n', "3:1", DEEPER),
    ("k: |#todo\n  a\n", "1:5", GLUED),
    ("k: >-#c\n  a\n", "1:6", GLUED),
    ("k: [a,# c\n b]\n", "1:7", GLUED),
    ('k: "a"# c\n', "1:7", GLUED),
    ("k: [-]\n", "1:5", "`-` alone"),
    ("k: [ -, a]\n", "1:6", "`-` alone"),
    ("k: {a: -}\n", "1:8", "`-` alone"),
]

READ = [
    'k: "a\n b"\n',
    'k: "a\n\n \n b"\n',
    '"a\nb"\n',
    '- "a\n b"\n',
    "k:\n  l: 'a\n   b\n   '\n",
    "k: [\n a\n]\n",
    "k:\n  l: [\n   a\n  ]\n",
    "k: [\n# c\n a]\n",
    "k: [\n\n a]\n",
    "[\na]\n",
    "k:\n- {a: 1,\n b: 2}\n",
    "k: [[\n a\n ]]\n",
    "k: | # c\n  a#b\n",
    "k: |\n  [-]\n",
    "k: a#b\n",
    "k: [a#b, -x]\n",
    "k: a-\n",
    "- a\n- -\n",
    'k: "a # b"\n',
    "k: it's\nl: x\n",
    "# c\nk: 1 # c\n",
]


@pytest.mark.parametrize(("text", "place", "says"), REFUSED)
def test_what_the_reference_does_not_parse(text: str, place: str, says: str) -> None:
    document = read_text("a.yml", text)
    assert document.readable
    problem = refused(document)
    assert problem is not None
    assert says in problem.message
    assert "{}:{}".format(*document.position(problem.start)) == place


@pytest.mark.parametrize("text", READ)
def test_what_it_parses(text: str) -> None:
    document = read_text("a.yml", text)
    assert document.readable
    assert refused(document) is None
    assert refused(read_text("a.yml", text.replace("\n", "\r\n"))) is None


def test_a_carriage_return_alone_ends_no_line() -> None:
    document = as_read(read_text("a.yml", "a: 1\rb: 2\r\nc: 3\n"))
    assert [problem.kind for problem in document.problems] == ["syntax-error"]
    assert as_read(read_text("a.yml", 'a: "x\r y"\nc: 3\n')).readable
    unchanged = read_text("a.yml", "a: 1\r\nb: 2\r\n")
    assert as_read(unchanged) is unchanged


def test_lines_are_counted_as_in_the_file() -> None:
    document = as_read(read_text("a.yml", "id: case\rname: Case\rentry: look\n"))
    (problem,) = document.problems
    assert document.text == "id: case\rname: Case\rentry: look\n"
    assert document.position(problem.start) == (2, 5)
    glued = as_read(read_text("a.yml", 'a: "x\r y"\r\nb: [1]\r\nc: |#x\r\n  d\r\n'))
    departure = refused(glued)
    assert departure is not None
    assert glued.position(departure.start) == (4, 5)
