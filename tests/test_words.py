"""What users and contributors read has none of the phrases that a native reader would stumble over,
and the finder of these finds them where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import words
from sources import ROOT

if TYPE_CHECKING:
    from pathlib import Path

BAD = "the node comes to a step"
"""Has one of the phrases, in text of any kind."""

RULE = """
def check(facts):
    '''Step that {}.

    What:
        Some step {}.

    Why:
        Later steps {}.

    Fix:
        Remove it.

    Bad:
        text: {}

    Good:
        text: {}

    Source:
        chapter {}
    '''
"""


def found(file: Path, text: str, *, everything: bool = False) -> list[tuple[int, str, str]]:
    """The line, kind and name of each phrase in a file with a text."""
    file.write_text(text, "utf-8")
    hits = words.hits([file], everything=everything)
    return [(hit.line, hit.kind, hit.phrase.name) for hit in hits]


@pytest.mark.parametrize(
    "path",
    ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "linter", "rules", "lsp", "tools"],
)
def test_all_text_is_plain(path: str) -> None:
    hits = words.hits([ROOT / path], everything=True)

    assert "\n".join(map(str, hits)) == ""


def test_markdown_is_prose(tmp_path: Path) -> None:
    assert found(tmp_path / "a.md", f"# Title\n\n* {BAD}\n") == [(3, "md", "comes-to")]


@pytest.mark.parametrize(
    "text",
    [
        f"A step, `{BAD}`.\n",
        f"A step, ``{BAD}``.\n",
        f"```text\n{BAD}\n```\n",
        f"~~~\n{BAD}\n~~~\n",
        "[a step](https://example.com/it comes to that)\n",
        '| <a id="edge-beside-edge"></a>AB101 | edge-beside-edge | Edge next to an edge |\n',
        f"<!-- words: ok -->\n{BAD}\n",
        f"{BAD} <!-- words: ok -->\n",
    ],
)
def test_code_and_marked_lines_in_markdown_are_not(text: str, tmp_path: Path) -> None:
    assert found(tmp_path / "a.md", text) == []


def test_text_of_tables_is(tmp_path: Path) -> None:
    text = "| <b>AB101</b> | edge-next-to-edge | Edge beside an edge |\n"

    assert found(tmp_path / "a.md", text) == [(1, "md", "beside")]


def test_text_after_a_block_of_code_is(tmp_path: Path) -> None:
    text = f"```text\n{BAD}\n```\n{BAD}\n"

    assert found(tmp_path / "a.md", text) == [(4, "md", "comes-to")]


def test_a_mark_is_for_its_line_and_the_next(tmp_path: Path) -> None:
    text = f"<!-- words: ok -->\n{BAD}\n{BAD}\n"

    assert found(tmp_path / "a.md", text) == [(3, "md", "comes-to")]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (f"say('{BAD}')", "msg"),
        (f"say(1, text='{BAD}')", "msg"),
        (f"say(f'{{name}}: {BAD}')", "msg"),
        (f"say(['{BAD}'])", "msg"),
        (f"say('{BAD}' if it else 'fine')", "msg"),
        ("say('the node comes ' 'to a step: {}')", "msg"),
        (f"add('--it', help='Fail if {BAD}')", "option"),
        (f"Option('it', bool, 'Fail if {BAD}')", "option"),
        (f"@command\ndef it():\n    '''Run it: {BAD}.'''", "help"),
    ],
)
def test_messages_and_helps_are_read(code: str, kind: str, tmp_path: Path) -> None:
    [(_, which, name)] = found(tmp_path / "a.py", code + "\n")

    assert (which, name) == (kind, "comes-to")


@pytest.mark.parametrize(
    "code",
    [
        f"it = '{BAD}'",
        f"re.compile('{BAD}')",
        f"say('`{BAD}`')",
        f"say('{BAD}')  # words: ok",
        f"# words: ok\nsay('{BAD}')",
    ],
)
def test_patterns_code_and_marked_messages_are_not(code: str, tmp_path: Path) -> None:
    assert found(tmp_path / "a.py", code + "\n", everything=True) == []


def test_an_option_starts_with_a_verb(tmp_path: Path) -> None:
    code = "add('--it', help='Lowest severity')\nsay('Lowest severity')\n"

    assert found(tmp_path / "a.py", code) == [(1, "option", "stub")]


def test_rules_are_read_without_their_examples(tmp_path: Path) -> None:
    code = RULE.replace("{}", BAD)

    assert found(tmp_path / "a.py", code) == [
        (3, "rule", "comes-to"),
        (6, "rule", "comes-to"),
        (9, "rule", "comes-to"),
    ]


@pytest.mark.parametrize(
    ("code", "kind", "line"),
    [
        (f"'''Words.\n\n{BAD}'''", "doc", 3),
        (f"def it():\n    '''Whether {BAD}.'''", "doc", 2),
        (f"async def it():\n    '''Whether {BAD}.'''", "doc", 2),
        (f"class It:\n    '''Where {BAD}.'''", "doc", 2),
        (f"it = 1  # {BAD}", "comment", 1),
        (f"'''A # sign'''\nit = \"#\"\n# {BAD}", "comment", 3),
    ],
)
def test_other_docstrings_and_comments_are_read_only_with_everything(
    code: str, kind: str, line: int, tmp_path: Path
) -> None:
    file = tmp_path / "a.py"

    assert found(file, code + "\n") == []
    assert found(file, code + "\n", everything=True) == [(line, kind, "comes-to")]


@pytest.mark.parametrize(
    "code",
    [
        "it = '# the node comes to a step'",
        '"""\n# `the node comes to a step`\n"""',
        "it = 1  # noqa: X1 - it comes to that",
        "it = 1  # type: ignore[comes to a]",
        "def it(beside):\n    '''It.\n\n    Args:\n        beside: a node.\n    '''",
    ],
)
def test_strings_directives_and_names_of_arguments_are_no_text(code: str, tmp_path: Path) -> None:
    assert found(tmp_path / "a.py", code + "\n", everything=True) == []


def test_all_phrases_of_a_file_are_given_by_line(tmp_path: Path) -> None:
    text = "a plug-in beside it\nwhich lies in a folder\nbeside it\n"

    assert found(tmp_path / "a.md", text) == [
        (1, "md", "beside"),
        (1, "md", "plug-in"),
        (2, "md", "lies-in"),
        (3, "md", "beside"),
    ]


def test_folders_are_searched_but_for_tests_and_fixtures_in_them(tmp_path: Path) -> None:
    for folder in ("tests/docs/deep", "tests/docs/tests", "tests/docs/fixtures"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.md").write_text(BAD, "utf-8")
        (tmp_path / folder / "a.txt").write_text(BAD, "utf-8")

    hits = list(words.hits([tmp_path / "tests/docs"]))

    assert [hit.file for hit in hits] == [str(tmp_path / "tests/docs/deep/a.md")]


def test_the_command_prints_phrases_and_what_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.md", tmp_path / "bad.md"
    good.write_text("plain words\n", "utf-8")
    bad.write_text(f"{BAD}\n", "utf-8")

    assert words.main([str(good)]) == 0
    assert capsys.readouterr().out == ""
    assert words.main([str(good), str(bad)]) == 1
    printed = capsys.readouterr().out
    assert printed == f'{bad}:1: comes-to (md): \'comes to\'; write "reaches", "encounters"\n'


def test_each_phrase_has_a_name_of_its_own_and_says_what_to_write() -> None:
    names = [phrase.name for phrase in words.PHRASES]

    assert len({*names}) == len(names)
    assert {*names} > words.OPTIONS_ONLY
    assert all(phrase.better for phrase in words.PHRASES)
