"""What front matter lists beside the registry (reference climpt §3.2, §7.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from climpt import ABSENT, PROMPTS, contract, declaring, of, parameters
from contracts import only
from phaselint.document.changes import apply, changes_of
from phaselint.document.reader import read_text

if TYPE_CHECKING:
    from phaselint.vocabulary.diagnostic import Diagnostic

RULE = "frontmatter-uv-mismatch"
CHECK, CLOSURE = "verification.issue", "closure.issue"
PARAMETERS = parameters(a={"required": True}, b={"required": True})
BODY = "---\n{uv-a} {uv-b}\n"
LONG = "over several lines, but climpt reads a single line and sees"


def prompt(listed: str, body: str = BODY) -> str:
    return f"---\nuvVariables:{listed}\n{body}"


def found(listed: str, *declared: str) -> tuple[Diagnostic, ...]:
    """What is found of a step that declares `a` and `b`, or other names."""
    names = declared or ("a", "b")
    return of(RULE, declaring(CHECK, *names, prompt=prompt(listed), agent_change=PARAMETERS))


def fixed(finding: Diagnostic, text: str) -> str:
    """A prompt after the fix of a finding."""
    assert finding.fix is not None
    assert finding.fix.safety == "safe"
    changes = changes_of(finding.fix, {finding.place.file: read_text(finding.place.file, text)})
    assert changes is not None
    return apply(text, changes[finding.place.file])


@pytest.mark.parametrize(
    ("listed", "level", "said"),
    [
        (" [a]", "warning", "doesn't list `b`, which the registry declares"),
        (" []", "warning", "doesn't list `a`, `b`, which the registry declares"),
        (" a, b, c, d", "error", "lists `c`, `d`, which the registry doesn't declare"),
        (
            " [a, c]",
            "error",
            (
                "lists `c`, which the registry doesn't declare, "
                "and doesn't list `b`, which the registry declares"
            ),
        ),
    ],
)
def test_what_is_said_of_one_line(listed: str, level: str, said: str) -> None:
    finding = only(found(listed), RULE)
    assert finding.level == level
    assert finding.message == f"the front matter of the prompt of `{CHECK}` {said}"
    assert fixed(finding, prompt(listed)) == prompt(" [a, b]")


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("listed", ["\n  - a\n  - b", "\n- a\n- b", " \n\n  - a\n  -  b"])
def test_a_list_below_its_key(listed: str, ending: str) -> None:
    text = prompt(listed).replace("\n", ending)
    files = declaring(CHECK, "a", "b", prompt=text, agent_change=PARAMETERS)
    finding = only(of(RULE, files), RULE)
    assert (finding.level, LONG in finding.message) == ("warning", True)
    assert finding.message.endswith("sees no names")
    assert fixed(finding, text) == prompt(" [a, b]").replace("\n", ending)


@pytest.mark.parametrize(
    ("listed", "seen"),
    [(" [a,\n  b]", "the names `[a`"), (" # names\n  - a\n  - b", "the names `# names`")],
)
def test_other_lists_over_several_lines(listed: str, seen: str) -> None:
    finding = only(found(listed), RULE)
    assert (finding.level, finding.message.endswith(f"{LONG} {seen}")) == ("error", True)
    assert (finding.fix is None) == ("#" in listed)


def test_what_stands_below_another_key_is_no_list_of_variables() -> None:
    finding = only(found(" [a]\nothers:\n  - x"), RULE)
    assert LONG not in finding.message


def test_a_comment_is_not_lost() -> None:
    assert only(found("\n  - a  # first\n  - b"), RULE).fix is None


ACTION = {
    "runner": {"integrations": {"github": {"enabled": True, "defaultClosureAction": "label-only"}}},
    **PARAMETERS,
}


def sending(file: str, listed: str, **fields: Any) -> tuple[Diagnostic, ...]:
    """What is found of a closure step with some prompt beside that of its edition."""
    folder = f"{PROMPTS}/closure/issue"
    change = {"steps": {CLOSURE: {"uvVariables": ["a", "b"], **fields}}}
    files = {f"{folder}/f_default.md": "{uv-a} {uv-b}", f"{folder}/{file}": prompt(listed)}
    return of(RULE, contract(registry_change=change, agent_change=ACTION, files=files))


def test_validation_reads_the_prompt_of_the_edition_only() -> None:
    assert only(sending("f_default_label-only.md", " [a, b, c]"), RULE).level == "warning"
    assert only(sending("f_default_brief.md", " [c]", adaptation="brief"), RULE).level == "warning"
    assert only(sending("f_default.md", " [a, b, c]"), RULE).level == "error"


def test_it_reads_that_also_where_an_adaptation_is_sent() -> None:
    folder = f"{PROMPTS}/verification/issue"
    change = {"steps": {CHECK: {"uvVariables": ["a"], "adaptation": "brief"}}}
    files: dict[str, Any] = {
        f"{folder}/f_default.md": prompt(" [a, c]", "---\nGo.\n"),
        f"{folder}/f_default_brief.md": "{uv-a}",
    }
    listed = contract(registry_change=change, agent_change=PARAMETERS, files=files)
    assert only(of(RULE, listed), RULE).level == "error"
    files[f"{folder}/f_default.md"] = ABSENT
    listed = contract(registry_change=change, agent_change=PARAMETERS, files=files)
    assert of(RULE, listed) == ()
