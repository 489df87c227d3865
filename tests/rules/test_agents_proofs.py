"""What the provers of rules for teams can show, what keeps a run from showing it, and what they are
not to be told (design §8)."""

from __future__ import annotations

from typing import Any

import pytest

from checking import findings
from contracts import verdict
from laws.bench import benches_of
from phaselint.dialects import dialect
from phaselint.dialects.options import merge
from phaselint.executor import claims
from phaselint.executor.proof import proof_context
from phaselint.linting.internal_errors import rule_named
from phaselint.linting.task import DEFAULT_BOUND
from phaselint.project.memory import DictReader
from phaselint.vocabulary.finding import Finding, Place, Witness
from phaselint.vocabulary.message import message
from phaselint_rules import RULES
from teams import CLAUDE, HOME, agent

AGENTS = dialect("agents")
HIDDEN, BLOCKED = "user-invocable: false", "disable-model-invocation: true"


def to(*targets: str) -> str:
    """A line with a handoff to each of some agents, which would go by itself."""
    entries = (f"{{label: To {each}, agent: {each}, prompt: x, send: true}}" for each in targets)
    return f"handoffs: [{', '.join(entries)}]"


def vscode(**agents: str) -> dict[str, str]:
    """Agents of VS Code by what their files are called, with a name and further lines."""
    return {f"{HOME}{file}.agent.md": agent(*said.split("\n")) for file, said in agents.items()}


def claude(**agents: str) -> dict[str, str]:
    return {f"{CLAUDE}{file}.md": agent(*said.split("\n")) for file, said in agents.items()}


def proofs(files: dict[str, str], rule: str, **options: Any) -> list[str]:
    """The verdicts on the findings of a rule."""
    [target, *_] = AGENTS.detect(DictReader(files), "")
    found = findings(target, files, dry_run=True, options=options)
    return [verdict(each) for each in found if each.name == rule]


def told(team: dict[str, str], rule: str, /, **data: Any) -> str:
    """The verdict on a finding that no rule has made."""
    [target, *_] = AGENTS.detect(DictReader(team), "")
    facts = AGENTS.study(
        AGENTS.load(DictReader(team), target), merge(AGENTS, {}, {}, {}), DEFAULT_BOUND
    )
    known = rule_named([each for each in RULES if each.dialect == "agents"], rule)
    assert known.prove is not None
    lab = proof_context(AGENTS, facts, DEFAULT_BOUND)
    finding = Finding(Place("", ()), message("told"), witness=Witness(data))
    return known.prove(lab.of(known), finding).status


def carried(team: dict[str, str], other: dict[str, str], rule: str) -> str:
    """The verdict on the finding of a rule about one team, told of another, where the rule is not
    asked whether it says the same."""
    known = rule_named([each for each in RULES if each.dialect == "agents"], rule)
    [bench], [twin] = benches_of(team), benches_of(other)
    [found] = bench.of(known)
    assert bench.verdict(known, found).status == "proved"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(claims, "says_so", lambda *_: True)
        return twin.verdict(known, found).status


PAIR = {"one": "A", "two": "A"}


class TestNames:
    def test_one_of_two_is_picked(self) -> None:
        assert proofs(vscode(**PAIR), "duplicate-name") == ["proved differential"]

    def test_each_further_one_is_a_finding_of_its_own(self) -> None:
        files = vscode(one="A", two="A", three="A")
        assert proofs(files, "duplicate-name") == ["proved differential"] * 2

    def test_of_two_that_are_hidden_one_is_called(self) -> None:
        files = vscode(one=f"A\n{HIDDEN}", two=f"A\n{HIDDEN}")
        assert proofs(files, "duplicate-name") == ["proved differential"]

    def test_one_may_be_picked_and_the_other_called(self) -> None:
        files = vscode(one="A", two=f"A\n{HIDDEN}")
        assert proofs(files, "duplicate-name") == ["proved differential"]

    def test_a_file_that_nothing_reaches_is_not_shown_to_have_the_name(self) -> None:
        files = vscode(one="A", two=f"A\n{HIDDEN}\n{BLOCKED}")
        said = "unproved differential (`A` isn't called: not-offered)"
        assert proofs(files, "duplicate-name") == [said]

    def test_in_claude_code_it_is_called(self) -> None:
        assert proofs(claude(**PAIR), "duplicate-name") == ["proved differential"]

    @pytest.mark.parametrize(
        "files", [[], [f"{HOME}one.agent.md"], [f"{HOME}one.agent.md", f"{HOME}b.agent.md"]]
    )
    def test_other_files_do_not_have_it(self, files: list[str]) -> None:
        team = vscode(**PAIR, b="B")
        assert told(team, "duplicate-name", agent="A", files=files, claude=False) != "proved"

    @pytest.mark.parametrize("name", ["ask", "agent", "edit"])
    def test_a_built_in_agent_is_found_first(self, name: str) -> None:
        assert proofs(vscode(own=name), "reserved-name") == ["proved differential"]
        assert proofs(vscode(own=f"{name}\n{HIDDEN}"), "reserved-name") == ["proved differential"]

    def test_so_it_is_where_files_are_names(self) -> None:
        files = vscode(ask="Ask an Expert")
        assert proofs(files, "reserved-name", identity="file") == ["proved differential"]

    def test_no_other_agent_is_hidden_by_it(self) -> None:
        files = vscode(own="ask", b="B", plan="Plan")
        for name, file in (("ask", "b"), ("B", "b"), ("Plan", "plan"), ("edit", "own")):
            data = {"agent": name, "file": f"{HOME}{file}.agent.md"}
            assert told(files, "reserved-name", **data) == "refuted"


class TestFields:
    @pytest.mark.parametrize(
        "line", ["user-invocable: False", "user-invocable: no", "disable-model-invocation: True"]
    )
    def test_a_word_that_is_not_read_changes_nothing(self, line: str) -> None:
        files = vscode(a=f"A\n{line}")
        assert proofs(files, "boolean-not-recognized") == ["proved differential"]

    def test_a_handoff_that_is_to_go_by_itself_waits(self) -> None:
        files = vscode(a=f"A\n{to('B').replace('true', 'yes')}", b="B")
        assert proofs(files, "boolean-not-recognized") == ["proved differential"]

    @pytest.mark.parametrize("line", ['user-invocable: "false"', "user-invocable: True"])
    def test_where_it_counts_or_is_so_anyway_there_is_nothing_to_see(self, line: str) -> None:
        assert proofs(vscode(a=f"A\n{line}"), "boolean-not-recognized") == ["static"]

    def test_what_no_run_shows_is_read(self) -> None:
        line = "handoffs: [{label: To B, agent: B, prompt: x, showContinueOn: False}]"
        assert proofs(vscode(a=f"A\n{line}", b="B"), "boolean-not-recognized") == ["static"]

    def test_a_key_that_is_no_longer_read_hides_nobody(self) -> None:
        files = vscode(a="A\nuser-invokable: false")
        assert proofs(files, "deprecated-key") == ["proved differential"]

    @pytest.mark.parametrize("line", ["infer: false", "user-invokable: maybe"])
    def test_other_keys_are_read(self, line: str) -> None:
        assert proofs(vscode(a=f"A\n{line}"), "deprecated-key") == ["static"]


class TestHandoffs:
    def test_the_first_goes_and_no_other(self) -> None:
        files = vscode(a=f"A\n{to('B', 'C', 'D')}", b="B", c="C", d="D")
        assert proofs(files, "auto-send-shadowed") == ["proved differential"]

    def test_so_it_is_where_the_first_fails(self) -> None:
        files = vscode(a=f"A\n{to('Nobody', 'C')}", c="C")
        assert proofs(files, "auto-send-shadowed") == ["proved differential"]

    def test_a_hidden_agent_hands_nothing_on(self) -> None:
        files = vscode(a=f"A\n{HIDDEN}\n{to('B', 'C')}", b="B", c="C")
        said = "unproved differential (people can't pick `A`)"
        assert proofs(files, "auto-send-shadowed") == [said]

    @pytest.mark.parametrize(("name", "number"), [("A", 0), ("A", 2), ("A", 9), ("B", 1)])
    def test_the_first_and_those_that_wait_are_not_shadowed(self, name: str, number: int) -> None:
        waiting = to("B", "C", "D").replace("D, prompt: x, send: true", "D, prompt: x")
        files = vscode(a=f"A\n{waiting}", b="B", c="C", d="D")
        assert told(files, "auto-send-shadowed", agent=name, number=number) == "refuted"

    def test_what_a_hidden_agent_shows_is_not_seen(self) -> None:
        files = vscode(a=f"A\n{HIDDEN}\nhandoffs: [{{label: Go, agent: B}}]", b="B")
        said = "unproved replay (people can't pick `A`)"
        assert proofs(files, "incomplete-handoff") == [said]

    def test_a_button_that_is_shown_refutes_that_it_is_missing(self) -> None:
        line = "handoffs: [{label: Go, agent: B%s}]"
        files, other = (vscode(a=f"A\n{line % each}", b="B") for each in ("", ", prompt: x"))
        assert carried(files, other, "incomplete-handoff") == "refuted"

    @pytest.mark.parametrize(
        "other",
        [
            vscode(a="A\nhandoffs: [{label: Go, agent: Nobody, prompt: x}]", b="Nobody"),
            vscode(a="A\nhandoffs: [{label: Go, agent: B, prompt: x}]", b="B"),
            vscode(a="A\nhandoffs: [{label: On, agent: Nobody, prompt: x}]", b="B"),
        ],
    )
    def test_an_agent_that_takes_over_is_not_shown_to_be_missing(
        self, other: dict[str, str]
    ) -> None:
        files = vscode(a="A\nhandoffs: [{label: Go, agent: Nobody, prompt: x}]", b="B")
        assert carried(files, other, "unknown-target") == "unproved"


class TestBesideAnotherDefect:
    """What one defect keeps a run from showing of another, a copy without it shows."""

    @pytest.mark.parametrize(
        ("files", "rule"),
        [
            (vscode(a="A\nhandoffs: [{label: Go, agent: Nobody}]"), "unknown-target"),
            (
                vscode(
                    a="A\nhandoffs: [{label: Go, agent: B, prompt: x},"
                    " {label: Go, agent: Nobody, prompt: x}]",
                    b="B",
                ),
                "unknown-target",
            ),
            (vscode(a="A\ntools: [read]\nagents: [Nobody]"), "unknown-subagent"),
            (vscode(a="A\ntools: [search, serach]"), "misspelt-tool"),
            (claude(a="A\ntools: Bash, Bassh"), "misspelt-tool"),
            (claude(a="A\ntools: Read, Raed"), "misspelt-tool"),
            (
                vscode(a="A", b="A\nhandoffs: [{label: Go, agent: Nobody, prompt: x}]"),
                "unknown-target",
            ),
            (vscode(a="A", b="A\ntools: [read_file]"), "no-usable-tool"),
            (vscode(a="A", b=f"A\n{to('B', 'C')}", c="C", d="B"), "auto-send-shadowed"),
            (
                vscode(
                    a="A\nhandoffs: [{label: Go, agent: B, prompt: x}, {label: Go, agent: B}]",
                    b="B",
                ),
                "incomplete-handoff",
            ),
        ],
    )
    def test_it_is_shown(self, files: dict[str, str], rule: str) -> None:
        assert proofs(files, rule) == ["proved differential"]

    @pytest.mark.parametrize("tools", ["[list_dir, ponder]", "[read_file]"])
    def test_a_name_that_leads_to_a_built_in_agent_shows_nothing(self, tools: str) -> None:
        said = "unproved replay (another agent has this name)"
        assert proofs(vscode(a=f"edit\ntools: {tools}"), "no-usable-tool") == [said]

    @pytest.mark.parametrize(
        ("rule", "method"), [("unreachable-phase", "explore"), ("nested-subagents-off", "replay")]
    )
    def test_nor_what_nobody_comes_to(self, rule: str, method: str) -> None:
        files = vscode(a=f"agent\n{HIDDEN}\n{BLOCKED}\nagents: [B]", b="B")
        assert proofs(files, rule) == [f"unproved {method} (another agent has this name)"]

    def test_nor_the_calls_of_a_hidden_one_where_another_is_shown(self) -> None:
        files = vscode(a="A\nagents: [B]", b="B", c=f"A\n{HIDDEN}\nagents: [B]")
        said = "unproved replay (another agent has this name)"
        assert proofs(files, "nested-subagents-off") == [said]

    def test_nor_the_calls_of_one_that_is_shown_from_elsewhere(self) -> None:
        files = vscode(a=f"Plan\n{HIDDEN}\n{BLOCKED}\nagents: [B]", b="B")
        said = "unproved replay (another agent has this name)"
        assert proofs(files, "nested-subagents-off") == [said]

    def test_by_itself_the_team_shows_it(self) -> None:
        files = vscode(a="A\ntools: [read, serach]")
        assert proofs(files, "misspelt-tool") == ["proved replay"]

    @pytest.mark.parametrize(
        ("rule", "data"),
        [
            ("misspelt-tool", {"named": "search", "tool": "serach", "claude": False}),
            ("misspelt-tool", {"named": "serach", "tool": "read", "claude": False}),
        ],
    )
    def test_what_is_not_so_no_copy_shows(self, rule: str, data: dict[str, Any]) -> None:
        files = vscode(
            a="A\nhandoffs: [{label: Go, agent: B}, {label: Go, agent: Nobody}]\n"
            "tools: [search, serach]\nagents: [B, Nobody]",
            b="B",
        )
        assert told(files, rule, agent="A", **data) != "proved"


class TestCalls:
    INNER = f"In\n{HIDDEN}\nagents: [B]"

    def test_a_hidden_agent_may_not_call(self) -> None:
        assert proofs(vscode(i=self.INNER, b="B"), "nested-subagents-off") == ["proved replay"]

    def test_one_that_nobody_calls_either_is_not_seen_to(self) -> None:
        files = vscode(i=f"{self.INNER}\n{BLOCKED}", b="B")
        assert proofs(files, "nested-subagents-off") == ["unproved replay (no run reaches `In`)"]

    def test_without_the_tool_it_is_that_which_it_lacks(self) -> None:
        files = vscode(i=f"{self.INNER}\ntools: [read]", b="B")
        assert proofs(files, "nested-subagents-off") == []
        assert proofs(files, "agents-without-agent-tool") == ["proved replay"]

    @pytest.mark.parametrize(
        ("inner", "said"),
        [
            (INNER.replace(HIDDEN, "user-invocable: true"), "refuted"),
            (INNER.replace("[B]", "[C]"), "unproved"),
        ],
    )
    def test_visible_agents_are_refuted_and_others_not_called(self, inner: str, said: str) -> None:
        files, other = (vscode(i=each, b="B", c="C") for each in (self.INNER, inner))
        assert carried(files, other, "nested-subagents-off") == said

    @pytest.mark.parametrize(
        ("other", "said"),
        [
            (vscode(a="A\nagents: [Nobody]", b="Nobody"), "refuted"),
            (vscode(a="A\nagents: [B]", b="B"), "unproved"),
        ],
    )
    def test_a_call_that_finds_an_agent_is_refuted(self, other: dict[str, str], said: str) -> None:
        files = vscode(a="A\nagents: [Nobody]", b="B")
        assert carried(files, other, "unknown-subagent") == said

    def test_the_tool_to_call_refutes_that_it_is_missing(self) -> None:
        files = vscode(a="A\ntools: [read]\nagents: [B]", b="B")
        other = vscode(a="A\ntools: [read, agent]\nagents: [B]", b="B")
        assert carried(files, other, "agents-without-agent-tool") == "refuted"

    @pytest.mark.parametrize(("rule", "said"), [("Agent(C)", "refuted"), ("Agent(B)", "proved")])
    def test_a_call_that_is_not_denied_is_refuted(self, rule: str, said: str) -> None:
        files, other = (claude(a="A\ntools: Read, Agent(B)", b="B", c="C") for _ in range(2))
        files[".claude/settings.json"] = '{"permissions": {"deny": ["Agent(B)"]}}'
        other[".claude/settings.json"] = f'{{"permissions": {{"deny": ["{rule}"]}}}}'
        assert carried(files, other, "denied-subagent") == said

    def test_a_list_counts_for_the_main_agent_alone(self) -> None:
        files = claude(a="A\ntools: Read, Agent(B)", b="B", c="C")
        assert proofs(files, "agent-list-ignored") == ["proved replay"]

    @pytest.mark.parametrize("broken", ["A0\ntools: raed", "A0\ntools: Frob, read"])
    def test_an_agent_that_is_not_started_is_not_asked(self, broken: str) -> None:
        files = claude(a0=broken, a="A\ntools: Read, Agent(B)", b="B")
        assert proofs(files, "agent-list-ignored") == ["proved replay"]

    def test_an_agent_that_is_denied_is_not_asked(self) -> None:
        denied = ("Explore", "Plan", "general-purpose", "C")
        rules = ", ".join(f'"Agent({each})"' for each in denied)
        files = claude(a="A\ntools: Read, Agent(B)", b="B", c="C", d="D")
        files[".claude/settings.json"] = f'{{"permissions": {{"deny": [{rules}]}}}}'
        assert proofs(files, "agent-list-ignored") == ["proved replay"]

    def test_an_agent_from_outside_the_team_will_do(self) -> None:
        assert proofs(claude(a="A\ntools: Agent(B)", b="B"), "agent-list-ignored") == [
            "proved replay"
        ]

    def test_two_entries_of_which_one_lists_nobody_let_it_call_all(self) -> None:
        files = claude(a="A\ntools: Agent, Agent(B)", b="B")
        assert proofs(files, "agent-list-ignored") == []

    def test_agents_of_a_plug_in_and_of_the_project_beside_it_call_their_own(self) -> None:
        files = claude(a="A\ntools: Agent(Y), Read", b="B")
        files |= {".claude-plugin/plugin.json": "{}", "agents/y.md": agent("Y")}
        files["agents/z.md"] = agent("Z", "tools: Agent(B, Y), Read")
        assert proofs(files, "unknown-subagent") == ["proved replay"] * 2
        assert proofs(files, "agent-list-ignored") == ["proved replay"] * 2

    @pytest.mark.parametrize("tools", ["Agent(B), Read, Agent", "Bash(ls)", "Agent(B, Explore)"])
    def test_of_one_that_calls_all_or_lists_more_it_is_not_shown(self, tools: str) -> None:
        files, other = (
            claude(a=f"A\ntools: {each}", b="B", c="C") for each in ("Read, Agent(B)", tools)
        )
        assert carried(files, other, "agent-list-ignored") == "unproved"


class TestTools:
    def test_a_session_knows_the_tools_that_options_name(self) -> None:
        files = claude(a="A\ntools: deploy, probe\ndisallowedTools: probe")
        known = {"known-tools": ["deploy", "probe"]}
        assert proofs(files, "tool-denied", **known) == ["proved replay"]
        said = "unproved replay (no run starts: no-usable-tool)"
        assert proofs(files, "tool-denied") == [said]

    def test_a_subagent_is_refused_what_the_main_agent_has(self) -> None:
        files = claude(a="A\ntools: Read, AskUserQuestion")
        assert proofs(files, "tool-not-for-subagents") == ["proved replay"]

    def test_what_is_denied_as_well_is_not_kept_back(self) -> None:
        files = claude(a="A\ntools: Read, Workflow\ndisallowedTools: Workflow")
        said = "unproved replay (the agent is denied this tool as well)"
        assert proofs(files, "tool-not-for-subagents") == [said]

    @pytest.mark.parametrize("tools", ["Read, Bash", "Read, AskUserQuestion"])
    def test_what_it_does_not_name_is_not_kept_back(self, tools: str) -> None:
        files, other = (claude(a=f"A\ntools: {each}") for each in ("Read, Workflow", tools))
        assert carried(files, other, "tool-not-for-subagents") == "unproved"

    @pytest.mark.parametrize(
        ("rule", "before", "after"),
        [
            ("tool-denied", "Edit", "Read"),
            ("denied-with-specifier", "Edit(x)", "Edit"),
            ("denied-with-specifier", "Edit(x)", "Read(x)"),
        ],
    )
    def test_what_is_not_denied_so_is_not_shown(self, rule: str, before: str, after: str) -> None:
        files, other = (
            claude(a=f"A\ntools: Read, Edit, Grep\ndisallowedTools: {each}")
            for each in (before, after)
        )
        assert carried(files, other, rule) == "unproved"

    def test_a_tool_that_the_text_does_not_use_is_not_shown(self) -> None:
        files, other = (
            {f"{HOME}a.agent.md": f"{agent('A', 'tools: [read]')}Run #tool:{each} now.\n"}
            for each in ("execute/runTests", "execute/runTestsToo")
        )
        assert carried(files, other, "tool-not-enabled") == "unproved"

    def test_one_tool_that_it_has_refutes_that_it_has_none(self) -> None:
        files, other = (vscode(a=f"A\ntools: [read_file{each}]") for each in ("", ", search"))
        assert carried(files, other, "no-usable-tool") == "refuted"

    def test_a_name_in_another_case_is_near_whatever_its_parentheses_say(self) -> None:
        files = claude(a="A\ntools: [Read, 'wEBfETCH(x)']")
        assert proofs(files, "misspelt-tool") == ["proved replay"]

    def test_a_list_that_is_not_closed_is_none(self) -> None:
        files = claude(a="A\ntools: ['Agent(B, C', Read]", b="B")
        assert proofs(files, "agent-list-ignored") == []
