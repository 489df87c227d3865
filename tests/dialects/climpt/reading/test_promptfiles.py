"""What prompt files hold and which of them a run may ask for (reference §1.2, §3.2, §4.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.dialects.climpt.model import (
    Agent,
    Condition,
    Pattern,
    Registry,
    Step,
    ValidationStep,
    Validator,
)
from phaselint.dialects.climpt.reading.promptfiles import (
    addresses,
    declared_in,
    listed,
    read_prompt,
    read_text,
    resolve,
)
from phaselint.document.commented import comments_of
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from phaselint.dialects.climpt.filemodel import Text


def text_of(text: str) -> Text:
    document = read_prompt(DictReader({"p.md": text}), "p.md")
    assert document is not None
    return read_text(document)


class TestText:
    def test_variables_with_their_places(self) -> None:
        text = "Do {uv-issue} and {uv-b-c}, not {uv-} or {uv-a b} or {issue}"
        assert [text[start:end] for _, start, end in text_of(text).variables] == [
            "{uv-issue}",
            "{uv-b-c}",
        ]
        assert [name for name, _, _ in text_of(text).variables] == ["issue", "b-c"]

    def test_the_input_text(self) -> None:
        assert text_of("a {input_text}").input_text == 2
        assert text_of("a").input_text == -1

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("{a} {{b}} {{ c.d }} ${e} ${{f}} {{{g}}} { h } {i j}", ["{a}", "{{b}}", "{{ c.d }}"]),
            ("gh api repos/{owner}/{repo}/{path}", ["{path}"]),
            ("of {owner}", ["{owner}"]),
            ("---\na: {b}\n---\n{c}", ["{c}"]),
        ],
    )
    def test_names_in_braces(self, text: str, found: list[str]) -> None:
        braces = text_of(text).braces
        assert [each.written for each in braces] == found
        assert [text[each.start : each.end] for each in braces] == found

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("{a}", ""),
            ("`x` {a}", ""),
            ("say `{a}`", "code"),
            ("```\n{a}\n```\n", "code"),
            ("```ts\nx\n```\n{a}", ""),
            ("~~~~ py\n```\n{a}\n~~~~", "syntax"),
            ("```ts\n{a}", "syntax"),
        ],
    )
    def test_braces_in_code(self, text: str, code: str) -> None:
        assert [each.code for each in text_of(text).braces] == [code]

    @pytest.mark.parametrize(
        ("header", "names"),
        [
            ("customVariables: [a, b_c]", {"a", "b_c"}),
            ("customVariables:\n  - a\n  - name: b\n    type: text\nother:\n  - c", {"a", "b"}),
            ("customVariables:\n- 'a'  # says what\n- b", {"a", "b"}),
            ("variables:\n  - a", set()),
        ],
    )
    def test_custom_variables(self, header: str, names: set[str]) -> None:
        assert text_of(f"---\n{header}\n---\nDo {{x}}.").custom == names

    @pytest.mark.parametrize(
        ("text", "body"),
        [
            ("plain\n", "plain\n"),
            ("---\na: b\n---\n\n text\n", "text\n"),
            ("---\na: b\n---", ""),
            ("---\nnever closed\n", "---\nnever closed\n"),
            ("---x\n--- y\ntext", "y\ntext"),
            (" ---\na: b\n---\n", " ---\na: b\n---\n"),
            ("", ""),
        ],
    )
    def test_the_body_starts_after_the_leading_block(self, text: str, body: str) -> None:
        found = text_of(text)
        assert found.body == body
        assert text[found.body_start :] == body

    @pytest.mark.parametrize(
        ("lines", "names"),
        [
            ("uvVariables: [issue, repo]", ("issue", "repo")),
            ("uvVariables: issue, repo", ("issue", "repo")),
            ('uvVariables: "issue, repo"', ("issue", "repo")),
            ("uvVariables: 'issue'", ("issue",)),
            ('uvVariables: ["issue"]', ('"issue"',)),
            ("uvVariables: []", ()),
            ("uvVariables:\n  - issue", ()),
            ("uvVariables: true", ()),
            ("uvVariables: 12", ()),
            ("uvVariables: [a]\nuvVariables: [b]", ("b",)),
            ("  uvVariables : [a,, a]", ("a",)),
            ("# uvVariables: [a]", None),
            ("other: [a]", None),
            ("uvVariables", None),
        ],
    )
    def test_what_the_front_matter_declares(
        self, lines: str, names: tuple[str, ...] | None
    ) -> None:
        assert declared_in(f"---\n{lines}\n---\ntext") == names

    @pytest.mark.parametrize("text", ["uvVariables: [a]", "---\nuvVariables: [a]\n"])
    def test_nothing_is_declared_without_a_block(self, text: str) -> None:
        assert declared_in(text) is None

    def test_a_large_text(self) -> None:
        assert len(text_of("---\n" + "{uv-a} " * 100_000).variables) == 100_000


class TestDocuments:
    def test_front_matter_that_is_no_yaml_is_none_of_our_business(self) -> None:
        document = read_prompt(DictReader({"p.md": "---\na: b: c\n---\nx"}), "p.md")
        assert document is not None
        assert document.problems == ()

    def test_comments_in_the_front_matter_count(self) -> None:
        text = "---\n# phaselint: ignore-file[prompt-empty] later\na: b\n---\n"
        document = read_prompt(DictReader({"p.md": text}), "p.md")
        assert document is not None
        assert [comment.reason for comment in comments_of(document)] == ["later"]

    def test_no_such_file(self) -> None:
        assert read_prompt(DictReader({}), "p.md") is None

    def test_a_file_that_is_too_large(self) -> None:
        document = read_prompt(DictReader({"p.md": " " * 20_000_001}), "p.md")
        assert document is not None
        assert [problem.kind for problem in document.problems] == ["limit-exceeded"]


def step(**fields: str) -> Step:
    return Step("s", ("steps", "s"), c2="closure", c3="x", **fields)  # type: ignore[arg-type]


def names(registry: Registry, agent: Agent | None = None) -> list[str]:
    return [f"{each.folder}/{each.name}" for each in addresses(registry, agent, "prompts")]


class TestAddresses:
    def test_editions_and_adaptations(self) -> None:
        assert names(Registry("", steps={"s": step()})) == ["closure/x/f_default.md"]
        found = names(Registry("", steps={"s": step(edition="e", adaptation="a")}))
        assert found == ["closure/x/f_e.md", "closure/x/f_e_a.md"]

    def test_a_step_without_an_address_has_none(self) -> None:
        assert names(Registry("", steps={"s": Step("s", (), c2="initial")})) == []

    @pytest.mark.parametrize(
        ("agent", "more"),
        [
            (Agent("", closure_action="label-only"), ["closure/x/f_default_label-only.md"]),
            (Agent("", closure_action="close"), []),
            (Agent("", closure_action="label-only", github=False), []),
            (None, []),
        ],
    )
    def test_the_closing_action(self, agent: Agent | None, more: list[str]) -> None:
        assert names(Registry("", steps={"s": step()}), agent) == ["closure/x/f_default.md", *more]

    def test_retries(self) -> None:
        registry = Registry(
            "",
            validators={
                "known": Validator("known", (), pattern="p"),
                "lost": Validator("lost", (), pattern="z"),
            },
            patterns={
                "p": Pattern("p", (), "e", "a"),
                "other": Pattern("other", (), "o"),
                "words": Pattern("words", (), "w", semantic=("dirty",)),
            },
        )

        def of(*validators: str) -> list[str]:
            conditions = tuple(Condition(name, ()) for name in validators)
            validation = ValidationStep("v", (), c2="retry", c3="x", conditions=conditions)
            return names(registry._replace(validation={"v": validation}))

        assert of() == []
        assert of("unknown") == ["retry/x/f_failed.md"]
        assert of("known") == ["retry/x/f_failed.md", "retry/x/f_e.md", "retry/x/f_e_a.md"]
        assert of("lost") == ["retry/x/f_failed.md", "retry/x/f_w.md"]

    @pytest.mark.parametrize(
        ("folder", "path"),
        [
            ("initial/x", "root/initial/x/f.md"),
            ("initial/../y", "root/y/f.md"),
            ("../x", None),
            ("/x/y", None),
        ],
    )
    def test_paths_below_the_prompt_root(self, folder: str, path: str | None) -> None:
        assert resolve("root", folder, "f.md") == path


def test_the_files_below_a_prompt_root() -> None:
    reader = DictReader({"p/a/b/f.md": "", "p/x.md": "", "q/y.md": ""})
    assert listed(reader, "p") == ("p/x.md", "p/a/b/f.md")
