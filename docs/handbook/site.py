"""The site: a folder with all pages, and what zensical makes of it."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from handbook import DOCS, ROOT, charts
from handbook.links import outward
from phaselint import version
from phaselint.formats import FORMATS, schema
from phaselint.formats.heads import SCHEMAS

if TYPE_CHECKING:
    from pathlib import Path

    from handbook import Pages

SETTINGS = "zensical.toml"
PAGES = "docs"
SITE = "site"
_MARK = "# Written by docs/build.py, as all in docs/ and site/ beside it.\n"
"""The first line of the settings of a build, by which the next knows its folder: a project that
zensical builds has settings too, and pages that nobody wants to lose."""
_FORGE = "https://github.com"
_PICTURE = re.compile(r"(!\[[^\]]*\])\(([^)\s]+)\)")
_CHART = re.compile(r"^```mermaid\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


class SiteError(Exception):
    """The site cannot be built; the text is what to tell the user."""


def claim(folder: Path) -> None:
    """Make a folder that of a build: it has the mark of one, and what an earlier build has put
    there goes. What comes of a build that is broken off is so known to the next one.

    Raises:
        SiteError: there is something in the folder that no earlier build has put there.
    """
    if folder.exists() and any(folder.iterdir()) and not _is_built(folder):
        raise SiteError(f"{folder}: the folder has other files in it; name another one")
    folder.mkdir(parents=True, exist_ok=True)
    settings = (ROOT / SETTINGS).read_text("utf-8")
    (folder / SETTINGS).write_text(_MARK + addressed(settings), "utf-8", newline="\n")
    shutil.rmtree(folder / PAGES, ignore_errors=True)


def write(pages: Pages, folder: Path) -> None:
    """Put pages into a folder that has been claimed, next to the settings under which zensical
    builds them."""
    home = sources()
    for path, text in pages.items():
        target = folder / PAGES / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shown = _drawn(target, _illustrated(target, outward(path, text, home), DOCS / path))
        target.write_text(shown, "utf-8", newline="\n")
    for picture in sorted(DOCS.rglob("*.svg")):
        shutil.copy(picture, folder / PAGES / picture.relative_to(DOCS))
    _write_schemas(folder / PAGES / SCHEMAS)


def _is_built(folder: Path) -> bool:
    """Whether an earlier build has filled a folder."""
    settings = folder / SETTINGS
    return settings.is_file() and settings.read_bytes().startswith(_MARK.encode())


def _write_schemas(folder: Path) -> None:
    """Put the schemas where their own addresses say that they are."""
    folder.mkdir(parents=True)
    for name in FORMATS:
        text = json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"
        (folder / f"{name}.json").write_text(text, "utf-8", newline="\n")


def _illustrated(target: Path, text: str, page: Path) -> str:
    """The text of a page with the pictures next to it that it has from outside of docs/."""

    def moved(found: re.Match[str]) -> str:
        picture = (page.parent / found[2]).resolve()
        if picture.is_relative_to(DOCS) or not picture.is_file():
            return found[0]
        shutil.copy(picture, target.parent)
        return f"{found[1]}({picture.name})"

    return _PICTURE.sub(moved, text)


def _drawn(target: Path, text: str) -> str:
    """The text of a page with its charts as pictures next to it: mermaid would be fetched by the
    browser of a reader."""
    numbers = itertools.count(1)

    def picture(found: re.Match[str]) -> str:
        name = f"{target.stem}-{next(numbers)}.svg"
        drawn = charts.svg(charts.read(found[1]), "Diagram")
        (target.parent / name).write_text(drawn, "utf-8", newline="\n")
        return f"![Diagram]({name})\n"

    return _CHART.sub(picture, text)


def addressed(settings: str) -> str:
    """The settings with the addresses of the site and of the repository, where there are any."""
    site = f'site_url = "{version.DOCUMENTATION}/"\n' if version.DOCUMENTATION else ""
    home = f'repo_url = "{_FORGE}/{version.REPOSITORY}"\n' if version.REPOSITORY else ""
    return settings.replace("[project]\n", f"[project]\n{site}{home}", 1)


def sources() -> str:
    """The address below which files of the repository are shown; empty where it is not known."""
    return f"{_FORGE}/{version.REPOSITORY}/blob/main" if version.REPOSITORY else ""


def build(folder: Path) -> Path:
    """Build the site of the pages in a folder; return the folder that has it.

    Raises:
        SiteError: zensical is missing, or complains.
    """
    if find_spec("zensical") is None:
        raise SiteError("zensical is not installed; `pip install --editable '.[docs]'` does it")
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        said = re.sub(r"\x1b\[[\d;]*m", "", done.stdout + done.stderr.partition("Traceback")[0])
        raise SiteError(f"zensical does not build the site:\n{said.strip()}")
    return folder / SITE
