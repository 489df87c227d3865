"""What is in the bundle, and in which of its parts.

Every run needs `core`: the engine, the pure Python of PyYAML, and of each dialect what finds its
contracts. The rest is in a part of its own, which the first import of one of its modules loads
(`phaselint.embedding.parts`): lint of one dialect needs `core` and that.
"""

from __future__ import annotations

import ast
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bundle.archive import module_of
from phaselint.dialects import MODULES
from phaselint_rules import PACKAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
OURS = {"phaselint": "linter", "phaselint_rules": "rules", "phaselint_lsp": "lsp"}
CORE = "core"

LIBRARIES = {
    CORE: ("pyyaml",),
    "command": ("click",),
    "blocks": ("ruamel.yaml",),
    "server": (
        *("pygls", "lsprotocol", "cattrs", "attrs", "typing_extensions"),
        *("jsonschema", "jsonschema-specifications", "referencing"),
    ),
}
"""Part → the distributions in it. Of them, the bundle has modules in Python, the schemas of JSON
Schema and the licenses. What words a refusal by a schema needs attrs, as the server does."""

ALONE = {"phaselint_lsp": "server", "rpds": "server"}
"""Other packages and modules in a part."""

LEFT = ("benchmarks", "cattr", "clibz", "preconf", "tests")
"""Folders of distributions that nothing imports here."""

ELSEWHERE = frozenset(
    {
        "_yaml/__init__.py",
        "click/_winconsole.py",
        "jsonschema/__main__.py",
        "jsonschema/cli.py",
        "ruamel/yaml/cyaml.py",
        "yaml/cyaml.py",
    }
)
"""Modules of distributions that need what isn't here: libraries in C, Windows, an installation."""


class Entry(NamedTuple):
    """A file of the bundle: its part, its path there, its content."""

    part: str
    path: str
    data: bytes


def homes() -> dict[str, str]:
    """Package or module → the part that has those of its modules which aren't in `core`."""
    ours = {module: name for name, module in MODULES.items()}
    rules = {package: name for name, package in PACKAGES.items() if name in MODULES}
    libraries = {
        top: part
        for part, names in LIBRARIES.items()
        if part != CORE
        for name in names
        for top in sorted({path.split("/")[0].removesuffix(".py") for path, _ in library(name)})
    }
    return dict(sorted((ours | rules | ALONE | libraries).items()))


def entries() -> Iterator[Entry]:
    """All files of the bundle but licenses, sorted in each part."""
    found = homes()
    always = _always()
    for path, file in sorted(_own()):
        module = module_of(path)
        home = next((part for name, part in found.items() if _is_in(module, name)), CORE)
        yield Entry(CORE if module in always else home, path, file.read_bytes())
    yield Entry(ALONE["rpds"], "rpds.py", Path(__file__).with_name("rpds.py").read_bytes())
    for part, names in LIBRARIES.items():
        for name in names:
            for path, file in library(name):
                yield Entry(part, path, file.read_bytes())


def licenses() -> Iterator[Entry]:
    """The license of phaselint and those of the libraries, in the parts that have them."""
    yield Entry(CORE, "licenses/phaselint.txt", (ROOT / "LICENSE").read_bytes())
    for part, names in LIBRARIES.items():
        for name in names:
            texts = sorted(
                str(file)
                for file in distribution(name).files or ()
                if "dist-info" in file.parts[0] and _is_license(file.name.upper())
            )
            found = [Path(str(distribution(name).locate_file(text))) for text in texts]
            data = b"\n".join(file.read_bytes() for file in found)
            yield Entry(part, f"licenses/{name}.txt", data)


def library(name: str) -> list[tuple[str, Path]]:
    """The modules and schemas of a distribution: path and file. Raises PackageNotFoundError."""
    made = distribution(name)
    listed = (str(file).replace("\\", "/") for file in made.files or ())
    paths = sorted(path for path in listed if _is_needed(path))
    return [(path, Path(str(made.locate_file(path)))) for path in paths]


def _is_needed(path: str) -> bool:
    folders = path.split("/")[:-1]
    known = path.endswith(".py") or "schemas" in folders
    return known and path not in ELSEWHERE and not {"..", *LEFT} & set(folders)


def _is_license(name: str) -> bool:
    return "LICENSE" in name or "COPYING" in name


def _own() -> Iterator[tuple[str, Path]]:
    for package, source in OURS.items():
        for file in (ROOT / source / package).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                yield file.relative_to(ROOT / source).as_posix(), file


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _always() -> frozenset[str]:
    """The modules that detection imports of each dialect, and the indexes of rules."""
    found: set[str] = set()
    for name, package in MODULES.items():
        waiting = [package, f"{package}.detect", f"{PACKAGES[name]}.index"]
        while waiting:
            module = waiting.pop()
            file = _file(module)
            if module in found or file is None:
                continue
            found.add(module)
            waiting += [*_parents(module), *_imports(file)]
    return frozenset(found)


def _parents(module: str) -> list[str]:
    words = module.split(".")
    return [".".join(words[:count]) for count in range(1, len(words))]


def _file(module: str) -> Path | None:
    """The file of one of our modules."""
    source = OURS.get(module.partition(".")[0])
    if source is None:
        return None
    path = ROOT / source / module.replace(".", "/")
    package = path / "__init__.py"
    file = path.with_name(f"{path.name}.py")
    return package if package.exists() else file if file.exists() else None


def _imports(file: Path) -> Iterator[str]:
    """What a module imports when it is imported itself."""
    for node in ast.parse(file.read_bytes()).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
