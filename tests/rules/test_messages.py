"""Messages and the names in them, on all fixtures: what is in backticks is a name."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from cases import Case, listed
from phaselint.vocabulary.message import Message
from sources import modules, tree

if TYPE_CHECKING:
    from pathlib import Path

    from rules.conftest import Lint

QUOTED = {
    *("syntax-error", "duplicate-key", "unreadable-file", "limit-exceeded", "unknown-tag"),
    "manifest-invalid",
}
"""Rules whose messages come from the reader of the document, which knows no names, or may."""


@pytest.mark.parametrize("case", listed(), ids=str)
def test_the_names_of_a_message_are_the_words_in_backticks(case: Case, lint: Lint) -> None:
    for finding in lint(case).findings:
        if finding.name not in QUOTED:
            assert isinstance(finding.message, Message)
            named = [f"`{name}`" for name in finding.message.names]
            assert "".join(named).count("`") == finding.message.count("`"), finding.message
            assert all(name in finding.message for name in named)


def templates(path: Path) -> list[tuple[int, str, int]]:
    """Calls of `message` with a literal template: the line, the template, the number of parts."""
    found = []
    for node in ast.walk(tree(path)):
        match node:
            case ast.Call(func=ast.Name("message"), args=[ast.Constant(str(template)), *parts]):
                if not any(isinstance(part, ast.Starred) for part in parts):
                    found.append((node.lineno, template, len(parts)))
    return found


def test_every_template_has_a_part_for_each_pair_of_braces() -> None:
    wrong = [
        f"{module}, line {line}: {template}"
        for module, path in modules().items()
        for line, template, parts in templates(path)
        if template.count("{}") != parts
    ]
    assert wrong == []
