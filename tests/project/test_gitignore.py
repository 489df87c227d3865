"""What single lines of an ignore file mean, and how they work together."""

from __future__ import annotations

import pytest

from phaselint.project.gitignore import compile_patterns


def verdict(lines: str | bytes, path: str) -> bool | None:
    """The verdict on a path; a folder ends with a slash."""
    data = lines.encode() if isinstance(lines, str) else lines
    patterns = compile_patterns(data)
    if patterns is None:
        return None
    return patterns.verdict(path.rstrip("/"), folder=path.endswith("/"))


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("a", "a"),
        ("a", "a/"),
        ("a", "x/y/a"),
        ("a/", "x/a/"),
        ("/a", "a"),
        ("/a/", "a/"),
        ("x/a", "x/a"),
        ("*.log", "x/a.log"),
        ("*", "anything"),
        ("x/*", "x/a"),
        ("x/*.log", "x/a.log"),
        ("a*b*c", "aXbYbZc"),
        ("a*", "a"),
        ("?", "a"),
        ("**/a", "a"),
        ("**/a", "x/y/a"),
        ("**/x/a", "y/x/a"),
        ("x/**", "x/y/a"),
        ("x/**/a", "x/a"),
        ("x/**/a", "x/y/z/a"),
        ("x/**/y/**/a", "x/1/y/2/y/3/a"),
        ("x**y", "xy"),
        ("x/a**b/c", "x/aab/c"),
        ("[a-c]", "b"),
        ("[!a-c]", "d"),
        ("[^a-c]", "d"),
        ("[]]", "]"),
        ("[]-a]", "^"),
        ("[!]]", "a"),
        ("[a-]", "-"),
        ("[+--]", ","),
        ("[z-a]", "z"),
        ("[\\]]", "]"),
        ("[a\\-c]", "-"),
        ("[[:digit:][:upper:]]", "7"),
        ("[[:digit:][:upper:]]", "B"),
        ("[![:digit:]]", "a"),
        ("[[:punct:]]", "~"),
        ("[[:]", ":"),
        ("[[:a]", "["),
        ("\\#a", "#a"),
        ("\\!a", "!a"),
        ("\\*", "*"),
        ("\\a", "a"),
        ("x\\/a", "x/a"),
        ("a.(b)+", "a.(b)+"),
        ("a  ", "a"),
        ("a\\ ", "a "),
        ("a\\  ", "a "),
        ("a\\\\ ", "a\\"),
        (" a", " a"),
        ("a\t", "a\t"),
        ("a\r", "a"),
        ("a\r\r", "a\r"),
        ("\ufeffa", "a"),
        ("a\0b", "a"),
        ("ä", "x/ä"),
        ("??", "ä"),
        (b"\xff", "\udcff"),
    ],
)
def test_ignores(line: str | bytes, path: str) -> None:
    assert verdict(line, path) is True


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("", "a"),
        ("  ", "a"),
        ("/", "a"),
        ("#a", "#a"),
        ("a", "ab"),
        ("a", "A"),
        ("a", "a/b"),  # its folder is what is ignored
        ("a/", "a"),
        ("*/", "a"),
        ("/a", "x/a"),
        ("x/a", "y/x/a"),
        ("x/*", "x/y/a"),
        ("x/*", "x/"),
        ("x/**", "x/"),
        ("x/**/", "x/a"),
        ("x?a", "x/a"),
        ("x/a[/]b", "x/a/b"),
        ("x/a[!b]c", "x/a/c"),
        ("x/a[+-0]c", "x/a/c"),
        ("x/a[[:punct:]]c", "x/a/c"),
        ("x**/a", "x/y/a"),
        ("**\\/a", "a"),
        ("//a", "a"),
        ("x//a", "x/a"),
        ("a//", "a/"),
        ("[a", "[a"),
        ("[a", "a"),
        ("[", "["),
        ("[]", "[]"),
        ("[[:alpha:]", "a"),
        ("[[:letter:]]", "l"),
        ("[[::]]", ":]"),
        ("[z-a]", "a"),
        ("[a-\\", "a"),
        ("[a-c-e]", "d"),
        ("[[:space:]]", "\v"),
        ("[[:alpha:]]", "ä"),
        ("a\\", "a"),
        ("a\\", "a\\"),
        ("?", "ä"),  # two bytes
        (".a", "xa"),
    ],
)
def test_says_nothing(line: str, path: str) -> None:
    assert verdict(line, path) is None


@pytest.mark.parametrize(
    ("lines", "path", "expected"),
    [
        ("*.log\n!a.log", "a.log", False),
        ("*.log\n!a.log", "b.log", True),
        ("!a.log\n*.log", "a.log", True),
        ("*\n!a\n/a", "a", True),
        ("*\n!a\n/a", "x/a", False),
        ("*\n!*/", "a/", False),
        ("*\n!*/", "a", True),
        ("a/\n!b\na", "a", True),
        ("!a", "a", False),
        ("!!a", "!a", False),
        ("!\\!a", "!a", False),
        ("a\r\n!b\r\n", "b", False),
    ],
)
def test_the_last_line_that_says_something_decides(lines: str, path: str, expected: bool) -> None:
    assert verdict(lines, path) is expected


@pytest.mark.parametrize(
    "lines", ["", "\n\n", "# a\n", "\ufeff#a", "\r\n#\r\n", "  \n/\n//\n!\n", "\0"]
)
def test_nothing_to_say(lines: str) -> None:
    assert compile_patterns(lines.encode()) is None


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("*a" * 60 + "b", "a" * 250),
        ("**/a/" * 60 + "b", "a/" * 250 + "c"),
        ("**/*a*a/" * 60 + "b", "aaaa/" * 250 + "c"),
        ("*a*a*a/" * 60 + "b", "aaaaaaaaaa/" * 60 + "c"),
        ("[[:" + "[:" * 20_000, "a"),
        ("*" * 20_000 + "b", "a"),
        ("?" * 20_000, "a"),
    ],
)
def test_hostile_pattern_is_no_work(line: str, path: str) -> None:
    """One that tried every place for its stars would not be done before the sun is out."""
    assert verdict(line, path) is None
