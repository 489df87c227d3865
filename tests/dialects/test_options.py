from __future__ import annotations

from typing import Any

import pytest

from phaselint.dialects import Dialects
from phaselint.dialects.base import Option
from phaselint.dialects.options import BadValue, Given, convert, convert_text, merge
from phaselint.vocabulary.errors import UsageError
from samples import dialect

MODE = Option("mode", "enforce", "", values=("enforce", "shadow", "log-only"))
RETRIES = Option("maxRetries", 0, "", kind=int)
INVALID = Option("refuse_invalid", True, "", kind=bool)
DENIED = Option("denied", (), "", kind=list)
GATES = Option("gates", (), "", values=("open", "shut"), kind=list)
VESANOR = dialect("vesanor", MODE, RETRIES, INVALID, DENIED, GATES)
DIALECTS = Dialects({"vesanor": VESANOR, "sweny": dialect("sweny", Option("entry", "", ""))})


def test_every_source_wins_over_the_one_before() -> None:
    configured = {"mode": "shadow", "maxRetries": 1, "refuse_invalid": False}
    own = {"mode": "log-only", "maxRetries": 2}
    given = {"mode": "enforce"}
    assert merge(VESANOR, configured, own, given) == {
        "mode": "enforce",
        "maxRetries": 2,
        "refuse_invalid": False,
        "denied": (),
        "gates": (),
    }


@pytest.mark.parametrize("name", ["refuse_invalid", "refuse-invalid"])
def test_hyphens_and_underscores_are_one(name: str) -> None:
    expected = {"vesanor": {"refuse_invalid": False}}
    assert Given((f"vesanor.{name}=false",)).options(DIALECTS) == expected
    assert Given(values={"vesanor": {name: False}}).options(DIALECTS) == expected


def test_defaults_hold_where_nobody_says_anything() -> None:
    assert merge(VESANOR, {}, {}, {})["mode"] == "enforce"


def test_what_a_contract_says_wrongly_has_no_effect() -> None:
    merged = merge(VESANOR, {}, {"mode": "enforced", "maxRetries": True, "stranger": 1}, {})
    assert merged["mode"] == "enforce"
    assert merged["maxRetries"] == 0
    assert "stranger" not in merged


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (MODE, "shadow", "shadow"),
        (RETRIES, "3", 3),
        (RETRIES, "-1", -1),
        (INVALID, "true", True),
        (INVALID, "False", False),
        (DENIED, "a, b,", ("a", "b")),
        (DENIED, "", ()),
        (GATES, "open,shut", ("open", "shut")),
    ],
)
def test_values_from_the_command_line(option: Option, text: str, value: Any) -> None:
    assert convert_text(option, text) == value
    assert type(convert_text(option, text)) is type(value)


@pytest.mark.parametrize(
    ("option", "text", "message"),
    [
        (MODE, "enforced", "unknown `mode` value `enforced`; a similar name exists: `enforce`"),
        (
            MODE,
            "off",
            "unknown `mode` value `off`; expected one of `enforce`, `shadow`, `log-only`",
        ),
        (RETRIES, "three", "`maxRetries` must be an integer"),
        (RETRIES, "1_0", "`maxRetries` must be an integer"),
        (RETRIES, "9" * 10_000, "`maxRetries` must be an integer"),
        (RETRIES, "²", "`maxRetries` must be an integer"),
        (INVALID, "yes", "`refuse_invalid` must be true or false"),
        (GATES, "open,shu", "unknown `gates` value `shu`; a similar name exists: `shut`"),
    ],
)
def test_bad_values_from_the_command_line(option: Option, text: str, message: str) -> None:
    with pytest.raises(BadValue) as caught:
        convert_text(option, text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("option", "value"),
    [(MODE, 1), (RETRIES, True), (RETRIES, "1"), (INVALID, 1), (DENIED, "a"), (DENIED, [1])],
)
def test_values_of_another_kind(option: Option, value: Any) -> None:
    with pytest.raises(BadValue):
        convert(option, value)


def test_settings_are_parsed_per_dialect_and_the_last_one_wins() -> None:
    settings = ["vesanor.mode=shadow", "sweny.entry=a=b", "vesanor.mode=enforce"]
    assert Given(settings).options(DIALECTS) == {
        "vesanor": {"mode": "enforce"},
        "sweny": {"entry": "a=b"},
    }


def understood(setting: str) -> None:
    given = Given([setting])
    given.check([DIALECTS])
    given.options(DIALECTS)


def test_what_is_for_a_dialect_of_another_project_is_passed_over() -> None:
    given = Given(["sweny.entry=a"], {"vesanor": {"mode": "shadow"}})
    alone = Dialects({"vesanor": VESANOR})
    assert given.options(alone) == {"vesanor": {"mode": "shadow"}}
    given.check([alone, DIALECTS])
    with pytest.raises(UsageError, match=r"--set sweny\.entry=a: unknown dialect `sweny`"):
        given.check([alone])


def test_values_win_over_settings() -> None:
    given = Given(["vesanor.mode=enforce"], {"vesanor": {"mode": "shadow"}})
    assert given.options(DIALECTS) == {"vesanor": {"mode": "shadow"}}


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("vesanor.mode", "expected FORMAT.OPTION=VALUE"),
        ("mode=shadow", "expected FORMAT.OPTION=VALUE"),
        ("vesanr.mode=shadow", "unknown dialect `vesanr`; a similar name exists: `vesanor`"),
        ("vesanor.mood=shadow", "unknown vesanor option `mood`; a similar name exists: `mode`"),
        ("vesanor.maxRetries=x", "`maxRetries` must be an integer"),
    ],
)
def test_bad_settings(setting: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        understood(setting)
    assert str(caught.value) == f"--set {setting}: {message}"
