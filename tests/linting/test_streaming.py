"""What a run gives away while it goes on: the lines of its result, in their order, and none of
them later than it has to be."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from cases import FIXTURES
from cli.contracts import BOTH, SESSION, UNREACHABLE, contract
from linting import engines
from phaselint.api import builtin_rules
from phaselint.linting import chunks
from phaselint.linting.batch_run import CheckContext
from phaselint.linting.pipeline import Pipeline
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.linting.streaming import Stream
from phaselint.report import Style, render
from phaselint.report.jsonl import last, line
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from phaselint.linting.batch_run import Swept
    from phaselint.linting.detection import Item

COUNT = 6
BASELINE = "phaselint-baseline.json"
COMMENTED = UNREACHABLE.replace("review}\n", "review}  # phaselint: ignore[PL101] later\n")
USELESS = SESSION.replace("true}\n", "true}  # phaselint: ignore[PL101] because\n", 1)
ENTRY = '[[suppress]]\nrule = "{}"\npath = "**"\nreason = "later"\n'


def project(folder: Path, session: str = BOTH, configuration: str | None = None) -> Path:
    """Write a project with one contract."""
    contract(folder / "desk", session)
    if configuration is None:
        (folder / ".git").mkdir()
    else:
        (folder / "phaselint.toml").write_text(configuration)
    return folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory; a chunk has one contract root."""
    monkeypatch.setattr(chunks, "ROOTS", 1)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def several(folder: Path) -> Path:
    """Some projects side by side, with findings in each."""
    for number in range(COUNT):
        project(folder / f"p{number}")
    return folder


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the projects in which contracts were checked so far."""
    seen: list[str] = []
    judge = CheckContext.judge

    def noted(self: CheckContext, items: Iterable[Item], judged: object = ()) -> Swept:
        swept = judge(self, items, judged)  # type: ignore[arg-type]
        seen.extend(os.path.basename(root) for root, _ in swept.checked)
        return swept

    monkeypatch.setattr(CheckContext, "judge", noted)
    return seen


def stream(*paths: str, **asked: object) -> Stream:
    """A run in one process, unless it is asked for another."""
    request = Request(paths or (".",), jobs=1)._replace(**asked)  # type: ignore[arg-type]
    return Stream(request, builtin_rules())


def given(course: Stream) -> Iterator[str]:
    """The texts that leave at once."""
    for some in course.lines():
        if some:
            yield "".join(map(line, some))


def streamed(*paths: str, **asked: object) -> str:
    """What is written of a run while it goes on."""
    course = stream(*paths, **asked)
    text = "".join(given(course))
    return text + last(course.result().summary)


def whole(*paths: str, **asked: object) -> str:
    """What is written of a run that has ended."""
    request = Request(paths or (".",), jobs=1)._replace(**asked)  # type: ignore[arg-type]
    return "".join(render("jsonl", run(request, builtin_rules()), Style()))


@pytest.mark.usefixtures("several")
class TestAtOnce:
    """When lines leave."""

    def test_first_lines_leave_before_the_last_project_is_checked(self, checked: list[str]) -> None:
        texts = given(stream())
        for number in range(COUNT):
            assert f'"p{number}/desk/session.yaml"' in next(texts)
            assert checked == [f"p{each}" for each in range(number + 1)]
        assert next(texts, None) is None

    def test_named_projects_are_no_different(self, checked: list[str]) -> None:
        next(given(stream(*(f"p{number}" for number in range(COUNT)))))
        assert checked == ["p0"]

    def test_with_folders_of_the_outer_project_in_between(
        self, folder: Path, checked: list[str]
    ) -> None:
        for name in ("a", "q"):
            project(folder / name / "inner")
        texts = given(stream())
        assert '"a/inner/desk/session.yaml"' in next(texts)
        assert checked == ["inner"]

    def test_a_project_around_another_comes_first(self, folder: Path, checked: list[str]) -> None:
        contract(folder / "zoo", BOTH)
        texts = list(given(stream()))
        assert checked[0] == folder.name
        assert len(texts) == COUNT
        assert '"zoo/session.yaml"' in texts[-1]

    def test_on_an_engine(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        for number in range(30):
            project(folder / f"r{number:02}")
        engine = engines.Fake()
        monkeypatch.setattr(engines, "made", lambda: engine, raising=False)
        texts = given(stream(executor="linting.engines:made"))
        assert '"p0/desk/session.yaml"' in next(texts)
        assert engine.calls < 30
        assert len(list(texts)) == COUNT + 30 - 1

    def test_nothing_is_held_of_what_was_judged(self) -> None:
        course = Pipeline(Request(jobs=1), builtin_rules())
        for portion in course.portions():
            assert len(portion.batches) == 1
            assert (course.ledger.checked, course.ledger.excerpts) == ({}, {})

    def test_all_waits_where_a_baseline_is_shared(self, folder: Path, checked: list[str]) -> None:
        run(Request(baseline="b.json", write_baseline=True), builtin_rules())
        contract(folder / "p0" / "desk", UNREACHABLE.replace("review", "attic"))
        checked.clear()
        texts = given(stream(baseline="b.json"))
        assert '"p0/desk/session.yaml"' in next(texts)
        assert len(checked) == COUNT
        assert next(texts, None) is None

    def test_what_sorts_behind_waits(self, folder: Path, checked: list[str]) -> None:
        project(folder / "p0-0")
        texts = given(stream())
        first = next(texts)
        assert first.index('"p0-0/desk/session.yaml"') < first.index('"p0/desk/session.yaml"')
        assert checked == ["p0", "p0-0"]


class TestLines:
    """The same bytes as of a run that has ended."""

    @pytest.fixture(autouse=True)
    def organisation(self, several: Path) -> None:
        """Projects in each other, with all that hides findings and says so."""
        project(several / "p1-x", COMMENTED)
        project(several / "p2" / "inner", USELESS)
        project(several / "suppressed", configuration=ENTRY.format("PL101"))
        project(several / "useless", SESSION, ENTRY.format("PL101"))
        project(several / "a" / "b")
        contract(several / "a" / "c", UNREACHABLE)
        contract(several / "zoo", BOTH)
        os.mkfifo(several / "p3" / "desk" / "pipe.yaml")
        for name in ("p4", "p5"):
            request = Request((name,), write_baseline=True)
            run(request, builtin_rules())
        contract(several / "p5" / "desk", SESSION)

    @pytest.mark.parametrize("jobs", [1, 2])
    @pytest.mark.parametrize("roots", [1, 3, 1000])
    def test_for_chunks_of_all_sizes(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, roots: int, jobs: int
    ) -> None:
        for name in ("flag-audit", "loan-desk"):
            shutil.copytree(FIXTURES / "projects" / name, folder / "projects" / name)
        monkeypatch.setattr(chunks, "ROOTS", roots)
        text = streamed(jobs=jobs)
        assert text == whole()
        assert "stale-baseline-entry" in text
        assert "unused-suppression" in text

    @pytest.mark.parametrize(
        "paths",
        [
            ("p1", "p0"),
            ("p2/inner", "p2", "p0/desk/session.yaml"),
            ("missing", "nothing", "p0"),
            ("a", "."),
            ("p0/.git", "p0"),
        ],
    )
    def test_for_named_paths(self, folder: Path, paths: tuple[str, ...]) -> None:
        (folder / "nothing").mkdir()
        assert streamed(*paths) == whole(*paths)

    def test_for_one_dialect(self) -> None:
        assert streamed(dialect="vesanor") == whole(dialect="vesanor")

    @pytest.mark.parametrize("place", ["p2", "p2/inner/desk", "a"])
    def test_from_other_folders(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, place: str
    ) -> None:
        monkeypatch.chdir(folder / place)
        paths = (os.path.relpath(folder), ".")
        assert streamed(*paths) == whole(*paths)

    def test_for_a_configuration_elsewhere(self, folder: Path) -> None:
        file = folder / "elsewhere.toml"
        file.write_text(ENTRY.format("PL119"))
        text = streamed(config_file=str(file))
        assert text == whole(config_file=str(file))

    def test_with_what_could_not_be_judged(self) -> None:
        engine = "linting.engines:Losing"
        text = streamed(executor=engine)
        assert text == whole(executor=engine)
        assert '{"unjudged": ' in text

    def test_for_the_lowest_severity(self) -> None:
        assert streamed(min_severity="error") == whole(min_severity="error")


@pytest.mark.usefixtures("several")
class TestErrors:
    """What ends a run comes before the first line."""

    def test_a_baseline_that_cannot_be_read(self, folder: Path) -> None:
        (folder / "p3" / BASELINE).write_text("{")
        texts = given(stream())
        with pytest.raises(UsageError, match=r"p3/phaselint-baseline\.json"):
            next(texts)

    def test_unless_there_is_no_contract(self, folder: Path) -> None:
        (folder / "nothing" / ".git").mkdir(parents=True)
        (folder / "nothing" / BASELINE).write_text("{")
        assert streamed() == whole()

    def test_a_configuration_that_names_no_rule(self, folder: Path) -> None:
        (folder / "p5" / "phaselint.toml").write_text('select = ["unreachable-fase"]\n')
        texts = given(stream())
        with pytest.raises(UsageError, match="unreachable-fase"):
            next(texts)

    def test_an_option_for_no_dialect(self) -> None:
        texts = given(stream(dialect="vesanor", settings=("vesanro.strict=true",)))
        with pytest.raises(UsageError, match="vesanro"):
            next(texts)

    def test_an_engine_that_is_not_there(self) -> None:
        with pytest.raises(UsageError, match="nowhere"):
            next(given(stream(executor="nowhere:made")))


def test_nothing_to_lint(folder: Path) -> None:
    (folder / "empty").mkdir()
    course = stream("empty", "missing")
    assert list(given(course)) == []
    result = course.result()
    assert [each.path for each in result.empty] == ["empty"]
    assert result.wrong == ("missing: no such file or directory",)
    assert streamed("empty") == whole("empty")
