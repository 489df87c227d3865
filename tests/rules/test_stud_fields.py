"""Stage files and their fields (stud §6.3, §6.4)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import stud
from phaselint.document import reader
from phaselint.linting.locate import locate
from phaselint_rules.stud.form.nearkeys import near_keys
from stud import ABSENT, FILE, STAGE, kept, markdown, pipeline, stage

if TYPE_CHECKING:
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Range

MISSING = "missing-required-field"
REQUIRED = (
    *("id", "name", "allowedTools", "completionTool", "completionSchema", "retryPolicy"),
    *("turnCap", "resolutionPolicy"),
)


def alone(**change: Any) -> str:
    """A stage file, sound but for the changes."""
    return markdown(kept({**stage("draft"), **change}))


def of(name: str, value: Any, **given: Any) -> tuple[Diagnostic, ...]:
    """The findings of a rule in a stage file, or in a pipeline that is given as a value."""
    main = STAGE if isinstance(value, str) else FILE
    return stud.of(name, value, **{"main": main, **given})


def names(text: str, **given: Any) -> list[str]:
    return stud.names(text, **{"main": STAGE, **given})


def ranges(found: tuple[Diagnostic, ...], file: str, text: str) -> list[Range | None]:
    """Where findings of a file are shown."""
    documents = {file: reader.read_text(file, text)}
    return [locate(each.finding, documents).place.range for each in found]


# --- files --------------------------------------------------------------------------------------


def test_a_sound_stage_has_no_findings() -> None:
    assert names(alone()) == []


@pytest.mark.parametrize("text", ["", "# Draft\n", "----\nid: a\n----\n", " ---\nid: a\n---\n"])
def test_a_file_without_a_header_is_said_to_have_none(text: str) -> None:
    assert names(text) == ["frontmatter-missing"]


def test_a_header_that_is_never_closed_is_one_finding() -> None:
    (finding,) = stud.findings("---\nid: a\nturnCap: [\n", main=STAGE)
    assert finding.name == "frontmatter-missing"
    assert "never closed" in finding.message


def test_a_file_that_is_listed_twice_has_its_header_missed_once() -> None:
    value = {**pipeline("a"), "stages": [STAGE, f"./{STAGE}"]}
    assert stud.names(value, files={STAGE: "# Draft\n"}) == ["frontmatter-missing"]


@pytest.mark.parametrize("header", ["", "- a\n", "text\n", "null\n", "id: !mine a\n"])
def test_a_header_that_is_no_mapping_is_a_syntax_error(header: str) -> None:
    assert names(f"---\n{header}---\nDo it.\n") == ["syntax-error"]


@pytest.mark.parametrize("text", ["[]", "7", "null"])
def test_a_json_stage_that_is_no_object_is_a_syntax_error(text: str) -> None:
    assert stud.names(text, main="draft.json") == ["syntax-error"]


def test_a_tag_and_a_duplicate_key_are_both_reported() -> None:
    assert names("---\nid: !mine a\nid: b\n---\nDo it.\n") == ["duplicate-key", "syntax-error"]


def test_a_tag_in_a_manifest_takes_nothing_away() -> None:
    assert stud.names("studPipeline: 1\nid: !v p\nentryStage: a\nstages: []\n") == [
        "stages-empty",
        "unknown-tag",
    ]


@pytest.mark.parametrize("line", ["turnCap: 4", "retryPolicy: {backoff: none, backoff: none}"])
def test_after_a_duplicate_key_nothing_else_is_looked_at(line: str) -> None:
    text = markdown({"turnCap": 3}).replace("---\n", f"---\n{line}\n", 1)
    assert names(text) == ["duplicate-key"]


# --- required fields ----------------------------------------------------------------------------


@pytest.mark.parametrize("field", REQUIRED)
def test_each_required_field_is_missed(field: str) -> None:
    found = of(MISSING, alone(**{field: ABSENT}), dry_run=True)
    assert [finding.message.rpartition(" ")[2] for finding in found] == [f"`{field}`"]
    assert [finding.proof and finding.proof.status for finding in found] == ["proved"]


def test_fields_missing_from_one_place_have_places_of_their_own() -> None:
    for file, text, count in (
        (STAGE, "---\nx-a: 1\n---\nDo it.\n", 8),
        (STAGE, "---\nretryPolicy: {}\n---\nDo it.\n", 9),
        ("draft.json", "{}", 5),
        ("draft.json", '{\n  "body": "Do it."\n}\n', 4),
        (FILE, "studPipeline: 1\nid: p\nentryStage: a\nstages:\n- {name: A}", 7),
    ):
        found = stud.of(MISSING, text, main=file)
        places = ranges(found, file, text)
        assert len(places) == len(set(places)) == count


def test_the_first_of_them_is_at_the_opening_line() -> None:
    text = "---\nx-a: 1\n---\nDo it.\n"
    spot = ranges(of(MISSING, text)[:1], STAGE, text)[0]
    assert spot == ((1, 1), (1, 4))


def test_the_reference_profile_needs_other_fields() -> None:
    value = {key: item for key, item in stage("draft").items() if key != "retryPolicy"}
    documented = {**pipeline("draft"), "stages": [value]}
    assert len(of(MISSING, documented)) == 1
    assert not of(MISSING, {**documented, "options": {"profile": "reference"}})
    assert not of(MISSING, documented, semantics="reference")
    del value["body"]
    assert len(of(MISSING, {**documented, "options": {"profile": "reference"}})) == 1


def test_the_body_of_a_markdown_stage_is_never_missing() -> None:
    value = {**pipeline("draft"), "stages": [STAGE], "options": {"profile": "reference"}}
    assert not of(MISSING, value, files={STAGE: alone(body="")})


@pytest.mark.parametrize("value", [None, [], 3])
def test_a_retry_policy_of_the_wrong_type_lacks_nothing(value: Any) -> None:
    assert names(alone(retryPolicy=value)) == ["field-type"]


# --- unknown keys -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "near"),
    [
        ("turncap", ("turnCap",)),
        ("turn_cap", ("turnCap",)),
        ("Turn Cap", ("turnCap",)),
        ("tunrCap", ("turnCap",)),
        ("turn", ()),
        ("tag", ("tags",)),
        ("tugz", ()),
        ("i", ("id",)),
        ("x", ()),
        ("a" * 10_000, ()),
    ],
)
def test_near_keys(key: str, near: tuple[str, ...]) -> None:
    assert near_keys(key, ("id", "tags", "turnCap", "description")) == near


def test_a_key_that_is_there_is_not_meant() -> None:
    assert names(alone(turncap=3), opt_in=["unknown-key"]) == ["unknown-key"]


def test_a_typo_of_a_required_field_is_reported_beside_it() -> None:
    found = names(alone(turnCap=ABSENT, turncap=3))
    assert found == [MISSING, "unknown-key-typo"]


def test_two_typos_of_one_key_are_not_both_renamed() -> None:
    found = of("unknown-key-typo", alone(turnCap=ABSENT, turncap=3, turn_cap=4))
    assert [finding.fix for finding in found] == [None, None]


def test_one_typo_is_renamed() -> None:
    (finding,) = of("unknown-key-typo", alone(descripton="Drafts."))
    assert finding.fix
    assert [edit.text for edit in finding.fix.edits] == ["description"]


@pytest.mark.parametrize("key", ["x-turncap", "contractVersion"])
def test_keys_that_are_left_alone(key: str) -> None:
    assert names(alone(**{key: "1"}), opt_in=["unknown-key"]) == []


def test_keys_of_the_retry_policy_are_looked_at() -> None:
    policy = {"maxAttempts": 1, "backof": "none", "jitter": True}
    found = names(alone(retryPolicy=policy), opt_in=["unknown-key"])
    assert found == [MISSING, "unknown-key", "unknown-key-typo"]


def test_body_and_next_are_keys_of_an_inline_stage_only() -> None:
    inline = stage("draft", next={"nextStages": []})
    value = {**pipeline("draft", next=ABSENT), "stages": [inline]}
    assert not of("unknown-key", value, opt_in=["unknown-key"])
    text = alone().replace("---\n", "---\nnext: {}\n", 1)
    assert names(text, opt_in=["unknown-key"]) == ["unknown-key"]


@pytest.mark.parametrize("value", ["openai", None, "", 3, [], {"name": "openai"}, False])
def test_a_provider_of_any_value_is_ignored(value: Any) -> None:
    given = alone(provider=value)
    assert names(given, opt_in=["unknown-key"]) == ["stage-provider-ignored"]
    (finding,) = of("stage-provider-ignored", given)
    assert (finding.place.pointer, finding.place.part) == (("provider",), "key")


def test_a_provider_is_ignored_in_each_stage_of_each_form() -> None:
    wanted = {"provider": "openai"}
    value = pipeline("a -> b", "b -> c", "c", stages={"a": wanted, "b": {}, "c": wanted})
    found = of("stage-provider-ignored", value)
    assert stud.places(found) == ["stages.0.provider", "stages.2.provider"]
    text = json.dumps({**stage("draft"), **wanted})
    assert stud.names(text, main="draft.json") == ["stage-provider-ignored"]


@pytest.mark.parametrize(
    "change",
    [
        {"providers": ["openai"]},
        {"Provider": "openai"},
        {"tags": ["provider"]},
        {"completionSchema": {"type": "object", "properties": {"provider": {}}}},
        {"retryPolicy": {"maxAttempts": 1, "backoff": "none", "provider": "openai"}},
    ],
)
def test_other_keys_are_no_provider_of_a_stage(change: Any) -> None:
    assert names(alone(**change)) == []


# --- types --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"turnCap": True},
        {"turnCap": 2.5},
        {"turnCap": 2.0},
        {"turnCap": None},
        {"id": 7},
        {"id": ""},
        {"allowedTools": "read"},
        {"allowedTools": ["read", ""]},
        {"allowedTools": ["read", None, "read"]},
        {"completionTool": ""},
        {"completionSchema": []},
        {"completionSchema": None},
        {"inputsSchema": "object"},
        {"resolutionPolicy": False},
        {"tags": ["a", 1]},
        {"description": None},
        {"retryPolicy": {"maxAttempts": "2", "backoff": "none"}},
        {"retryPolicy": {"maxAttempts": 1, "backoff": None}},
    ],
)
def test_a_wrong_type_is_one_finding_and_hides_what_else_there_is_to_say(
    change: dict[str, Any],
) -> None:
    assert names(alone(**change), opt_in=["allowed-tools-duplicate"]) == ["field-type"]


@pytest.mark.parametrize("schema", [True, {}])
def test_schemas_may_be_booleans(schema: Any) -> None:
    assert not of("field-type", alone(completionSchema=schema, inputsSchema=schema))


@pytest.mark.parametrize(("value", "fixed"), [("12", True), ("0x1f", False), ("twelve", False)])
def test_quotes_are_taken_from_whole_numbers_only(value: str, fixed: bool) -> None:
    (finding,) = of("field-type", alone(turnCap=value))
    assert bool(finding.fix) is fixed


def test_a_json_stage_may_have_whole_numbers_with_a_point() -> None:
    text = '{"id": "a", "body": "x", "turnCap": 2.0, "completionTool": "t", "completionSchema": {}}'
    assert not stud.of("field-type", text, main="draft.json")
