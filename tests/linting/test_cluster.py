"""A sweep on an engine of the user's: whatever that does to tasks, no chunk is judged wrongly, none
is missing without a word, and none comes twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from linting import engines
from phaselint.linting import cluster
from phaselint.linting.cluster import LOST, Cluster
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NUMBERS = range(40)
SQUARES = [number * number for number in NUMBERS]
MISSING = "ModuleNotFoundError: No module named 'phaselint'"
REPORTED = "; the report contains the contracts checked so far"


def folders(_: Any) -> tuple[str, ...]:
    """What workers have to see."""
    return (os.getcwd(),)


def swept(
    name: str, function: Callable[[Any], Any] = engines.square, things: Any = NUMBERS
) -> tuple[list[Any], list[str]]:
    """The results of an engine, and what is said of it."""
    engine = Cluster(f"linting.engines:{name}")
    results = list(engine.each(function, things, folders))
    return results, engine.wrong


@pytest.mark.parametrize(
    "name", ["threads", "processes", "Fake", "Failing", "Cancelling", "Dropping"]
)
def test_all_results_come_in_order(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "Dropping":
        monkeypatch.setattr(cluster, "PATIENCE", 0.01)
    assert swept(name) == (SQUARES, [])


def test_no_chunks() -> None:
    assert swept("Fake", things=()) == ([], [])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Losing", "3 workers in a row were lost, the last by: RuntimeError: worker 7 was lost"),
        ("Silent", "3 workers in a row were lost, the last by: no answer for 0 seconds"),
        (
            "Closing",
            "no longer accepts work: RuntimeError: cannot schedule new futures after shutdown",
        ),
        ("Vanishing", "no longer accepts work: Gone: the room is closed"),
    ],
)
def test_an_engine_that_ends_in_the_midst(
    name: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.01)
    results, wrong = swept(name)
    assert len(results) == len(SQUARES)
    assert results[:4] == SQUARES[:4]
    assert all(got is LOST or got == right for got, right in zip(results, SQUARES, strict=True))
    assert results[-1] is LOST
    (line,) = wrong
    assert line.startswith(f"--cluster linting.engines:{name}: {said}")
    assert line.endswith(REPORTED)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "Empty",
            f"its workers lack phaselint or have another version: {MISSING}",
        ),
        ("Other", "its workers have phaselint 0.1.0, not 9.9.9"),
        ("Odd", "3 workers in a row were lost, the last by: TypeError: "),
        ("Mixing", "3 workers in a row were lost, the last by: ValueError: the answer belongs to "),
        ("Unreadable", "3 workers in a row were lost, the last by: UnpicklingError: "),
        ("Promising", "no longer accepts work: AttributeError: 'int' object has no attribute "),
        ("Leaving", "no longer accepts work: SystemExit: 5"),
        ("Lacking", "3 workers in a row were lost, the last by: Gone: the worker has left"),
    ],
)
def test_an_engine_that_can_judge_nothing(name: str, said: str) -> None:
    results, wrong = swept(name)
    assert results in ([LOST] * 40, [0, *[LOST] * 39])
    (line,) = wrong
    assert line.startswith(f"--cluster linting.engines:{name}: {said}")
    assert "\n" not in line


def test_a_process_that_dies() -> None:
    results, (line,) = swept("processes", engines.died)
    assert all(got in (LOST, number) for number, got in enumerate(results))
    assert results[3] is LOST
    assert line.startswith("--cluster linting.engines:processes: died: BrokenProcessPool")


def test_workers_that_see_other_files() -> None:
    results, (line,) = swept("Elsewhere")
    assert results == [LOST] * 40
    assert "its workers don't have the directory /nowhere" in line


def test_a_folder_that_is_gone_for_everybody_is_judged_here() -> None:
    engine = Cluster("linting.engines:Fake")
    things = [1, 2, 3]
    results = engine.each(engines.square, things, lambda n: ("/nowhere",) if n == 2 else (".",))
    assert list(results) == [1, 4, 9]
    assert engine.wrong == []


def test_what_fails_twice_is_judged_here() -> None:
    assert swept("processes", engines.square_elsewhere, [os.getpid()] * 3) == ([49] * 3, [])


def test_what_fails_here_as_well_is_raised() -> None:
    with pytest.raises(engines.Worse):
        swept("Fake", engines.square_elsewhere, [0])


def test_no_more_is_under_way_than_twice_the_workers() -> None:
    taken: list[int] = []

    def things() -> Iterator[int]:
        for number in NUMBERS:
            taken.append(number)
            yield number

    results = Cluster("linting.engines:Fake").each(engines.square, things(), folders)
    with closing(results):
        assert next(results) == 0
        assert len(taken) == 2 * cluster.FEWEST


def test_an_engine_that_cannot_be_ended_has_done_its_work() -> None:
    results, (line,) = swept("Stubborn")
    assert results == SQUARES
    assert line.startswith("--cluster linting.engines:Stubborn: can't be stopped: OSError: ")


@pytest.mark.parametrize("name", ["Fake", "Shrugging", "Turning", "Stubborn"])
def test_what_ends_a_sweep_is_raised_whatever_the_engine_makes_of_it(name: str) -> None:
    def things() -> Iterator[int]:
        yield 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        swept(name, things=things())


def test_what_is_known_is_given_when_nobody_waits_for_the_end() -> None:
    results, wrong = swept("Endless")
    assert results == SQUARES
    assert wrong == ["--cluster linting.engines:Endless: can't be stopped: interrupted"]


@pytest.mark.posix
@pytest.mark.parametrize("told", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_process_that_is_told_to_end_closes_its_engine(told: str) -> None:
    code = (
        "from linting import engines\n"
        "from linting.test_cluster import folders\n"
        "from phaselint.linting.cluster import Cluster\n"
        "engine = Cluster('linting.engines:copies')\n"
        "for result in engine.each(engines.awaited, range(9), folders):\n"
        "    print(result, flush=True)\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "0\n"
    child.send_signal(getattr(signal, told))
    _, said = child.communicate(timeout=60)  # ends when the workers, too, have let go of the pipes
    assert "KeyboardInterrupt" in said


@pytest.mark.posix
def test_what_a_process_ignores_it_ignores() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:

        def things() -> Iterator[int]:
            os.kill(os.getpid(), signal.SIGHUP)
            yield 7

        assert swept("Fake", things=things()) == ([49], [])
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("threads", "expected MODULE:FACTORY"),
        (":threads", "expected MODULE:FACTORY"),
        ("linting.engines:", "expected MODULE:FACTORY"),
        ("nowhere.engines:threads", "module `nowhere.engines` doesn't exist; install it, or add "),
        ("linting.nowhere:threads", "module `linting.nowhere` doesn't exist; install it, or add "),
        ("..engines:threads", "can't be imported: TypeError: "),
        ("linting.engines:theads", "the module has no function `theads`"),
        ("linting.engines:nobody", "the module has no function `nobody`"),
        ("linting.engines:refused", "can't be started: ConnectionError: no scheduler at "),
        ("linting.engines:gone", "can't be started: Gone: nobody is here in gone, line "),
        ("linting.engines:ended", "can't be started: SystemExit: 3 in ended, line "),
        ("linting.engines:nothing", "can't be started: TypeError: "),
        ("linting.engines:Worse", "can't be started: TypeError: "),
        ("tempfile:TemporaryDirectory", "doesn't return an executor: it has no `submit`"),
    ],
)
def test_what_is_no_engine(name: str, said: str) -> None:
    with pytest.raises(UsageError) as raised:
        list(Cluster(name).each(engines.square, NUMBERS, folders))
    line = str(raised.value)
    assert line.startswith(f"--cluster {name}: {said}")
    assert "\n" not in line


def test_an_engine_that_lacks_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lacking.py").write_text("import scheduler_of_nobody\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    said = "can't be imported: ModuleNotFoundError: No module named 'scheduler_of_nobody'"
    with pytest.raises(UsageError, match=said):
        list(Cluster("lacking:engine").each(engines.square, NUMBERS, folders))
