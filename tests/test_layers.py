"""Dependencies point one way (design §3): read from the imports of every module."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {"phaselint": "linter", "phaselint_rules": "rules", "phaselint_lsp": "lsp"}

LAYERS: tuple[frozenset[str], ...] = (
    frozenset({"record", "errors", "finding", "rule", "ruleset", "suggest"}),
    frozenset({"javascript"}),
    frozenset({"document"}),
    frozenset({"patterns"}),
    frozenset({"schema"}),
    frozenset({"machine"}),
    frozenset({"project"}),
    frozenset({"dialects"}),
    frozenset({"executor"}),
    frozenset({"phaselint_rules"}),
    frozenset({"engine", "config", "suppression"}),
    frozenset({"report", "ruledoc", "rulelist", "drawing", "cli", "__main__", "phaselint_lsp"}),
)
"""Parts of the product, lowest first; what is not named belongs to the engine, which discovers,
checks and judges. The package itself (`phaselint`) holds the version and the door to the top."""

ENGINE = next(rank for rank, layer in enumerate(LAYERS) if "engine" in layer)


class Import(NamedTuple):
    """An import: the module imported, whether for types only, and whether a function does it."""

    module: str
    typing: bool
    lazy: bool


@cache
def modules() -> dict[str, Path]:
    found = {}
    for package, source in PACKAGES.items():
        for path in sorted((ROOT / source / package).rglob("*.py")):
            parts = path.relative_to(ROOT / source).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports(module: str) -> tuple[Import, ...]:
    """The imports of the product's own modules."""
    tree = ast.parse(modules()[module].read_text("utf-8"))
    return tuple(found for found in _walk(tree) if found.module.partition(".")[0] in PACKAGES)


def _walk(tree: ast.Module) -> Iterator[Import]:
    waiting: list[tuple[ast.AST, bool, bool]] = [(tree, False, False)]
    while waiting:
        node, typing, lazy = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += ((child, True, lazy) for child in node.body)
            waiting += ((child, typing, lazy) for child in node.orelse)
            continue
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, typing, lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield Import(full if full in modules() else str(node.module), typing, lazy)
        inner = lazy or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        waiting += ((child, typing, inner) for child in ast.iter_child_nodes(node))


def rank(module: str) -> int | None:
    """The layer of a module; none for the package itself."""
    package, _, rest = module.partition(".")
    part = rest.partition(".")[0] if package == "phaselint" else package
    if not part:
        return None
    return next((rank for rank, layer in enumerate(LAYERS) if part in layer), ENGINE)


@pytest.mark.parametrize("module", modules())
def test_no_module_imports_from_above(module: str) -> None:
    own = rank(module)
    for found in imports(module):
        other = rank(found.module)
        if own is not None and other is not None and not found.typing:
            door = module == "phaselint.api" and found.module == "phaselint_rules"
            assert other <= own or door, f"{module} imports {found.module}"


@pytest.mark.parametrize("module", [name for name in modules() if name.startswith("phaselint.")])
def test_the_engine_imports_rules_only_when_it_runs(module: str) -> None:
    for found in imports(module):
        if found.module.partition(".")[0] == "phaselint_rules":
            assert found.lazy or found.typing


@pytest.mark.parametrize("module", [n for n in modules() if n.startswith("phaselint.machine")])
def test_the_machine_knows_no_dialect_not_even_for_types(module: str) -> None:
    assert {found.module for found in imports(module) if "dialects" in found.module} == set()


def dialects() -> list[str]:
    names = {name.split(".")[2] for name in modules() if name.startswith("phaselint.dialects.")}
    return sorted(name for name in names if f"phaselint.dialects.{name}.model" in modules())


@pytest.mark.parametrize("dialect", dialects())
def test_dialects_do_not_know_each_other(dialect: str) -> None:
    others = {f"phaselint.dialects.{other}" for other in dialects() if other != dialect}
    for module in modules():
        if module.startswith(f"phaselint.dialects.{dialect}"):
            known = {".".join(found.module.split(".")[:3]) for found in imports(module)}
            assert known.isdisjoint(others)


def inside(module: str, *packages: str) -> bool:
    """Whether a module is one of some packages or in one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("dialect", dialects())
def test_what_runs_a_contract_never_sees_the_analysis_that_it_confirms(dialect: str) -> None:
    package = f"phaselint.dialects.{dialect}"
    waiting = [name for name in modules() if inside(name, f"{package}.running")]
    assert waiting
    seen: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module in seen:
            continue
        seen.add(module)
        assert not inside(module, f"{package}.analysis", "phaselint.machine")
        known = (found.module for found in imports(module))
        waiting += (name for name in known if inside(name, package, "phaselint.machine"))


@pytest.mark.parametrize("dialect", dialects())
def test_only_what_runs_a_contract_knows_what_runs(dialect: str) -> None:
    package = f"phaselint.dialects.{dialect}"
    sides = [name for name in modules() if inside(name, package)]
    for module in sides:
        if not inside(module, f"{package}.running"):
            known = (found.module for found in imports(module))
            assert not [name for name in known if inside(name, f"{package}.running")], module


@pytest.mark.parametrize("dialect", dialects())
def test_reading_a_contract_knows_nothing_of_its_analysis(dialect: str) -> None:
    package = f"phaselint.dialects.{dialect}"
    reading = [name for name in modules() if inside(name, f"{package}.reading")]
    assert reading
    for module in reading:
        known = (found.module for found in imports(module))
        assert not [name for name in known if inside(name, f"{package}.analysis")], module


def test_every_layer_is_there() -> None:
    """A part that was renamed would silently fall to the engine."""
    parts = {name.split(".")[1] for name in modules() if name.startswith("phaselint.")}
    assert {part for layer in LAYERS for part in layer} <= parts | set(PACKAGES)
