"""Policies as authors write them: what is read, and what is said of what cannot be."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from fresh import picker, until
from phaselint.formats import schema
from phaselint.policies.reading import read_policies

if TYPE_CHECKING:
    from collections.abc import Mapping


NEVER = "call a"


@pytest.mark.parametrize(
    ("mapping", "rule"),
    [
        ({"never": "call a"}, "never call a"),
        ({"never": "call a", "before": "call b"}, "never call a before call b"),
        (
            {"never": ["call a", "call b"], "after": "enter c"},
            "never call a or call b after enter c",
        ),
        (
            {"never": "call a", "between": ["enter b", "enter c"]},
            "never call a between enter b and enter c",
        ),
        ({"at-most": 2, "of": "call a"}, "at most 2 of call a"),
        ({"never-both": ["call a", "call b"]}, "never both call a and call b"),
        ({"every-run": "enter a", "before": "turn"}, "every run does enter a before turn"),
        ({"every": "call a", "followed-by": "call b"}, "every call a followed by call b"),
        ({"some-run": "enter a"}, "some run does enter a"),
        ({"never": "call a", "from": "b"}, "never call a from b or what it calls"),
        (
            {"never": ["call a", "call `a in b`"], "from": "b", "over": "calls+handoffs"},
            "never call a or call `a in b` from b or what it calls or its handoffs",
        ),
    ],
)
def test_each_shape_is_read_and_said_in_words(mapping: dict[str, Any], rule: str) -> None:
    (policy,), flaws = read_policies([mapping], ("policies",))
    assert not flaws
    assert (policy.rule, policy.title, policy.pointer) == (rule, rule, ("policies", 0))


def test_a_name_is_its_title_and_the_usual_grade_depends_on_the_shape() -> None:
    mappings = [
        {"never": "call a", "name": "no a", "why": "it is dear", "severity": "warning"},
        {"every-run": "call a"},
        {"every-run": "call a", "under": "strict"},
    ]
    policies, _ = read_policies(mappings, ())
    assert (policies[0].title, policies[0].why, policies[0].severity) == (
        "no a",
        "it is dear",
        "warning",
    )
    assert [each.worst for each in policies] == ["hostile", "fair", "strict"]


@pytest.mark.parametrize(
    ("mapping", "pointer", "told"),
    [
        (3, (), "a policy must be a mapping, such as `never: call delete_user`"),
        ({}, (), "a policy needs one of the keys `never`, `at-most`, `never-both`, `every-run`,"),
        ({"nevr": "call a"}, ("nevr",), "unknown key `nevr`; a similar name exists: `never`"),
        (
            {"never": NEVER, "some-run": "call b"},
            ("some-run",),
            "a policy can have only one of these keys: `never`, `some-run`",
        ),
        (
            {"never": NEVER, "before": "call b", "after": "call c"},
            ("after",),
            "a policy can have only one of these keys: `before`, `after`",
        ),
        ({"never": []}, ("never",), "`never` is an empty list; name at least one act"),
        ({"never": 3}, ("never",), "`never` must name an act, such as `call delete_user`"),
        ({"never": [NEVER, " "]}, ("never", 1), "`never` names an empty act"),
        ({"never": "*"}, ("never",), "`*` matches every act; begin with a verb: `call *`"),
        (
            {"never": "call `a"},
            ("never",),
            "the act of `never` has a backtick that is not closed",
        ),
        (
            {"never": NEVER, "before": [NEVER]},
            ("before",),
            "`never` and `before` name the same act, so the policy contradicts itself",
        ),
        (
            {"every": NEVER, "followed-by": NEVER},
            ("followed-by",),
            "`every` and `followed-by` name the same act, so the policy contradicts itself",
        ),
        (
            {"never-both": [NEVER, NEVER]},
            ("never-both",),
            "the two acts of `never-both` are the same",
        ),
        (
            {"never": "call b", "between": [NEVER, NEVER]},
            ("between",),
            "the two acts of `between` are the same",
        ),
        ({"never": NEVER, "between": NEVER}, ("between",), "`between` must be a list of two acts"),
        (
            {"at-most": -1, "of": NEVER},
            ("at-most",),
            "`at-most` must be an integer of 0 or more",
        ),
        (
            {"at-most": True, "of": NEVER},
            ("at-most",),
            "`at-most` must be an integer of 0 or more",
        ),
        ({"at-most": 1}, ("at-most",), "`at-most` requires `of`"),
        ({"every": NEVER}, ("every",), "`every` requires `followed-by`"),
        (
            {"never": NEVER, "of": "call b"},
            ("of",),
            "`of` works only with `at-most`, not with `never`",
        ),
        (
            {"every-run": NEVER, "between": ["call b", "call c"]},
            ("between",),
            "`between` can't be combined with `every-run`",
        ),
        (
            {"never": NEVER, "severity": "bad"},
            ("severity",),
            "`severity` must be one of `error`, `warning`, `info`",
        ),
        (
            {"never": NEVER, "under": "calm"},
            ("under",),
            "`under` must be one of `hostile`, `fair`, `strict`",
        ),
        ({"never": NEVER, "name": 3}, ("name",), "`name` must be a string"),
        ({"never": NEVER, "why": ""}, ("why",), "`why` is empty"),
        ({"never": NEVER, "from": ""}, ("from",), "`from` is empty"),
        ({"never": NEVER, "from": 3}, ("from",), "`from` must be a string"),
        ({"never": NEVER, "over": "calls"}, ("over",), "`over` requires `from`"),
        (
            {"never": NEVER, "from": "b", "over": "all"},
            ("over",),
            "`over` must be one of `calls`, `calls+handoffs`",
        ),
        (
            {"at-most": 1, "of": NEVER, "from": "b"},
            ("from",),
            "`from` works only with `never`, not with `at-most`",
        ),
        (
            {"never": NEVER, "from": "b", "after": "turn"},
            ("after",),
            "`after` can't be combined with `from`",
        ),
        (
            {"never": NEVER, "from": "b", "under": "fair"},
            ("under",),
            "`under` can't be combined with `from`",
        ),
        (
            {"never": "enter a", "from": "b"},
            ("never",),
            "with `from`, `never` must name calls alone, such as `call edit`",
        ),
        (
            {"never": [NEVER, "call a in b"], "from": "b"},
            ("never",),
            "with `from`, `never` must name calls alone",
        ),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(
    mapping: Any, pointer: tuple[str | int, ...], told: str
) -> None:
    policies, (flaw,) = read_policies([mapping], ("policies",))
    assert policies == ()
    assert flaw.pointer == ("policies", 0, *pointer)
    assert flaw.message.startswith(told)
    assert "\n" not in flaw.message


@pytest.mark.parametrize("value", [[], {}, "never: call a", None])
def test_a_list_of_policies_is_a_list(value: Any) -> None:
    policies, (flaw,) = read_policies(value, ("policies",))
    assert policies == ()
    assert flaw.pointer == ("policies",)


def test_a_flaw_of_one_leaves_the_others_alone() -> None:
    policies, flaws = read_policies([{"never": NEVER}, {"never": []}, {"some-run": NEVER}], ())
    assert [each.shape for each in policies] == ["never", "some-run"]
    assert len(flaws) == 1


VALUES: Mapping[str, tuple[Any, ...]] = {
    "never": ("call a", ["call a", "call b"], "enter a", [], "call `a in b`", "call a in b"),
    "at-most": (1,),
    "of": ("call a",),
    "from": ("b", "", 3),
    "over": ("calls", "calls+handoffs", "all"),
    "before": ("call c",),
    "under": ("fair",),
    "name": ("n",),
}


def test_the_schema_takes_what_is_read() -> None:
    pick, seen = picker("schema"), Counter[str]()
    judge = jsonschema.Draft202012Validator(schema("script"))
    for _ in until(seen, {"taken": 6}, 2_000):
        keys = pick.sample(list(VALUES), pick.randint(1, 4))
        keys = [*keys, "never", "from"] if pick.random() < 0.5 else keys
        mapping = {key: pick.choice(VALUES[key]) for key in keys}
        is_read = not read_policies([mapping], ())[1]
        assert judge.is_valid({"version": 1, "policies": [mapping]}) == is_read, mapping
        seen["taken"] += is_read and "from" in mapping
