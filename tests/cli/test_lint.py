"""`phaselint lint`: which contracts, which findings, which status (design §9)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from cli.contracts import (
    BOTH,
    BROKEN,
    COMPOSE,
    SESSION,
    TOOL,
    UNKNOWN_FIELD,
    UNREACHABLE,
    contract,
    tool,
)

if TYPE_CHECKING:
    from pathlib import Path

    from cli.command import Command, Ended

ERROR = "session.yaml:5:12: error[PL101] phase `review` is unreachable from `intake`"
WARNING = "session.yaml:9:1: warning[PL008] unknown field `surprise`"
TRAP = {
    "session": SESSION.replace("  - {name: done", "  - {name: paid}\n  - {name: done").replace(
        "intake: [done]", "intake: [paid]\n  paid: [done]"
    ),
    "answer": tool("answer", "intake", "paid"),
    "check": tool("check", "intake"),
    "ship": tool("ship", "paid", "done", "preconditions: [{requires_prior_tool: check}]\n"),
}
"""Whoever calls `answer` before `check` never gets to the end."""


def codes(ended: Ended) -> list[str]:
    """The codes in a report in JSON."""
    return [finding["code"] for finding in json.loads(ended.out)["findings"]]


class TestPaths:
    """What is linted."""

    def test_the_current_directory_is_the_default(self, phaselint: Command) -> None:
        contract(phaselint.folder, UNREACHABLE)
        ended = phaselint.process("lint")
        assert ended.status == 1
        assert ended.out == (
            "error[PL101] unreachable-phase: phase `review` is unreachable from `intake`\n"
            " --> session.yaml:5:12\n"
            "  |\n"
            "5 |   - {name: review}\n"
            "  |            ^^^^^^\n"
            "  |\n"
            "  = help: add a transition to it in `transitions`, or remove it\n"
            "\n"
            "Checked 1 contract (2 files): 1 error.\n"
        )
        assert ended.err == ""

    def test_a_clean_contract_is_status_0(self, phaselint: Command) -> None:
        contract(phaselint.folder)
        ended = phaselint.process("lint", ".")
        assert ended == (0, "No findings in 1 contract (2 files).\n", "")

    def test_a_tool_file_stands_for_its_contract(self, phaselint: Command) -> None:
        contract(phaselint.folder / "desk", UNREACHABLE)
        ended = phaselint("lint", "desk/answer.yaml", "--format=concise")
        assert ended.status == 1
        assert ended.lines[0].startswith(f"desk/{ERROR}")

    def test_a_contract_named_twice_is_linted_once(self, phaselint: Command) -> None:
        contract(phaselint.folder / "desk", UNREACHABLE)
        ended = phaselint("lint", "desk", "desk/session.yaml", "desk/answer.yaml", "./desk/")
        assert ended.lines[-1] == "Checked 1 contract (2 files): 1 error."

    def test_errors_in_several_files_are_all_reported_in_order(self, phaselint: Command) -> None:
        contract(phaselint.folder / "b", BROKEN)
        contract(phaselint.folder / "a", UNREACHABLE, answer=TOOL.replace("read", "raed"))
        contract(phaselint.folder / "c", BOTH)
        ended = phaselint("lint", "c", "b", "a", "--format=concise")
        places = [line.split(": ")[0] for line in ended.lines[:-1]]
        assert places == [
            "a/answer.yaml:2:14",
            "a/session.yaml:5:12",
            "b/session.yaml:7:11",
            "c/session.yaml:5:12",
            "c/session.yaml:9:1",
        ]
        assert ended.lines[-1] == "Checked 3 contracts (6 files): 4 errors, 1 warning."

    def test_hidden_and_ignored_files_are_skipped_unless_named(self, phaselint: Command) -> None:
        contract(phaselint.folder / "built", UNREACHABLE)
        contract(phaselint.folder / ".hidden", UNREACHABLE)
        (phaselint.folder / ".gitignore").write_text("built/\n")
        walked = phaselint("lint", ".")
        assert walked.status == 0
        said = "no contract found, so nothing was linted (see `phaselint contracts`)"
        assert walked.err == f"phaselint: .: {said}\n"
        assert phaselint("lint", "built").status == 1
        assert phaselint("lint", ".hidden").status == 1

    def test_output_does_not_depend_on_hash_seed_or_working_directory(
        self, phaselint: Command
    ) -> None:
        contract(phaselint.folder, BOTH, **{name: TRAP[name] for name in ("check", "ship")})
        seeds = [
            phaselint.process("lint", "--dry-run", environment={"PYTHONHASHSEED": seed})
            for seed in ("1", "2")
        ]
        assert seeds[0] == seeds[1]
        (phaselint.folder / "below").mkdir()
        below = phaselint.process("lint", "--dry-run", "..", cwd=phaselint.folder / "below")
        assert below.out.replace("../", "") == seeds[0].out


class TestForcedDialect:
    """`--dialect` switches detection off."""

    def test_a_folder_that_would_not_be_detected(self, phaselint: Command) -> None:
        (phaselint.folder / "answer.yaml").write_text("tool: answer\n")
        assert phaselint("lint", ".").status == 0
        ended = phaselint("lint", "--dialect", "vesanor", ".", "--format=json")
        assert ended.status == 1
        assert set(codes(ended)) == {"PL007"}

    def test_a_file_as_part_of_its_contract(self, phaselint: Command) -> None:
        (phaselint.folder / "answer.yaml").write_text("tool: answer\n")
        ended = phaselint("lint", "--dialect=vesanor", "answer.yaml", "--format=json")
        assert set(codes(ended)) == {"PL007"}

    def test_an_unknown_dialect(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--dialect", "vesano")
        assert ended.status == 2
        assert ended.err == (
            "phaselint: --dialect: unknown dialect `vesano`; a similar name exists: `vesanor`\n"
        )


class TestSelection:
    """Which rules are shown, and what counts."""

    @pytest.fixture(autouse=True)
    def both(self, phaselint: Command) -> None:
        """A contract with an error and a warning."""
        contract(phaselint.folder, BOTH)

    @pytest.mark.parametrize(
        ("options", "shown"),
        [
            ([], ["PL101", "PL008"]),
            (["--select=PL1"], ["PL101"]),
            (["--select", "unreachable-phase,unknown-field"], ["PL101", "PL008"]),
            (["--select=PL00", "--select=VE2"], ["PL008"]),
            (["--ignore=unknown-field"], ["PL101"]),
            (["--ignore=ALL", "--extend-select=PL008"], ["PL008"]),
            (["--select=PL008", "--extend-select=PL101"], ["PL101", "PL008"]),
            (["--min-severity=error"], ["PL101"]),
            (["--min-severity=warning"], ["PL101", "PL008"]),
        ],
    )
    def test_shown(self, phaselint: Command, options: list[str], shown: list[str]) -> None:
        assert codes(phaselint("lint", "--format=json", *options)) == shown

    def test_a_rule_that_is_off_by_default_is_on_when_added(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--extend-select=no-escalation-terminal", "--format=json")
        assert "VE106" in codes(ended)

    def test_what_is_below_the_lowest_severity_is_counted(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--min-severity=error")
        assert ended.lines[-1] == "Checked 1 contract (2 files): 1 error; 1 hidden."

    @pytest.mark.parametrize("option", ["--select", "--ignore", "--extend-select"])
    def test_an_unknown_rule_is_refused_with_a_suggestion(
        self, phaselint: Command, option: str
    ) -> None:
        ended = phaselint("lint", option, "unreachable-phaes")
        assert ended.status == 2
        assert ended.err == (
            "phaselint: unknown rule `unreachable-phaes`; "
            "a similar name exists: `unreachable-phase`\n"
        )

    @pytest.mark.parametrize(
        ("options", "status"),
        [
            ([], 1),
            (["--fail-on=error"], 1),
            (["--ignore=PL101"], 0),
            (["--ignore=PL101", "--fail-on=warning"], 1),
            (["--ignore=PL101", "--fail-on=info"], 1),
            (["--ignore=PL101,PL008", "--fail-on=info"], 0),
            (["--exit-zero"], 0),
            (["--exit-zero", "missing"], 2),
        ],
    )
    def test_exit_status(self, phaselint: Command, options: list[str], status: int) -> None:
        assert phaselint("lint", ".", *options).status == status


class TestStrict:
    """With `--strict`, nothing to lint is a failure."""

    def test_nothing_to_lint(self, phaselint: Command) -> None:
        (phaselint.folder / "compose.yaml").write_text(COMPOSE)
        for path in (".", "compose.yaml"):
            assert phaselint("lint", path).status == 0
            assert phaselint("lint", path, "--strict").status == 2
            assert phaselint("lint", path, "--strict", "--exit-zero").status == 2

    def test_something_to_lint(self, phaselint: Command) -> None:
        contract(phaselint.folder)
        assert phaselint("lint", "--strict").status == 0


class TestAnalysis:
    """Proofs, certificates and bounds."""

    @pytest.fixture(autouse=True)
    def trap(self, phaselint: Command) -> None:
        """A contract with an order trap."""
        contract(phaselint.folder, TRAP["session"], **{n: TRAP[n] for n in ("answer", "check")})
        (phaselint.folder / "ship.yaml").write_text(TRAP["ship"])

    def test_a_finding_has_a_run_and_no_proof(self, phaselint: Command) -> None:
        (finding,) = json.loads(phaselint("lint", "--format=json").out)["findings"]
        assert finding["name"] == "order-trap"
        assert finding["witness"]["steps"]
        assert finding["proof"] is None

    def test_a_dry_run_proves_it(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--dry-run", "--format=json")
        report = json.loads(ended.out)
        assert ended.status == 0
        assert report["findings"][0]["proof"]["status"] == "proved"
        assert report["summary"]["proved"] == 1
        last = phaselint("lint", "--dry-run").lines[-1]
        assert last.endswith("; 1 of 1 confirmed by a simulated run.")

    def test_verify_counts_certificates(self, phaselint: Command) -> None:
        """One for what was not reported, one for the stuck set of the trap."""
        ended = phaselint("lint", "--verify")
        assert "note: 2 certificates checked" in ended.lines

    def test_above_the_bound_nothing_is_guessed(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--bound", "1", "--format=json")
        assert ended.status == 0
        assert codes(ended) == ["PL022"]

    def test_jobs_change_nothing_but_the_time(self, phaselint: Command) -> None:
        contract(phaselint.folder / "second", BOTH)
        alone = phaselint.process("lint", "--jobs=1", "--format=json")
        together = phaselint.process("lint", "--jobs=2", "--format=json")
        assert alone == together
        assert len(codes(alone)) == 3


class TestConfiguration:
    """Configuration files, and options that win over them."""

    @pytest.fixture(autouse=True)
    def configured(self, phaselint: Command) -> None:
        """A project in which the one defect is ignored."""
        contract(phaselint.folder, UNREACHABLE)
        (phaselint.folder / "phaselint.toml").write_text('ignore = ["PL101"]\n')

    def test_the_nearest_file_is_read(self, phaselint: Command) -> None:
        assert phaselint("lint").status == 0

    def test_isolated_reads_none(self, phaselint: Command) -> None:
        assert phaselint("lint", "--isolated").status == 1

    def test_another_file_can_be_named(self, phaselint: Command) -> None:
        (phaselint.folder / "other.toml").write_text('severity = {PL101 = "warning"}\n')
        ended = phaselint("lint", "--config", "other.toml", "--format=concise")
        assert ended.status == 0
        assert ended.lines[0].startswith("session.yaml:5:12: warning[PL101]")

    def test_a_mistake_in_it_is_one_line_with_its_place(self, phaselint: Command) -> None:
        (phaselint.folder / "phaselint.toml").write_text('bound = 5\nignroe = ["PL101"]\n')
        ended = phaselint("lint")
        assert ended.status == 2
        assert ended.out == ""
        assert ended.err.count("\n") == 1
        assert "phaselint.toml:2" in ended.err
        assert "a similar name exists: `ignore`" in ended.err

    def test_set_wins(self, phaselint: Command) -> None:
        (phaselint.folder / "phaselint.toml").write_text(
            "[vesanor]\nhonour-error-suppressions = false\n"
        )
        (phaselint.folder / "session.yaml").write_text(
            UNREACHABLE + "graph_analysis:\n  suppress:\n"
            "    - {check: unreachable_phase, phase: review, reason: planned}\n"
        )
        assert phaselint("lint").status == 1
        setting = "vesanor.honour-error-suppressions=true"
        assert phaselint("lint", "--set", setting).status == 0
        assert phaselint("lint", "--isolated", f"--set={setting}").status == 0

    @pytest.mark.parametrize(
        ("setting", "complaint"),
        [
            ("gate", "expected FORMAT.OPTION=VALUE"),
            ("vesano.gate=x", "unknown dialect `vesano`; a similar name exists: `vesanor`"),
            ("vesanor.gaet=x", "unknown vesanor option `gaet`; a similar name exists: `gate`"),
            (
                "vesanor.gate=reject",
                (
                    "unknown `gate` value `reject`; "
                    "expected one of `reject_all`, `strip_partial`, `strip_blocked`"
                ),
            ),
        ],
    )
    def test_a_bad_setting(self, phaselint: Command, setting: str, complaint: str) -> None:
        ended = phaselint("lint", "--set", setting)
        assert ended == (2, "", f"phaselint: --set {setting}: {complaint}\n")


class TestStandardInput:
    """`-` with `--stdin-filename`: text that is not on disk yet."""

    def test_the_text_stands_for_the_file(self, phaselint: Command) -> None:
        contract(phaselint.folder / "desk")
        ended = phaselint.process(
            "lint", "-", "--stdin-filename=desk/session.yaml", "--format=concise", text=UNREACHABLE
        )
        assert ended.status == 1
        assert ended.lines[0].startswith(f"desk/{ERROR}")
        assert phaselint("lint", "desk").status == 0

    def test_the_file_need_not_be_there(self, phaselint: Command) -> None:
        ended = phaselint.process(
            "lint", "-", "--stdin-filename", "new/session.yaml", "--format=json", text=UNKNOWN_FIELD
        )
        assert "PL008" in codes(ended)

    def test_one_without_the_other_is_refused(self, phaselint: Command) -> None:
        assert phaselint("lint", "-").err == (
            "phaselint: `-` requires --stdin-filename, the path of its text\n"
        )
        assert phaselint("lint", "--stdin-filename=x.yaml").err == (
            "phaselint: --stdin-filename requires `-`\n"
        )


class TestFilesWithoutContract:
    """A file that belongs to no dialect is no finding, and no noise."""

    def test_among_others_it_is_passed_over(self, phaselint: Command) -> None:
        contract(phaselint.folder / "desk")
        (phaselint.folder / "compose.yaml").write_text(COMPOSE)
        ended = phaselint("lint", "compose.yaml", "desk/session.yaml")
        assert ended == (0, "No findings in 1 contract (2 files).\n", "")

    def test_alone_they_get_one_line(self, phaselint: Command) -> None:
        for name in ("compose.yaml", "values.yaml", "README.md"):
            (phaselint.folder / name).write_text(COMPOSE)
        ended = phaselint("lint", "compose.yaml", "values.yaml", "README.md")
        assert ended.status == 0
        assert ended.out == ""
        assert (
            ended.err
            == "phaselint: compose.yaml and 2 more: no contract found, so nothing was linted "
            "(see `phaselint contracts`)\n"
        )

    def test_quiet_leaves_that_out(self, phaselint: Command) -> None:
        (phaselint.folder / "compose.yaml").write_text(COMPOSE)
        assert phaselint("lint", "compose.yaml", "--quiet") == (0, "", "")

    def test_a_folder_without_contracts_gets_a_line_of_its_own(
        self, phaselint: Command, tmp_path: Path
    ) -> None:
        contract(tmp_path / "desk")
        (tmp_path / "empty").mkdir()
        ended = phaselint("lint", "empty", "desk")
        assert ended.status == 0
        said = "no contract found, so nothing was linted (see `phaselint contracts`)"
        assert ended.err == f"phaselint: empty: {said}\n"
