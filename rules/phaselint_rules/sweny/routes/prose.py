"""Sources that are sentences (reference sweny §3.7)."""

from __future__ import annotations

from phaselint.javascript.spaces import has_space

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.sweny.model import Located


def is_prose(located: Located) -> bool:
    """Whether a string that is classified as a file or URL is a sentence."""
    source = located.source
    if source.tagged or source.kind == "inline" or not has_space(source.text):
        return False
    return source.kind == "url" or located.text is None
