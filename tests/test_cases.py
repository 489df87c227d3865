"""How the cases of fixtures/rules are put together, and what they have to be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from case import main
from cases import FIXTURES, Case, CaseError, listed, read, settings_of, write

if TYPE_CHECKING:
    from cases import Written

AGENT = ".agent/{{agent}}/agent.json"
SETTINGS = "case.toml"


@pytest.fixture
def rule(tmp_path: Path) -> Path:
    """The folder of a rule: `good` over a shared base, and `bad` over `good`."""
    put(tmp_path / "fixtures/bases/desk", {AGENT: '{"name": "{{agent}}"}', "a.md": "{uv-x}"})
    folder = tmp_path / "fixtures/rules/some-rule"
    good = 'base = "bases/desk"\nnames = {agent = "clerk"}\n'
    put(folder / "good", {SETTINGS: good, "b.md": "b {{agent}}"})
    bad = 'base = "good"\nabsent = ["b.md"]\nalso = ["other-rule"]\n'
    put(folder / "bad", {SETTINGS: bad, "a.md": "worse"})
    return folder


def put(folder: Path, texts: dict[str, str]) -> None:
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")


def complaint(folder: Path, settings: str) -> str:
    """What is said of a case whose `case.toml` says this, without where that stands."""
    put(folder, {SETTINGS: settings})
    with pytest.raises(CaseError) as caught:
        read(folder)
    path, text = str(caught.value).split(": ", 1)
    assert path == f"fixtures/rules/some-rule/{folder.name}/{SETTINGS}"
    assert "\n" not in text
    return text


class TestPuttingTogether:
    def test_names_fill_the_blanks_of_the_base_alone(self, rule: Path) -> None:
        assert read(rule / "good").files() == {
            ".agent/clerk/agent.json": b'{"name": "clerk"}',
            "a.md": b"{uv-x}",
            "b.md": b"b {{agent}}",
        }

    def test_a_case_has_what_its_base_has_but_for_what_differs(self, rule: Path) -> None:
        assert read(rule / "bad").files() == {
            ".agent/clerk/agent.json": b'{"name": "clerk"}',
            "a.md": b"worse",
        }

    def test_a_case_without_settings_is_what_it_holds(self, rule: Path) -> None:
        put(rule / "bad-alone", {"deep/a.md": "a"})
        assert read(rule / "bad-alone").files() == {"deep/a.md": b"a"}

    def test_a_shared_base_has_a_base(self, rule: Path) -> None:
        settings = 'base = "bases/desk"\nabsent = ["a.md"]\n'
        put(rule.parents[1] / "bases/short", {SETTINGS: settings, "{{step}}.md": "{{agent}}"})
        names = 'names = {agent = "clerk", step = "letter"}'
        put(rule / "bad-short", {SETTINGS: f'base = "bases/short"\n{names}'})
        files = read(rule / "bad-short").files()
        assert files == {".agent/clerk/agent.json": b'{"name": "clerk"}', "letter.md": b"clerk"}

    def test_also_is_of_the_case_itself(self, rule: Path) -> None:
        put(rule / "bad-more", {SETTINGS: 'base = "bad"'})
        assert settings_of(rule / "bad").also == ("other-rule",)
        assert settings_of(rule / "bad-more").also == ()

    def test_a_written_case_has_no_settings(self, rule: Path, tmp_path: Path) -> None:
        write(rule / "bad", tmp_path / "out")
        files = {path.name for path in (tmp_path / "out").rglob("*") if path.is_file()}
        assert files == {"agent.json", "a.md"}


class TestBadSettings:
    @pytest.mark.parametrize(
        ("settings", "said"),
        [
            ("base = ", "Invalid value (at end of document)"),
            ('bas = "good"', "unknown key `bas`; a similar name exists: `base`"),
            ("base = 1", "`base` has to be the name of a case or of a shared base"),
            ('base = ""', "`base` has to be the name of a case or of a shared base"),
            ('also = "x"', "`also` has to be a list of texts"),
            ("absent = [1]", "`absent` has to be a list of texts"),
            ("names = []", "`names` has to be a table of words"),
            ('names = {agent = "../x"}', "`names` has to be a table of words"),
            ('base = "god"', "unknown base `god`; a similar name exists: `good`"),
            ('base = "bases/dsk"', "unknown base `bases/dsk`; a similar name exists: `bases/desk`"),
            (
                'base = "../../bases/desk"',
                "unknown base `../../bases/desk`; expected one of `bad`, `good`, `bases/desk`",
            ),
            (
                'base = "good"\nabsent = ["bb.md"]',
                "`absent` names an unknown file `bb.md`; a similar name exists: `b.md`",
            ),
            ('absent = ["b.md"]', "`absent` needs a `base`"),
            ('base = "good"\nabsent = ["a.md"]', "`a.md` is absent and there as well"),
            ('base = "good"\nnames = {agent = "x"}', "`names` needs a `base` in `bases/`"),
            (
                'base = "bases/desk"\nnames = {agnt = "x"}',
                "`names` says nothing for `agent`, a blank of `bases/desk`",
            ),
            (
                'base = "bases/desk"\nnames = {agent = "x", step = "y"}',
                "unknown name `step`; expected `agent`",
            ),
        ],
    )
    def test_one_line_says_what_is_wrong(self, rule: Path, settings: str, said: str) -> None:
        assert complaint(rule / "bad", settings) == said

    def test_bases_that_lead_back(self, rule: Path) -> None:
        put(rule / "good", {SETTINGS: 'base = "bad"'})
        assert complaint(rule / "bad", 'base = "good"') == (
            "`base` leads back to where it starts: fixtures/rules/some-rule/bad → "
            "fixtures/rules/some-rule/good → fixtures/rules/some-rule/bad"
        )
        assert "leads back" in complaint(rule / "bad", 'base = "bad"')

    def test_a_shared_base_has_no_case_as_its_base(self, rule: Path) -> None:
        put(rule.parents[1] / "bases/desk", {SETTINGS: 'base = "desk"'})
        with pytest.raises(CaseError) as caught:
            read(rule / "good")
        assert str(caught.value) == (
            "fixtures/bases/desk/case.toml: unknown base `desk`; expected `bases/desk`"
        )


class TestCommand:
    @pytest.mark.posix
    def test_a_case_is_shown_by_what_it_changes(
        self, rule: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["show", str(rule / "bad")]) == 0
        shown = capsys.readouterr().out.splitlines()
        assert shown == [
            *("--- a.md", "+++ a.md", "@@ -1 +1 @@", "-{uv-x}", "+worse"),
            *("--- b.md", "+++ /dev/null", "@@ -1 +0,0 @@", "-b {{agent}}"),
        ]

    def test_a_case_is_written_whole(self, rule: Path, tmp_path: Path) -> None:
        assert main(["write", str(rule / "bad"), str(tmp_path / "new/deep")]) == 0
        assert (tmp_path / "new/deep/a.md").read_text("utf-8") == "worse"
        (tmp_path / "empty").mkdir()
        assert main(["write", str(rule / "bad"), str(tmp_path / "empty")]) == 0

    def test_a_case_is_named_from_any_folder(
        self, rule: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.chdir(rule)
        assert main(["write", "bad", str(tmp_path / "out")]) == 0
        assert read(rule / "bad").files().keys() == {"a.md", ".agent/clerk/agent.json"}

    @pytest.mark.parametrize(
        ("case", "folder", "said"),
        [
            (
                "rules/some-rule/bda",
                "out",
                "some-rule: unknown case `bda`; a similar name exists: `bad`",
            ),
            ("rules/none/bad", "out", "`rules/none/bad` is not the folder of a case, fixtures"),
            ("rules", "out", "`rules` is not the folder of a case, fixtures/rules/RULE/CASE"),
            ("rules/some-rule/bad", "rules", "`rules` is not empty"),
            ("rules/some-rule/bad", "file", "cannot write into `file`: Not a directory"),
            ("rules/some-rule/broken", "out", "unknown key `x`"),
        ],
    )
    def test_what_cannot_be_done_is_said_in_one_line(
        self,
        rule: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        case: str,
        folder: str,
        said: str,
    ) -> None:
        monkeypatch.chdir(rule.parents[1])
        put(Path(), {"file": "", f"rules/some-rule/broken/{SETTINGS}": "x = 1"})
        assert main(["write", case, folder]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("error: ")
        assert said in line
        assert not Path("out").exists()


class TestTheCasesOfTheRepository:
    def test_no_case_repeats_a_file_of_its_base(self) -> None:
        repeated = [
            f"{case}/{path}"
            for case in listed()
            for whole in [read(case.folder)]
            for path, data in whole.own.items()
            if whole.base.get(path) == data
        ]
        assert repeated == []

    def test_every_shared_base_is_somebodys(self) -> None:
        folders = set((FIXTURES / "bases").iterdir())
        cases = [case.folder for case in listed()]
        used = {settings_of(folder).base for folder in [*cases, *folders]}
        assert {f"bases/{folder.name}" for folder in folders} <= used

    def test_written_cases_stand_as_their_folders_do(self, written: Written) -> None:
        case = Case("unreachable-phase", "bad")
        folder = written.rule(case.rule) / case.variant
        assert read(case.folder).files() == {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
        assert (written.root / "phaselint.toml").exists()
