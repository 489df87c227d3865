"""The viewer: its scripts and style, as they are put into a page or next to pages."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files

from phaselint.report.html.markup import NOTHING, Markup, joined, tag

FOLDER = files("phaselint.report.html") / "viewer"

SCRIPTS = (
    "elements.js",
    "labels.js",
    "layout.js",
    "folding.js",
    "notes.js",
    "picture.js",
    "stage.js",
    "player.js",
    "graphs.js",
    "filters.js",
    "cards.js",
    "start.js",
)
"""The modules of the viewer, each after those that it uses."""

COLORS = "colors.css"
"""The colors and fonts of the pages, which the playground has too."""

STYLES = (COLORS, "page.css", "graph.css")

EDITOR_SCRIPT, EDITOR_STYLE = "editor.js", "editor.css"
"""What a page needs besides in the panel of an editor."""

SCRIPT_FILE, STYLE_FILE = "viewer.js", "viewer.css"
"""What the pages of a folder share."""


@cache
def script(*further: str) -> str:
    """The viewer as one script, with the library that lays out graphs and its licence; after it
    `further` modules."""
    licence = _read("dagre.LICENSE").strip()
    modules = "\n".join(_read(name) for name in (*SCRIPTS, *further))
    # It has a control character in a string, which is written out: no report holds one.
    library = _read("dagre.min.js").strip().replace("\x01", "\\x01")
    return (
        f'/*! @dagrejs/dagre\n{licence}\n*/\n{library}\n(() => {{\n"use strict";\n{modules}}})();\n'
    )


@cache
def style(*further: str) -> str:
    """The style of pages, and `further` sheets."""
    return "\n".join(map(_read, (*STYLES, *further)))


@cache
def colors() -> str:
    """The sheet with the colors and fonts alone."""
    return _read(COLORS)


def inlined() -> tuple[Markup, Markup]:
    """What goes into the head of a page that stands alone, and what ends its body."""
    return _within(script(), style())


def embedded() -> tuple[Markup, Markup]:
    """The same for a page in the panel of an editor, with which it talks. There too nothing runs
    but what the policy has the hash of."""
    return _within(script(EDITOR_SCRIPT), style(EDITOR_STYLE))


def _within(script: str, style: str) -> tuple[Markup, Markup]:
    policy = f"script-src '{_hash(script)}'; style-src '{_hash(style)}'"
    head = joined((_policy(policy), tag("style", Markup(style))))
    return head, tag("script", Markup(script))


def beside() -> tuple[Markup, Markup]:
    """The same for a page of a folder. From a disk nothing is of a page's own origin, so what
    is next to it must be allowed by its scheme."""
    policy = "script-src 'self' file:; style-src 'self' file:"
    head = joined((_policy(policy), tag("link", rel="stylesheet", href=STYLE_FILE)))
    return head, tag("script", NOTHING, src=SCRIPT_FILE)


def _policy(rest: str) -> Markup:
    """A browser loads nothing for a page and runs nothing in it but what phaselint put there."""
    content = f"default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; {rest}"
    return tag("meta", http_equiv="Content-Security-Policy", content=content)


def _hash(content: str) -> str:
    digest = hashlib.sha256(content.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


def _read(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")
