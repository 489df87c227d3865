"""Pieces of bodies are found again in their files (reference §6.1)."""

from __future__ import annotations

import json

import pytest

from phaselint.dialects.base import Target
from phaselint.dialects.stud.reading.load import load
from phaselint.dialects.stud.reading.placeholders import lex
from phaselint.dialects.stud.reading.places import span
from phaselint.project.memory import DictReader

BODY = "Dig {{ctx.bed}}.\n\nRake {{ctx.bed}}, then\n`{{ctx.bed}}` and {{ctx.seed}}.\n"
PLACES = 4

MARKDOWN = f"---\nid: '{{{{ctx.bed}}}}'\n---\n{BODY}"
MANIFEST = 'studPipeline: 1\nid: a\nentryStage: a\nstages:\n  - id: "{{ctx.bed}}"\n    body: '


def pieces(name: str, text: str) -> list[str]:
    """What the file has where its only stage has placeholders."""
    contract = load(DictReader({name: text}), Target("stud", "", name))
    [stage] = contract.stages
    document = contract.documents[name]
    found = lex(stage.body.text)
    assert len(found) == PLACES
    spans = [span(document, stage.body, each.start, each.end) for each in found]
    return [document.text[start:end] for start, end in spans]


def starts(name: str, text: str) -> list[int]:
    contract = load(DictReader({name: text}), Target("stud", "", name))
    [stage] = contract.stages
    document = contract.documents[name]
    return [span(document, stage.body, p.start, p.end)[0] for p in lex(stage.body.text)]


EXACT = ["{{ctx.bed}}", "{{ctx.bed}}", "{{ctx.bed}}", "{{ctx.seed}}"]


class TestMarkdown:
    @pytest.mark.parametrize(
        "text",
        [
            MARKDOWN,
            "\ufeff" + MARKDOWN,
            MARKDOWN.replace("\n", "\r\n"),
            MARKDOWN.replace("\n\n", "\r\n\n"),
            MARKDOWN.replace(".\n", ".\r\n"),
            MARKDOWN.replace("then\n", "then\r"),
        ],
    )
    def test_places_are_exact(self, text: str) -> None:
        assert pieces("a.md", text) == EXACT
        plain = text.removeprefix("\ufeff")
        head = plain.index("Dig")
        wanted = [head + each.start for each in lex(plain[head:])]
        assert starts("a.md", text) == wanted

    def test_a_piece_over_a_line_break(self) -> None:
        text = "---\nid: a\n---\na\r\nb {{\r\nctx.a\r\n}}\r\n"
        contract = load(DictReader({"a.md": text}), Target("stud", "", "a.md"))
        [stage] = contract.stages
        [found] = lex(stage.body.text)
        start, end = span(contract.documents["a.md"], stage.body, found.start, found.end)
        assert text[start:end] == "{{\r\nctx.a\r\n}}"


class TestScalars:
    @pytest.mark.parametrize("style", ["|", "|-", ">", "|2"])
    def test_blocks(self, style: str) -> None:
        lines = "".join(f"      {line}\n" for line in BODY.splitlines())
        text = f"{MANIFEST}{style}\n{lines}"
        assert pieces("a.stud.yaml", text) == EXACT
        assert len(set(starts("a.stud.yaml", text))) == PLACES

    def test_json(self) -> None:
        stage = json.dumps({"id": "{{ctx.bed}}", "body": BODY, "completionTool": "{{ctx.bed}}"})
        assert pieces("a.json", stage) == EXACT
        assert min(starts("a.json", stage)) > stage.index("Dig")

    def test_a_piece_that_is_written_otherwise_is_the_whole_scalar(self) -> None:
        written = json.dumps(BODY.replace("seed", "SEED")).replace("SEED", "se\\u0065d")
        text = f'{{"body": {written}}}'
        assert pieces("a.json", text) == [*EXACT[:3], written]

    def test_an_alias_is_the_whole_scalar(self) -> None:
        text = (
            "studPipeline: 1\nid: a\nentryStage: a\nname: &b 'x {{ctx.a}}'\nstages: [{body: *b}]\n"
        )
        contract = load(DictReader({"a.stud.yaml": text}), Target("stud", "", "a.stud.yaml"))
        document = contract.documents["a.stud.yaml"]
        start, end = span(document, contract.stages[0].body, 2, 11)
        assert text[start:end] == "*b"
