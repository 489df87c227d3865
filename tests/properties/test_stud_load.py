"""Loading never fails, and placeholders account for the whole text (reference §1 to §3)."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.dialects.base import Target
from phaselint.dialects.stud.detect import claim, detect
from phaselint.dialects.stud.reading.load import load
from phaselint.dialects.stud.reading.placeholders import addressable, lex, render
from phaselint.dialects.stud.reading.places import span
from phaselint.project.memory import DictReader

KEYS = (
    *("id", "name", "allowedTools", "completionTool", "completionSchema", "retryPolicy", "file"),
    *("turnCap", "resolutionPolicy", "description", "inputsSchema", "tags", "body", "next", "x-a"),
    *("maxAttempts", "backoff", "when", "branches", "default", "execution", "nextStages", "join"),
    *("stages", "stageIds", "verdict", "path", "equals", "in", "exists", "capHit", "bundled"),
    *("discovered", "mcp", "mutating", "required", "optional", "byStage", "profile", "joinPolicy"),
)
WORDS = (
    *("", "a", "b", "a.md", "b.json", "m.stud.json", "../a.md", "default", "reference", "sibling"),
    *("parallel", "sequential", "terminate", "ok", "fail", "none", "{{ctx.a}} ${ctx.b}"),
)
values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1, 3)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)
    ),
    max_leaves=25,
)
manifests = st.fixed_dictionaries(
    {
        "studPipeline": st.just(1),
        "entryStage": st.just("a"),
        "stages": st.lists(values, max_size=5),
    },
    optional=dict.fromkeys(
        ("id", "name", "next", "tools", "ctx", "outputs", "options", "other"), values
    ),
)
texts = st.lists(
    st.sampled_from(
        [
            *("{{", "}}", "${", "}", "{", "$", "ctx", "stage", "env", ".", "a", "[0]", " ", "\n"),
            *("ctx.a", "{{ctx.a}}", "${ctx.b}", "\r\n", "é", "upstream"),
        ]
    ),
    max_size=30,
).map("".join)


def check(files: dict[str, str], main: str) -> None:
    """Load a contract and look at all it says of places."""
    reader = DictReader(files)
    list(detect(reader, ""))
    list(claim(reader, main, True))
    contract = load(reader, Target("stud", "", main))
    if contract.pipeline is not None:
        for problem in contract.problems:
            contract.documents[main].offsets(problem.pointer)
        for spec in contract.pipeline.specs.values():
            for result in spec.alternatives:
                for number, name in enumerate(result.stages):
                    assert follow(reader, main, result.name_at(number)) == name
    for stage in contract.stages:
        assert stage.usable or not stage.id
        if stage.usable:
            for piece in lex(stage.body.text):
                span(contract.documents[stage.file], stage.body, piece.start, piece.end)


def follow(reader: DictReader, main: str, pointer: tuple[str | int, ...]) -> Any:
    document = reader.document(main)
    assert document is not None
    value = document.value
    for key in pointer:
        value = value[key]
    return value


@settings(max_examples=120)
@given(manifests | values, values, values)
def test_no_value_makes_loading_fail(manifest: Any, header: Any, stage: Any) -> None:
    files = {
        "m.stud.json": json.dumps(manifest),
        "a.md": f"---\n{json.dumps(header)}\n---\n{{{{ctx.a}}}}\r\n",
        "b.json": json.dumps(stage),
    }
    for main in files:
        check(files, main)


@settings(max_examples=100)
@given(st.text(max_size=80), texts)
def test_no_text_makes_loading_fail(header: str, body: str) -> None:
    files = {
        "a.md": f"---\n{header}\n---\n{body}",
        "m.stud.yaml": f"studPipeline: 1\nid: a\nentryStage: a\nstages: [a.md]\n{header}",
    }
    for main in files:
        check(files, main)


@settings(max_examples=200)
@given(texts)
def test_placeholders_are_apart_and_stand_where_they_say(text: str) -> None:
    at, joined = 0, ""
    for each in lex(text):
        piece = text[each.start : each.end]
        assert at <= each.start < each.end
        opening, closing = ("{{", "}}") if each.style == "braces" else ("${", "}")
        assert piece.startswith(opening)
        if each.closed:
            assert piece.endswith(closing)
            assert piece[2 : -len(closing)].strip() == each.inner
        else:
            assert (piece, each.inner, each.path) == (opening, "", None)
        joined += text[at : each.start] + piece
        at = each.end
    assert joined + text[at:] == text


@settings(max_examples=200)
@given(texts)
def test_only_addressable_placeholders_are_substituted(text: str) -> None:
    kept = [each for each in lex(text) if addressable(each)]
    wanted, at = "", 0
    for each in kept:
        wanted += text[at : each.start] + ("V" if each.path == ("ctx", "a") else "")
        at = each.end
    assert render(text, {"a": "V"}, {}, True) == wanted + text[at:]
