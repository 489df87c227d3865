"""`phaselint lint` with policies, as users see it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from cases import Case, write
from phaselint.formats import schema

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cli.command import Command

GOOD, BAD = Case("policy-violated", "good"), Case("policy-violated", "bad")
NAME = "a parcel is paid for before it leaves"
SCRIPT = "parcels.script.yaml"
VIOLATED = (
    "ship_parcel.yaml:13:21: error[PL030] a run does `call ship_parcel` before "
    f"`call take_payment`, which violates the policy `{NAME}` [policy-violated]"
)

MISSING = "the contract has no act `call {}`; a similar name exists: `call {}`"


@pytest.fixture
def parcels(phaselint: Command) -> Callable[[Case], Command]:
    """The command in a folder with a case."""

    def prepared(case: Case) -> Command:
        write(case.folder, phaselint.folder)
        return phaselint

    return prepared


def policies(folder: Path, *lines: str) -> None:
    """Put other policies in the place of those of the case."""
    text = "".join(f"  - {line}\n" for line in lines)
    (folder / SCRIPT).write_text(f"version: 1\npolicies:\n{text}")


def report(command: Command, *arguments: str) -> Any:
    return json.loads(command("lint", "--format", "json", *arguments).out)


def names(found: Any) -> list[str]:
    return [each["name"] for each in found["findings"]]


def test_policies_that_hold_are_counted_with_the_states_explored(
    parcels: Callable[[Case], Command],
) -> None:
    ended = parcels(GOOD)("lint", "--policies", ".")
    assert ended.status == 0
    assert ended.lines == ["No findings in 1 contract (5 files); 3 policies hold (10 states)."]


def test_a_violated_policy_is_an_error_with_the_run(parcels: Callable[[Case], Command]) -> None:
    command = parcels(BAD)
    ended = command("lint", "--policies", "--format", "concise", ".")
    assert ended.status == 1
    assert ended.lines[0] == VIOLATED
    (found,) = report(command, "--policies")["findings"]
    assert found["witness"]["acts"][-1] == "call ship_parcel"
    assert "call take_payment" not in found["witness"]["acts"]
    assert [each["text"] for each in found["witness"]["steps"]] == [
        *("enter desk", "call weigh_parcel", "enter weighed", "call ship_parcel"),
    ]
    (policy,) = found["related"]
    assert (policy["file"], policy["range"]["start"]["line"]) == (SCRIPT, 3)


def test_the_script_of_a_proof_runs_as_it_says(parcels: Callable[[Case], Command]) -> None:
    command = parcels(BAD)
    (found,) = report(command, "--policies")["findings"]
    assert found["proof"]["status"] == "proved"
    (command.folder / "proof.script.json").write_text(json.dumps(found["proof"]["script"]))
    ended = command("run", ".", "--script", "proof.script.json")
    assert ended.status == 1
    assert f"FAILED: {SCRIPT}:3: the run does `call ship_parcel`" in ended.out


def test_a_dry_run_asks_policies_and_plain_lint_does_not(
    parcels: Callable[[Case], Command],
) -> None:
    command = parcels(BAD)
    assert names(report(command, "--dry-run")) == ["policy-violated"]
    assert command("lint").status == 0


def test_policies_alone_ask_no_other_rule(parcels: Callable[[Case], Command]) -> None:
    command = parcels(BAD)
    more = ("--extend-select", "no-escalation-terminal", "--min-severity", "info")
    assert names(report(command, *more)) == ["no-escalation-terminal"]
    assert names(report(command, *more, "--policies")) == ["policy-violated"]
    assert len(names(report(command, *more, "--policies", "--dry-run"))) == 2


def test_plain_lint_reads_policies(parcels: Callable[[Case], Command]) -> None:
    command = parcels(GOOD)
    policies(
        command.folder, "{never: call ship_parcels}", "{nevr: call ship_parcel}", "{never: []}"
    )
    ended = command("lint", "--format", "concise")
    assert ended.status == 1
    assert [line.partition(" [")[0] for line in ended.lines[:-1]] == [
        f"{SCRIPT}:3:13: error[PL032] {MISSING.format('ship_parcels', 'ship_parcel')}",
        f"{SCRIPT}:4:6: error[PL021] unknown key `nevr`; a similar name exists: `never`",
        f"{SCRIPT}:5:13: error[PL021] `never` is an empty list; name at least one act",
    ]


def test_a_call_in_a_phase_that_never_makes_it_holds(parcels: Callable[[Case], Command]) -> None:
    command = parcels(GOOD)
    policies(
        command.folder,
        "{never: call ship_parcel in desk, name: known}",
        "{never: call take_payment, after: call ship_parcel in desk}",
        "{some-run: call ship_parcel in desk}",
        "{never: call ship_parcel in dsek}",
    )
    found = report(command, "--policies")
    stands = {each["title"]: (each["status"], each["tested"]) for each in found["policies"]}
    assert stands["known"] == ("holds", True)
    assert stands["never call take_payment after call ship_parcel in desk"] == ("holds", False)
    assert sorted(names(found)) == ["policy-never-tested", "policy-violated", "unknown-act"]


def test_a_script_that_does_not_parse_is_said_in_plain_lint_and_in_dry_runs(
    parcels: Callable[[Case], Command],
) -> None:
    command = parcels(GOOD)
    (command.folder / SCRIPT).write_text("version: 1\npolicies: [\n")
    for asked in ((), ("--dry-run",), ("--policies",)):
        ended = command("lint", "--format", "concise", *asked)
        assert ended.status == 1
        assert ended.lines[0].startswith(f"{SCRIPT}:2:11: error[PL021] the script doesn't parse")


def test_a_severity_is_that_of_the_policy(parcels: Callable[[Case], Command]) -> None:
    command = parcels(BAD)
    policies(command.folder, "{never: call ship_parcel, severity: warning}")
    ended = command("lint", "--policies", "--format", "concise")
    assert ended.status == 0
    assert "warning[PL030]" in ended.lines[0]


def test_why_a_policy_is_there_is_said(parcels: Callable[[Case], Command]) -> None:
    assert (
        "reason for the policy: the carrier bills the desk"
        in parcels(BAD)("lint", "--policies").out
    )


def test_verbose_lists_how_each_policy_stands(parcels: Callable[[Case], Command]) -> None:
    notes = parcels(BAD)("lint", "--policies", "-v").out
    assert f"note: .: policy `{NAME}` ({SCRIPT}:3): violated\n" in notes
    held = "every run does enter weighed"
    stands = "holds in all runs with fair answers (13 states)"
    assert f"note: .: policy `{held}` ({SCRIPT}:7): {stands}\n" in notes


def test_json_says_how_policies_stand_and_fits_its_schema(
    parcels: Callable[[Case], Command],
) -> None:
    found = report(parcels(BAD), "--policies")
    jsonschema.Draft202012Validator(schema("report")).validate(found)
    assert [(each["title"], each["status"]) for each in found["policies"]] == [
        (NAME, "violated"),
        ("every run does enter weighed", "holds"),
        ("some run does enter shipped", "holds"),
    ]
    assert {each["states"] for each in found["policies"]} == {13}


def test_a_report_without_policies_has_no_word_of_them(parcels: Callable[[Case], Command]) -> None:
    command = parcels(BAD)
    (command.folder / SCRIPT).unlink()
    assert "policies" not in report(command, "--policies")
    assert report(command, "--dry-run") == report(command, "--dry-run", "--sound")


def test_a_page_lists_policies_with_links_to_films(parcels: Callable[[Case], Command]) -> None:
    page = parcels(BAD)("lint", "--policies", "--format", "html").out
    assert "Policies: 2 of 3 policies hold (13 states)" in page
    assert '<td class="violated"><a href="#finding-1">violated</a></td>' in page
    assert "holds in all runs with fair answers (13 states)" in page
    assert 'class="finding error pictured played"' in page


def test_a_comment_suppresses_a_violated_policy(parcels: Callable[[Case], Command]) -> None:
    command = parcels(BAD)
    tool = command.folder / "ship_parcel.yaml"
    tool.write_text(
        tool.read_text().replace(
            "  valid_in_phases",
            "  # phaselint: ignore[policy-violated] paid by the month\n  valid_in_phases",
        )
    )
    found = report(command, "--policies")
    assert names(found) == []
    assert [each["suppression"]["reason"] for each in found["suppressed"]] == ["paid by the month"]
    assert names(report(command)) == []  # it is not unused where policies are not asked


def test_a_comment_for_a_policy_that_holds_is_unused(parcels: Callable[[Case], Command]) -> None:
    command = parcels(GOOD)
    tool = command.folder / "ship_parcel.yaml"
    tool.write_text(
        f"# phaselint: ignore-file[policy-violated] paid by the month\n{tool.read_text()}"
    )
    assert names(report(command, "--dry-run")) == ["unused-suppression"]
    assert names(report(command)) == []


def test_a_baseline_keeps_a_violated_policy_wherever_the_run_goes(
    parcels: Callable[[Case], Command],
) -> None:
    command = parcels(BAD)
    command("lint", "--policies", "--write-baseline")
    assert command("lint", "--policies").status == 0
    assert names(report(command)) == []  # nothing is stale where policies are not asked
    tool = command.folder / "ship_parcel.yaml"
    tool.write_text(
        f"# moved\n\n{tool.read_text()}".replace("[weighed, paid]", "[desk, weighed, paid]")
    )
    session = command.folder / "session.yaml"
    session.write_text(session.read_text().replace("desk: [weighed]", "desk: [weighed, shipped]"))
    assert command("lint", "--policies").status == 0
    policies(command.folder, "{name: another, never: call ship_parcel, before: call take_payment}")
    assert command("lint", "--policies").status == 1


def test_a_refused_contract_decides_no_policy(parcels: Callable[[Case], Command]) -> None:
    command = parcels(GOOD)
    session = command.folder / "session.yaml"
    session.write_text(session.read_text().replace("    initial: true\n", ""))
    ended = command("lint", "--policies", "--format", "concise")
    assert "isn't decided" in ended.lines[0]
    assert "[policy-undecided]" in ended.lines[0]
    # Beside the error that is the cause of it, it goes without saying.
    assert "policy-undecided" not in names(report(command, "--dry-run"))


def test_other_contracts_are_unharmed_by_bad_policies(
    parcels: Callable[[Case], Command],
) -> None:
    command = parcels(BAD)
    other = command.folder / "other"
    write(GOOD.folder, other)
    policies(other, "{never: 3}", "3")
    found = report(command, "--policies")
    assert sorted(names(found)) == ["invalid-script", "invalid-script", "policy-violated"]


def test_two_processes_say_what_one_says(parcels: Callable[[Case], Command]) -> None:
    command = parcels(BAD)
    for number in range(3):
        write(BAD.folder, command.folder / f"more-{number}")
    one = report(command, "--policies", "--jobs", "1")
    assert one == report(command, "--policies", "--jobs", "2")
    assert len(one["policies"]) == 12


def test_the_installed_command_asks_policies(parcels: Callable[[Case], Command]) -> None:
    ended = parcels(BAD).process("lint", "--policies", "--format", "concise")
    assert (ended.status, ended.lines[0]) == (1, VIOLATED)


def test_verified_policies_say_nothing_more(parcels: Callable[[Case], Command]) -> None:
    command = parcels(GOOD)
    assert names(report(command, "--policies", "--verify")) == []


# --- the configuration ---------------------------------------------------------------------------


ENTRY = '[[policies]]\ncontracts = "{}"\nnever = "{}"\n'


def test_a_second_look_that_stops_at_the_bound_says_so(
    parcels: Callable[[Case], Command],
) -> None:
    command = parcels(GOOD)
    few = "{never: end failed, after: turn, name: few}"
    policies(command.folder, few, "{never: enter weighed, after: enter paid}")
    found = report(command, "--policies", "--verify", "--bound", "10")
    assert {each["status"] for each in found["policies"]} == {"holds"}
    told = [each["message"] for each in found["findings"]]
    stopped = "it stopped at the bound of 10 states"
    assert told == [f"policy `few` holds, but `--verify` did not check that: {stopped}"]
    assert found["findings"][0]["name"] == "policy-undecided"
    assert report(command, "--policies", "--bound", "10")["findings"] == []
    notes = command("lint", "--policies", "--verify", "--bound", "10", "-v").out
    assert f"holds in all runs (10 states); not verified: {stopped}" in notes


def configured(folder: Path, *entries: tuple[str, str]) -> None:
    (folder / SCRIPT).unlink()
    text = "".join(ENTRY.format(*each) for each in entries)
    (folder / "phaselint.toml").write_text(text)


def test_a_policy_of_the_configuration_is_asked_of_the_contracts_that_have_its_acts(
    parcels: Callable[[Case], Command],
) -> None:
    command = parcels(BAD)
    configured(command.folder, ("**", "call ship_*"))
    letters = command.folder / "letters"
    write(GOOD.folder, letters)
    (letters / SCRIPT).unlink()
    for file in ("ship_parcel", "session"):
        path = letters / f"{file}.yaml"
        path.write_text(path.read_text().replace("ship_parcel", "send_letter"))
    (letters / "ship_parcel.yaml").rename(letters / "send_letter.yaml")
    found = report(command, "--policies")
    assert [(each["name"], each["contract"]) for each in found["findings"]] == [
        ("policy-violated", "."),
    ]
    (related,) = found["findings"][0]["related"]
    assert (related["file"], related["range"]["start"]["line"]) == ("phaselint.toml", 1)


def test_a_name_that_no_contract_has_is_said_once_at_its_line(
    parcels: Callable[[Case], Command],
) -> None:
    command = parcels(BAD)
    configured(command.folder, ("**", "call ship_parcel"), ("**", "call lose_parcel"))
    write(GOOD.folder, command.folder / "more")
    (command.folder / "more" / SCRIPT).unlink()
    ended = command("lint", "--format", "concise")
    (line,) = (each for each in ended.lines if "unknown-act" in each)
    assert line.startswith("phaselint.toml:4:1: error[PL032] the contract has no act `call lose_")


def test_a_pattern_that_matches_nothing_in_any_contract_is_an_info_at_its_line(
    parcels: Callable[[Case], Command],
) -> None:
    command = parcels(GOOD)
    configured(command.folder, ("**", "call ship_*"), ("**", "call lose_*"))
    write(GOOD.folder, command.folder / "more")
    found = report(command, "--policies", "--min-severity", "info")["findings"]
    (idle,) = [each for each in found if each["range"]["start"]["line"] == 4]
    assert (idle["name"], idle["severity"]) == ("policy-never-tested", "info")
    assert (idle["file"], idle["message"]) == (
        "phaselint.toml",
        "`call lose_*` matches no act of any contract",
    )


def test_of_a_part_of_a_project_it_is_not_known_what_all_contracts_lack(
    parcels: Callable[[Case], Command],
) -> None:
    command = parcels(BAD)
    write(GOOD.folder, command.folder / "more")
    configured(command.folder, ("**", "call lose_parcel"))
    assert command("lint", "more").status == 0
    assert command("lint", ".").status == 1


def test_policies_stand_in_pyproject_too(parcels: Callable[[Case], Command]) -> None:
    command = parcels(BAD)
    (command.folder / SCRIPT).unlink()
    text = (
        '[project]\nname = "parcels"\n\n[[tool.phaselint.policies]]\nnever = "call ship_parcel"\n'
    )
    (command.folder / "pyproject.toml").write_text(text)
    (found,) = report(command, "--policies")["findings"]
    assert found["related"][0]["file"] == "pyproject.toml"
    assert found["related"][0]["range"]["start"]["line"] == 4


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (
            'never = "call a"\nbefor = "call b"',
            ":3: unknown key `befor`; a similar name exists: `before`",
        ),
        ('name = "x"', ":1: a policy needs one of the keys"),
        ("never = []", ":2: `never` is an empty list; name at least one act"),
        ('never = "*"', ":2: `*` matches every act"),
        ("never = 3", ":2: `never` must name an act"),
        ('never = "call a"\ncontracts = 3', ":3: `policies.contracts` must be a string"),
        ('never = "call a"\nbefore = "call a"', ":3: `never` and `before` name the same act"),
    ],
)
def test_a_bad_policy_of_the_configuration_is_one_line(
    parcels: Callable[[Case], Command], entry: str, said: str
) -> None:
    command = parcels(GOOD)
    (command.folder / "phaselint.toml").write_text(f"[[policies]]\n{entry}\n")
    ended = command("lint")
    assert ended.status == 2
    assert ended.err.count("\n") == 1
    assert f"phaselint.toml{said}" in ended.err


def test_the_configuration_in_force_has_its_policies(parcels: Callable[[Case], Command]) -> None:
    command = parcels(GOOD)
    configured(command.folder, ("**", "call ship_parcel"))
    assert "policies: never call ship_parcel\n" in command("config").out
    assert json.loads(command("config", "--format", "json").out)["policies"] == [
        "never call ship_parcel"
    ]


# --- scenarios and acts --------------------------------------------------------------------------


def test_a_scenario_that_violates_a_policy_fails_with_the_line_of_that(
    parcels: Callable[[Case], Command],
) -> None:
    command = parcels(BAD)
    scenarios = "version: 1\nscenarios:\n  - name: {}\n    model:\n{}"
    steps = ("weigh_parcel", "take_payment", "ship_parcel")
    for name, calls in (("paid", steps), ("unpaid", (steps[0], steps[2]))):
        model = "".join(f"      - calls: [{call}]\n" for call in calls)
        (command.folder / f"{name}.script.yaml").write_text(scenarios.format(name, model))
    assert command("run", ".", "--script", "paid.script.yaml").status == 0
    ended = command("run", ".", "--script", "unpaid.script.yaml")
    assert ended.status == 1
    line = f"  FAILED: {SCRIPT}:3: the run does `call ship_parcel`, which violates policy `{NAME}`"
    assert line in ended.lines
    data = json.loads(command("run", ".", "--script", "unpaid.script.yaml", "--format", "json").out)
    (failure,) = data["runs"][0]["failures"]
    assert failure["message"].startswith(f"{SCRIPT}:3: ")


def test_acts_are_listed_as_policies_name_them(parcels: Callable[[Case], Command]) -> None:
    command = parcels(GOOD)
    lines = command("graph", ".", "--acts").lines
    assert lines[0].split() == ["call", "ship_parcel", "ship_parcel.yaml:13:21"]
    listed = json.loads(command("graph", ".", "--acts", "--format", "json").out)["graph"]["acts"]
    assert [each["act"] for each in listed] == [line.partition("  ")[0] for line in lines]
    policies(command.folder, *(f"{{some-run: {each['act']}}}" for each in listed))
    assert "unknown-act" not in names(report(command))


def test_acts_go_with_no_picture(parcels: Callable[[Case], Command]) -> None:
    ended = parcels(GOOD)("graph", ".", "--acts", "--format", "dot")
    assert (ended.status, ended.err.count("\n")) == (2, 1)


@pytest.mark.parametrize("arguments", [(), ("--policies",), ("--dry-run",)])
@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("policies:\n  - {never: turn}\npolicies:\n  - {never: start}\n", "policies", 4),
        ("policies:\n  - never: turn\n    never: start\n", "never", 4),
    ],
    ids=["two lists", "two demands"],
)
def test_a_key_that_occurs_twice_hides_no_policy(
    parcels: Callable[[Case], Command], text: str, key: str, line: int, arguments: tuple[str, ...]
) -> None:
    command = parcels(GOOD)
    (command.folder / SCRIPT).write_text(f"version: 1\n{text}")
    found = report(command, *arguments, ".")["findings"]
    (invalid,) = [each for each in found if each["name"] == "invalid-script"]
    assert invalid["message"] == f"duplicate key `{key}` in this mapping"
    assert (invalid["file"], invalid["range"]["start"]["line"]) == (SCRIPT, line)
