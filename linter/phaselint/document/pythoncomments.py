"""Suppression comments in Python, as Python's tokenizer finds comments: `#` in a string isn't one.

At the end of a line such a comment is for that line; on a line of its own for the statement after
it with its body, or, inside of a statement, for the expression after it. `ignore-file` stands
before the first statement; a docstring before it is in nobody's way.
"""

from __future__ import annotations

import ast
import re
import tokenize
from bisect import bisect_left

from phaselint.document.commentgrammar import parse_comment
from phaselint.document.python import span_of, tree_of
from phaselint.vocabulary.finding import Position
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.document.commented import Comment
    from phaselint.document.model import Document

    Span = tuple[int, int]

_MARK = re.compile(r"#[ \t]*phaselint:([^\r\n]*)")
_HEAD = re.compile(r"#!|[ \t\f]*#.*?coding[:=]")


def python_comments(document: Document) -> Iterator[Comment]:
    """The suppression comments of a document, each with what it covers."""
    tree = tree_of(document)
    if tree is None:
        return
    found = [
        parse_comment(document, mark[1], mark.span(), mark.start(1))
        for start, end in comments(document)
        for mark in _MARK.finditer(document.text, start, end)
    ]
    if not found:
        return
    statements = sorted(_statements(document, tree))
    first = _first_statement(document, tree)
    for comment in found:
        yield comment if comment.error else _covering(document, comment, statements, first)


def comments(document: Document) -> Iterator[Span]:
    """Where the comments of a document are, in text order; those that the tokenizer comes to, where
    it refuses the text."""
    number = 0

    def line() -> str:
        nonlocal number
        number += 1
        if number > document.line_count:
            return ""
        return document.line(number) + ("\n" if number < document.line_count else "")

    try:
        for token in tokenize.generate_tokens(line):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                start = document.offset(Position(row, column + 1))
                yield start, start + len(token.string)
    except (tokenize.TokenError, SyntaxError, RecursionError):
        return


def top(document: Document) -> int:
    """Where a comment for the whole file goes: above all but what must be in the first lines."""
    number = 1
    while number <= 2 and _HEAD.match(document.line(number)):
        number += 1
    return document.offset(Position(number, 1))


def _covering(
    document: Document, comment: Comment, statements: Sequence[Span], first: int
) -> Comment:
    """A comment with the lines that it covers; `first` is where the first statement is."""
    if comment.kind == "file":
        if comment.start < first:
            return comment._replace(first_line=1, last_line=document.line_count)
        return comment._replace(
            error=message("`ignore-file` has no effect after the first statement; move it up")
        )
    if not _alone_on_line(document, comment):
        return comment
    after = _after(document, comment.end, statements)
    if after is None:
        return comment._replace(kind="node", error=message("no statement follows this comment"))
    lines = document.lines_between(*after)
    return comment._replace(kind="node", first_line=lines[0], last_line=lines[1])


def _after(document: Document, offset: int, statements: Sequence[Span]) -> Span | None:
    """What comes after an offset: an expression of the statement that it is in, else the next
    statement; decorators and the body belong to that."""
    inside = _expression_after(document, offset)
    if inside is not None:
        return inside
    at = bisect_left(statements, (offset, 0))
    return statements[at] if at < len(statements) else None


def _expression_after(document: Document, offset: int) -> Span | None:
    """The expression that comes next in the brackets that an offset is in; with a key of a dict its
    value."""
    tree = tree_of(document)
    node = _innermost(document, tree, offset) if tree is not None else None
    while node is not None and isinstance(node, ast.expr):
        parts = sorted(
            (*span_of(document, part), number)
            for number, part in enumerate(ast.iter_child_nodes(node))
            if isinstance(part, ast.expr | ast.keyword)
        )
        later = next((part for part in parts if part[0] >= offset), None)
        if later is None:
            return None
        if isinstance(node, ast.Dict):
            return later[0], _value_end(document, node, later[:2])
        return later[:2]
    return None


def _value_end(document: Document, node: ast.Dict, key: Span) -> int:
    for each, value in zip(node.keys, node.values, strict=True):
        if each is not None and span_of(document, each) == key:
            return span_of(document, value)[1]
    return key[1]


def _innermost(document: Document, tree: ast.AST, offset: int) -> ast.AST | None:
    """The innermost expression that begins before an offset and ends after it; none where that is
    between statements."""
    found: ast.AST | None = None
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        for child in ast.iter_child_nodes(node):
            start, end = span_of(document, child)
            if start == end == 0:
                waiting.append(child)
            elif start < offset < end:
                found = child if isinstance(child, ast.expr) else None
                waiting = [child]
                break
    return found


def _statements(document: Document, tree: ast.Module) -> Iterator[Span]:
    """Where statements are, with their decorators and bodies."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt):
            start, end = span_of(document, node)
            decorators = getattr(node, "decorator_list", None)
            # The `@` before a decorator isn't a part of it.
            yield (span_of(document, decorators[0])[0] if decorators else start), end
        if isinstance(node, ast.expr):
            continue
        waiting += ast.iter_child_nodes(node)


def _first_statement(document: Document, tree: ast.Module) -> int:
    """Where the first statement is that isn't a docstring; the end of the text without one."""
    body = tree.body[1:] if ast.get_docstring(tree, clean=False) is not None else tree.body
    if not body:
        return len(document.text) + 1
    return min(_statements(document, ast.Module(body[:1], [])))[0]


def _alone_on_line(document: Document, comment: Comment) -> bool:
    column = document.position(comment.start).column
    before = document.line(comment.first_line)[: column - 1].strip()
    return not before or before.startswith("#")
