"""The repository in the metadata of a distribution: its addresses, and a README whose links lead
there, since an index shows it without the files next to it."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(\]\()(?!https?:|mailto:|#)([^)\s]+\))")


class Names(MetadataHookInterface):
    """The fields `readme` and `urls`, from `phaselint.version`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the fields to those of pyproject.toml."""
        root = Path(self.root)
        names = runpy.run_path(str(root / "linter" / "phaselint" / "version.py"))
        tag = f"v{names['__version__']}"
        text = (root / "README.md").read_text("utf-8")
        readme = led(text, names["REPOSITORY"], tag)
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
        metadata["urls"] = addresses(names["REPOSITORY"], names["DOCUMENTATION"])


def addresses(repository: str, documentation: str) -> dict[str, str]:
    """The addresses that an index shows; none as long as there is no repository."""
    home = f"https://github.com/{repository}"
    found = {
        "Repository": home,
        "Issues": f"{home}/issues",
        "Changelog": f"{home}/blob/main/CHANGELOG.md",
    }
    site = {"Documentation": f"{documentation}/"} if documentation else {}
    return {**(found if repository else {}), **site}


def led(text: str, repository: str, tag: str) -> str:
    """A README whose links to files lead to the repository as it was released."""
    if not repository:
        return text
    return _LINK.sub(rf"\1https://github.com/{repository}/blob/{tag}/\2", text)
