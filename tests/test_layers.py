"""Dependencies point one way (design §3): read from the imports of every module."""

from __future__ import annotations

import pytest

from sources import PACKAGES, imports, modules

LAYERS: tuple[frozenset[str], ...] = (
    frozenset({"vocabulary", "version"}),
    frozenset({"javascript"}),
    frozenset({"document"}),
    frozenset({"patterns"}),
    frozenset({"schema"}),
    frozenset({"machine"}),
    frozenset({"project"}),
    frozenset({"dialects"}),
    frozenset({"policies"}),
    frozenset({"executor"}),
    frozenset({"behavior"}),
    frozenset({"transcripts"}),
    frozenset({"guards"}),
    frozenset({"diagram"}),
    frozenset({"phaselint_rules"}),
    frozenset(
        {"linting", "config", "suppression", "plugins", "fixing", "migrating", "starting", "api"}
    ),
    frozenset({"report", "rulebook", "formats", "cli", "__main__", "phaselint_lsp"}),
    frozenset({"embedding"}),
)
"""Parts of the product, lowest first. The package itself (`phaselint`) shows the version and
holds the door to the top."""

DOOR = ("phaselint.api", "phaselint_rules")
"""The one arrow from the engine to the rules: the table of those that are built in."""


def rank(module: str) -> int | None:
    """The layer of a module; none for the package itself."""
    package, _, rest = module.partition(".")
    part = rest.partition(".")[0] if package == "phaselint" else package
    if not part:
        return None
    return next(rank for rank, layer in enumerate(LAYERS) if part in layer)


def imported_from_above(module: str) -> list[str]:
    """What a module imports from a higher layer, but for types; the library's door leads to the
    rules."""
    own = rank(module)
    used = {found.module for found in imports(module) if not found.typing}
    ranks = {other: rank(other) for other in sorted(used)}
    above = [
        other for other, at in ranks.items() if own is not None and at is not None and at > own
    ]
    return [f"{module} imports {other}" for other in above if (module, other) != DOOR]


def test_no_module_imports_from_above() -> None:
    assert [line for module in modules() for line in imported_from_above(module)] == []


def test_the_engine_knows_the_rules_only_by_its_door_and_when_it_runs() -> None:
    found = [
        ((module, each.module), each.lazy and not each.typing)
        for module in modules()
        if module.startswith("phaselint.")
        for each in imports(module)
        if each.module.partition(".")[0] == "phaselint_rules"
    ]
    assert found == [(DOOR, True)]


def test_the_machine_knows_no_dialect_not_even_for_types() -> None:
    machine = [name for name in modules() if name.startswith("phaselint.machine")]
    assert [
        f"{module} imports {found.module}"
        for module in machine
        for found in imports(module)
        if "dialects" in found.module
    ] == []


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
    """And the dialect's own table, in which it is deferred."""
    package = f"phaselint.dialects.{dialect}"
    sides = [name for name in modules() if inside(name, package) and name != package]
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


def test_every_part_has_its_layer_and_every_layer_is_there() -> None:
    parts = {name.split(".")[1] for name in modules() if name.startswith("phaselint.")}
    parts |= {package for package in PACKAGES if package != "phaselint"}
    assert sorted(part for layer in LAYERS for part in layer) == sorted(parts)


def test_provers_take_nothing_from_the_checks_of_another_theme() -> None:
    """A proof is worth what it has looked at itself; what a theme's own rules say is read with
    the reasons they have."""
    checks = {name for name, path in modules().items() if "\n@rule(" in path.read_text("utf-8")}
    assert [
        f"{module} imports {found.module}"
        for module in modules()
        if module.startswith("phaselint_rules.") and ".proofs" in module
        for found in imports(module)
        if found.module in checks and not found.module.startswith(module.partition(".proofs")[0])
    ] == []
