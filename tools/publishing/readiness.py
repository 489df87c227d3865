"""Whether a checkout can be released."""

from __future__ import annotations

from typing import TYPE_CHECKING

from publishing.naming import current
from publishing.running import run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def hindrances(root: Path) -> list[str]:
    """What is still missing, a line each."""
    return list(_hindrances(root))


def _hindrances(root: Path) -> Iterator[str]:
    names = current(root)
    if not names.repository:
        yield "the repository has no name: run `python tools/names.py --repository OWNER/NAME`"
    tag = f"v{names.version}"
    if tag not in run("git", "tag", "--points-at", "HEAD", folder=root).split():
        yield f"the commit doesn't have the tag `{tag}`"
    if f"\n## [{names.version}]" not in (root / "CHANGELOG.md").read_text("utf-8"):
        yield f"CHANGELOG.md has no section `[{names.version}]`"
