"""The product of contract, policy and guard, next to enumeration; and that it notices tables that
are wrong."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from behavior.oracle import DONE, orders, random_atlas, runs
from phaselint.dialects.acts import START, Act
from phaselint.guards.making import made
from phaselint.guards.proving import proved
from phaselint.guards.rows import View
from phaselint.guards.targets import OF
from phaselint.policies.monitor import violation
from phaselint.policies.naming import resolved
from phaselint.policies.reading import read_policies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.behavior.acting import ActAtlas
    from phaselint.guards.tables import Table
    from phaselint.policies.policy import Policy

NAMES = ("a", "b", "c", "d")
KNOWN = tuple(Act("call", each) for each in NAMES)
VIEW = View(OF["claude-code"], team=False, known=KNOWN)


def drawn(pick: random.Random) -> Policy:
    first, second, third = (f"call {each}" for each in pick.sample(NAMES, 3))
    value: dict[str, Any] = pick.choice(
        [
            {"never": first, "before": second},
            {"never": first, "after": second},
            {"never": first, "between": [second, third]},
            {"at-most": pick.randint(0, 2), "of": [first, second]},
            {"at-most": 1, "of": first, "after": second},
            {"never-both": [first, second]},
            {"every-run": first},
            {"every-run": first, "before": second},
            {"every-run": first, "after": second},
            {"every": first, "followed-by": second},
        ]
    )
    (found,), _ = read_policies([value], ())
    return resolved(found, KNOWN)


def table_of(policy: Policy) -> Table:
    found, reason = made(policy, VIEW, None)
    assert found is not None, reason
    return found.table


def blocks(table: Table, acts: Sequence[Act], *, ended: bool) -> int | None:
    """The first act that a table blocks, by walking it; their number where it blocks the end."""
    state = table.start
    for number, act in enumerate(acts):
        mark = 0
        for row in table.acts:
            if act.verb == "call" and act.subject == row.name:
                mark |= row.failed if act.ok == "no" else row.done
        state = table.next[state].get(mark, state)
        if state == -1:
            return number
    return len(acts) if ended and state in table.open else None


def wrong(policy: Policy, acts: Sequence[Act], *, ended: bool) -> int | None:
    """The same for a policy: also where what comes first is too late for what must come before."""
    if (policy.shape, policy.scope) != ("every-run", "before"):
        return violation(policy, acts, ended)
    made = range(1, len(acts) + 1)
    first = (each for each in made if violation(policy, acts[:each], ended=True) is not None)
    return next((each - 1 for each in first), None)


def differs(atlas: ActAtlas, policy: Policy, table: Table) -> bool:
    """Whether some short run is blocked elsewhere than it violates the policy, by enumeration."""
    for acts, _ in runs(atlas, 2):
        for order in orders(acts) if len(acts) < 6 else ():
            for number in range(2 ** sum(each.ok == "unknown" for each in order)):
                told, bits = [], number
                for act in order:
                    ok = act.ok
                    if ok == "unknown":
                        ok, bits = ("yes" if bits & 1 else "no"), bits >> 1
                    told.append(act._replace(ok=ok))
                ended = DONE in order
                if blocks(table, told, ended=ended) != wrong(policy, told, ended=ended):
                    return True
    return False


class TestRandom:
    def test_every_policy_that_is_shown_is_proved(self) -> None:
        pick = random.Random(34)
        for _ in range(150):
            atlas, policy = random_atlas(pick), drawn(pick)
            table = table_of(policy)
            found = proved([atlas], table, VIEW)
            assert (found.wrong, found.missed, found.reason) == ("", "", "")
            assert found.states == len(atlas.states)

    def test_a_table_with_a_row_less_is_noticed_where_a_run_shows_it(self) -> None:
        pick = random.Random(35)
        noticed = 0
        for _ in range(100):
            atlas, policy = random_atlas(pick), drawn(pick)
            table = table_of(policy)
            acts = list(table.acts)
            del acts[pick.randrange(len(acts))]
            cut = table._replace(acts=tuple(acts))
            found = proved([atlas], cut, VIEW)
            if differs(atlas, policy, cut):
                assert found.wrong or found.missed
                noticed += 1
        assert noticed > 5

    def test_a_table_with_another_transition_is_noticed(self) -> None:
        pick = random.Random(36)
        noticed = 0
        for _ in range(100):
            atlas, policy = random_atlas(pick), drawn(pick)
            table = table_of(policy)
            rows = [dict(each) for each in table.next]
            row = pick.choice([each for each in rows if each])
            del row[pick.choice(sorted(row))]
            cut = table._replace(next=tuple(rows))
            found = proved([atlas], cut, VIEW)
            if differs(atlas, policy, cut):
                assert found.wrong or found.missed
                noticed += 1
        assert noticed > 5


def test_an_atlas_that_stopped_early_says_so() -> None:
    atlas = random_atlas(random.Random(1))._replace(complete=False, reason="the bound of 3 states")
    found = proved([atlas], table_of(drawn(random.Random(1))), VIEW)
    assert found.reason == "the bound of 3 states"


class TestNotShown:
    """Runs in which a target shows less than the policy looks at."""

    def team(self, target: str, *calls: Act) -> tuple[View, ActAtlas]:
        view = View(OF[target], team=True, known=calls)
        base = random_atlas(random.Random(1), 2)
        edge = base.out[0][0]._replace(acts=(*calls, DONE), target=1)
        return view, base._replace(
            opening=(START,), out=((edge,), ()), offered=((), ()), states=(0, 1)
        )

    def test_a_glob_over_tools_that_are_not_shown_is_refused(self) -> None:
        server, edit = Act("call", "git/push", "tool"), Act("call", "edit/createFile", "tool")
        view, atlas = self.team("vscode", server, edit)
        (found,), _ = read_policies(
            [{"never": "call tool edit/*", "before": "call tool git/*"}], ()
        )
        guarded, reason = made(resolved(found, (server, edit)), view, [atlas])
        assert guarded is None
        assert reason == "VS Code names the tool `git/push` after what its server calls itself"

    def test_two_tools_that_events_do_not_tell_apart_are_refused(self) -> None:
        power, bash = Act("call", "powershell", "tool"), Act("call", "bash", "tool")
        view, atlas = self.team("copilot-cli", power, bash)
        (found,), _ = read_policies([{"never": "call tool bash", "after": "call tool view"}], ())
        (alone,), _ = read_policies([{"never": "call tool bash"}], ())
        assert made(resolved(found, (power, bash)), view, [atlas])[0] is not None
        guarded, reason = made(resolved(alone, (power, bash)), view, [atlas])
        assert guarded is None
        assert reason == (
            "a guard would block `call tool powershell` in a run that the policy allows"
        )


@pytest.mark.parametrize(
    ("target", "value", "reason"),
    [
        (
            "langgraph",
            {"every-run": "enter desk"},
            "a guard of LangGraph wraps nodes, and doesn't see how runs end",
        ),
        (
            "claude-code",
            {"every-run": "enter desk"},
            "Claude Code doesn't show `enter desk` to a hook",
        ),
        (
            "vscode",
            {"some-run": "call a"},
            "it asks for one run that does something, so no act breaks it",
        ),
        (
            "vscode",
            {"never": "enter a"},
            "VS Code doesn't show `enter a` to a hook",
        ),
        (
            "claude-code",
            {"never": "call a in desk"},
            "Claude Code doesn't show where `call a in desk` happens",
        ),
        (
            "langgraph",
            {"never": "call a"},
            "a guard of LangGraph wraps nodes, and doesn't see `call a`",
        ),
        (
            "claude-code",
            {"at-most": 5000, "of": "call a"},
            "its table has more than 1,000 states",
        ),
    ],
)
def test_what_a_guard_cannot_hold_is_left_out_with_a_reason(
    target: str, value: dict[str, Any], reason: str
) -> None:
    (found,), _ = read_policies([value], ())
    known = (*KNOWN, Act("enter", "desk", phase="desk"))
    view = View(OF[target], team=False, known=known)
    assert made(resolved(found, known), view, None) == (None, reason)
