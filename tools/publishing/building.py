"""The files of a release, each made by one builder."""

from __future__ import annotations

import json
import shutil
import sys
import tomllib
from typing import TYPE_CHECKING, NamedTuple

from publishing import archive, catalog, containers
from publishing.formula import PYTHON, formula
from publishing.pins import lock, pins
from publishing.running import run

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from publishing.places import Names

OLDEST = "3.11"
"""The oldest Python that phaselint runs on, for which the packages in the archive are."""

QUIETLY = ("--no-audit", "--no-fund", "--loglevel=error")


class SkippedError(Exception):
    """A file can't be made here; the text is the reason."""


class Release(NamedTuple):
    """What is released, and where: a clean checkout, the folder for its files, another one for what
    comes before them; the names, and the time of the commit, in seconds since 1970."""

    source: Path
    target: Path
    scratch: Path
    names: Names
    seconds: int

    def file(self, kind: str) -> Path:
        """Where the file of a builder is."""
        return self.target / FILES[kind].format(version=self.names.version)


FILES: Mapping[str, str] = {
    "wheel": "phaselint-{version}-py3-none-any.whl",
    "sdist": "phaselint-{version}.tar.gz",
    "pyz": "phaselint.pyz",
    "formula": "phaselint.rb",
    "schemastore": "schemastore",
    "npm": "phaselint-{version}.tgz",
    "extension": "phaselint-{version}.vsix",
    "site": "phaselint-{version}-site.tar.gz",
    "image": "phaselint-{version}-image.tar",
}
"""The builders, in their order, and the files or folders that they make."""

REPRODUCIBLE = ("wheel", "sdist", "pyz", "formula", "schemastore", "npm")
"""The builders that make the same bytes of the same commit."""


def sdist(release: Release) -> None:
    """Build the source distribution."""
    _distribution(release, "--sdist", release.source)


def wheel(release: Release) -> None:
    """Build the wheel, out of the source distribution."""
    folder = release.scratch / "sdist"
    shutil.unpack_archive(release.file("sdist"), folder, filter="data")
    (unpacked,) = folder.iterdir()
    _distribution(release, "--wheel", unpacked)


def _distribution(release: Release, kind: str, source: Path) -> None:
    command = (sys.executable, "-m", "build", "--no-isolation", kind)
    run(*command, "--outdir", release.target, source)


def pyz(release: Release) -> None:
    """Build the archive that any Python runs."""
    pinned = release.scratch / "pylock.archive.toml"
    lock(release.source, OLDEST, release.seconds, pinned, archive.COMPILED)
    folder = release.scratch / "archive"
    into = ("uv", "pip", "install", "--quiet", "--no-deps", "--target", folder)
    run(*into, "--python-version", OLDEST, "--only-binary", ":all:", "--requirements", pinned)
    run(*into, release.file("wheel"))
    file = release.file("pyz")
    file.write_bytes(archive.packed(archive.members(folder), release.seconds))
    file.chmod(0o755)


def brew(release: Release) -> None:
    """Write the formula of Homebrew."""
    pinned = lock(release.source, PYTHON, release.seconds, release.scratch / "pylock.brew.toml")
    project = tomllib.loads((release.source / "pyproject.toml").read_text("utf-8"))["project"]
    made = formula(
        release.names,
        project["description"],
        release.file("sdist").read_bytes(),
        pins(pinned.read_text("utf-8")),
    )
    release.file("formula").write_text(made, "utf-8", newline="\n")


def schemastore(release: Release) -> None:
    """Write what SchemaStore takes."""
    folder = release.file("schemastore")
    folder.mkdir()
    for name, text in catalog.files().items():
        (folder / name).write_text(text, "utf-8", newline="\n")


def npm(release: Release) -> None:
    """Pack the npm package."""
    needs_npm()
    folder = release.scratch / "npm" / "package"
    source = release.source / "linter" / "bundle"
    pyodide = release.scratch / "pyodide"
    pinned = json.loads((source / "npm" / "package.json").read_text("utf-8"))["dependencies"]
    run("npm", "install", *QUIETLY, "--prefix", pyodide, f"pyodide@{pinned['pyodide']}")
    options = ("--pyodide", pyodide, "--compiled", "--npm", folder)
    run(sys.executable, source / "build.py", *options, release.scratch / "bundle")
    shutil.copy(folder.parent / release.file("npm").name, release.file("npm"))


def extension(release: Release) -> None:
    """Package the extension for VS Code."""
    needs_npm()
    folder = release.source / "lsp" / "vscode"
    bundle = release.scratch / "extension" / "bundle"
    run("npm", "ci", *QUIETLY, folder=folder)
    options = ("--pyodide", folder, "--compiled")
    run(sys.executable, release.source / "linter" / "bundle" / "build.py", *options, bundle)
    run("npm", "run", "package", folder=folder, more={"PHASELINT_BUNDLE": str(bundle)})
    shutil.copy(folder / "dist" / "phaselint.vsix", release.file("extension"))


def needs_npm() -> None:
    """Raise SkippedError where there is no npm."""
    if shutil.which("npm") is None:
        raise SkippedError("npm isn't installed")


def site(release: Release) -> None:
    """Build the documentation, with the playground."""
    needs_npm()
    folder = release.scratch / "docs"
    run("npm", "ci", *QUIETLY, folder=release.source / "lsp" / "playground")
    run(sys.executable, release.source / "docs" / "build.py", folder)
    top = f"phaselint-{release.names.version}-site"
    release.file("site").write_bytes(archive.rolled(folder / "site", top, release.seconds))


def image(release: Release) -> None:
    """Build the image with the program that can, and save it."""
    program, reason = containers.builder()
    if not program:
        raise SkippedError(reason)
    tag = containers.tag(release.names.version)
    labels = containers.labels(release.names)
    run(program, "build", "--tag", tag, *labels, release.source)
    run(program, "save", "--output", release.file("image"), tag)


BUILDERS: Mapping[str, Callable[[Release], None]] = {
    "sdist": sdist,
    "wheel": wheel,
    "pyz": pyz,
    "formula": brew,
    "schemastore": schemastore,
    "npm": npm,
    "extension": extension,
    "site": site,
    "image": image,
}
"""What makes the files of each kind; a builder may use the files of those before it."""
