"""What is reported does not depend on how contracts are put together to chunks, nor on where these
are judged; a contract that several chunks find is judged once."""

from __future__ import annotations

import os
import pickle
import shutil
from contextlib import chdir
from typing import TYPE_CHECKING, Any

import pytest

from cases import FIXTURES
from cli.contracts import UNREACHABLE
from corpora import FOLDERS
from fresh import picker
from phaselint.api import builtin_rules
from phaselint.linting import chunks, parallel
from phaselint.linting.batch_run import CheckContext, Chunk, Job, Ledger, judge_chunk, packed
from phaselint.linting.discover import Finder
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.report import Style, render
from teams import agent, put, to

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from cases import Written
    from phaselint.linting.batch_run import Swept
    from phaselint.linting.detection import Item
    from phaselint.linting.result import Result

    Said = Callable[[Callable[[], Any]], set[tuple[str, str]]]

FORMATS = ("text", "json", "sarif")
ALL = 1_000_000
SIZES = (1, 7, ALL)


@pytest.fixture(scope="module")
def tree(written: Written, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All fixture projects in one tree, and the cases of some rules."""
    folder = tmp_path_factory.mktemp("tree")
    shutil.copytree(FIXTURES / "projects", folder / "projects")
    for rule in ("unused-suppression", "unreachable-phase", "role-file-missing", "duplicate-key"):
        if (FIXTURES / "rules" / rule).is_dir():
            shutil.copytree(written.rule(rule), folder / "rules" / rule)
    return folder


def cut_by(monkeypatch: pytest.MonkeyPatch, roots: int) -> None:
    """Have so many contract roots in a chunk."""
    monkeypatch.setattr(chunks, "ROOTS", roots)
    monkeypatch.setattr(chunks, "LEAST", ALL * ALL)


def lint(folder: Path, jobs: int, *paths: str) -> Result:
    with chdir(folder):
        return run(Request(paths or (".",), select=("ALL",), jobs=jobs), builtin_rules())


def reported(result: Result) -> tuple[list[str], Sequence[str], Mapping[str, set[str]]]:
    """All that is said of a result, and what `--watch` looks at."""
    texts = ["".join(render(name, result, Style(statistics=True))) for name in FORMATS]
    wrong = (*result.wrong, *map(str, result.empty))
    return texts, wrong, {root: set(folders) for root, folders in result.listed.items()}


@pytest.fixture(scope="module")
def alone(tree: Path) -> tuple[object, ...]:
    """What is reported of the tree in one process and one chunk."""
    with pytest.MonkeyPatch.context() as patch:
        cut_by(patch, ALL)
        return reported(lint(tree, 1))


class TestSizes:
    """The same bytes, for chunks of all sizes, here and in two other processes."""

    @pytest.mark.parametrize("jobs", [1, 2])
    @pytest.mark.parametrize("roots", SIZES)
    def test_projects(
        self,
        tree: Path,
        alone: tuple[object, ...],
        monkeypatch: pytest.MonkeyPatch,
        roots: int,
        jobs: int,
    ) -> None:
        cut_by(monkeypatch, roots)
        assert reported(lint(tree, jobs))[:2] == alone[:2]

    @pytest.mark.parametrize("corpus", FOLDERS, ids=lambda each: each.name)
    def test_corpora(self, monkeypatch: pytest.MonkeyPatch, corpus: Path) -> None:
        other = picker("chunks", corpus.name).choice(((1, 1), (7, 1), (7, 2), (1, 2)))
        found = []
        for roots, jobs in ((ALL, 1), other):
            cut_by(monkeypatch, roots)
            found.append(reported(lint(corpus, jobs))[:2])
        assert found[0] == found[1], other

    def test_watching_goes_on_with_all_folders(
        self, tree: Path, alone: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cut_by(monkeypatch, 1)
        assert reported(lint(tree, 1))[2] == alone[2]


class TestTwice:
    """A contract that is found more than once."""

    @pytest.fixture
    def roles(self, tmp_path: Path) -> Path:
        """A workflow of two roles, whose sessions are contracts in folders of their own."""
        for role in ("one", "two"):
            (tmp_path / role).mkdir()
            (tmp_path / role / "session.yaml").write_text(UNREACHABLE)
        (tmp_path / "workflow.yaml").write_text(
            "workflow: desk\nroles:\n"
            "  one: {session: one/session.yaml}\n  two: {session: two/session.yaml}\n"
        )
        return tmp_path

    @pytest.mark.parametrize("roots", SIZES)
    @pytest.mark.parametrize("jobs", [1, 2])
    def test_is_judged_once(
        self, roles: Path, monkeypatch: pytest.MonkeyPatch, roots: int, jobs: int
    ) -> None:
        cut_by(monkeypatch, roots)
        result = lint(roles, jobs, ".", "one", "one/session.yaml")
        assert result.summary.contracts == 3
        files = [each.file for each in result.findings if each.name == "unreachable-phase"]
        assert files == ["one/session.yaml", "two/session.yaml"]

    def test_is_checked_once_in_one_process(
        self, roles: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cut_by(monkeypatch, 1)
        checked: list[str] = []
        judge = CheckContext.judge

        def noted(bench: CheckContext, *arguments: Any) -> Swept:
            swept = judge(bench, *arguments)
            checked.extend(each.target.path for _, each in swept.checked)
            return swept

        monkeypatch.setattr(CheckContext, "judge", noted)
        lint(roles, 1)
        assert sorted(checked) == ["one", "two", "workflow.yaml"]


WAYS = ({"jobs": 1}, {"jobs": 2}, {"executor": "linting.engines:Fake"})


@pytest.mark.parametrize("way", WAYS, ids=["one process", "processes", "an engine"])
class TestChanges:
    """A folder that changes while it is linted: wherever that is done, the same is said."""

    @pytest.fixture
    def said(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: Mapping[str, Any]) -> Said:
        """What is found where something happens before the first chunk is judged: rules and the
        files that they say something of."""
        cut_by(monkeypatch, 1)

        def linted(happens: Callable[[], Any]) -> set[tuple[str, str]]:
            cut = chunks.cut

            def late(*arguments: Any) -> Iterator[list[Item]]:
                parts = list(cut(*arguments))
                happens()
                return iter(parts)

            monkeypatch.setattr(parallel, "cut", late)
            with chdir(tmp_path):
                result = run(Request((".",), select=("ALL",), **way), builtin_rules())
            assert result.wrong == ()
            return {(each.name, each.file) for each in result.findings if each.level == "error"}

        return linted

    @pytest.fixture
    def desks(self, tmp_path: Path) -> Path:
        """Two contracts of several files."""
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "session.yaml").write_text(UNREACHABLE)
            (tmp_path / name / "look.yaml").write_text("tool: look\nside_effect: read\n")
        return tmp_path

    def test_a_file_that_goes_is_reported(self, desks: Path, said: Said) -> None:
        found = said((desks / "two" / "look.yaml").unlink)
        assert ("unreadable-file", "two/look.yaml") in found
        assert ("unreachable-phase", "one/session.yaml") in found

    @pytest.mark.parametrize("home", [".github/agents", ".claude/agents"])
    def test_a_file_that_goes_in_a_hidden_folder_is_reported(
        self, tmp_path: Path, said: Said, home: str
    ) -> None:
        for path in (f"{folder}/{home}/{name}.md" for folder in ("one", "two") for name in "ab"):
            put(tmp_path, {path: agent("a")})
        found = said(lambda: shutil.rmtree(tmp_path / "two" / home))
        gone = {file for name, file in found if name == "unreadable-file"}
        assert gone == {f"two/{home}/{name}.md" for name in "ab"}

    @pytest.mark.posix
    def test_a_folder_that_becomes_a_link_is_not_read_through(
        self, desks: Path, said: Said
    ) -> None:
        def replace() -> None:
            shutil.rmtree(desks / "two")
            (desks / "two").symlink_to("one")

        files = {"two/session.yaml", "two/look.yaml"}
        found = {each for each in said(replace) if each[1] in files}
        assert found == {("unreadable-file", file) for file in files}

    def test_a_project_that_goes_is_reported(self, desks: Path, said: Said) -> None:
        (desks / "two" / ".git").mkdir()
        found = said(lambda: shutil.rmtree(desks / "two"))
        assert ("unreadable-file", "session.yaml") in found
        assert ("unreachable-phase", "one/session.yaml") in found

    def test_a_folder_that_could_not_be_listed_stays_so(
        self, desks: Path, said: Said, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("one", "three"):
            put(desks, {f"{name}/.github/agents/a.agent.md": agent("a", to("nobody"))})
        scan = os.scandir

        def refusing(path: str) -> Any:
            if str(path).endswith(os.path.join("three", ".claude")):
                raise PermissionError(13, "Permission denied")
            return scan(path)

        (desks / "three" / ".claude").mkdir()
        monkeypatch.setattr(os, "scandir", refusing)
        found = said(lambda: monkeypatch.setattr(os, "scandir", scan))
        assert ("unreadable-file", "three/.claude") in found


class TestHandingOver:
    """Chunks as any executor may judge them."""

    def test_in_any_order_and_more_than_once(self, tree: Path) -> None:
        request = Request((str(tree),), select=("ALL",), jobs=1)
        with chdir(tree):
            finder = Finder(builtin_rules())
            finder.survey(request.paths)
            [items, *_] = finder.rounds(())
            bench = CheckContext(Job(request, builtin_rules()), finder.workspaces)
            job = packed(bench.job)
            units = chunks.units_of(items, finder.workspaces, bench.looker)
            parts = list(chunks.cut(units, 5))
            ledger = Ledger()
            for part in (*reversed(parts), *parts):
                chunk = pickle.dumps(chunks.portable(part, finder.workspaces))
                swept = pickle.dumps(judge_chunk(job, pickle.loads(chunk)))
                ledger.add(pickle.loads(swept))
            whole = Ledger()
            whole.add(bench.judge(items))
        assert ledger.gathered.found() == whole.gathered.found()
        assert ledger.checked.keys() == whole.checked.keys()
        for key, checked in whole.checked.items():
            assert [each.finding for each in ledger.checked[key].hits] == [
                each.finding for each in checked.hits
            ]

    def test_a_chunk_names_no_document(self, tree: Path) -> None:
        chunk = Chunk((), (), ())
        assert judge_chunk(packed(Job(Request(), builtin_rules())), chunk).checked == ()
        assert b"phaselint.document" not in pickle.dumps(lint(tree, 1).findings)


def test_units_are_whole_roots(tmp_path: Path) -> None:
    """What is in a pack, or in a hidden folder, goes with what is around it."""
    for folder in ("pack/contracts", "pack/other", ".agent/desk", "deep/.sweny/workflows"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    with chdir(tmp_path):
        finder = Finder(builtin_rules(), isolated=True)
        finder.survey((".", ".agent/desk", "deep/.sweny/workflows"))
        [items, *_] = finder.rounds(())
        bench = CheckContext(Job(Request(isolated=True), builtin_rules()), finder.workspaces)
        units = chunks.units_of(items, finder.workspaces, bench.looker)
    assert [[item.path for item in unit.items] for unit in units] == [
        ["", ".agent/desk"],
        ["deep", "deep/.sweny/workflows"],
        ["pack", "pack/contracts"],
        ["pack/other"],
    ]
