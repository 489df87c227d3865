"""Each file of a release, installed where nothing else is, and used."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tarfile
import tomllib
import zipfile
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from publishing import ReleaseError, containers
from publishing.building import QUIETLY
from publishing.formula import COMPILED, PYTHON
from publishing.pins import pins
from publishing.running import run

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from publishing.building import Release

PROJECTS = {"release-crew": 1, "release-crew-fixed": 0, "dependency-bot": 1}
"""Example projects, with the exit status of a lint."""

PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")


def lints(command: Sequence[str | Path], release: Release, home: Path) -> None:
    """Lint the example projects with a command, and compare the reports with those of the sources.

    Raises:
        ReleaseError: it has another version or exit status, or reports something else.
    """
    home.mkdir(parents=True, exist_ok=True)
    alone = {"HOME": str(home), "PYTHONPATH": ""}
    told = run(*command, "--version", folder=home, more=alone).strip()
    if told != f"phaselint {release.names.version}":
        raise ReleaseError(f"`{command[0]} --version` is `{told}`, not {release.names.version}")
    for project, status in PROJECTS.items():
        wanted = _report((sys.executable, "-m", "phaselint"), release.source, project, status)
        found = _report(command, release.source, project, status, **alone)
        if found != wanted:
            raise ReleaseError(f"`{command[-1]}` reports something else of {project}:\n{found}")


@cache
def _report(
    command: Sequence[str | Path], source: Path, project: str, status: int, **more: str
) -> str:
    words = ("lint", "--dry-run", "--fail-on-refuted", "--format", "concise", project)
    return run(*command, *words, folder=source / "fixtures" / "projects", status=status, more=more)


def _installed(release: Release, kind: str) -> str:
    """Install a distribution with pip, as a user does."""
    folder = release.scratch / f"try-{kind}"
    run(sys.executable, "-m", "venv", folder)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--quiet", release.file(kind))
    run(sys.executable, "-m", "twine", "check", "--strict", release.file(kind))
    lints((scripts / "phaselint",), release, folder / "home")
    return "installed with pip into an empty environment"


def wheel(release: Release) -> str:
    """Install the wheel."""
    return _installed(release, "wheel")


def sdist(release: Release) -> str:
    """Install the source distribution."""
    return _installed(release, "sdist")


def pyz(release: Release) -> str:
    """Run the archive with each Python there is, which sees no other packages."""
    there = [name for name in PYTHONS if _works(name)] or [sys.executable]
    for python in there:
        command = (python, "-I", "-S", release.file("pyz"))
        lints(command, release, release.scratch / "try-pyz")
    return f"run by {', '.join(Path(each).name for each in there)} without packages"


def _works(python: str) -> bool:
    """Whether a Python is there; some are only a name that says which to install."""
    try:
        run(python, "-c", "")
    except ReleaseError:
        return False
    return True


def formula(release: Release) -> str:
    """Install the sources that the formula names into the Python that it names, but for those that
    Rust compiles, whose wheels are installed; have Ruby read it where there is one."""
    file = release.file("formula")
    if shutil.which("ruby"):
        run("ruby", "-c", file)
    python = f"python{PYTHON}"
    if not _works(python):
        return f"not tried: {python} isn't here"
    folder = release.scratch / "try-formula"
    run("uv", "venv", "--quiet", "--python", python, folder)
    into = ("uv", "pip", "install", "--quiet", "--no-deps", "--python", folder)
    pinned = pins((release.scratch / "pylock.brew.toml").read_text("utf-8"))
    listed = release.scratch / "resources.txt"
    listed.write_text(
        "".join(
            f"{pin.name}=={pin.version}\n"
            if pin.name in COMPILED
            else f"{pin.name} @ {pin.url}#sha256={pin.sha256}\n"
            for pin in pinned
        )
    )
    run(*into, "--requirements", listed)
    run(*into, release.file("sdist"))
    run("uv", "pip", "check", "--quiet", "--python", folder)
    lints((folder / "bin" / "phaselint",), release, folder / "home")
    read = "read by Ruby, " if shutil.which("ruby") else ""
    return f"{read}its resources are all that is needed; Homebrew itself isn't tried"


def schemastore(release: Release) -> str:
    """Validate what phaselint itself writes: a starter, and a baseline of a project."""
    from jsonschema import Draft7Validator

    folder = release.scratch / "try-schemastore"
    folder.mkdir()
    phaselint = (sys.executable, "-m", "phaselint")
    run(*phaselint, "init", "--example", "agents", folder=folder)
    projects = release.source / "fixtures" / "projects"
    shutil.copytree(projects / "release-crew", folder, dirs_exist_ok=True)
    run(*phaselint, "lint", "--write-baseline", folder=folder)
    store = release.file("schemastore")
    count = 0
    for entry in json.loads((store / "catalog.json").read_text("utf-8")):
        title = entry["name"]
        written = (json.loads(each.read_text("utf-8")) for each in store.glob("phaselint-*.json"))
        (found,) = (each for each in written if each["title"] == title)
        Draft7Validator.check_schema(found)
        files = [path for pattern in entry["fileMatch"] for path in folder.rglob(pattern)]
        for path in files:
            for error in Draft7Validator(found).iter_errors(_value(path)):
                raise ReleaseError(f"the schema `{title}` refuses {path.name}: {error.message}")
        if not files:
            raise ReleaseError(f"no file is there for the schema `{title}`")
        count += len(files)
    return f"its schemas accept {count} files that phaselint writes or has"


def _value(path: Path) -> object:
    """A file as data."""
    import yaml

    text = path.read_text("utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else yaml.safe_load(text)


def npm(release: Release) -> str:
    """Install the npm package."""
    folder = release.scratch / "try-npm"
    folder.mkdir()
    run("npm", "install", *QUIETLY, "--prefix", folder, release.file("npm"))
    command = (folder / "node_modules" / ".bin" / "phaselint",)
    lints(command, release, folder / "home")
    return "installed with npm into an empty folder"


def extension(release: Release) -> str:
    """Install the extension into VS Code where there is one, or else see that it is complete."""
    with zipfile.ZipFile(release.file("extension")) as file:
        manifest = json.loads(file.read("extension/package.json"))
        names = set(file.namelist())
    needed = [
        manifest["main"],
        manifest["browser"],
        *(f"dist/{each}" for each in ("node.mjs", "web.js", "bundle/bundle.json")),
        "dist/pyodide/pyodide.asm.wasm",
        *(each["url"] for each in manifest["contributes"]["jsonValidation"]),
    ]
    for each in needed:
        if f"extension/{each.removeprefix('./')}" not in names:
            raise ReleaseError(f"{release.file('extension').name} lacks `{each}`")
    if manifest["version"] != release.names.version:
        raise ReleaseError(f"the extension has the version {manifest['version']}")
    if shutil.which("code") is None:
        return "complete; VS Code isn't here to install it"
    where = (f"--{name}-dir={release.scratch / name}" for name in ("extensions", "user-data"))
    run("code", *where, "--install-extension", release.file("extension"))
    return "installed into VS Code"


class _Addresses(HTMLParser):
    """The addresses that a page refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


def site(release: Release) -> str:
    """Unpack the site and follow what its pages refer to."""
    folder = release.scratch / "try-site"
    with tarfile.open(release.file("site")) as file:
        file.extractall(folder, filter="data")
    (top,) = folder.iterdir()
    return f"unpacked; its {followed(top)} references lead to a file"


def followed(top: Path) -> int:
    """Follow the relative addresses in the pages below a folder, and return how many there are.

    Raises:
        ReleaseError: one of them has no target.
    """
    count = 0
    for page in sorted(top.rglob("*.html")):
        for address in _Addresses(page.read_text("utf-8")).found:
            path = unquote(address.partition("#")[0].partition("?")[0])
            if not path or ":" in path or path.startswith("/"):
                continue
            target = page.parent / path
            if not (target.is_file() or (target / "index.html").is_file()):
                raise ReleaseError(f"{page.relative_to(top)} of the site refers to `{address}`")
            count += 1
    return count


def image(release: Release) -> str:
    """Run the image on an example."""
    program, _ = containers.builder()
    tag = containers.tag(release.names.version)
    for project, status in PROJECTS.items():
        folder = release.source / "fixtures" / "projects" / project
        run(
            *(program, "run", "--rm", "--network", "none", "--volume", f"{folder}:/work:ro", tag),
            *("lint", "--dry-run", "--fail-on-refuted"),
            status=status,
        )
    return f"run by {program}"


TRIALS: Mapping[str, Callable[[Release], str]] = {
    "wheel": wheel,
    "sdist": sdist,
    "pyz": pyz,
    "formula": formula,
    "schemastore": schemastore,
    "npm": npm,
    "extension": extension,
    "site": site,
    "image": image,
}
"""What tries the files of each kind, and says how."""
