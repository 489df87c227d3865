"""Findings that stand for several, and what hides them in part or as a whole."""

from __future__ import annotations

import json
from contextlib import chdir
from typing import TYPE_CHECKING

import pytest

from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES
from teams import HOME, PROMPTS, put

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.linting.result import Result

CAPTAIN, PLANNER = f"{HOME}captain.agent.md", f"{HOME}route-planner.agent.md"
PROMPT = f"{PROMPTS}go.prompt.md"
TEAM = {
    CAPTAIN: """---
name: Tour Captain
description: Leads
tools: [agent, codebase, fetch, ponder, muse]
agents: [route-planner]
version: 1
owner: us
handoffs:
  - {label: Guide, agent: guide, prompt: Go}
  - {label: Print, agent: Printer, prompt: Go}
---
Go.
""",
    PLANNER: """---
name: Route Planner
description: Plans
handoffs:
  - {label: Print, agent: Printer, prompt: Go}
---
Go.
""",
    f"{HOME}guide.agent.md": "---\nname: Guide Dog\ndescription: Guides\n---\nGo.\n",
    PROMPT: "---\nagent: captain\ndescription: x\n---\nGo.\n",
}
LISTED = (
    (
        "renamed-tool",
        ".github/agents/captain.agent.md",
        "codebase",
        "41705b35fdba16639c46e8c7074ae67d",
    ),
    (
        "renamed-tool",
        ".github/agents/captain.agent.md",
        "fetch",
        "f82c717be23d011d4b1ae3b2a218daa0",
    ),
    ("unknown-key", ".github/agents/captain.agent.md", "owner", "bbcf22673b9bd6f7f2144008cc2e1bde"),
    (
        "unknown-key",
        ".github/agents/captain.agent.md",
        "version",
        "3262907dd00d95ca6ccc45f0d633a9e5",
    ),
    (
        "unknown-subagent",
        ".github/agents/captain.agent.md",
        "route-planner",
        "358c66916e2d0f46fd7d1c8fd5d03a81",
    ),
    (
        "unknown-target",
        ".github/agents/captain.agent.md",
        "guide",
        "bb2f02a8e03b01e6d5d089a9956e7419",
    ),
    (
        "unknown-target",
        ".github/agents/captain.agent.md",
        "Printer",
        "5758124d540c955be638f53e828d664b",
    ),
    ("unknown-tool", ".github/agents/captain.agent.md", "muse", "0c6e95e8bf9264786b25a123f18dbaab"),
    (
        "unknown-tool",
        ".github/agents/captain.agent.md",
        "ponder",
        "a903a0355db5847b99a4c25df59f8a09",
    ),
    (
        "unknown-target",
        ".github/agents/route-planner.agent.md",
        "Printer",
        "064c61c5fd78cfff19d072113e417d2e",
    ),
    (
        "unknown-prompt-agent",
        ".github/prompts/go.prompt.md",
        "captain",
        "206be7bdde2595ee36a238980ef4129f",
    ),
)
"""What the release before listed in a baseline: rule, file, the name in question, fingerprint."""

GROUPS = ["renamed-tool", "unknown-key", "unknown-subagent", "unknown-target", "unknown-tool"]


def lint(folder: Path) -> Result:
    with chdir(folder):
        return run(Request(paths=(".",), jobs=1), RULES)


def accept(folder: Path, *but: str) -> None:
    """Write the baseline of the release before, without the entries about some names."""
    entries = [
        {"rule": rule, "path": path, "fingerprint": fingerprint}
        for rule, path, name, fingerprint in LISTED
        if name not in but
    ]
    text = json.dumps({"version": 1, "findings": entries})
    (folder / "phaselint-baseline.json").write_text(text)


def names(result: Result) -> list[str]:
    return sorted(each.name for each in result.findings)


def test_causes_are_reported_once_each(tmp_path: Path) -> None:
    put(tmp_path, TEAM)
    assert names(lint(tmp_path)) == GROUPS


def test_a_baseline_of_the_release_before_still_hides_all(tmp_path: Path) -> None:
    put(tmp_path, TEAM)
    accept(tmp_path)
    result = lint(tmp_path)
    assert names(result) == []
    assert len(result.suppressed) == len(GROUPS)


@pytest.mark.parametrize(
    ("name", "rule", "file", "line"),
    [
        ("route-planner", "unknown-subagent", CAPTAIN, 5),
        ("guide", "unknown-target", CAPTAIN, 9),
        ("captain", "unknown-prompt-agent", PROMPT, 2),
        ("muse", "unknown-tool", CAPTAIN, 4),
        ("fetch", "renamed-tool", CAPTAIN, 4),
        ("version", "unknown-key", CAPTAIN, 6),
    ],
)
def test_what_a_baseline_does_not_list_is_left(
    tmp_path: Path, name: str, rule: str, file: str, line: int
) -> None:
    put(tmp_path, TEAM)
    accept(tmp_path, name)
    [found] = lint(tmp_path).findings
    assert (found.name, found.file) == (rule, file)
    assert found.place.range is not None
    assert found.place.range.start.line == line
    assert found.related == ()


def test_a_baseline_of_today_lists_causes(tmp_path: Path) -> None:
    put(tmp_path, TEAM)
    with chdir(tmp_path):
        run(Request(paths=(".",), jobs=1, write_baseline=True), RULES)
    written = json.loads((tmp_path / "phaselint-baseline.json").read_text())
    assert len(written["findings"]) == len(GROUPS)
    assert names(lint(tmp_path)) == []
    assert not {each["fingerprint"] for each in written["findings"]} & {each[3] for each in LISTED}


def test_a_comment_hides_the_places_that_it_is_at(tmp_path: Path) -> None:
    comment = "  # phaselint: ignore[unknown-target] printed elsewhere"
    line = "  - {label: Print, agent: Printer, prompt: Go}"
    put(tmp_path, TEAM | {CAPTAIN: TEAM[CAPTAIN].replace(line, line + comment)})
    [found] = [each for each in lint(tmp_path).findings if each.name == "unknown-target"]
    assert (found.file, found.related) == (PLANNER, ())
    put(tmp_path, {PLANNER: TEAM[PLANNER].replace(line, line + comment)})
    assert "unknown-target" not in names(lint(tmp_path))
    assert "unused-suppression" not in names(lint(tmp_path))


def test_a_comment_about_one_rule_leaves_the_places_of_another(tmp_path: Path) -> None:
    line = "agents: [route-planner]"
    comment = "  # phaselint: ignore[unknown-subagent] it comes with the next release"
    put(tmp_path, TEAM | {CAPTAIN: TEAM[CAPTAIN].replace(line, line + comment)})
    left = [each for each in lint(tmp_path).findings if each.file == CAPTAIN]
    [found] = [each for each in left if each.name == "unknown-target" and "guide" in each.message]
    assert [each.place.file for each in found.related] == [PROMPT]


# --- said anew of what is left --------------------------------------------------------------------


def said(result: Result, rule: str) -> tuple[str, str, str]:
    """The message of the one finding of a rule, its help, and the title of its fix."""
    [found] = [each for each in result.findings if each.name == rule]
    return str(found.message), found.help, found.fix.title if found.fix else ""


@pytest.mark.parametrize(
    ("names", "rule", "wanted"),
    [
        (
            ("muse",),
            "unknown-tool",
            (
                (
                    "`muse` isn't a built-in tool; it has no effect unless an extension or MCP "
                    "server provides it"
                ),
                "",
                "",
            ),
        ),
        (
            ("fetch",),
            "renamed-tool",
            (
                "`fetch` is now `web/fetch`; the old name still works in VS Code",
                "use `web/fetch`",
                "replace `fetch` with `web/fetch`",
            ),
        ),
        (
            ("version",),
            "unknown-key",
            ("unknown key `version`", "remove it, unless another tool reads it", ""),
        ),
        (
            ("guide",),
            "unknown-target",
            (
                (
                    "handoff `Guide` points to `guide`, "
                    "but the agent in `guide.agent.md` is named `Guide Dog`"
                ),
                "use `Guide Dog`",
                "replace `guide` with `Guide Dog`",
            ),
        ),
        (
            ("guide", "captain"),
            "unknown-target",
            (
                (
                    "2 references use file names (IDs in Copilot), but VS Code's own agent needs "
                    "names: `guide`, `captain`"
                ),
                "use `Guide Dog`, `Tour Captain`",
                "replace `guide` with `Guide Dog`, `captain` with `Tour Captain`",
            ),
        ),
    ],
)
def test_what_a_baseline_leaves_is_said_anew(
    tmp_path: Path, names: tuple[str, ...], rule: str, wanted: tuple[str, str, str]
) -> None:
    put(tmp_path, TEAM)
    accept(tmp_path, *names)
    result = lint(tmp_path)
    assert said(result, rule) == wanted
    [found] = result.findings
    assert found.fix is None or len(found.fix.edits) == len(names)


def test_what_comments_leave_is_said_anew(tmp_path: Path) -> None:
    tools = "tools:\n  - agent\n  - codebase  # phaselint: ignore[renamed-tool] for old releases\n"
    rest = "  - fetch\n  - usages\n"
    text = TEAM[CAPTAIN].replace("tools: [agent, codebase, fetch, ponder, muse]\n", tools + rest)
    put(tmp_path, TEAM | {CAPTAIN: text})
    message, help_, title = said(lint(tmp_path), "renamed-tool")
    assert message == "2 old tool names: `fetch`, `usages`"
    assert help_ == "use `web/fetch`, `search/usages`"
    assert title == "replace `fetch` with `web/fetch`, `usages` with `search/usages`"


def test_a_proof_of_the_first_is_none_of_the_others(tmp_path: Path) -> None:
    put(tmp_path, TEAM)
    accept(tmp_path, "Printer")
    entries = json.loads((tmp_path / "phaselint-baseline.json").read_text())
    first = next(mark for rule, path, name, mark in LISTED if name == "Printer" and path == CAPTAIN)
    entries["findings"].append({"rule": "unknown-target", "path": CAPTAIN, "fingerprint": first})
    (tmp_path / "phaselint-baseline.json").write_text(json.dumps(entries))
    with chdir(tmp_path):
        [found] = run(Request(paths=(".",), jobs=1, dry_run=True), RULES).findings
    assert (found.file, found.witness) == (PLANNER, None)
    assert found.proof is not None
    assert (found.proof.status, found.proof.script) == ("unproved", None)


# --- what took the place of others ----------------------------------------------------------------

GHOST, ONE, TWO = (f"{HOME}{name}.agent.md" for name in ("ghost", "one", "two"))
REPLACED = {
    GHOST: """---
name: Ghost
description: Haunts
tools: [ponder, read_file, findTestFiles, serach]
---
Go.
""",
    ONE: "---\nname: One\ndescription: Looks\ntools: [read, findTestFiles]\n---\nGo.\n",
    TWO: """---
name: Two
description: Looks
tools: [read, findTestFiles, openSimpleBrowser, searchResults, runCommands]
---
Go.
""",
}
FORMERLY = (
    ("misspelt-tool", GHOST, "serach", "1c182de3a6c1f1ce1f846b4b25bf76f1"),
    ("unknown-tool", GHOST, "findTestFiles", "51e95a8df4546857d8718f5a2d62ae84"),
    ("unknown-tool", GHOST, "ponder", "e4d9b5454267eb332dbe14cbd201fbba"),
    ("unknown-tool", GHOST, "read_file", "38f06af1319d08ec681a26109cdbcf9f"),
    ("unknown-tool", ONE, "findTestFiles", "df8ca2955b6f75b0ccc8052043b4344e"),
    ("renamed-tool", TWO, "searchResults", "6748edacb8a18487c71cbcb23dc97e3e"),
    ("unknown-tool", TWO, "findTestFiles", "ab91c3a8bc069146d834fae6b06dba5d"),
    ("unknown-tool", TWO, "openSimpleBrowser", "7725930e48520cd079d5dacdddb8094f"),
    ("unknown-tool", TWO, "runCommands", "e98ccf40fe0d29db8a12030856dd7423"),
)
"""What the release before listed of these, by which other rules report the names now."""


def formerly(folder: Path, *but: tuple[str, str]) -> None:
    """Write the baseline of the release before, without the entries about names in some files."""
    entries = [
        {"rule": rule, "path": path, "fingerprint": mark}
        for rule, path, name, mark in FORMERLY
        if (path, name) not in but
    ]
    text = json.dumps({"version": 1, "findings": entries})
    (folder / "phaselint-baseline.json").write_text(text)


def test_other_rules_report_the_names_now(tmp_path: Path) -> None:
    put(tmp_path, REPLACED)
    rules = ["no-usable-tool", "removed-tool", "removed-tool", "renamed-tool"]
    assert names(lint(tmp_path)) == rules


def test_a_baseline_of_the_release_before_hides_what_took_their_place(tmp_path: Path) -> None:
    put(tmp_path, REPLACED)
    formerly(tmp_path)
    assert names(lint(tmp_path)) == []


def test_a_finding_about_all_tools_is_left_if_one_of_them_is_not_listed(tmp_path: Path) -> None:
    put(tmp_path, REPLACED)
    formerly(tmp_path, (GHOST, "serach"), (TWO, "openSimpleBrowser"))
    result = lint(tmp_path)
    assert names(result) == ["no-usable-tool", "removed-tool"]
    message, _, _ = said(result, "removed-tool")
    assert message.startswith("tool `openSimpleBrowser` no longer exists")


@pytest.mark.parametrize("rule", ["unknown-tool", "no-usable-tool"])
def test_comments_about_the_rule_before_and_the_one_of_today_hide_it(
    tmp_path: Path, rule: str
) -> None:
    line = "tools: [ponder, read_file]"
    comment = f"  # phaselint: ignore[{rule}] they come with an extension"
    put(
        tmp_path,
        {
            GHOST: REPLACED[GHOST].replace(
                "tools: [ponder, read_file, findTestFiles, serach]", line + comment
            )
        },
    )
    assert names(lint(tmp_path)) == []


@pytest.mark.parametrize("rule", ["unknown-tool", "removed-tool"])
@pytest.mark.parametrize("file", [ONE, TWO])
def test_so_do_those_of_tools_that_are_gone(tmp_path: Path, rule: str, file: str) -> None:
    comment = f"  # phaselint: ignore[{rule}] for old releases\n---"
    text = REPLACED[file].replace(", runCommands", "").replace("\n---\nGo", f"{comment}\nGo")
    put(tmp_path, {file: text})
    assert names(lint(tmp_path)) == []
