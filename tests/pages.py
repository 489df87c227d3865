"""The pages that are written for users: their blocks, their sections, the commands in them."""

from __future__ import annotations

import itertools
import re
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LEFT_OUT = re.compile(r"^\[.*\]\n", re.MULTILINE)
"""A line that stands for output that is not shown."""


class Block(NamedTuple):
    """A fenced block of a page: its language and its text."""

    language: str
    text: str


class Page:
    """A page in Markdown."""

    def __init__(self, path: str) -> None:
        self.path = ROOT / path
        self.text = self.path.read_text("utf-8")
        self.all = [
            Block(found[1], found[2])
            for found in re.finditer(r"^```(\w+)\n(.*?)^```$", self.text, re.M | re.S)
        ]

    def blocks(self, language: str, containing: str = "") -> list[str]:
        """The texts of the blocks in a language."""
        return [b.text for b in self.all if b.language == language and containing in b.text]

    def block(self, language: str, containing: str = "") -> str:
        """The one block in a language."""
        (text,) = self.blocks(language, containing)
        return text

    def after(self, text: str) -> str:
        """The block that follows another."""
        return next(b.text for a, b in itertools.pairwise(self.all) if a.text == text)

    def section(self, heading: str) -> str:
        """The text below a heading, up to the next one of any level."""
        below = self.text.partition(f"# {heading}\n")[2]
        return re.split(r"^#+ ", below, maxsplit=1, flags=re.MULTILINE)[0]


def commands(script: str) -> list[list[str]]:
    """The phaselint commands of a shell script or console, as words."""
    words = (shlex.split(line.removeprefix("$ "), comments=True) for line in script.splitlines())
    return [each[1:] for each in words if each[:1] == ["phaselint"]]


def is_shown(excerpt: str, printed: str) -> bool:
    """Whether an output is what an excerpt shows, but for what stands where a line says so."""
    pieces = (re.escape(piece.strip()) for piece in LEFT_OUT.split(excerpt))
    return re.fullmatch(r"\s*.*?\s*".join(pieces), printed.strip(), re.DOTALL) is not None
