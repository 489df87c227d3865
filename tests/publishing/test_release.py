"""The command that makes a release: what it refuses, leaves out and compares."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import release
from publishing import ROOT, ReleaseError, building, trying
from publishing.building import BUILDERS, FILES, REPRODUCIBLE, Release, SkippedError
from publishing.naming import current
from publishing.readiness import hindrances
from publishing.running import run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NAMES = current(ROOT)


def made(tmp_path: Path) -> Release:
    return Release(ROOT, tmp_path, tmp_path, NAMES, 0)


def test_every_file_has_a_builder_and_a_trial() -> None:
    assert BUILDERS.keys() == FILES.keys() == trying.TRIALS.keys()
    assert set(REPRODUCIBLE) <= BUILDERS.keys()


def test_a_program_that_fails_is_told_with_its_last_words() -> None:
    command = (sys.executable, "-c", "print('it broke'); raise SystemExit(3)")
    assert run(*command, status=3) == "it broke\n"
    with pytest.raises(ReleaseError, match=r"(?s)` ends with 3, not 0:\n  it broke$"):
        run(*command)
    with pytest.raises(ReleaseError, match="nowhere can't be started: No such file"):
        run("nowhere")


def test_what_cannot_be_made_is_left_out_of_a_dry_run_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert not release.built("npm", made(tmp_path), strict=False)
    assert capsys.readouterr().out == "npm: skipped: npm isn't installed\n"
    with pytest.raises(ReleaseError, match="npm can't be made: npm isn't installed; `--skip npm`"):
        release.built("npm", made(tmp_path), strict=True)
    with pytest.raises(SkippedError, match="docker isn't installed"):
        building.image(made(tmp_path))


def same(_: Release) -> str:
    return "x"


def of_its_folder(each: Release) -> str:
    return str(each.source)


@pytest.mark.parametrize("text", [same, of_its_folder])
def test_files_that_differ_when_made_again_are_refused(
    text: Callable[[Release], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def built(each: Release) -> None:
        each.file("pyz").write_text(text(each))

    target, scratch = tmp_path / "target", tmp_path / "scratch"
    target.mkdir()
    scratch.mkdir()
    monkeypatch.setattr(release, "BUILDERS", {"pyz": built})
    monkeypatch.setattr(release, "run", lambda *_, **__: "")  # it clones
    monkeypatch.setenv("TZ", "UTC")
    built(made(target))
    if text is same:
        release.repeated(made(target), ["pyz"], scratch)
        assert capsys.readouterr().out == "made again, with the same bytes: pyz\n"
    else:
        with pytest.raises(ReleaseError, match=r"phaselint\.pyz isn't reproducible: "):
            release.repeated(made(target), ["pyz"], scratch)


def test_a_door_that_reports_something_else_is_refused(tmp_path: Path) -> None:
    program = tmp_path / "other.py"
    program.write_text(
        "import sys\n"
        f"if sys.argv[1] == '--version': print('phaselint {NAMES.version}')\n"
        "else: print('all is well'); sys.exit(1)\n"
    )
    with pytest.raises(ReleaseError, match=r"reports something else of .*:\nall is well"):
        trying.lints((sys.executable, program), made(tmp_path), tmp_path / "home")
    program.write_text("print('phaselint 0')\n")
    with pytest.raises(ReleaseError, match=r"--version` is `phaselint 0`"):
        trying.lints((sys.executable, program), made(tmp_path), tmp_path / "home")


def test_a_page_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    page = folder / "index.html"
    page.write_text('<a href="https://example.org">x</a><a href="#a">x</a><a href="index.html">')
    assert trying.followed(folder) == 1
    page.write_text('<a href="gone.html#a">x</a>')
    with pytest.raises(ReleaseError, match=r"index\.html of the site refers to `gone\.html#a`"):
        trying.followed(folder)


def test_a_release_needs_names_a_tag_and_an_entry(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        person = ("-c", "user.name=Test", "-c", "user.email=test@example.com")
        subprocess.run(["git", *person, *arguments], cwd=tmp_path, check=True, capture_output=True)

    file = tmp_path / "linter" / "phaselint" / "version.py"
    file.parent.mkdir(parents=True)
    file.write_text('__version__ = "1.2.3"\nREPOSITORY = ""\nDOCUMENTATION = ""\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n")
    git("init", "--quiet")
    git("add", "--all")
    git("commit", "--quiet", "--message=one")
    assert hindrances(tmp_path) == [
        "the repository has no name: run `python tools/names.py --repository OWNER/NAME`",
        "the commit doesn't have the tag `v1.2.3`",
        "CHANGELOG.md has no section `[1.2.3]`",
    ]
    file.write_text(file.read_text().replace('REPOSITORY = ""', 'REPOSITORY = "acme/phaselint"'))
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## [1.2.3] - 2026-01-01\n")
    git("add", "--all")
    git("commit", "--quiet", "--message=two")
    git("tag", "v1.2.3")
    assert hindrances(tmp_path) == []


def test_files_of_others_stay(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(ReleaseError, match="the folder isn't empty; name another one"):
        release.make(tmp_path, tmp_path, [], strict=False)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
