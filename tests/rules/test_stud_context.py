"""The context that a pipeline declares (reference stud §3.5, §6.10)."""

from __future__ import annotations

from typing import Any

import pytest

from stud import of, pipeline, places


def with_context(body: str, **ctx: Any) -> dict[str, Any]:
    return pipeline("a", stages={"a": {"body": f"{body} Call `submit_a`."}}, ctx=ctx)


def test_reserved_names_in_every_list() -> None:
    value = with_context(
        "{{ctx.task}}", required=["task", "host"], byStage={"a": {"optional": ["upstream"]}}
    )
    assert places(of("ctx-reserved-name", value)) == [
        "ctx.required.1",
        "ctx.byStage.a.optional.0",
    ]
    assert of("ctx-field-unused", value) == ()


def test_unused_field_is_reported_once() -> None:
    value = with_context("Go.", required=["task"], byStage={"a": {"required": ["task"]}})
    (found,) = of("ctx-field-unused", value)
    assert places([found]) == ["ctx.required.0"]
    assert len(found.related) == 1


@pytest.mark.parametrize(
    "use", ["{{ctx.task}}", "{{ ctx.task.title }}", "${ctx.task}", "{{ctx.task | x}}"]
)
def test_used_fields(use: str) -> None:
    assert of("ctx-field-unused", with_context(use, optional=["task"])) == ()


def test_unused_is_not_asked_while_a_body_is_unknown() -> None:
    value = with_context("Go.", required=["task"])
    value["stages"].append("missing.md")
    assert of("ctx-field-unused", value) == ()
