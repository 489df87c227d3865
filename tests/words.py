"""Finds phrases in texts that a native reader would stumble over: `python tests/words.py PATH...`.

It reads Markdown without code, and Python: the documentation of rules, messages (string arguments
of calls), and the help of commands; with `--all` also other docstrings, and comments. A line is
left out if it, or the one above, contains `words: ok`. The phrases are in `phrases.tsv`.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

Documented = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
LEAVES = frozenset((ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, ast.alias))

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Line = tuple[int, str, str]
    """The number of a line, what kind of text it is, and the text."""

LEFT_OUT = frozenset({"tests", "fixtures", ".git", "node_modules"})
"""Folders within a folder whose files are not read."""

OPTIONS_ONLY = frozenset({"stub", "status-n"})
"""Phrases that are looked for in the help of options alone."""

PATTERNS_OF_CODE = frozenset(
    (
        *("compile", "startswith", "endswith", "split", "replace", "match", "search", "sub"),
        *("index", "find", "partition", "drive", "removeprefix", "encode"),
        *("AssertionError", "TypeError", "RuntimeError"),
    )
)
"""Calls whose strings nobody reads."""

EXAMPLES = ("Bad", "Good", "Source")
"""Sections of the documentation of rules that are not prose."""

SPANS = re.compile(
    r"(`+).*?\1|\]\([^)\n]*\)|https?://\S+|</?[a-z][^>\n]*>|(?<=\| )[a-z]+(?:-[a-z]+)+(?= \|)"
)
"""Code, targets of links, tags, and cells of tables that are the name of a rule."""

ARGUMENT = re.compile(r"^ +[a-z_]\w*(?:, [a-z_]\w*)*:(?= |$)")
"""The names in front of what a docstring says about arguments or attributes."""

COMMENTS = re.compile(
    r"""(\"{3}|'{3})(?:\\.|.)*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(#[^\n]*)""", re.DOTALL
)
"""Strings of Python, to pass over what looks like a comment in them, and comments."""

SUFFIXES = (".md", ".py")


class Phrase(NamedTuple):
    """A phrase, how it is found, and what to write in its place."""

    name: str
    pattern: re.Pattern[str]
    better: str


class Hit(NamedTuple):
    """A phrase in a file; `kind` says what is written there."""

    file: str
    line: int
    kind: str
    phrase: Phrase
    said: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}: {self.phrase.name} ({self.kind})"
        return f"{where}: {self.said!r}; write {self.phrase.better}"


def _phrases() -> Iterator[Phrase]:
    table = Path(__file__).with_name("phrases.tsv").read_text("utf-8")
    for line in table.splitlines():
        if not line.startswith("#"):
            name, pattern, better = line.split("\t")
            yield Phrase(name, re.compile(pattern, re.MULTILINE), better)


PHRASES = tuple(_phrases())


def hits(paths: Iterable[Path], *, everything: bool = False) -> Iterator[Hit]:
    """The phrases in files, and in those below folders, by line."""
    for file in _files(paths):
        yield from sorted(_hits_in(file, everything=everything), key=lambda hit: hit.line)


def _hits_in(file: Path, *, everything: bool) -> Iterator[Hit]:
    text = file.read_text("utf-8")
    lines = text.splitlines()
    found = _markdown(text) if file.suffix == ".md" else _python(text, everything=everything)
    said = [
        (number, kind, SPANS.sub(lambda span: "`{}`" if span[1] else "", words))
        for number, kind, words in found
        if "words: ok" not in " ".join(lines[max(0, number - 2) : number])
    ]
    prose = "\n".join(words for _, _, words in said)
    starts = [0, *accumulate(len(words) + 1 for _, _, words in said)]
    for phrase in PHRASES:
        for hit in phrase.pattern.finditer(prose):
            number, kind, _ = said[bisect_right(starts, hit.start()) - 1]
            if kind == "option" or phrase.name not in OPTIONS_ONLY:
                yield Hit(str(file), number, kind, phrase, hit[0].strip())


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        for each in sorted(path.rglob("*")) if path.is_dir() else (path,):
            below = each.relative_to(path).parts
            if each.suffix in SUFFIXES and not LEFT_OUT.intersection(below):
                yield each


def _markdown(text: str) -> Iterator[Line]:
    code = False
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"\s*(```|~~~)", line):
            code = not code
        elif not code and "<!--" not in line:
            yield number, "md", line


def _python(text: str, *, everything: bool) -> Iterator[Line]:
    for node in _nodes(ast.parse(text)):
        if isinstance(node, Documented):
            yield from _documented(node, everything=everything)
        elif isinstance(node, ast.Call):
            yield from _said(node)
    if everything:
        yield from _comments(text)


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All of a tree but its leaves; `ast.walk` takes twice the time."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for value in vars(node).values():
            for each in value if isinstance(value, list) else (value,):
                if isinstance(each, ast.AST) and each.__class__ not in LEAVES:
                    waiting.append(each)


def _comments(text: str) -> Iterator[Line]:
    number, last = 1, 0
    for found in COMMENTS.finditer(text):
        number += text.count("\n", last, found.start())
        last = found.start()
        if found[2] and not found[2].startswith(("#!", "# type", "# noqa")):
            yield number, "comment", found[2]


def _documented(node: Documented, *, everything: bool) -> Iterator[Line]:
    """The docstring of a rule or a command; of anything else with `everything`."""
    first = node.body[0] if node.body else None
    prose = _literal(first.value) if isinstance(first, ast.Expr) else ""
    is_command = any("command" in ast.dump(each) for each in getattr(node, "decorator_list", ()))
    is_rule = bool(re.search(r"^ +What:$", prose, re.MULTILINE))
    if first is None or not (is_command or is_rule or everything):
        return
    kind = "help" if is_command else "rule" if is_rule else "doc"
    example = False
    for number, line in enumerate(prose.splitlines(), first.lineno):
        if is_rule and (heading := re.match(r" {0,4}([A-Z][a-z ]+):", line)):
            example = heading[1].startswith(EXAMPLES)
        if not example:
            yield number, kind, ARGUMENT.sub("", line)


def _said(call: ast.Call) -> Iterator[Line]:
    """The sentences among the arguments of a call."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name in PATTERNS_OF_CODE:
        return
    given: list[tuple[int | str | None, ast.expr]] = [*enumerate(call.args)]
    given += [(each.arg, each.value) for each in call.keywords]
    for key, value in given:
        option = key == "help" or (name, key) == ("Option", 2)
        inner = [getattr(value, "body", None), getattr(value, "orelse", None)]
        for part in (value, *getattr(value, "elts", ()), *inner):
            found = _literal(part)
            if " " in found.strip() or (found and option):
                yield part.lineno, "option" if option else "msg", found


def _literal(node: object) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values
        )
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the phrases; the exit status is 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--all", action="store_true", help="read all docstrings and comments, too")
    given = parser.parse_args(arguments)
    found = [*hits(given.paths, everything=given.all)]
    for each in found:
        print(each)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
