"""`phaselint lint --fix`, `--unsafe-fixes`, `--diff`, `--show-fixes` (design §9)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from cli.contracts import SESSION, TOOL, contract
from phaselint.fixing.writing import Written, write

if TYPE_CHECKING:
    from cli.command import Command
    from phaselint.fixing.texts import Texts

NUMBER = SESSION.replace('"1.0"', "1.0")
"""One warning with a safe fix: VE005."""

SAFE_TITLE = 'session.yaml:1:17 schema-version: write `"1.0"`'

TYPO = TOOL.replace("valid_in_phases: [intake]", "valid_in_phases: [intak]")
"""One error with an unsafe fix: VE103."""


@pytest.fixture(autouse=True)
def both(phaselint: Command) -> None:
    """A contract with a finding of each safety."""
    contract(phaselint.folder, NUMBER, answer=TYPO)


def session(phaselint: Command) -> str:
    return (phaselint.folder / "session.yaml").read_text(encoding="utf-8")


def tool(phaselint: Command) -> str:
    return (phaselint.folder / "answer.yaml").read_text(encoding="utf-8")


class TestFix:
    """`--fix` writes, and reports what is left."""

    def test_safe_fixes(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--fix", "--format=concise")
        assert ended.status == 1
        assert ended.err == ""
        assert [line.split(": ")[1] for line in ended.lines[:1]] == [
            "error[VE103] `intak` isn't a declared phase [unknown-phase]"
        ]
        assert ended.lines[1:] == [
            "note: fixed 1 finding (1 file); 1 remains; `--unsafe-fixes` fixes it",
            "Checked 1 contract (2 files): 1 error.",
        ]
        assert (session(phaselint), tool(phaselint)) == (SESSION, TYPO)

    def test_unsafe_fixes_too(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--fix", "--unsafe-fixes", "--show-fixes")
        assert ended.status == 0
        assert ended.lines == [
            f"note: fixed {SAFE_TITLE}",
            "note: fixed answer.yaml:11:33 unknown-phase: replace `intak` with `intake`",
            "note: fixed 2 findings (2 files); none remain",
            "No findings in 1 contract (2 files).",
        ]
        assert (session(phaselint), tool(phaselint)) == (SESSION, TOOL)

    def test_nothing_to_fix(self, phaselint: Command) -> None:
        contract(phaselint.folder)
        ended = phaselint("lint", "--fix")
        assert ended.lines == ["note: nothing was fixed", "No findings in 1 contract (2 files)."]

    def test_formats_for_programs_have_no_room_for_notes(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--fix", "--format=json")
        assert [each["name"] for each in json.loads(ended.out)["findings"]] == ["unknown-phase"]
        assert ended.err == (
            "phaselint: fixed 1 finding (1 file); 1 remains; `--unsafe-fixes` fixes it\n"
        )

    def test_with_proofs(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--fix", "--dry-run", "--format=concise")
        assert "1 of 1 confirmed" in ended.lines[-1]
        assert session(phaselint) == SESSION

    def test_with_a_baseline(self, phaselint: Command) -> None:
        phaselint("lint", "--fix", "--write-baseline")
        assert session(phaselint) == SESSION
        assert phaselint("lint").status == 0
        assert phaselint("lint", "--fix", "--unsafe-fixes").status == 0
        assert tool(phaselint) == TYPO

    def test_what_is_refused_is_said(self, phaselint: Command) -> None:
        trapped = SESSION.replace("intake: [done]", "intake: [done, review]").replace(
            "phases:\n", "phases:\n  - {name: review}\n"
        )
        contract(phaselint.folder, trapped, answer=TYPO)
        ended = phaselint("lint", "--fix", "--unsafe-fixes", "--format=concise")
        why = "it would cause `dead-end-phase`: phase `review` isn't terminal, but has no "
        assert ended.lines[1].endswith(f"replace `intak` with `intake`: {why}outgoing transition")
        assert ended.lines[1].startswith("note: not fixed: answer.yaml:11:33 unknown-phase: ")
        assert ended.lines[2] == "note: nothing was fixed; 1 remains"
        assert tool(phaselint) == TYPO

    def test_a_path_that_is_not_there(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--fix", ".", "none")
        assert ended.status == 2
        assert "none: no such file or directory" in ended.err
        assert session(phaselint) == SESSION

    def test_a_file_that_changes_meanwhile(
        self, phaselint: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from phaselint.cli import fixing

        def late(texts: Texts) -> Written:
            contract(phaselint.folder, NUMBER + "# mine\n", answer=TYPO)
            return write(texts)

        monkeypatch.setattr(fixing, "write", late)
        ended = phaselint("lint", "--fix")
        assert ended.status == 2
        assert "session.yaml: the file has changed since it was read and was not fixed" in ended.err
        assert session(phaselint) == NUMBER + "# mine\n"


class TestDiff:
    """`--diff` writes nothing."""

    def test_a_diff(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--diff")
        assert ended.status == 1
        assert ended.lines == [
            "--- a/session.yaml",
            "+++ b/session.yaml",
            "@@ -1,4 +1,4 @@",
            "-schema_version: 1.0",
            '+schema_version: "1.0"',
            " agent: desk",
            " phases:",
            "   - {name: intake, initial: true}",
        ]
        assert ended.err == (
            "phaselint: would fix 1 finding (1 file); 1 would remain; `--unsafe-fixes` fixes it\n"
        )
        assert session(phaselint) == NUMBER

    def test_the_list_of_fixes_stands_beside_it(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--diff", "--show-fixes")
        assert ended.err.splitlines()[0] == f"phaselint: would fix {SAFE_TITLE}"

    def test_no_difference(self, phaselint: Command) -> None:
        contract(phaselint.folder, answer=TYPO)
        ended = phaselint("lint", "--diff")
        assert (ended.status, ended.out) == (0, "")
        assert ended.err == "phaselint: nothing to fix; 1 remains; `--unsafe-fixes` fixes it\n"

    def test_it_cannot_steer_the_terminal(self, phaselint: Command) -> None:
        folder = phaselint.folder / "a\x1b[2Jb"
        contract(folder, NUMBER.replace("agent: desk", "agent: desk  # \u202e\tx"), answer=TYPO)
        ended = phaselint.process("lint", "--diff", folder.name)
        assert not {"\x1b", "\u202e"} & {*ended.out, *ended.err}
        assert r"+++ b/a\x1b[2Jb/session.yaml" in ended.lines
        assert " agent: desk  # \\u202e\tx" in ended.lines
        assert "the diff can't be applied" in ended.err

    def test_line_breaks_stay(self, phaselint: Command) -> None:
        text = NUMBER.replace("desk", "d\u00e9sk").replace("\n", "\r\n")
        (phaselint.folder / "session.yaml").write_bytes(text.encode())
        ended = phaselint.process("lint", "--diff")
        assert '\n+schema_version: "1.0"\r\n agent: d\u00e9sk\r\n' in ended.out
        assert "escaped" not in ended.err

    def test_what_could_not_be_done(self, phaselint: Command) -> None:
        assert phaselint("lint", "--diff", ".", "none").status == 2


class TestStandardInput:
    """The fixed text goes to standard output, the report to standard error."""

    def test_a_text(self, phaselint: Command) -> None:
        fixed = phaselint.process(
            "lint", "--fix", "-", "--stdin-filename=session.yaml", text=NUMBER
        )
        assert fixed.status == 1
        assert fixed.out == SESSION
        assert "fixed 1 finding" in fixed.err
        assert "unknown-phase" in fixed.err
        assert session(phaselint) == NUMBER

    @pytest.mark.posix
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
    def test_its_encoding_and_line_ends_stay(self, phaselint: Command, encoding: str) -> None:
        written = NUMBER.replace("agent: desk", "agent: desk # é").replace("\n", "\r\n")
        (phaselint.folder / "given").write_bytes(written.encode(encoding))
        phaselint.shell("phaselint lint --fix - --stdin-filename=session.yaml < given > fixed")
        fixed = (phaselint.folder / "fixed").read_bytes()
        assert fixed == written.replace(": 1.0", ': "1.0"').encode(encoding)

    def test_other_files_are_left_alone(self, phaselint: Command) -> None:
        fixed = phaselint.process(
            "lint", "--fix", "--unsafe-fixes", "-", "--stdin-filename=session.yaml", text=NUMBER
        )
        assert fixed.out == SESSION
        assert tool(phaselint) == TYPO

    def test_a_text_without_fixes_comes_back(self, phaselint: Command) -> None:
        fixed = phaselint.process(
            "lint", "--fix", "-", "--stdin-filename=session.yaml", text=SESSION
        )
        assert fixed.out == SESSION


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--unsafe-fixes",), "--unsafe-fixes requires --fix or --diff"),
        (("--show-fixes",), "--show-fixes requires --fix or --diff"),
        (("--watch", "--fix"), "--watch can't be combined with --fix, --diff or `-`"),
        (("--watch", "--diff"), "--watch can't be combined with --fix, --diff or `-`"),
    ],
)
def test_options_at_odds(phaselint: Command, options: tuple[str, ...], said: str) -> None:
    assert phaselint("lint", *options) == (2, "", f"phaselint: {said}\n")
    assert session(phaselint) == NUMBER
