"""What the rules say about tools: filtered, disallowed and spoken of (reference sweny §8.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from contracts import only, verdict
from sweny import findings, of, workflow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.vocabulary.diagnostic import Diagnostic

GITHUB = ("github_get_file", "github_create_pr")
MCP_GITHUB = "---\nname: github\nmcp: {url: https://x.example}\n---\nBe careful.\n"


def one(*skills: str, **node: Any) -> dict[str, Any]:
    """A workflow of a single node that lists some skills."""
    return workflow("a", nodes={"a": {"skills": list(skills), **node}})


def about(value: Mapping[str, Any], **given: Any) -> list[str]:
    """The rules that report something, and where below the node, in order."""
    found = findings(value, opt_in=("instruction-unknown-tool",), **given)
    return sorted(f"{f.name} {'.'.join(map(str, f.place.pointer[2:]))}" for f in found)


def the(name: str, value: Mapping[str, Any], **given: Any) -> Diagnostic:
    """The only finding of a rule."""
    return only(of(name, value, **given), name)


class TestFilter:
    @pytest.mark.parametrize(
        ("skills", "tools", "expected"),
        [
            (["github"], {"allow": ["github_get_file"]}, []),
            (["github"], {"deny": ["github_get_file"]}, []),
            (["github"], {"deny": ["github_get_fil"]}, ["tools-filter-unknown-tool tools.deny.0"]),
            (["github"], {"deny": ["GITHUB_GET_FILE"]}, ["tools-filter-unknown-tool tools.deny.0"]),
            (["github"], {"deny": ["create_issue"]}, ["tools-filter-unknown-tool tools.deny.0"]),
            (["github"], {"deny": ["mcp__x__y"]}, ["tools-filter-unknown-tool tools.deny.0"]),
            (["slack"], {"deny": [GITHUB[0]]}, ["tools-filter-unknown-tool tools.deny.0"]),
            ([], {"allow": ["x"]}, ["tools-filter-unknown-tool tools.allow.0"]),
            (["github", "unheard"], {"deny": ["x"]}, ["unknown-skill skills.1"]),
            (["github"], {"deny": ["Bash"]}, ["tools-filter-builtin tools.deny.0"]),
            (["github"], {"deny": ["Bash(rm:*)"]}, ["tools-filter-builtin tools.deny.0"]),
            ([], {"allow": ["Read"]}, ["tools-filter-builtin tools.allow.0"]),
            (
                ["unheard"],
                {"deny": ["Bash"]},
                ["tools-filter-builtin tools.deny.0", "unknown-skill skills.0"],
            ),
            (
                ["github"],
                {"allow": [GITHUB[0]], "deny": [GITHUB[0]]},
                ["tools-filter-empties tools"],
            ),
            (["github"], {"allow": ["github_file"]}, ["tools-filter-unknown-tool tools.allow.0"]),
            (["github"], {"allow": ["Bash"]}, ["tools-filter-builtin tools.allow.0"]),
            (
                ["github"],
                {"allow": ["github_get_file"], "deny": ["github_get_file", "github_x"]},
                ["tools-filter-empties tools", "tools-filter-unknown-tool tools.deny.1"],
            ),
        ],
    )  # fmt: skip
    def test_what_is_reported(
        self, skills: list[str], tools: dict[str, list[str]], expected: list[str]
    ) -> None:
        assert about(one(*skills, tools=tools)) == expected

    def test_tools_of_servers_are_not_known(self) -> None:
        files = {".claude/skills/github/SKILL.md": MCP_GITHUB}
        value = one("github", tools={"deny": ["whatever", *GITHUB]})
        assert about(value, files=files) == []

    def test_an_inline_skill_brings_no_tools(self) -> None:
        value = workflow(
            "a",
            nodes={"a": {"skills": ["tone"], "tools": {"deny": ["x"]}}},
            skills={"tone": {"instruction": "Be kind."}},
        )
        assert about(value) == ["tools-filter-unknown-tool tools.deny.0"]

    @pytest.mark.parametrize(
        ("skill", "name", "help"),
        [
            ("github", "github_get_fil", "use `github_get_file`"),
            ("github", "create_issue", "use `github_create_issue`"),
            ("linear", "save_issue", "use `linear_create_issue`"),
            ("linear", "bash", "move it to `disallowed_tools` as `Bash`"),
            ("linear", "github_get_file", "remove the entry"),
            ("slack", "post", "use a tool of its skills: `slack_send_message`"),
        ],
    )
    def test_what_may_be_meant(self, skill: str, name: str, help: str) -> None:
        finding = the("tools-filter-unknown-tool", one(skill, tools={"deny": [name]}))
        assert finding.help.startswith(help)

    def test_further_agent_tools_can_be_named(self) -> None:
        value = one("github", tools={"deny": ["Browser"]}, disallowed_tools=["Browser"])
        assert about(value, agent_tools=["Browser"]) == ["tools-filter-builtin tools.deny.0"]

    @pytest.mark.parametrize(
        ("rule", "tools"),
        [
            ("tools-filter-unknown-tool", {"deny": ["x"]}),
            ("tools-filter-empties", {"allow": ["github_get_file"], "deny": ["github_get_file"]}),
            ("tools-filter-builtin", {"deny": ["Bash"]}),
        ],
    )
    def test_a_run_shows_it(self, rule: str, tools: dict[str, list[str]]) -> None:
        assert verdict(the(rule, one("github", tools=tools), dry_run=True)) == "proved replay"


class TestDisallowed:
    @pytest.mark.parametrize(
        ("names", "expected"),
        [
            (["Bash", "WebFetch", "Bash(git push:*)", "mcp__github__create_pr"], []),
            (["bash"], ["disallowed-tool-unknown disallowed_tools.0"]),
            (["Fetch"], ["disallowed-tool-unknown disallowed_tools.0"]),
            (["bash(ls:*)"], ["disallowed-tool-unknown disallowed_tools.0"]),
            (["github_create_pr"], ["disallowed-tool-is-skill-tool disallowed_tools.0"]),
            (["create_pull_request"], ["disallowed-tool-is-skill-tool disallowed_tools.0"]),
            (["slack_send_message"], ["disallowed-tool-is-skill-tool disallowed_tools.0"]),
            (["save_issue"], ["disallowed-tool-unknown disallowed_tools.0"]),
        ],
    )
    def test_what_is_reported(self, names: list[str], expected: list[str]) -> None:
        assert about(one("github", disallowed_tools=names)) == expected

    @pytest.mark.parametrize(
        ("name", "safety", "text"),
        [
            ("webfetch", "safe", '"WebFetch"'),
            ("bash(ls:*)", "safe", '"Bash(ls:*)"'),
            ("Web_Fetch", "unsafe", '"WebFetch"'),
        ],
    )
    def test_only_a_change_of_case_is_safe(self, name: str, safety: str, text: str) -> None:
        finding = the("disallowed-tool-unknown", one(disallowed_tools=[name]))
        assert finding.fix is not None
        assert (finding.fix.safety, finding.fix.edits[0].text) == (safety, text)

    def test_a_tool_that_is_offered_can_be_moved(self) -> None:
        value = one("github", disallowed_tools=["create_pull_request"])
        finding = the("disallowed-tool-is-skill-tool", value, dry_run=True)
        assert finding.help == "move it to `tools.deny` as `github_create_pr`"
        assert verdict(finding) == "proved replay"

    @pytest.mark.parametrize(
        "value",
        [
            one("slack", disallowed_tools=["github_create_pr"]),
            one(
                "github",
                tools={"deny": ["github_create_pr"]},
                disallowed_tools=["github_create_pr"],
            ),
        ],
    )
    def test_one_that_is_not_offered_is_to_be_removed(self, value: dict[str, Any]) -> None:
        finding = the("disallowed-tool-is-skill-tool", value, dry_run=True)
        assert finding.help.startswith("remove it")
        assert finding.fix is None
        assert verdict(finding).startswith("unproved")

    def test_one_name_in_both_lists_is_one_finding(self) -> None:
        value = one("slack", tools={"deny": [GITHUB[1]]}, disallowed_tools=[GITHUB[1]])
        assert about(value) == ["disallowed-tool-is-skill-tool disallowed_tools.0"]


class TestInstruction:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("Search with github_search_issues.", None),
            ("Search with `github_search_prs`.", "which isn't a tool of skill `github`"),
            ("Call github_search_prs(query).", "which isn't a tool of skill `github`"),
            ("Ask with slack_send_message.", "a tool of skill `slack`, but the node doesn't"),
            ("Open it with github_create_pr.", "which the node's `tools` excludes"),
            ("Use notify_mail.", "which isn't a tool of skill `notification`"),
            ("Do not open it with github_create_pr, nor with github_create_mr.", None),
            ("Read github_data.json, $github_user, /tmp/github_x and env.github_y.", None),
            ("Read the github_url field.", None),
            ("Set GITHUB_TOKEN; see github-flow and my_github_things.", None),
            ("Keep snake_case names.", None),
        ],
    )
    def test_what_is_reported(self, text: str, said: str | None) -> None:
        fields = {"type": "object", "properties": {"github_url": {"type": "string"}}}
        value = one("github", instruction=text, tools={"deny": ["github_create_pr"]}, output=fields)
        found = of("instruction-unknown-tool", value)
        assert len(found) == (said is not None)
        assert all(str(said) in finding.message for finding in found)

    def test_every_word_has_its_own_place(self) -> None:
        text = "Use github_a and github_b.\nThen github_a again."
        found = of("instruction-unknown-tool", one("github", instruction=text))
        places = [finding.place.range for finding in found]
        assert len(found) == len(set(places)) == 2

    def test_tools_of_a_server_may_have_any_name(self) -> None:
        files = {".claude/skills/github/SKILL.md": MCP_GITHUB}
        value = one("github", instruction="Use github_search_prs.")
        assert about(value, files=files) == []
