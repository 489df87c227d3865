"""What the rules say about bodies and placeholders (reference stud §2.4, §6.7)."""

from __future__ import annotations

from typing import Any

import pytest

from stud import ABSENT, STAGE, findings, markdown, names, of, pipeline, stage

CALL = "Call `submit_draft`."
MIXED = "placeholder-style-mixed"
OPTIONAL = "placeholder-optional-field"


def body(text: str, **change: Any) -> str:
    """A stage in markdown with a text in its body, besides what every body says."""
    return markdown(stage("draft", body=f"{text} {CALL}\n", **change))


def alone(text: str, **given: Any) -> list[str]:
    """The rules that report something about such a stage."""
    return names(body(text), main=STAGE, **given)


def within(text: str, **given: Any) -> list[str]:
    """The same for a pipeline of one stage that declares a context."""
    ctx = {"required": ["line"], "optional": ["season"], "byStage": {"print": {"required": ["x"]}}}
    value = pipeline("draft", stages={"draft": {"body": f"{text} {CALL}"}}, ctx=ctx)
    return names(value, **given)


class TestKinds:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("{{ctx.line}}", ""),
            ("{{ ctx.line }}", ""),
            ("{{ctx.line.stops[0].name}}", ""),
            ("{{ctx.workflowRunId}} {{ctx.stageExecutionId}}", ""),
            ("{{stage.id}} {{stage.name}}", ""),
            ("{{ctx.hostname}} {{ctx.attempts-left}}", ""),
            ("${HOME} ${line} $ctx ${x.y}", ""),
            ("```\n{{env.HOME}}\n```", "env"),
            ("{{env.HOME}}", "env"),
            ("{{env}}", "env"),
            ("{{settings.model}}", "env"),
            ("{{process.env.HOME}}", "env"),
            ("{{ env.HOME || 'x' }}", "env"),
            ("${env.HOME}", "env"),
            ("${ process.env.HOME }", "env"),
            ("{{environment.HOME}}", "unknown-namespace"),
            ("{{workflow.id}}", "unknown-namespace"),
            ("{{line}}", "unknown-namespace"),
            ("{{CTX.line}}", "unknown-namespace"),
            ("{{upstream[0].verdict}}", "unknown-namespace"),
            ("{{ctx.attempts}}", "ctx-attempts"),
            ("{{ctx.attempts[0].parseError}}", "ctx-attempts"),
            ("${ctx.attempts}", "ctx-attempts"),
            ("{{ctx.host}}", "ctx-host"),
            ("{{ctx.host.session.id}}", "ctx-host"),
            ("${ctx.host}", "ctx-host"),
            ("{{#if ctx.line}}", "syntax"),
            ("{{else if}}", "syntax"),
            ("{{ctx.line | upper}}", "syntax"),
            ("{{upper(ctx.line)}}", "syntax"),
            ("{{ctx.line + 1}}", "syntax"),
            ("{{ctx.stops[-1]}}", "syntax"),
            ('{{ctx["line"]}}', "syntax"),
            ("{{}}", "syntax"),
            ("{{ctx}}", "syntax"),
            ("{{stage}}", "syntax"),
            ("{{ctx.}}", "syntax"),
            ("{{ctx.1st}}", "syntax"),
            ("{{ctx.upstream}}", "syntax"),
            ("{{ctx.upstream[0]}}", "syntax"),
            ("{{ctx.upstream[0][1]}}", "syntax"),
            ("{{ctx.upstream.length}}", "syntax"),
            ("{{ctx.upstream[-1].verdict}}", "syntax"),
            ("{{ctx.workflowRunId.x}}", "syntax"),
            ("{{ctx.stageExecutionId[0]}}", "syntax"),
            ("{{{ctx.line}}}", "syntax"),
            ("{{ctx.line", "syntax"),
            ("{{env.HOME", "syntax"),
            ("${ctx.line.name}", "syntax"),
            ("${ ctx.line }", "syntax"),
            ("${ctx}", "syntax"),
            ("${stage.id}", "syntax"),
            ("${ctx.upstream}", "syntax"),
            ("${ctx.line", "syntax"),
            ("{{stage.turnCap}}", "stage-field"),
            ("{{stage.id.x}}", "stage-field"),
        ],
    )
    def test_each_placeholder_is_of_one_kind(self, text: str, expected: str) -> None:
        assert alone(text) == ([f"placeholder-{expected}"] if expected else [])

    def test_every_wording_is_reported_once_with_its_other_places(self) -> None:
        (found,) = of("placeholder-env", body("{{env.A}} {{ env.A }}\n{{env.A}}"), main=STAGE)
        assert [each.message for each in found.related] == ["here too", "here too"]

    def test_many_other_places_are_cut_short(self) -> None:
        (found,) = of("placeholder-env", body("{{env.A}} " * 50), main=STAGE)
        assert len(found.related) == 8

    def test_long_and_odd_texts_are_quoted_on_one_line(self) -> None:
        (found,) = of("placeholder-syntax", body("{{a `b`\n" + "c" * 99 + "}}"), main=STAGE)
        assert found.message.startswith("`{{a 'b' ccc")
        assert "\n" not in found.message
        assert len(found.message) < 200

    @pytest.mark.parametrize(
        ("text", "advice"),
        [
            ("{{workflow.id}}", "use `{{ctx.workflowRunId}}`"),
            ("{{CTX.line}}", "use `{{ctx.line}}`"),
            ("{{stages.id}}", "use `{{stage.id}}`"),
            ("{{upstream[0].verdict}}", "use `{{ctx.upstream[0].verdict}}`"),
            ("{{stage.naem}}", "use `{{stage.name}}`"),
            ("{{stage.id.x}}", "use `{{stage.id}}`"),
            ("${ctx.line.name}", "write `{{ctx.line.name}}`"),
            ("{{ctx.workflowRunId.x}}", "use `{{ctx.workflowRunId}}`"),
        ],
    )
    def test_what_was_meant(self, text: str, advice: str) -> None:
        (found,) = findings(body(text), main=STAGE)
        assert found.help == advice


class TestPlaces:
    @pytest.mark.parametrize("line", ["\n", "\r\n"])
    def test_in_markdown(self, line: str) -> None:
        text = body("One.\nTwo {{env.A}}").replace("\n", line)
        (found,) = findings(text, main=STAGE)
        place = found.place.range
        assert place is not None
        assert text.split(line)[place.start.line - 1][place.start.column - 1 :].startswith("{{env")
        assert place.end.column - place.start.column == len("{{env.A}}")

    def test_in_a_text_with_escapes(self) -> None:
        value = pipeline(
            "draft", stages={"draft": {"body": f'"{{{{ctx["a"]}}}}" {{{{a b}}}} {CALL}'}}
        )
        first, second = of("placeholder-syntax", value, main="flow.stud.json")
        for found, width in ((first, len('{{ctx[\\"a\\"]}}')), (second, len("{{a b}}"))):
            place = found.place.range
            assert place is not None
            assert place.end.column - place.start.column == width

    def test_where_braces_are_escaped_the_body_stands_for_all_once(self) -> None:
        text = str(markdown(stage("draft"))).replace("---\n", "", 1).split("---")[0]
        lines = "".join(f"    {line}\n" for line in text.splitlines())
        inline = (
            "studPipeline: 1\nid: x\nentryStage: draft\nnext: {draft: {nextStages: []}}\nstages:\n"
            f"  -\n{lines}"
            '    body: "\\x7b{env.A}} {{env.B}} submit_draft"\n'
        )
        found = of("placeholder-env", inline)
        assert 1 <= len({each.place for each in found}) == len(found)


class TestContext:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("{{ctx.line}} {{ctx.line.name}} ${ctx.line}", [MIXED]),
            ("{{ctx.season}}", []),
            ("{{ctx.line}} {{ctx.stageExecutionId}}", []),
            ("{{ctx.lin}}", ["placeholder-ctx-undeclared"]),
            ("${ctx.lin}", ["placeholder-ctx-undeclared"]),
            ("{{ctx.x}}", ["placeholder-ctx-undeclared"]),
            ("{{ctx.apiKey}}", ["placeholder-ctx-undeclared", "placeholder-secret-like"]),
        ],
    )
    def test_declared_fields(self, text: str, expected: list[str]) -> None:
        assert within(text) == expected

    def test_declared_elsewhere_is_said(self) -> None:
        ctx = {"byStage": {"print": {"required": ["line"]}}}
        stages = {"draft": {"body": f"{{{{ctx.line}}}} {CALL}"}}
        (found,) = of("placeholder-ctx-undeclared", pipeline("draft", stages=stages, ctx=ctx))
        assert found.message.endswith("is declared only for `print`")
        assert len(found.related) == 1

    def test_without_declarations_nothing_is_undeclared(self) -> None:
        value = pipeline("draft", stages={"draft": {"body": f"{{{{ctx.line}}}} {CALL}"}})
        assert names(value) == []
        assert names({**value, "ctx": {}}) == ["placeholder-ctx-undeclared"]

    def test_optional_fields_on_request(self) -> None:
        assert within("{{ctx.season}} {{ctx.line}}", opt_in=(OPTIONAL,)) == [OPTIONAL]

    @pytest.mark.parametrize(
        "field",
        ["githubToken", "API_KEY", "api-key", "myApiKey", "Passwd", "credentials", "private_key"],
    )
    def test_secrets(self, field: str) -> None:
        assert alone(f"{{{{ctx.{field}}}}}") == ["placeholder-secret-like"]

    def test_names_of_secrets_are_configurable(self) -> None:
        assert alone("{{ctx.seed}}", secret_names=["seed"]) == ["placeholder-secret-like"]
        assert alone("{{ctx.token}}", secret_names=["seed"]) == []


class TestBodies:
    @pytest.mark.parametrize("text", ["", " \n\t\n"])
    def test_blank(self, text: str) -> None:
        assert names(markdown(stage("draft", body=text)), main=STAGE) == ["body-empty"]
        assert names(pipeline("draft", stages={"draft": {"body": text}})) == ["body-empty"]

    def test_missing(self) -> None:
        value = pipeline("draft", stages={"draft": {"body": ABSENT}})
        assert names(value) == ["body-empty"]
        assert names(value, semantics="reference") == ["missing-required-field"]
        assert names(stage("draft", body=ABSENT), main="draft.json") == ["missing-required-field"]

    def test_of_a_wrong_type(self) -> None:
        assert names(pipeline("draft", stages={"draft": {"body": 3}})) == ["field-type"]

    @pytest.mark.parametrize(
        ("text", "named"),
        [
            ("Call submit_draft.", True),
            ("```\nsubmit_draft({})\n```", True),
            ("(submit_draft)", True),
            ("Call submit_drafts.", False),
            ("Call re-submit_draft.", False),
            ("Call submit_draft-2.", False),
            ("Call Submit_Draft.", False),
        ],
    )
    def test_the_completion_tool_is_a_word(self, text: str, named: bool) -> None:
        found = names(markdown(stage("draft", body=text)), main=STAGE)
        assert found == ([] if named else ["body-missing-completion-tool"])

    def test_a_name_is_no_pattern(self) -> None:
        tool = "submit.draft"
        found = names(markdown(stage("d", completionTool=tool, body="submit-draft")), main=STAGE)
        assert found == ["body-missing-completion-tool"]

    def test_without_a_completion_tool_nothing_is_missed(self) -> None:
        fields = stage("draft", completionTool=ABSENT, body="Finish.")
        assert names(markdown(fields), main=STAGE) == ["missing-required-field"]

    @pytest.mark.parametrize("main", [STAGE, "draft.json"])
    def test_a_run_shows_that_only_text_ends_at_the_cap(self, main: str) -> None:
        fields = stage("draft", body="Finish.")
        value = markdown(fields) if main == STAGE else fields
        (found,) = findings(value, main=main, dry_run=True)
        assert found.proof is not None
        assert found.proof.status == "proved"

    @pytest.mark.parametrize("end", ["", "\n"])
    def test_the_line_that_is_offered_ends_the_file(self, end: str) -> None:
        text = markdown(stage("draft", body=f"Finish.{end}"))
        (found,) = findings(text, main=STAGE)
        assert found.fix is not None
        (edit,) = found.fix.edits
        assert names(text + edit.text, main=STAGE) == []


class TestForms:
    def test_both(self) -> None:
        assert alone("{{ctx.a}} ${ctx.b} ${ctx.c}") == [MIXED]
        assert alone("${ctx.b} ${ctx.c}") == []
        assert alone("{{ctx.a}} ${b}") == []

    def test_the_dollar_form_is_rewritten(self) -> None:
        (found,) = of(MIXED, body("{{ctx.a}} ${ctx.b} ${ctx.c.d}"), main=STAGE)
        assert found.fix is not None
        assert [edit.text for edit in found.fix.edits] == ["{{ctx.b}}"]

    def test_in_the_reference_profile_the_braces_are_odd(self) -> None:
        fields = stage("draft", body=f"{{{{ctx.a}}}} ${{ctx.b}} {CALL}")
        (found,) = of(MIXED, fields, main="draft.json")
        assert found.fix is None
        assert found.message.startswith("`{{ctx.a}}` and `${ctx.b}` differ in form")

    def test_a_scalar_that_would_start_with_a_brace_is_left_alone(self) -> None:
        fields = stage("draft")
        del fields["body"]
        header = markdown({**fields, "body": ""})[4:].rpartition("---")[0]
        lines = "".join(f"    {line}\n" for line in header.splitlines())
        text = (
            "studPipeline: 1\nid: x\nentryStage: draft\nnext: {draft: {nextStages: []}}\nstages:\n"
            f"  -\n{lines}    body: ${{ctx.b}} {{{{ctx.a}}}} submit_draft\n"
        )
        (found,) = of(MIXED, text)
        assert found.fix is None


def test_nothing_is_refuted_by_a_run() -> None:
    text = (
        "{{env.A}} {{x}} {{x.y}} {{ctx.attempts}} {{ctx.a b}} ${ctx.token} {{ctx.apiKey.b[2].c}} "
        "{{stage.turnCap}} {{ctx.upstream[0].title}} {{ctx.open"
    )
    value = pipeline("draft", stages={"draft": {"body": text}}, ctx={"optional": ["token"]})
    for semantics in ("contract", "reference"):
        found = findings(value, dry_run=True, opt_in=(OPTIONAL,), semantics=semantics)
        proofs = {(each.name, each.proof.status) for each in found if each.proof}
        assert len(found) > 9
        assert "refuted" not in {status for _, status in proofs}
        assert ("placeholder-secret-like", "proved") in proofs


class TestBlanksInDollars:
    def test_they_are_quoted_as_they_are_written(self) -> None:
        (found,) = of("placeholder-syntax", body("${ ctx.a }"), main=STAGE, dry_run=True)
        assert found.message.startswith("`${ ctx.a }` reaches the model")
        assert found.help == "write `${ctx.a}`"
        assert found.proof is not None
        assert found.proof.status == "proved"

    def test_line_breaks_are_quoted_as_blanks(self) -> None:
        (found,) = of("placeholder-syntax", body("${ctx.a\n }"), main=STAGE)
        assert found.message.startswith("`${ctx.a }` ")

    def test_what_is_no_name_without_them_either(self) -> None:
        (found,) = of("placeholder-syntax", body("${ ctx.a.b }"), main=STAGE)
        assert found.help == "write `{{ctx.a.b}}`"

    def test_they_are_another_wording(self) -> None:
        (found,) = of("placeholder-syntax", body("${ctx.a} ${ ctx.a } ${ ctx.a }"), main=STAGE)
        assert "`${ ctx.a }`" in found.message
        assert len(found.related) == 1

    def test_between_braces_they_are_nothing(self) -> None:
        (found,) = of("placeholder-env", body("{{ env.A }} {{env.A}}"), main=STAGE)
        assert found.message.startswith("`{{env.A}}` ")
        assert len(found.related) == 1
