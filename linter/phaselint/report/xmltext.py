"""Text in XML 1.0, which cannot write most control characters."""

from __future__ import annotations

from phaselint.report.terminal import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'

_MARKS = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "\ufffe": "\\ufffe",
        "\uffff": "\\uffff",
    }
)


def text(content: str) -> str:
    """Return a string on one line, for the inside of an element or of an attribute; what would
    not show, or has no place in XML, becomes an escape such as `\\x1b`."""
    return escape(content).translate(_MARKS)


def tag(name: str, attributes: Mapping[str, object], *, empty: bool = False) -> str:
    """Return the start of an element, or an empty one."""
    given = "".join(f' {key}="{text(str(value))}"' for key, value in attributes.items())
    return f"<{name}{given}{' /' if empty else ''}>"
