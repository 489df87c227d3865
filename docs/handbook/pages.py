"""All pages of the documentation: those in docs/, and those that are generated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handbook import DOCS, ROOT, commandline, configuration, rulepages, sources
from handbook.examples import examples
from phaselint_rules import RULES

if TYPE_CHECKING:
    from handbook import Pages

CHANGES = "reference/changelog.md"


def handwritten() -> Pages:
    """The pages in docs/, by path."""
    found = sorted(DOCS.rglob("*.md"))
    return {path.relative_to(DOCS).as_posix(): path.read_text("utf-8") for path in found}


def complete(own: Pages) -> Pages:
    """The pages that are written by hand, with the rules that cite their chapters, and all that is
    generated.

    Raises:
        FileExistsError: a page is written by hand that is generated as well.
    """
    cited = rulepages.citing(RULES)
    told = {path: rulepages.with_rules(text, cited.get(path, {})) for path, text in own.items()}
    made = _generated(own)
    if twice := sorted(own.keys() & made):
        raise FileExistsError(f"docs/{twice[0]} is generated; it cannot be written by hand")
    return {**told, **made}


def _generated(own: Pages) -> Pages:
    parts = {path: sources.chapters(own[path]) for path in sources.PAGES.values() if path in own}
    return {
        **rulepages.rule_pages(RULES, examples(RULES), parts),
        commandline.PATH: commandline.command_line(),
        configuration.PATH: configuration.configuration(),
        CHANGES: (ROOT / "CHANGELOG.md").read_text("utf-8"),
    }
