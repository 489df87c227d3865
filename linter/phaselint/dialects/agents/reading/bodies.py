"""What the text of an agent refers to (reference §4.2)."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document import Document

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)")
_CODE = re.compile(r"`[^`]+`")
_REFERENCE = re.compile(r"#tool:([\w\-./]+)")


def tools_in(document: Document) -> Iterator[tuple[str, int]]:
    """The tools that `#tool:NAME` means outside of code, each with where its name starts."""
    text = document.text
    if "#tool:" not in text:
        return
    fence, at = "", document.body_start
    for line in text[at:].splitlines(keepends=True):
        opens = _FENCE.match(line)
        if opens and not fence:
            fence = opens[1]
        elif opens and opens[1].startswith(fence) and not opens[2].strip():
            fence = ""
        elif not fence:
            bare = _CODE.sub(lambda code: " " * len(code[0]), line)
            for each in _REFERENCE.finditer(bare):
                yield each[1], at + each.start(1)
        at += len(line)
