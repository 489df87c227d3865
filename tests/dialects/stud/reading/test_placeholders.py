"""Placeholders: where they are and what they become (reference §2.4)."""

from __future__ import annotations

import time
from typing import Any

import pytest

from phaselint.dialects.stud.reading.placeholders import addressable, head, lex, render

CTX: dict[str, Any] = {
    "seed": "kale",
    "depth": 2,
    "wide": 2.5,
    "wet": False,
    "none": None,
    "rows": [{"id": 1}, [7]],
    "bed": {"soil-type": "loam", "0": "zero"},
    "again": "{{ctx.seed}} ${ctx.seed}",
    "attempts": ["first"],
    "host": {"name": "h"},
    "workflowRunId": "run-1",
    "stageExecutionId": "sow#0",
    "upstream": [{"verdict": "ok", "parsed": {"plan": ["a", "b"]}}],
}
STAGE = {"id": "sow", "name": "Sow", "turnCap": 3}


def told(text: str) -> list[tuple[Any, ...]]:
    return [(text[each.start : each.end], each.path) for each in lex(text)]


class TestBraces:
    @pytest.mark.parametrize(
        ("inner", "path"),
        [
            ("ctx.seed", ("ctx", "seed")),
            (" \tctx.seed\n", ("ctx", "seed")),
            ("ctx._a-1.2b.c[0][12].d", ("ctx", "_a-1", "2b", "c", 0, 12, "d")),
            ("ctx.a[007]", ("ctx", "a", 7)),
            ("stage.id", ("stage", "id")),
            ("stage.retryPolicy.backoff", ("stage", "retryPolicy", "backoff")),
            ("env.HOME", ("env", "HOME")),
            ("workflow.id[0]", ("workflow", "id", 0)),
            ("seed", ("seed",)),
        ],
    )
    def test_paths(self, inner: str, path: tuple[str | int, ...]) -> None:
        [found] = lex(f"a {{{{{inner}}}}} b")
        assert (found.style, found.inner, found.path) == ("braces", inner.strip(), path)
        assert (found.start, found.closed) == (2, True)

    @pytest.mark.parametrize(
        "inner",
        [
            *("", " ", "ctx", "stage", "ctx.", "ctx..a", ".a", "ctx.1a", "ctx[0]", "ctx.[0]"),
            *("ctx.a[-1]", "ctx.a[x]", "ctx.a[0", "ctx . a", "ctx.a | upper", "#if ctx.a"),
            *("ctx.a + 1", "{ctx.a", "ctx.ä", "ctx.a[٣]", "stage[0]", "!ctx.a", "ctx.a {{ctx.b"),
        ],
    )
    def test_no_paths(self, inner: str) -> None:
        [found] = lex(f"{{{{{inner}}}}}")
        assert (found.inner, found.path, found.closed) == (inner.strip(), None, True)

    def test_a_huge_index(self) -> None:
        [found] = lex("{{ctx.upstream[" + "9" * 5_000 + "].parsed}}")
        assert found.path is not None
        assert render(f"{{{{{found.inner}}}}}", CTX, STAGE, True) == ""

    def test_one_that_is_never_closed(self) -> None:
        one, two = lex("{{ctx.seed}} {{ctx.depth} x")
        assert one.closed
        assert (two.start, two.end, two.inner, two.path, two.closed) == (13, 15, "", None, False)

    def test_the_first_closing_braces_end_one(self) -> None:
        assert told("{{ctx.a}}}} {{ctx.b}}") == [
            ("{{ctx.a}}", ("ctx", "a")),
            ("{{ctx.b}}", ("ctx", "b")),
        ]

    def test_code_is_not_special(self) -> None:
        assert len(lex("`{{ctx.a}}`\n```\n{{ctx.b}}\n```\n")) == 2


class TestDollars:
    def test_the_only_form(self) -> None:
        [found] = lex("${ctx.seed}")
        assert (found.style, found.path, found.inner) == ("dollar", ("ctx", "seed"), "ctx.seed")

    @pytest.mark.parametrize(
        "inner",
        [
            *("ctx", "ctx.a.b", "ctx.a[0]", " ctx.a ", "ctx.a-b", "ctx.", "ctx-a", "stage.id"),
            *("env.HOME", "env", "settings.x", "process.env.X", "ctx.ä"),
        ],
    )
    def test_what_is_looked_at_and_no_path(self, inner: str) -> None:
        [found] = lex(f"${{{inner}}}")
        assert (found.style, found.path, found.inner) == ("dollar", None, inner.strip())

    @pytest.mark.parametrize(
        "text", ["${HOME}", "${context.a}", "${envx}", "${}", "$ctx.a", "$ {ctx.a}"]
    )
    def test_ordinary_text(self, text: str) -> None:
        assert lex(text) == ()

    def test_one_that_is_never_closed(self) -> None:
        [found] = lex("a ${ctx.seed")
        assert (found.start, found.end, found.closed) == (2, 4, False)

    def test_both_forms_at_one_place(self) -> None:
        assert told("${{ctx.a}} $${ctx.a}") == [
            ("{{ctx.a}}", ("ctx", "a")),
            ("${ctx.a}", ("ctx", "a")),
        ]


@pytest.mark.parametrize(
    ("inner", "word"),
    [("env.HOME || x", "env"), ("ctx-a", "ctx"), ("#if x", ""), ("", ""), ("process", "process")],
)
def test_the_word_that_comes_first(inner: str, word: str) -> None:
    assert head(inner) == word


class TestRenderingByTheDocuments:
    @pytest.mark.parametrize(
        ("text", "rendered"),
        [
            ("{{ctx.seed}}/{{ ctx.depth }}/${ctx.wet}", "kale/2/false"),
            ("{{ctx.wide}}", "2.5"),
            ("[{{ctx.none}}{{ctx.nothing}}${ctx.nothing}{{ctx.seed.x}}]", "[]"),
            ("{{ctx.rows}}", '[{"id":1},[7]]'),
            ("{{ctx.rows[0].id}}{{ctx.rows.1.0}}{{ctx.rows[9]}}", "17"),
            ("{{ctx.bed.soil-type}} {{ctx.bed[0]}}", "loam zero"),
            ("{{ctx.again}}", "{{ctx.seed}} ${ctx.seed}"),
            ("{{ctx.workflowRunId}} {{ctx.stageExecutionId}}", "run-1 sow#0"),
            ("{{ctx.upstream[0].verdict}} {{ctx.upstream[0].parsed.plan[1]}}", "ok b"),
            ("{{ctx.upstream[1].verdict}}.", "."),
            ("{{stage.id}} {{stage.name}} {{stage.turnCap}}", "sow Sow 3"),
        ],
    )
    def test_values(self, text: str, rendered: str) -> None:
        assert render(text, CTX, STAGE, True) == rendered

    @pytest.mark.parametrize(
        ("value", "rendered"),
        [
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (10**25, "1e+25"),
            (12345678901234567890, "12345678901234567000"),
            ([1.0, True, None], "[1,true,null]"),
            ({"b": 1, "2": 2, "1": 3}, '{"1":3,"2":2,"b":1}'),
        ],
    )
    def test_values_as_javascript_writes_them(self, value: object, rendered: str) -> None:
        assert render("{{ctx.x}}", {"x": value}, STAGE, True) == rendered
        assert render("${ctx.x}", {"x": value}, STAGE, False) == rendered

    @pytest.mark.parametrize(
        "text",
        [
            *("{{ctx.attempts}}", "{{ctx.attempts[0]}}", "{{ctx.host.name}}", "${ctx.host}"),
            *("{{ctx.upstream}}", "{{ctx.upstream[0]}}", "{{ctx.upstream.0.verdict}}"),
            *("{{ctx.workflowRunId.x}}", "{{stage.name.x}}", "{{env.HOME}}", "{{seed}}"),
            *("{{#if ctx.seed}}", "${ctx.bed.soil}", "${ ctx.seed }", "${stage.id}", "{{ctx.seed"),
        ],
    )
    def test_what_stays(self, text: str) -> None:
        assert render(text, CTX, STAGE, True) == text
        assert not any(map(addressable, lex(text)))


class TestRenderingByTheReference:
    @pytest.mark.parametrize(
        ("text", "rendered"),
        [
            ("${ctx.seed}|${ctx.depth}|${ctx.wet}|${ctx.nothing}|${ctx.none}", "kale|2|false||"),
            ("${ctx.bed}", '{"0":"zero","soil-type":"loam"}'),
            ("{{ctx.a ${ctx.seed} }}", "{{ctx.a kale }}"),
        ],
    )
    def test_values(self, text: str, rendered: str) -> None:
        assert render(text, CTX, STAGE, False) == rendered

    @pytest.mark.parametrize(
        "text", ["{{ctx.seed}}", "${ctx.a.b}", "${ ctx.seed }", "${stage.id}", "${ctx.ä}"]
    )
    def test_what_stays(self, text: str) -> None:
        assert render(text, CTX, STAGE, False) == text


@pytest.mark.parametrize(
    "text",
    [
        ("x" * 180 + "{{ctx.seed}}") * 40_000,
        "{{" * 120_000,
        "${ctx." * 120_000,
        ("${" + " " * 50) * 100_000,
        "{{ctx" + ".a" * 500_000 + "!}}",
    ],
)
def test_long_texts_take_time_in_proportion(text: str) -> None:
    before = time.process_time()
    lex(text)
    assert time.process_time() - before < 10
