"""The start of a run: admission, input, skills, configuration, aliases, sources (§5.1, §5.2,
§5.8, §5.15, §5.16)."""

from __future__ import annotations

from typing import Any

import pytest

from checking import spelled
from dialects.sweny.runs import DEFAULTS, RUNTIME, Scripted, load, workflow
from phaselint.dialects.protocol import ScriptError

ONE = workflow(a={})


def outcome(value: Any, given: Any = None, **options: Any) -> str:
    state = RUNTIME.start(
        load(value), {**DEFAULTS, **spelled(options)}, given or {}, {"skills": "none"}
    )
    return str(RUNTIME.outcome(state))


class TestAdmission:
    def test_a_sound_workflow_starts(self) -> None:
        assert outcome(ONE) == "running"

    @pytest.mark.parametrize(
        ("value", "codes"),
        [
            (workflow("a>b?p a>a?q a>a?r", a={}), "UNKNOWN_EDGE_TARGET, SELF_LOOP"),
            (workflow("a>b a>c a>a?x", a={}, b={}, c={}), "SELF_LOOP, AMBIGUOUS_EDGES"),
            (workflow(a={}, b={}), "UNREACHABLE_NODE"),
            ({**ONE, "edges": 3}, "SCHEMA"),
        ],
    )
    def test_one_that_the_loader_refuses_does_not(self, value: Any, codes: str) -> None:
        assert outcome(value) == f"refused({codes})"

    def test_unknown_skills_are_refused_where_all_are_known(self) -> None:
        value = workflow(a={"skills": ["x"]})
        assert (
            outcome(value) == 'error(Error: Node "a" requires skills [x] but none are '
            "configured. Set the required environment variables and try again.)"
        )
        assert outcome(value, registry="complete") == "refused(UNKNOWN_SKILL)"

    def test_what_is_no_workflow_never_starts(self) -> None:
        assert outcome([], refuse_invalid=False) == "refused(not a workflow)"

    def test_a_refused_run_takes_no_answer(self) -> None:
        state = RUNTIME.start(load([]), DEFAULTS, {}, {})
        assert (RUNTIME.asks(state), RUNTIME.choices(state), RUNTIME.opening(state)) == (
            None,
            (),
            (),
        )


class TestTheExecutorsOwnChecks:
    """What `execute()` itself finds where nothing has been refused (§4.7)."""

    def error(self, value: Any, **more: Any) -> str:
        return str(Scripted(value, **more).summary["error"])

    def test_the_entry(self) -> None:
        assert self.error({**ONE, "entry": "x"}) == 'Error: Entry node "x" not found'

    def test_the_ends_of_edges(self) -> None:
        assert self.error(workflow("a>b", a={})) == 'Error: Edge references unknown node: "b"'

    def test_an_inherited_name_passes_until_it_is_visited(self) -> None:
        run = Scripted(workflow("a>toString", a={}))
        assert run.visited == "a toString"
        assert run.outcome.startswith("error(TypeError: ")

    def test_a_raw_workflow_needs_its_skills(self) -> None:
        assert self.error(ONE, world={"raw": True}).startswith("TypeError: ")
        assert self.error(workflow(a={"skills": []}), world={"raw": True}) == "None"


INPUTS = {
    "s": {"type": "string", "required": True},
    "n": {"type": "number", "default": 3},
    "e": {"type": "string", "enum": ["a", "b"]},
    "l": {"type": "string[]"},
}
WITH_INPUTS = {**ONE, "inputs": INPUTS}


class TestInput:
    def test_defaults_are_filled_in_and_other_keys_pass(self) -> None:
        given = {"s": "x", "other": 1, "__proto__": 2}
        state = RUNTIME.start(load(WITH_INPUTS), DEFAULTS, given, {"skills": "none"})
        assert state.law.given == {"s": "x", "n": 3, "other": 1}

    def test_everything_wrong_is_said(self) -> None:
        given = {"n": "x", "e": "c", "l": ["a", 1]}
        assert outcome(WITH_INPUTS, given) == (
            "refused(s: required but not provided, n: must be a finite number (got string), "
            'e: must be one of: "a", "b", l: must be an array of strings (element 1 is number))'
        )

    def test_it_is_the_command_line_that_checks(self) -> None:
        assert outcome(WITH_INPUTS, {}, validate_inputs=False) == "running"

    def test_it_is_a_mapping(self) -> None:
        assert outcome(ONE, [1]) == "refused((root): input must be a JSON object)"

    def test_a_sample_is_admitted(self) -> None:
        for kind in ("string", "number", "boolean", "string[]"):
            value = {**ONE, "inputs": {"t": {"type": kind, "required": True}}}
            assert outcome(value, RUNTIME.sample_input(load(value))) == "running"
        value = {**ONE, "inputs": {"t": {"type": "number", "required": True, "enum": [7]}}}
        assert RUNTIME.sample_input(load(value)) == {"t": 7}


DEMANDING = {
    "id": "s",
    "tools": ["t"],
    "config": {
        "A": {"required": True, "env": "A"},
        "B": {"required": True},
        "C": {"env": "C"},
    },
}


class TestConfiguration:
    def error(self, env: Any) -> Any:
        world = {"skills": [DEMANDING], **({} if env is None else {"env": env})}
        return Scripted(ONE, world=world).summary["error"]

    def test_every_skill_needs_its_own_used_or_not(self) -> None:
        assert self.error({"A": ""}) == (
            "Error: Missing required config:\n"
            "  s.A (env: A): set to empty\n"
            "  s.B (env: none): not provided"
        )

    def test_built_in_skills_are_configured_unless_the_environment_is_told(self) -> None:
        assert Scripted(ONE, world={"skills": "builtin"}).outcome == "completed"
        missing = Scripted(ONE, world={"skills": "builtin", "env": {}}).summary["error"]
        assert "github.GITHUB_TOKEN (env: GITHUB_TOKEN): not provided" in missing

    def test_inline_skills_fill_gaps_only(self) -> None:
        more = {"skills": {"s": {"instruction": "mine"}, "r": {"name": "", "instruction": "", "mcp":
                {"command": "x"}}}}  # fmt: skip
        value = workflow(a={"skills": ["s", "r"]}, more=more)
        theirs = {"skills": [{"id": "s", "name": "S", "instruction": "theirs"}]}
        (prompt,) = Scripted(value, world=theirs).prompts
        assert prompt == "## Skill: S\n\ntheirs\n\n---\n\n## Skill: \n\n\n\n---\n\nDo it."

    def test_a_skill_with_a_server_only_is_none(self) -> None:
        more = {"skills": {"r": {"mcp": {"command": "x"}}}}
        run = Scripted(workflow(a={"skills": ["r"]}, more=more))
        assert "requires skills [r]" in run.summary["error"]


class TestAliases:
    def passes(self, called: str, wanted: str, *skills: Any) -> tuple[bool, list[str]]:
        rule = {"any_tool_called": [wanted]}
        node = {"eval": [{"name": "f", "kind": "function", "rule": rule}]}
        world = {"skills": [{"id": f"s{i}", "mcpAliases": each} for i, each in enumerate(skills)]}
        answer = {"toolCalls": [{"tool": called}]}
        run = Scripted(workflow(a=node), world=world, run=[answer])
        return run.outcome == "completed", run.warnings

    def test_they_hold_both_ways_and_across_skills(self) -> None:
        table = ({"a": ["x"]}, {"b": ["a"], "c": ["y"]})
        for called, wanted in (("a", "x"), ("x", "a"), ("x", "b"), ("b", "x")):
            assert self.passes(called, wanted, *table)[0]
        assert not self.passes("y", "a", *table)[0]

    def test_a_name_that_two_skills_claim_is_dropped(self) -> None:
        passed, warnings = self.passes("x", "a", {"a": ["x"]}, {"b": ["x"]})
        assert not passed
        assert warnings[0].startswith('Tool alias "x" is declared by multiple skills (s0, s1)')

    def test_the_built_in_ones(self) -> None:
        rule = {"any_tool_called": ["linear_update_issue"]}
        node = {"eval": [{"name": "f", "kind": "function", "rule": rule}]}
        answer = {"toolCalls": [{"tool": "linear_create_issue"}]}
        run = Scripted(workflow(a=node), world={"skills": "builtin"}, run=[answer])
        assert run.outcome == "completed"


def test_more_judges_than_the_budget_are_logged() -> None:
    judge = {"name": "j", "kind": "judge", "rubric": "r"}
    value = workflow(a={"eval": [judge, judge]}, more={"judge_budget": 1})
    run = Scripted(value, ask=["VERDICT: yes"])
    assert run.warnings[0].startswith("Workflow declares 2 judge evaluators across all nodes")
    assert run.outcome == "completed"


class TestSources:
    def error(self, source: Any, **world: Any) -> str:
        value = workflow("a>b?p", a={}, b={"instruction": source})
        return str(Scripted(value, route=["x"], world=world).summary["error"])

    @pytest.mark.parametrize(
        ("source", "error"),
        [
            ("  ", "source error: empty string is not a valid Source"),
            ("./x.md", "SOURCE_FILE_NOT_FOUND: file not found: ./x.md (referenced by "),
            (
                {"url": "https://e.org", "type": "x"},
                'SOURCE_INVALID_TYPE: unknown resolver type "x"',
            ),
            (
                {"url": "ftp://e.org"},
                'SOURCE_URL_BLOCKED: scheme "ftp:" not allowed for ftp://e.org',
            ),
            (
                "http://127.1/",
                "SOURCE_URL_BLOCKED: http://127.1/ resolves to blocked address 127.0",
            ),
            ("http://[::ffff:10.0.0.1]/", "SOURCE_URL_BLOCKED: "),
            ("http://[fe80::1]/", "SOURCE_URL_BLOCKED: "),
            ("http://localhost/", "SOURCE_URL_BLOCKED: "),
            ("https://e.org/x", "SOURCE_URL_UNREACHABLE: https://e.org/x (referenced by "),
        ],
    )
    def test_one_without_a_text_ends_the_run_before_the_first_node(
        self, source: Any, error: str
    ) -> None:
        assert self.error(source).startswith(f"Error: {error}")

    @pytest.mark.parametrize(
        ("answer", "code"),
        [(401, "SOURCE_URL_AUTH_REQUIRED"), (403, "SOURCE_URL_AUTH_REQUIRED"),
         (500, "SOURCE_URL_HTTP_ERROR"), (404, "SOURCE_URL_HTTP_ERROR")],
    )  # fmt: skip
    def test_the_script_says_what_a_url_answers(self, answer: int, code: str) -> None:
        assert f"{code}: " in self.error("https://e.org", urls={"https://e.org": answer})

    def test_offline_comes_first(self) -> None:
        found = self.error({"url": "ftp://e.org", "type": "x"}, offline=True)
        assert found.startswith("Error: SOURCE_OFFLINE_REQUIRES_FETCH")

    def test_what_fails_at_once_comes_before_what_is_waited_for(self) -> None:
        value = workflow(a={"instruction": "./no.md", "rules": [{"url": "ftp://x"}, " "]})
        assert "empty string" in Scripted(value).summary["error"]
        value = workflow(a={"instruction": "./no.md", "rules": [{"url": "ftp://x"}]})
        assert "SOURCE_URL_BLOCKED" in Scripted(value).summary["error"]

    def test_files_are_those_of_the_project_or_of_the_script(self) -> None:
        value = workflow(a={"instruction": "./x.md"})
        assert Scripted(value, files={"x.md": "\ufeffon disk"}).prompts == ["on disk"]
        world = {"files": {"x.md": "scripted"}}
        assert Scripted(value, files={"x.md": "on disk"}, world=world).prompts == ["scripted"]

    def test_strings_are_trimmed_and_inline_texts_are_not(self) -> None:
        assert Scripted(workflow(a={"instruction": " x "})).prompts == ["x"]
        assert Scripted(workflow(a={"instruction": {"inline": " x "}})).prompts == [" x "]

    def test_the_event_tells_kind_and_text_of_each(self) -> None:
        world = {"urls": {"https://e.org": "web"}}
        value = workflow(a={}, more={"rules": ["docs/x.md", "https://e.org"]})
        (event,) = Scripted(value, world=world).events("sources:resolved")
        assert event.data["sources"] == {
            "nodes.a.instruction": {"kind": "inline", "content": "Do it."},
            "workflow.rules.0": {"kind": "inline", "content": "docs/x.md"},
            "workflow.rules.1": {"kind": "url", "content": "web"},
        }

    @pytest.mark.parametrize("rules", [[3], [None], [{}], [{"other": "x"}]])
    def test_an_input_that_is_no_source_throws(self, rules: Any) -> None:
        assert "rror: " in Scripted(ONE, given={"rules": rules}).summary["error"]

    @pytest.mark.parametrize("rules", [3, None, True])
    def test_an_input_that_is_not_even_a_list_is_ignored(self, rules: Any) -> None:
        assert Scripted(ONE, given={"rules": rules}).prompts == ["Do it."]


@pytest.mark.parametrize(
    ("world", "pointer", "word"),
    [
        ({"skils": []}, ("skils",), "a similar name exists: `skills`"),
        ({"skills": "all"}, ("skills",), "`builtin`"),
        ({"skills": [3]}, ("skills", 0), "`id`"),
        ({"skills": [{"name": "x"}]}, ("skills", 0), "`id`"),
        ({"skills": [{"id": "x", "tool": []}]}, ("skills", 0, "tool"), "name exists: `tools`"),
        ({"skills": [{"id": "x", "tools": "t"}]}, ("skills", 0, "tools"), "list of names"),
        ({"skills": [{"id": "x", "name": 3}]}, ("skills", 0, "name"), "must be a string"),
        ({"skills": [{"id": "x", "config": 3}]}, ("skills", 0, "config"), "mapping"),
        ({"skills": [{"id": "x", "config": {"A": 3}}]}, ("skills", 0, "config", "A"), "mapping"),
        ({"skills": [{"id": "x", "mcpAliases": []}]}, ("skills", 0, "mcpAliases"), "must map"),
        ({"env": {"A": 3}}, ("env",), "must map names to strings"),
        ({"files": []}, ("files",), "must map names to strings"),
        ({"urls": {"x": None}}, ("urls",), "HTTP status"),
        ({"raw": "yes"}, ("raw",), "`true` or `false`"),
    ],
)  # fmt: skip
def test_every_flaw_of_a_world_has_its_place(world: Any, pointer: Any, word: str) -> None:
    with pytest.raises(ScriptError) as error:
        RUNTIME.start(load(ONE), DEFAULTS, {}, world)
    assert error.value.pointer == ("world", *pointer)
    assert word in error.value.message
