"""Which tests run, and by how many workers, for what is asked for on the command line; and what
tests of all parts share."""

from __future__ import annotations

import gc
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from cases import Written
from fresh import AGAIN

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

HERE = Path(__file__).parent
APART = ("editors", "browser", "installs", "fuzz", "mutation", "sweeps", "langgraph", "bundle")
"""The marks of tests that a plain `pytest` leaves out."""

ALONE = ("keyword", "markexpr", "collectonly", "lf", "stepwise", "update_snapshots")
"""Options that choose few tests, or write what several workers may not write at once."""

FEW = 12
"""Files of tests below which workers take longer to start than they save."""

POSIX_ALONE = ["browser", "editors", "fuzz", "mutation", "cli/test_progress.py"]
"""What imports modules that only POSIX has."""

DRAWING = frozenset({"AGAIN", "SEED", "picker", "until"})
"""What a module has that draws with the seed of `fresh`."""

collect_ignore = POSIX_ALONE if os.name == "nt" else []

settings.register_profile("fresh", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", settings.get_profile("fresh"), derandomize=True)
settings.load_profile("same")
"""Properties are tried with the same examples each time, however long that takes; with
`--hypothesis-profile=fresh` with others."""


def pytest_configure(config: pytest.Config) -> None:
    """Leave out what takes more than this checkout, unless some tests are asked for."""
    if is_plain(config):
        config.option.markexpr = " and ".join(f"not {name}" for name in APART)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what Windows cannot do, there."""
    if os.name == "nt":
        reason = pytest.mark.skip(reason="needs signals, links, named pipes, rights or a shell")
        for item in items:
            if item.get_closest_marker("posix"):
                item.add_marker(reason)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """No workers for few tests: each of them collects all that are asked for."""
    alone = any(config.getoption(name, None) for name in ALONE)
    return 0 if alone or files(config) < FEW else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for no garbage among all the tests: they stay, and looking takes a sixth of the time.
    While tests run, look less often than usual, as the command does."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say with a failure of a test that draws with a fresh seed how the same is drawn again."""
    report = yield
    if report.failed and draws(item):
        report.sections.append(("drawn", AGAIN))
    return report


def draws(item: pytest.Item) -> bool:
    """Whether the module of a test has what draws with a fresh seed."""
    module = getattr(item, "module", None)
    return module is not None and not DRAWING.isdisjoint(vars(module))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what tests tried: the sums of the numbers they recorded as `tried`, and the lines they
    recorded as `drawn`, which say how what was drawn at random is drawn again."""
    sums: Counter[str] = Counter()
    lines: dict[str, None] = {}
    for status in ("passed", "failed"):
        for report in terminalreporter.getreports(status):
            recorded = dict(report.user_properties)
            sums.update(recorded.get("tried", {}))
            lines |= dict.fromkeys(recorded.get("drawn", ()))
    for line in (*(f"{count} {what}" for what, count in sums.items()), *lines):
        terminalreporter.write_line(line)


def is_plain(config: pytest.Config) -> bool:
    """Whether all tests are asked for, none by its path, its name or its marks."""
    option = config.option
    return not option.keyword and not option.markexpr and set(paths(config)) <= {HERE, HERE.parent}


def paths(config: pytest.Config) -> list[Path]:
    """The files and folders that tests are asked of."""
    start = config.invocation_params.dir
    return [(start / argument.partition("::")[0]).resolve() for argument in config.args]


def files(config: pytest.Config) -> int:
    """How many files of tests that are."""
    return sum(1 if path.is_file() else len([*path.rglob("test_*.py")]) for path in paths(config))


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """The cases of fixtures/rules as whole folders, written when they are asked for."""
    return Written(tmp_path_factory.mktemp("fixtures") / "rules")
