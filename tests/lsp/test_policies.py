"""Policies in editors: where they are violated, and what may be written in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cases import Case, write
from lsp.desks import Editor
from phaselint.vocabulary import time_budget
from phaselint_lsp.completion import complete
from phaselint_lsp.diagnosing import diagnostics
from phaselint_lsp.running import bench, run_script
from phaselint_lsp.suggesting import suggestions
from phaselint_lsp.textstore import Change

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT, TOOL = "parcels.script.yaml", "ship_parcel.yaml"
HEAD = "version: 1\npolicies:\n  - {never: call ship_parcel, before: call take_payment}\n"


@pytest.fixture
def editor(tmp_path: Path) -> Editor:
    """An editor with a contract that violates a policy."""
    write(Case("policy-violated", "bad").folder, tmp_path)
    found = Editor(tmp_path)
    found.scan()
    return found


def proposed(editor: Editor, text: str) -> dict[str, str]:
    """What may stand at the `|` in a script: its name, and what is written then."""
    at = text.index("|")
    written = text.replace("|", "", 1)
    editor.open(SCRIPT)
    snapshot = editor.replace(SCRIPT, written)
    reader = editor.desk.project_of(snapshot.path).reader
    return {
        each.label: each.text_edit.new_text
        for each in complete(snapshot, reader, at)
        if each.text_edit is not None
    }


def test_a_violated_policy_is_shown_in_the_contract_and_where_it_is_written(
    editor: Editor,
) -> None:
    assert editor.names(TOOL) == editor.names(SCRIPT) == ["policy-violated"]
    (tool,) = diagnostics(editor.desk, str(editor.root / TOOL))
    (script,) = diagnostics(editor.desk, str(editor.root / SCRIPT))
    assert tool.message == script.message
    assert script.range.start.line == 2
    for here, there in ((tool, script), (script, tool)):
        related = [each.location.range.start.line for each in here.related_information or ()]
        assert there.range.start.line in related


def test_policies_are_asked_again_when_the_contract_changes(editor: Editor) -> None:
    text = (editor.root / TOOL).read_text()
    editor.open(TOOL)
    editor.edit(TOOL, text.replace("[weighed, paid]", "[paid]"))
    assert editor.names(TOOL) == editor.names(SCRIPT) == []
    editor.edit(TOOL, text)
    assert editor.names(SCRIPT) == ["policy-violated"]


def test_policies_are_asked_again_when_the_script_changes_on_disk(editor: Editor) -> None:
    (editor.root / SCRIPT).write_text(HEAD.replace("call take_payment", "call weigh_parcel"))
    editor.on_disk(SCRIPT)
    assert editor.names(TOOL) == editor.names(SCRIPT) == []


def test_a_policy_of_the_configuration_is_shown_there(editor: Editor) -> None:
    (editor.root / SCRIPT).unlink()
    (editor.root / "phaselint.toml").write_text('[[policies]]\nnever = "call ship_parcel"\n')
    editor.on_disk("phaselint.toml", moved=True)
    assert editor.names(TOOL) == editor.names("phaselint.toml") == ["policy-violated"]


def test_an_unknown_act_is_shown_as_it_is_written(editor: Editor) -> None:
    editor.open(SCRIPT)
    editor.edit(SCRIPT, HEAD.replace("ship_parcel", "ship_parcels"))
    assert editor.names(SCRIPT) == ["unknown-act"]


def test_acts_of_the_contract_are_completed(editor: Editor) -> None:
    acts = {"call ship_parcel", "call take_payment", "call weigh_parcel", "enter paid"}
    for line in ("- {never: call iss|}", "- never: |", "- never: [enter paid, ca|]"):
        found = proposed(editor, f"{HEAD}  {line}\n")
        assert acts <= found.keys()
        assert found["call ship_parcel"] == "call ship_parcel"


def test_keys_are_completed_as_far_as_they_go_together(editor: Editor) -> None:
    assert {"never", "at-most", "every-run"} <= proposed(editor, f"{HEAD}  - {{|}}\n").keys()
    found = proposed(editor, f"{HEAD}  - never: call ship_parcel\n    be|\n")
    assert found["before"] == "before: "
    assert found.keys().isdisjoint({"never", "at-most", "of", "followed-by"})
    found = proposed(editor, f"{HEAD}  - at-most: 2\n    |\n")
    assert {"of", "after", "between", "severity"} <= found.keys()
    assert "before" not in found
    scoped = proposed(editor, f"{HEAD}  - never: enter paid\n    before: enter weighed\n    |\n")
    assert scoped.keys().isdisjoint({"before", "after", "between"})


def test_words_are_completed(editor: Editor) -> None:
    found = proposed(editor, f"{HEAD}  - never: call ship_parcel\n    severity: |\n")
    assert [*found] == ["error", "warning", "info"]
    found = proposed(editor, f"{HEAD}  - never: call ship_parcel\n    under: |\n")
    assert [*found] == ["hostile", "fair", "strict"]


def test_elsewhere_in_scripts_no_act_is_proposed(editor: Editor) -> None:
    assert proposed(editor, f"{HEAD}scenarios:\n  - name: |\n") == {}


@pytest.fixture
def team(tmp_path: Path) -> Editor:
    """An editor with a team."""
    write(Case("policy-violated", "bad-from").folder, tmp_path)
    (tmp_path / ".git").mkdir()
    found = Editor(tmp_path)
    found.scan()
    return found


def in_team(editor: Editor, policy: str) -> dict[str, str]:
    script = "team.script.yaml"
    text = f"version: 1\npolicies:\n  - {policy}\n"
    editor.open(script)
    snapshot = editor.replace(script, text.replace("|", "", 1))
    reader = editor.desk.project_of(snapshot.path).reader
    return {each.label: each.detail or "" for each in complete(snapshot, reader, text.index("|"))}


def test_keys_of_teams_are_completed_in_teams_alone(editor: Editor, team: Editor) -> None:
    assert "from" in in_team(team, "{never: call edit, |}")
    assert "from" not in in_team(team, "{never: call edit, before: turn, |}")
    assert "from" not in in_team(team, "{at-most: 1, of: call edit, |}")
    named = in_team(team, "{never: call edit, from: Lead, |}")
    assert {"over", "why", "severity", "name"} == named.keys()
    head = "version: 1\npolicies:\n  - {never: call ship_parcel, |}\n"
    assert "from" not in proposed(editor, head)


def test_agents_words_and_calls_of_teams_are_completed(team: Editor) -> None:
    assert {"Lead", "Builder", "agent"} <= in_team(team, "{never: call edit, from: |}").keys()
    over = in_team(team, "{never: call edit, from: Lead, over: |}")
    assert over.keys() == {"calls", "calls+handoffs"}
    calls = in_team(team, "{from: Lead, never: |}")
    assert {"call write", "call edit", "call edit/editFiles"} <= calls.keys()


def test_a_policy_of_a_team_is_shown_where_the_call_is_let_through(team: Editor) -> None:
    builder = ".github/agents/builder.agent.md"
    assert set(team.names(builder)) == {"policy-violated"}


def test_policies_that_hold_are_offered_among_policies(editor: Editor) -> None:
    snapshot = editor.open(SCRIPT, HEAD)
    project = editor.desk.project_of(snapshot.path)
    offers = dict(suggestions(snapshot, project, len(HEAD)))
    assert offers
    assert "never call ship_parcel before call take_payment" not in offers
    for rule, change in offers.items():
        text = HEAD[: change.start] + change.text + HEAD[change.end :]
        assert text.startswith(HEAD)
        editor.edit(SCRIPT, text)
        names = editor.names(SCRIPT)
        assert names == ["policy-violated"], (rule, names)  # the one that was there before
    assert [*suggestions(editor.open(SCRIPT, HEAD), project, 0)] == []


def test_no_policy_is_offered_in_contracts(editor: Editor) -> None:
    snapshot = editor.open(TOOL)
    project = editor.desk.project_of(snapshot.path)
    assert [*suggestions(snapshot, project, 0)] == []


def test_what_takes_long_is_stale_until_it_is_asked_again(
    editor: Editor, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (editor.root / TOOL).read_text()
    editor.open(TOOL)
    monkeypatch.setattr(time_budget, "AT_ONCE", 0)
    todo = editor.desk.edited(editor.uri(TOOL), 2, [Change(f"# one more line\n{text}")])
    more = [one for job in todo for one in editor.desk.work(job)[0]]
    assert any(job.whole for job in more)
    assert editor.names(TOOL) == editor.names(SCRIPT) == ["policy-violated?"]
    editor.do(more)
    assert editor.names(TOOL) == editor.names(SCRIPT) == ["policy-violated"]


def test_a_scenario_that_violates_a_policy_fails(editor: Editor) -> None:
    scenario = "scenarios:\n  - name: unpaid\n    model:\n"
    calls = "".join(f"      - calls: [{each}]\n" for each in ("weigh_parcel", "ship_parcel"))
    snapshot = editor.open(SCRIPT, f"{HEAD}{scenario}{calls}")
    project = editor.desk.project_of(snapshot.path)
    (checked,) = snapshot.contracts
    task = project.task(checked.target)
    assert snapshot.document is not None
    outcome = run_script(
        bench(checked.dialect, project.reader, checked.target, task), snapshot.document
    )
    assert not outcome.ok
    assert f"FAILED: {SCRIPT}:3: the run does `call ship_parcel`" in outcome.text
