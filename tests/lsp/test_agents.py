"""Teams of coding agents in an editor: names in all kinds of headers, what may stand where, and
what there is to say of an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from lsp.desks import over, text_in
from lsp.writing import editor, put, written
from phaselint.document.changes import apply
from phaselint_lsp.completion import complete
from phaselint_lsp.diagnosing import diagnostics
from phaselint_lsp.fixes import edits_of
from phaselint_lsp.hints import hints
from phaselint_lsp.lenses import lenses
from phaselint_lsp.names import names_at
from phaselint_lsp.navigation import definition_at, references_at
from phaselint_lsp.outline import outline
from phaselint_lsp.rename import Client, rename_at
from phaselint_lsp.renaming import Refused, rename
from teams import agent, to

if TYPE_CHECKING:
    from pathlib import Path

    from lsp.desks import Editor
    from phaselint.dialects.reader import Reader
    from phaselint_lsp.document_cache import DocumentCache
    from phaselint_lsp.snapshot import Snapshot
    from phaselint_lsp.textstore import Encoding

HOME = ".github/agents"
LEAD, REVIEWER, CLERK = (f"{HOME}/{name}.agent.md" for name in ("lead", "reviewer", "clerk"))
PROMPT = ".github/prompts/start.prompt.md"
RUNNER, WRITER = (f".claude/agents/{name}.md" for name in ("runner", "docs/writer"))
SKILL = ".claude/skills/house-style/SKILL.md"

TEAM = {
    LEAD: (
        "---\nname: Lead\ndescription: Splits: the work\ntools: [agent, 'read']\n"
        'agents: [Change Reviewer, "clerk"]\nhandoffs:\n'
        "  - label: Check, then merge\n    agent: Change Reviewer\n    prompt: Check it.\n"
        '  - {label: Again, agent: "Lead", prompt: "", send: true}\n'
        "---\nAsk `Change Reviewer`.\n"
    ),
    REVIEWER: (
        "---\r\nname: 'Change Reviewer' # 🙂\r\ndescription: Reviews\r\n"
        "tools: read, search/changes\r\n"
        "handoffs:\r\n- label: Back\r\n  agent: Lead\r\n  prompt: Go on.\r\n"
        "---\r\n🙂 Look at #tool:search/changes now.\r\n"
    ),
    CLERK: "---\ndescription: Files things\nuser-invocable: false\n---\nFile.\n",
    PROMPT: "\ufeff---\nagent: Change Reviewer\n---\nReview all.\n",
    RUNNER: (
        "---\nname: runner\ndescription: Runs: the tests\n"
        "tools: Read, Agent(writer, runner), Bash(git push *)\nskills: house-style, other\n---\n"
    ),
    WRITER: "---\nname: writer\ndescription: Writes\ntools:\n  - Agent(runner)\n  - Read\n---\n",
    SKILL: "---\nname: house-style\n---\n",
}


@pytest.fixture
def team(tmp_path: Path) -> Editor:
    return editor(tmp_path, TEAM)


def renamed(editor: Editor, file: str, mark: str, name: str) -> dict[str, str]:
    """The texts that change when what is at the `|` of a mark gets another name."""
    snapshot = editor.open(file)
    at = snapshot.text.index(mark.replace("|", "")) + mark.index("|")
    shelf = editor.shelf(file)
    made = rename(shelf, names_at(snapshot, shelf, at)[0], name)
    texts = {}
    for path, changes in made.changes.items():
        document = shelf.document(path)
        assert document is not None
        texts[path] = apply(document.text, changes)
    return texts


# --- names ---------------------------------------------------------------------------------------


def test_an_agent_is_renamed_wherever_it_is_named(team: Editor) -> None:
    made = renamed(team, LEAD, "agent: Change Re|viewer", "Critic")
    assert made == {
        LEAD: TEAM[LEAD]
        .replace("[Change Reviewer,", "[Critic,")
        .replace("agent: Change Reviewer", "agent: Critic"),
        REVIEWER: TEAM[REVIEWER].replace("'Change Reviewer'", "'Critic'"),
        PROMPT: TEAM[PROMPT].replace("Change Reviewer", "Critic").removeprefix("\ufeff"),
    }


def test_a_name_with_a_colon_is_quoted_also_where_only_one_harness_reads_the_header(
    team: Editor,
) -> None:
    made = renamed(team, REVIEWER, "agent: Le|ad", "Lead: first")
    assert 'name: "Lead: first"\ndescription: Splits: the work' in made[LEAD]
    assert 'agent: "Lead: first", prompt: ""' in made[LEAD]
    assert 'agent: "Lead: first"\r\n' in made[REVIEWER]


def test_names_in_parentheses_are_renamed_between_commas_and_in_lists(team: Editor) -> None:
    made = renamed(team, RUNNER, "name: ru|nner", "tester")
    assert "Agent(writer, tester), Bash" in made[RUNNER]
    assert "  - Agent(tester)\n" in made[WRITER]
    made = renamed(team, RUNNER, "Agent(wr|iter", "scribe")
    assert "name: scribe\n" in made[WRITER]
    assert "Agent(scribe, runner)" in made[RUNNER]


def test_an_agent_without_a_name_is_renamed_with_its_file(team: Editor) -> None:
    snapshot, at = _at(team, LEAD, '"cl|erk"')
    shelf = team.shelf(LEAD)
    made = rename(shelf, names_at(snapshot, shelf, at)[0], "archivist")
    assert made.moves == ((CLERK, f"{HOME}/archivist.agent.md"),)
    assert list(made.changes) == [LEAD]
    with pytest.raises(Refused, match="add a `name` there first"):
        rename_at(snapshot, shelf, at, "archivist", Client(versioned=True))
    for taken in ("lead", "a/b"):
        with pytest.raises(Refused, match=f"can't be named `{taken}`"):
            rename(shelf, names_at(snapshot, shelf, at)[0], taken)


def test_agents_are_called_by_their_files_where_an_option_says_so(tmp_path: Path) -> None:
    files = {**TEAM, LEAD: put(TEAM[LEAD], "[Change Reviewer", "[reviewer")}
    editor(tmp_path, files)
    (tmp_path / "phaselint.toml").write_text('[agents]\nidentity = "file"\n')
    team = over(tmp_path)
    snapshot, at = _at(team, LEAD, "[revie|wer")
    shelf = team.shelf(LEAD)
    [link] = definition_at(snapshot, shelf, at)
    assert team.file_of(link.target_uri) == REVIEWER
    made = rename(shelf, names_at(snapshot, shelf, at)[0], "critic")
    assert made.moves == ((REVIEWER, f"{HOME}/critic.agent.md"),)
    assert list(made.changes) == [LEAD]


def test_no_name_is_given_twice(team: Editor) -> None:
    with pytest.raises(Refused, match="an agent `Lead` already exists"):
        renamed(team, LEAD, "agents: [Change| Reviewer", "Lead")


def test_a_skill_keeps_the_name_of_its_folder(team: Editor) -> None:
    with pytest.raises(Refused, match="the folder of a skill has the skill's name"):
        renamed(team, RUNNER, "skills: house|-style", "house")
    snapshot, at = _at(team, RUNNER, "skills: house|-style")
    [link] = definition_at(snapshot, team.shelf(RUNNER), at)
    assert team.file_of(link.target_uri) == SKILL


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_references_are_where_the_client_has_them(tmp_path: Path, encoding: Encoding) -> None:
    team = editor(tmp_path, TEAM, encoding=encoding)
    snapshot, at = _at(team, REVIEWER, "#tool:search/ch|anges")
    tools = references_at(snapshot, team.shelf(REVIEWER), at)
    assert [
        text_in(team.desk.index_of(str(team.root / REVIEWER)), each.range, encoding)
        for each in tools
    ] == ["search/changes"] * 2
    snapshot, at = _at(team, PROMPT, "Change Re|viewer")
    found = references_at(snapshot, team.shelf(PROMPT), at)
    assert [(team.file_of(each.uri), team.text_at(each)) for each in found] == [
        (LEAD, "Change Reviewer"),
        (LEAD, "Change Reviewer"),
        (REVIEWER, "Change Reviewer"),
        (PROMPT, "Change Reviewer"),
    ]


def test_a_name_leads_to_the_file_that_it_comes_from(team: Editor) -> None:
    snapshot, at = _at(team, LEAD, '"cl|erk"')
    [link] = definition_at(snapshot, team.shelf(LEAD), at)
    assert team.file_of(link.target_uri) == CLERK
    assert link.target_selection_range.start.line == 0


def test_each_agent_is_in_the_outline_of_its_file(team: Editor) -> None:
    for file, name in ((LEAD, "Lead"), (CLERK, "clerk"), (WRITER, "writer")):
        [symbol] = outline(team.open(file), team.shelf(file))
        assert symbol.name == name
        assert symbol.range.start.line == 0


def _at(editor: Editor, file: str, mark: str) -> tuple[Snapshot, int]:
    snapshot = editor.open(file)
    return snapshot, snapshot.text.index(mark.replace("|", "")) + mark.index("|")


# --- what may stand where ------------------------------------------------------------------------


def labels(root: Path, file: str, text: str) -> list[str]:
    opened = editor(root, TEAM)
    snapshot, offset = written(opened, file, text)
    project = opened.desk.project_of(snapshot.path)
    return [each.label for each in complete(snapshot, project.reader, offset)]


PICKED = ["Lead", "Change Reviewer", "runner", "agent", "ask", "edit", "Plan", "Ask", "Edit"]


@pytest.mark.parametrize(
    ("file", "old", "new", "wanted"),
    [
        (LEAD, "agent: Change Reviewer", "agent: ⌶", PICKED),
        (LEAD, 'agent: "Lead"', 'agent: "Le⌶"', PICKED),
        (REVIEWER, "  agent: Lead", "  agent: ⌶", PICKED),
        (
            *(LEAD, "agents: [Change Reviewer", "agents: [⌶"),
            ["clerk", "Lead", "Change Reviewer", "runner", "Plan", "Ask", "Edit", "Explore"],
        ),
        (PROMPT, "agent: Change Reviewer", "agent: ⌶", PICKED),
        (CLERK, "user-invocable: false", "user-invocable: ⌶", ["true", "false"]),
        (CLERK, "user-invocable: false", "target: ⌶", ["vscode", "github-copilot"]),
        (WRITER, "  - Read", "  - Agent(wr⌶", ["runner", "writer"]),
        (RUNNER, "skills: house-style", "skills: ⌶", ["house-style"]),
        (RUNNER, "skills: house-style, other", "permissionMode: ⌶", ["default", "manual"]),
    ],
)
def test_names_and_words(tmp_path: Path, file: str, old: str, new: str, wanted: list[str]) -> None:
    found = labels(tmp_path, file, put(TEAM[file].removeprefix("\ufeff"), old, new))
    assert [each for each in wanted if each not in found] == []
    if file in (LEAD, REVIEWER, PROMPT):
        assert sorted(found) == sorted({*wanted})


def test_tools_are_those_of_the_harness(tmp_path: Path) -> None:
    of_vscode = labels(tmp_path, LEAD, put(TEAM[LEAD], "'read'", "⌶"))
    assert "search/usages" in of_vscode
    assert "Grep" not in of_vscode
    for new in ("Read, ⌶", "⌶", "Read, Gr⌶, Bash"):
        text = put(TEAM[RUNNER], "Read, Agent(writer, runner), Bash(git push *)", new)
        of_claude = labels(tmp_path, RUNNER, text)
        assert "Grep" in of_claude
        assert "search/usages" not in of_claude
    assert "web/fetch" in labels(tmp_path, CLERK, TEAM[CLERK] + "Use #tool:we⌶")


def test_keys_that_are_missing(tmp_path: Path) -> None:
    text = put(TEAM[LEAD], "    prompt: Check it.\n", "    ⌶\n")
    assert labels(tmp_path, LEAD, text) == ["prompt", "send", "showContinueOn", "model"]
    found = labels(tmp_path, CLERK, put(TEAM[CLERK], "user-invocable: false", "⌶"))
    assert {"name", "handoffs", "user-invocable"} <= {*found}
    assert not {"description", "infer", "permissionMode"} & {*found}


# --- what there is to say ------------------------------------------------------------------------


def said(team: Editor, file: str, mark: str) -> str:
    return team.hover(*_at(team, file, mark))


def test_who_offers_an_agent_and_where_it_leads(team: Editor) -> None:
    found = said(team, PROMPT, "Change Re|viewer")
    assert "- entered from: `Lead` (call, handoff)\n" in found
    assert "- leads to: `Lead` (handoff)\n" in found
    assert "- offered as a subagent by: every agent without a list, `Lead`\n" in found
    assert f"- asked for by: `{PROMPT}`\n" in found
    assert "- tools: `read`, `search/changes`" in found


def test_who_calls_an_agent_of_claude_code(team: Editor) -> None:
    found = said(team, RUNNER, "Agent(wri|ter")
    assert "- called by: the main agent, `runner`, and any agent below that has `Agent`\n" in found


def test_agents_that_come_with_the_harness_say_so(tmp_path: Path) -> None:
    listed = put(TEAM[LEAD], "[Change Reviewer", "[Plan, Change Reviewer")
    team = editor(tmp_path, {**TEAM, LEAD: listed})
    assert said(team, LEAD, "[Pl|an").endswith(
        "**agent `Plan`**\n\n- built into VS Code\n- built into Claude Code"
    )


def test_hidden_agents_and_what_goes_by_itself(team: Editor) -> None:
    found = said(team, LEAD, '"cl|erk"')
    assert "- hidden from people: not in any picker, and handoffs can't reach it\n" in found
    assert "- with Autopilot on, `Lead` takes over automatically" in said(team, LEAD, "name: Le|ad")


def test_what_is_in_force_without_being_written(team: Editor) -> None:
    def told(file: str) -> list[object]:
        snapshot = team.open(file)
        return [hint.label for hint in hints(snapshot, 0, len(snapshot.text))]

    assert told(CLERK) == ["name: clerk"]
    assert told(LEAD) == ["sent automatically"]


def test_ways_in_and_out_stand_above_each_agent(team: Editor) -> None:
    titles = [each.command.title for each in lenses(*_lensed(team, LEAD)) if each.command]
    assert "1 in · 2 out" in titles


def _lensed(team: Editor, file: str) -> tuple[Snapshot, DocumentCache, Reader]:
    snapshot = team.open(file)
    return snapshot, team.shelf(file), team.desk.project_of(snapshot.path).reader


def test_fixes_are_offered_where_a_header_is_no_yaml(tmp_path: Path) -> None:
    wrong = put(TEAM[LEAD], "agents: [Change Reviewer", "agents: [change-reviewer")
    team = editor(tmp_path, {**TEAM, LEAD: wrong})
    snapshot = team.open(LEAD)
    found = {each.name: each for each in snapshot.findings}
    finding = found["unknown-subagent"]
    index = team.desk.index_of(str(team.root / LEAD))
    assert snapshot.document is not None
    assert finding.place.range is not None
    at = snapshot.document.offset(finding.place.range.start)
    assert index.text[at:].startswith("change-reviewer")
    edits = edits_of(team.shelf(LEAD), finding)
    assert edits is not None
    [edit] = edits[LEAD]
    start, end = snapshot.at(edit.range.start), snapshot.at(edit.range.end)
    assert f"{snapshot.text[:start]}{edit.new_text}{snapshot.text[end:]}" == TEAM[LEAD]
    assert found["header-not-portable"].fix is not None


# --- harnesses -----------------------------------------------------------------------------------


def harnesses(each: Any) -> list[str]:
    found: list[str] = each.data["harnesses"]
    return found


def test_a_diagnostic_says_where_it_holds_and_what_is_counted_is_none(tmp_path: Path) -> None:
    text = agent("lead", to("Nobody"), "tools: [read, serach]")
    made = editor(tmp_path, {LEAD: text})
    made.open(LEAD)
    found = diagnostics(made.desk, str(tmp_path / LEAD))
    told = {each.code: (each.message.split("\n")[0], harnesses(each)) for each in found}
    assert told == {
        "PL106": (
            "handoff `Go` points to `Nobody`, but no agent has that name (holds in Local)",
            ["local"],
        ),
        "AG403": ("no tool is named `serach`", ["copilot", "local"]),
    }


def test_what_does_nothing_in_copilot_sessions_where_they_are_named(tmp_path: Path) -> None:
    config = '[agents]\nharness = ["copilot", "local"]\n'
    made = editor(tmp_path, {LEAD: agent("lead", to("lead")), "phaselint.toml": config})
    made.open(LEAD)
    found = diagnostics(made.desk, str(tmp_path / LEAD))
    assert [(each.code, harnesses(each)) for each in found] == [("AG601", ["copilot"])]
