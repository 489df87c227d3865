"""The playground: phaselint in a page, in a folder of the site.

Its scripts are in lsp/playground; npm must have installed their libraries. All files but the page,
its script and its style are compressed here, whatever the host does, and exist a second time as
scripts: a page that is opened from a disk can't fetch anything.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from handbook import ROOT
from phaselint.report.html import assets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HOME = ROOT / "lsp" / "playground"
MODULES = HOME / "node_modules"
FOLDER = "playground"
FILES = "files"

EXAMPLES = {
    "agents": ("release-crew", "Team of agents (Copilot, VS Code, Claude Code)"),
    "langgraph": ("seed-library", "LangGraph"),
    "sweny": ("dependency-bot", "SWEny"),
    "vesanor": ("refund-desk", "Vesanor"),
    "climpt": ("flag-retirement", "climpt"),
    "stud": ("loan-desk", "stud"),
}
"""Dialect → the project of the fixtures that is its example, and what the page calls it."""

PYTHON = "https://python.invalid/pyodide.asm.mjs"
"""What Pyodide takes for its own address; nothing is fetched from there."""

PAGE = "../how-to/playground/"
SITE_HOME = "../"


class PlaygroundError(Exception):
    """The playground cannot be built; the text is what to tell the user."""


def is_installed() -> bool:
    """Whether npm has installed what the playground is made of."""
    return (MODULES / "esbuild").is_dir() and (MODULES / "pyodide").is_dir()


def build(site: Path) -> Path:
    """Build the playground into a site; return its folder.

    Raises:
        PlaygroundError: a tool is missing, or complains.
        OSError: the folder can't be written.
    """
    if not is_installed():
        raise PlaygroundError("what the playground needs isn't installed: run `npm ci` there")
    target = site / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    (target / FILES).mkdir(parents=True)
    with TemporaryDirectory() as name:
        work = Path(name)
        builder = ROOT / "linter" / "bundle" / "build.py"
        _run([sys.executable, str(builder), "--pyodide", str(HOME), str(work / "bundle")])
        _bundled("main.js", target / "playground.js", "--format=iife")
        outside = ("--external:node:*", "--external:ws", f'--define:import.meta.url="{PYTHON}"')
        _bundled("worker.js", work / "worker.js", "--format=iife", *outside)
        for file, data in _files(work):
            _place(target / FILES, file, data)
    style = f"{assets.colors()}\n{(HOME / 'playground.css').read_text('utf-8')}"
    (target / "playground.css").write_text(style, "utf-8", newline="\n")
    (target / "index.html").write_text(_page(), "utf-8", newline="\n")
    (target / "licenses.txt").write_text(_licenses(), "utf-8", newline="\n")
    return target


def examples() -> dict[str, str]:
    """The files of the examples: name of the file → JSON."""
    return {
        f"example-{dialect}.json": json.dumps(
            {"files": _project(project), "fixed": _project(f"{project}-fixed")},
            ensure_ascii=False,
        )
        for dialect, (project, _) in EXAMPLES.items()
    }


def policy() -> str:
    """What the page may load and run: files of its own, and the scripts of pages that phaselint
    writes. It connects to nowhere else."""
    scripts = (_shim(), assets.script(), assets.script(assets.EDITOR_SCRIPT))
    hashes = " ".join(f"'sha256-{_digest(each)}'" for each in scripts)
    parts = (
        "default-src 'none'",
        f"script-src 'self' file: blob: 'wasm-unsafe-eval' {hashes}",
        "style-src 'self' file: 'unsafe-inline'",
        "connect-src 'self' blob: data:",
        "worker-src blob:",
        "frame-src 'self'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return "; ".join(parts)


def _page() -> str:
    options = (
        f'        <option value="{dialect}">{title}</option>'
        for dialect, (_, title) in EXAMPLES.items()
    )
    values = {
        "policy": policy(),
        "home": SITE_HOME,
        "page": PAGE,
        "examples": "\n".join(options),
    }
    text = (HOME / "index.html").read_text("utf-8")
    for name, value in values.items():
        text = text.replace(f"{{{{{name}}}}}", value)
    return text


def _files(work: Path) -> Iterator[tuple[str, bytes]]:
    bundle = work / "bundle"
    yield "pyodide.asm.wasm", (MODULES / "pyodide" / "pyodide.asm.wasm").read_bytes()
    yield "python_stdlib.zip", (bundle / "stdlib.zip").read_bytes()
    yield "worker.js", (work / "worker.js").read_bytes()
    for path in sorted((*bundle.glob("*.xz"), bundle / "bundle.json")):
        yield path.name, path.read_bytes()
    for name, text in examples().items():
        yield name, text.encode("utf-8")


def _place(folder: Path, name: str, data: bytes) -> None:
    """Write a file to fetch, compressed if that makes it smaller, and the same as a script."""
    packed = gzip.compress(data, 9, mtime=0)
    held = packed if len(packed) < 0.98 * len(data) else data
    (folder / f"{name}.bin").write_bytes(held)
    text = base64.b64encode(held).decode("ascii")
    (folder / f"{name}.js").write_text(f'phaselintFile("{name}", "{text}");\n', "ascii")


def _project(name: str) -> Mapping[str, str]:
    root = ROOT / "fixtures" / "projects" / name
    paths = sorted(path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in paths}


def _bundled(entry: str, target: Path, *options: str) -> None:
    common = ("--bundle", "--minify", "--target=es2022", "--charset=utf8", "--log-level=warning")
    modules = {**os.environ, "NODE_PATH": str(MODULES)}
    ending = ".cmd" if os.name == "nt" else ""
    command = [str(MODULES / ".bin" / f"esbuild{ending}"), str(HOME / "src" / entry)]
    _run([*command, *common, *options, f"--outfile={target}"], modules)


def _run(command: list[str], environment: Mapping[str, str] | None = None) -> None:
    try:
        done = subprocess.run(
            command, cwd=HOME, env=environment, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise PlaygroundError(f"`{command[0]}` isn't installed; the playground needs it") from None
    if done.returncode:
        raise PlaygroundError(
            f"the playground can't be built:\n{(done.stderr or done.stdout).strip()}"
        )


def _shim() -> str:
    return (HOME / "src" / "inframe.txt").read_text("utf-8")


def _digest(content: str) -> str:
    return base64.b64encode(hashlib.sha256(content.encode("utf-8")).digest()).decode("ascii")


def _licenses() -> str:
    """The licenses of what npm has installed for the page."""
    found = []
    for package in sorted(MODULES.glob("**/package.json")):
        data = json.loads(package.read_text("utf-8"))
        name = package.parent.relative_to(MODULES).as_posix()
        if not name.startswith(
            ("@codemirror/", "@lezer/", "@marijn/", "crelt", "style-mod", "w3c-", "pyodide")
        ):
            continue
        text = "".join(each.read_text("utf-8") for each in sorted(package.parent.glob("LICENSE*")))
        found.append(
            f"{name} {data.get('version', '')}: {data.get('license', '')}\n\n{text}".rstrip()
        )
    return "\n\n\n".join(found) + "\n"
