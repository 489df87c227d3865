"""What plug-ins bring, and what keeps a part of one from being used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects import BUILTIN
from phaselint.dialects.base import Dialect, Option
from phaselint.plugins.brought import Brought, brought
from phaselint.vocabulary.deferred import deferred
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.rule import WARNING, Grade, Rule, by
from plugins.offered import ORIGIN, Distribution, Point, leads_to, offer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.vocabulary.finding import Finding


class BarnFacts:
    """Facts of a dialect that nobody ever has."""

    graph_known: bool

    @property
    def all_fed(self) -> bool:
        return True


def nothing(*_: Any) -> Iterable[Any]:
    return ()


def prove(*_: Any) -> Any:
    raise NotImplementedError


@by("dance")  # type: ignore[arg-type]  # what an untyped plugin may ask for
def dance(*_: Any) -> Any:
    raise NotImplementedError


def barn(**changes: Any) -> Dialect:
    """A dialect that finds no contracts."""
    made = Dialect(
        name="barn",
        word="stall",
        options=(),
        detect=nothing,
        claim=nothing,
        load=prove,
        study=BarnFacts,  # type: ignore[arg-type]  # facts of its own, not of ours
        runtime=prove,
        machine=prove,
    )
    return made._replace(**changes)


def check(_facts: Any) -> Iterable[Finding]:
    """Nothing is wrong."""
    return ()


def rule(code: str = "BA001", name: str = "open-gate", **more: Any) -> Rule:
    return Rule(code, check, WARNING, **{"name": name, "dialect": "barn", **more})


BUILTIN_RULES = (
    rule("PL002", "syntax-error", dialect="*"),
    rule("PL101", "unreachable-phase", dialect="vesanor"),
    rule("PL101", "unreachable-phase", dialect="sweny"),
    rule("SW101", "empty-when", dialect="sweny"),
)


def bring(*names: str) -> Brought:
    return brought(names or ("house",), BUILTIN, BUILTIN_RULES, ("select", "tool"))


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What is brought by a plugin with a dialect and rules."""

    def load(*rules: Any, dialect: Any = None) -> Brought:
        dialects = (leads_to(barn() if dialect is None else dialect),)
        offer(monkeypatch, dialects=dialects, rules=(leads_to(rules),))
        return bring()

    return load


def test_a_name_loads_what_it_is_in_either_group(loaded: Any) -> None:
    found = loaded(rule())
    assert found.dialects.names == (*BUILTIN.names, "barn")
    assert found.dialects["barn"].origin == ORIGIN
    assert [(each.code, each.origin) for each in found.rules] == [("BA001", ORIGIN)]
    assert found.faults == ()


def test_what_is_not_named_is_not_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> Any:
        raise AssertionError

    offer(monkeypatch, rules=(leads_to((rule(dialect="sweny"),)), Point("other", never)))
    assert [each.name for each in bring().rules] == ["open-gate"]
    assert bring("house", "house").faults == ()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hose", "unknown plugin `hose`; a similar name exists: `house`"),
        ("builtin", "unknown plugin `builtin`; expected `house`"),
    ],
)
def test_what_is_not_installed(monkeypatch: pytest.MonkeyPatch, name: str, said: str) -> None:
    offer(monkeypatch, rules=(leads_to(()),))
    with pytest.raises(UsageError) as caught:
        bring(name)
    assert str(caught.value) == said


def test_nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch)
    with pytest.raises(UsageError, match="its distribution isn't installed"):
        bring()


def test_two_distributions_with_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    other = Distribution("phaselint-home", "3")
    offer(monkeypatch, rules=(leads_to(()), leads_to((), dist=other)))
    assert bring().faults == (
        f"plugin `house` of {ORIGIN} and phaselint-home 3: exists more than once",
    )


@pytest.mark.parametrize("error", [ImportError("no module\nnamed x"), SystemExit("no")])
def test_what_fails_on_import_is_one_line(
    monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def broken() -> Any:
        raise error

    rules = leads_to((rule(dialect="sweny"), rule("BA002", "shut-gate")))
    offer(monkeypatch, dialects=(Point("house", broken),), rules=(rules,))
    found = bring()
    (line,) = found.faults
    words = " ".join(str(error).split())
    assert line == (
        f"plugin `house` of {ORIGIN}: can't be imported: {type(error).__name__}: {words}"
    )
    assert [each.code for each in found.rules] == ["BA001"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (1, "its table of rules isn't one but a `int`"),
        (("no rule",), "its table of rules holds a `str` among its rules"),
        ((1 / 0 for _ in (1,)), "its table of rules isn't one but a `generator`"),
    ],
)
def test_a_table_that_is_none(monkeypatch: pytest.MonkeyPatch, table: Any, said: str) -> None:
    offer(monkeypatch, rules=(leads_to(table),))
    assert bring().faults == (f"plugin `house` of {ORIGIN}: {said}",)


def closure() -> Any:
    return lambda *_: ()


@pytest.mark.parametrize(
    ("dialect", "said"),
    [
        ((), "isn't a dialect but a `tuple`"),
        (barn(name="Barn"), "is named `Barn`, which isn't a valid name for a dialect"),
        (barn(name="sweny"), "is named `sweny`, the name of another dialect"),
        (barn(name="select"), "is named `select`, a reserved name"),
        (barn(name="shared"), "is named `shared`, a reserved name"),
        (barn(word=""), "has no word for its phases"),
        (barn(load=None), "has a `load` that isn't a function"),
        (barn(symbols="x"), "has a `symbols` that isn't a function"),
        (barn(options={}), "has `options` that aren't a table of options"),
        (barn(options=(Option("a", 1, "", kind=int),) * 2), "has duplicate option `a`"),
        (barn(options=(Option("a", 1, "", kind=float),)), "has an option `a` of an unknown kind"),
        (barn(options=(Option("a", "b", "", kind=int),)), "has a wrong default: `a` must be an"),
        (barn(open_options={"b": 1}), "opens with `b`, which isn't one of its options"),
        (barn(detect=closure()), "its functions must be at the top level of a module: "),
    ],
)
def test_a_dialect_that_cannot_be_used(loaded: Any, dialect: Any, said: str) -> None:
    found = loaded(rule("BA001", "open-gate", dialect="sweny"), rule(), dialect=dialect)
    (line,) = found.faults
    assert line.startswith(f"plugin `house` of {ORIGIN}: its dialect {said}")
    assert found.dialects.names == BUILTIN.names
    assert [each.dialect for each in found.rules] == ["sweny"]


def test_two_dialects_of_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    other = Distribution("phaselint-home", "3")
    points = (leads_to(barn()), leads_to(barn(), "home", other))
    offer(monkeypatch, dialects=points)
    found = bring("house", "home")
    assert found.dialects["barn"].origin == ORIGIN
    (line,) = found.faults
    why = "its dialect is named `barn`, the name of another dialect"
    assert line == f"plugin `home` of phaselint-home 3: {why}"


class TestRules:
    """Names, codes, dialects and needs of rules."""

    def test_a_dialect_takes_part_in_shared_rules(self, loaded: Any) -> None:
        found = loaded(rule("PL101", "unreachable-phase"), rule("PL002", "syntax-error"), rule())
        assert found.faults == ()
        assert [each.dialect for each in found.rules] == ["barn"] * 3

    def test_rules_for_other_dialects_and_for_all(self, loaded: Any) -> None:
        found = loaded(rule(dialect="sweny"), rule("BA002", "shut-gate", dialect="*"))
        assert found.faults == ()

    @pytest.mark.parametrize(
        ("unfit", "why"),
        [
            (rule("PL101", "open-gate"), "the code belongs to `unreachable-phase`"),
            (rule("BA001", "unreachable-phase"), "the rule of that name has the code `PL101`"),
            (rule("SW900"), "codes with `SW` belong to phaselint"),
            (rule("PL900"), "codes with `PL` belong to phaselint"),
            (rule("SW101", "empty-when"), "codes with `SW` belong to phaselint"),
            (
                rule("PL101", "unreachable-phase", dialect="climpt"),
                "a shared rule is for a dialect of the same distribution",
            ),
            (rule("PL101", "unreachable-phase", dialect="sweny"), "the rule already exists"),
            (
                rule("PL101", "unreachable-phase", dialect="*"),
                "a shared rule is for a dialect of the same distribution",
            ),
            (rule(dialect="brn"), "unknown dialect `brn`; a similar name exists: `barn`"),
            (rule(needs=("fed",)), "the facts of barn have no `fed`"),
            (rule(whole=("graph_know",)), "the facts of barn have no `graph_know`"),
            (rule(dialect="*", needs=("all_fed",)), "the facts of vesanor have no `all_fed`"),
            (rule("B1"), "the code isn't a valid code"),
            (rule(name="Open_Gate"), "the name isn't a valid name"),
            (rule(fix="yes"), "`yes` isn't a way of fixing"),
            (rule(ends="well"), "`well` isn't a way for runs to end"),
            (
                rule(prove=deferred("nowhere", "prove")),
                "its prover can't be imported: ModuleNotFoundError: No module named 'nowhere'",
            ),
            (rule(prove=1), "the prover isn't a function"),
            (rule(prove=dance), "`dance` isn't a way of proving"),
            (rule(needs="graph_known"), "`str` isn't a tuple of names"),
            (rule()._replace(severities=()), "the severities aren't valid"),
            (rule()._replace(severities=(Grade("bad"),)), "the severities aren't valid"),  # type: ignore[arg-type]
            (Rule("BA001", None, WARNING, name="a", dialect="barn"), "the check isn't a function"),  # type: ignore[arg-type]
            (rule()._replace(dialect=""), "it has no dialect; add `dialect=`"),
            (
                rule()._replace(check=closure()),
                "its functions must be at the top level of a module",
            ),
        ],
    )
    def test_a_rule_that_cannot_be_used(self, loaded: Any, unfit: Rule, why: str) -> None:
        found = loaded(unfit, rule("BA003", "lost-key", needs=("graph_known", "all_fed")))
        (line,) = found.faults
        named = f"rule `{unfit.code}` `{unfit.name}` of {ORIGIN} is left out: "
        assert line.startswith(named + why)
        assert [each.code for each in found.rules] == ["BA003"]

    def test_many_of_one_distribution_are_one_line(self, loaded: Any) -> None:
        found = loaded(rule("SW901"), rule("SW902", "b"), rule("SW903", "c"), rule("BA004", "d"))
        (line,) = found.faults
        named = f"rule `SW901` `open-gate` of {ORIGIN} is left out, as are 2 others of it"
        assert line == f"{named}: codes with `SW` belong to phaselint"

    def test_two_rules_of_one_name(self, loaded: Any) -> None:
        assert loaded(rule(), rule()).faults[0].endswith("the rule already exists")

    def test_the_prefix_of_another_plugin(self, monkeypatch: pytest.MonkeyPatch) -> None:
        own, other = rule(dialect="sweny"), rule("BA002", "shut-gate", dialect="sweny")
        points = (leads_to((own,)), leads_to((other,), "home", Distribution("home", "3")))
        offer(monkeypatch, rules=points)
        (line,) = bring("house", "home").faults
        named = "rule `BA002` `shut-gate` of home 3 is left out"
        assert line == f"{named}: codes with `BA` belong to {ORIGIN}"

    def test_facts_that_cannot_be_had(self, loaded: Any) -> None:
        found = loaded(rule(needs=("fed",)), dialect=barn(study=nothing))
        assert found.faults[0].endswith("`study` of barn isn't a class that shows its facts")


def test_the_former_names_of_what_a_rule_says_are_read_as_before() -> None:
    former = rule(whole=("all_fed",), apart=True, about=("gate",))
    assert former == rule(complete_if=("all_fed",), per_part=True, only_if_keys=("gate",))
