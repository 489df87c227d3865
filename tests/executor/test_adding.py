"""Policies added to scripts: comments and layout stay, and nothing else changes."""

from __future__ import annotations

import pytest

from phaselint.dialects.base import Target
from phaselint.document.reader import read_text
from phaselint.executor.adding import new_script, script_for, with_policies
from phaselint.executor.script import read_script
from phaselint.vocabulary.errors import UsageError

TWO = ({"never": "call pay", "before": "call approve"}, {"at-most": 1, "of": "call `a of b`"})


def added(text: str, path: str = "desk.script.yaml") -> str:
    return with_policies(read_text(path, text), TWO)


def test_a_script_without_policies_gets_them_at_its_end() -> None:
    text = "version: 1\n# the desk\nscenarios:\n  - name: a # kept\n"
    assert added(text) == text + (
        "policies:\n"
        "  - never: call pay\n"
        "    before: call approve\n"
        "  - at-most: 1\n"
        "    of: call `a of b`\n"
    )


def test_policies_come_after_those_that_are_there() -> None:
    head = "version: 1\npolicies:  # ours\n  # money\n  - {never: call x}\n"
    tail = "\nscenarios:\n  - name: a\n"
    assert added(head + tail) == (
        f"{head}"
        "  - never: call pay\n"
        "    before: call approve\n"
        "  - at-most: 1\n"
        "    of: call `a of b`\n"
        f"{tail}"
    )


@pytest.mark.parametrize(
    "text",
    [
        "version: 1\npolicies: []\n",
        "version: 1\npolicies: [{never: call x}]\n",
        "version: 1\r\npolicies:\r\n- never: call x\r\nscenarios: []\r\n",
        "{version: 1, scenarios: []}",
        "version: 1\nscenarios:\n- name: a",
    ],
)
def test_every_layout_keeps_what_it_says(text: str) -> None:
    old, new = (read_text("a.script.yaml", each) for each in (text, added(text)))
    assert new.readable
    assert new.value == {**old.value, "policies": [*old.value.get("policies", ()), *TWO]}
    assert ("\r\n" in new.text) == ("\r\n" in text)
    assert new.text.replace("\r\n", "").count("\r") == 0


def test_json_stays_json() -> None:
    text = '{\n  "version": 1,\n  "scenarios": []\n}\n'
    new = read_text("a.script.json", added(text, "a.script.json"))
    assert new.readable
    assert new.format == "json"
    assert new.value["policies"] == list(TWO)


def test_policies_behind_an_alias_are_not_added_to() -> None:
    text = "version: 1\noptions: {kept: &these [{never: call x}]}\npolicies: *these\n"
    with pytest.raises(UsageError, match="can't be added"):
        added(text)


@pytest.mark.parametrize(
    ("target", "path", "contract"),
    [
        (Target("vesanor", "refunds"), "refunds/refunds.script.yaml", "."),
        (Target("agents", ""), "crew.script.yaml", "."),
        (
            Target("stud", "desk", "desk/loans.stud.yaml"),
            "desk/loans.script.yaml",
            "loans.stud.yaml",
        ),
        (Target("stud", "", "loans.stud.yaml"), "loans.script.yaml", "loans.stud.yaml"),
        (
            Target("langgraph", "seeds", "seeds/jars.py", "builder"),
            "seeds/builder.script.yaml",
            "jars.py::builder",
        ),
        (
            Target("langgraph", "seeds", "seeds/jars.py", "builder", alone=True),
            "seeds/jars.script.yaml",
            "jars.py::builder",
        ),
    ],
)
def test_a_new_script_is_next_to_its_contract(target: Target, path: str, contract: str) -> None:
    assert script_for(target, "crew", ()) == path
    document = read_text(path, new_script(target, TWO))
    assert document.value == {"version": 1, "contract": contract, "policies": list(TWO)}
    assert document.text.splitlines()[2] == "policies:"


def test_policies_belong_in_the_script_that_has_some() -> None:
    target = Target("vesanor", "refunds")
    texts = {
        "refunds/a.script.yaml": "version: 1\nscenarios: []\n",
        "refunds/b.script.yaml": "version: 1\npolicies: []\n",
        "refunds/refunds.script.yaml": "version: 1\nscenarios: []\n",
    }
    scripts = [
        (path, document, read_script(document))
        for path, document in ((path, read_text(path, text)) for path, text in texts.items())
    ]
    assert script_for(target, "", scripts) == "refunds/b.script.yaml"
    assert script_for(target, "", scripts[::2]) == "refunds/refunds.script.yaml"
    assert script_for(target, "", scripts[:1]) == "refunds/a.script.yaml"
