"""Guards driven by events as a harness sends them, and what such a guard must do, worked out anew.

The oracle keeps what happened as a plain list of calls. It judges each call by trying every result
that the calls under way may still have, and asks the judge of finished runs about each of these.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.dialects.acts import Act
from phaselint.guards.making import made
from phaselint.guards.rows import View
from phaselint.guards.targets import OF
from phaselint.guards.writing import Origin, written
from phaselint.policies.monitor import violation
from phaselint.policies.naming import resolved
from phaselint.policies.policy import ENDINGS
from phaselint.policies.reading import read_policies

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Literal

    from phaselint.dialects.acts import Ok
    from phaselint.guards.writing import OnError
    from phaselint.policies.policy import Policy

TOOLS = ("pay", "mail", "check", "log")
AGENTS = ("Payer", "Note Writer", "checker")
RESULTS: tuple[Ok, ...] = ("yes", "no")
KNOWN = (
    *(Act("call", each, "tool") for each in TOOLS),
    *(Act("call", each, "agent") for each in AGENTS),
)


def policy(value: Mapping[str, Any]) -> Policy:
    """A policy, with its names read as the acts here have them."""
    (found,), flaws = read_policies([value], ())
    assert flaws == ()
    return resolved(found, KNOWN)


def guard_text(policies: Sequence[Policy], target: str, on_error: OnError = "open") -> str:
    """The file of a guard for a team of agents."""
    view = View(OF[target], team=True, known=KNOWN)
    tables = []
    for each in policies:
        found, reason = made(each, view, None)
        assert found is not None, reason
        tables.append(found.table)
    origin = Origin("team", "agents", "0" * 16, ("a.script.yaml:1",) * len(tables))
    return written(tables, view.target, origin, team=True, on_error=on_error)


class Loaded:
    """The program of a guard, run in this process."""

    def __init__(self, text: str, folder: Path) -> None:
        self.names: dict[str, Any] = {"__name__": "guard"}
        exec(compile(text, "guard.py", "exec"), self.names)
        self.names["folder"] = lambda: str(folder)

    def __call__(self, event: Mapping[str, Any]) -> str | None:
        """The message by which an event is blocked, or none."""
        found: str | None = self.names["answered"](event["hook_event_name"], event)
        return found


class Call:
    """A call that a guard let through."""

    def __init__(self, own: str, act: Act, by: Call | None) -> None:
        self.own = own
        self.act = act
        self.by = by
        self.status = "asked"

    @property
    def is_open(self) -> bool:
        """Whether its result isn't known."""
        return self.status in ("asked", "running")

    @property
    def callers(self) -> list[Call]:
        """It and those that it was called in."""
        return [self, *(self.by.callers if self.by else ())]


class Oracle:
    """What a guard must block."""

    def __init__(self, policies: Sequence[Policy], *, shows_agents: bool) -> None:
        self.calls: list[Call] = []
        self._policies = policies
        self._shows_agents = shows_agents

    def blocks(self, act: Act, by: Call | None) -> bool:
        """Whether some way in which the calls under way may end makes this one a violation."""
        callers = by.callers if by else []
        return any(self._violates(each, act, callers) for each in self._policies)

    def holds(self) -> bool:
        """Whether the end of a turn breaks a policy of how runs end: not while an agent is at work,
        or a call under way that a policy looks at."""
        patterns = [one for each in self._policies for one in each.patterns]
        for call in self.calls:
            seen = call.act.kind == "agent" or any(each.matches(call.act) for each in patterns)
            if call.is_open and seen:
                return False
        acts = [
            each.act._replace(ok="yes" if each.status == "done" else "no")
            for each in self.calls
            if each.status != "refused"
        ]
        ends = (violation(each, allowed(each, acts), ended=True) for each in self._policies)
        return any(each is not None for each in ends)

    def _violates(self, policy: Policy, act: Act, callers: Sequence[Call]) -> bool:
        patterns = policy.patterns
        calls = [each for each in self.calls if any(one.matches(each.act) for one in patterns)]
        for chosen in product(*(self._results(each, callers) for each in calls)):
            pairs = zip(calls, chosen, strict=True)
            done = [each.act._replace(ok=ok) for each, ok in pairs if ok]
            for ok in RESULTS:
                acts = [*done, act._replace(ok=ok)]
                if ends_wrong(policy, acts):
                    return True
        return False

    def _results(self, call: Call, callers: Sequence[Call]) -> tuple[Ok | Literal[""], ...]:
        if call.status == "asked":
            return ("", "yes", "no")
        if call.status == "running":
            return ("yes",) if not self._shows_agents or call in callers else ("yes", "no")
        if call.status == "refused":
            return ("",)
        return ("yes",) if call.status == "done" else ("no",)


def ends_wrong(policy: Policy, acts: Sequence[Act]) -> bool:
    """Whether the last act of a run violates a policy. Earlier ones that do, because a call that
    they depend on turned out to fail, are left out of account."""
    left = allowed(policy, acts[:-1])
    return breaks(policy, [*left, acts[-1]])


def allowed(policy: Policy, acts: Sequence[Act]) -> list[Act]:
    """Acts without those that violate a policy."""
    left: list[Act] = []
    for act in acts:
        if not breaks(policy, [*left, act]):
            left.append(act)
    return left


def breaks(policy: Policy, acts: Sequence[Act]) -> bool:
    """Whether acts violate a policy, or make each end of the run a violation, whatever else is
    done: what was done too early stays so."""
    early = policy.shape == "every-run" and policy.scope == "before"
    return violation(policy, acts, ended=early) is not None


class Drawn(NamedTuple):
    """What was drawn: how often a call was blocked, and let through, and how often a turn couldn't
    end."""

    blocked: int
    passed: int
    held: int


class Session:
    """A random session of a harness, as events to a guard and as calls of the oracle."""

    def __init__(self, pick: random.Random, target: str, guard: Loaded, oracle: Oracle) -> None:
        self._pick = pick
        self._target = target
        self._guard = guard
        self._oracle = oracle
        self._number = 0
        self.log: list[str] = []
        self.blocked = self.passed = self.held = 0
        self._stops = 0

    def run(self, length: int) -> Drawn:
        """Do so many things."""
        self._send("SessionStart", source="new" if self._target != "claude-code" else "startup")
        for _ in range(length):
            waiting = [each for each in self._oracle.calls if each.is_open]
            if len(waiting) > 5 or self._pick.random() < 0.04:
                self._end_turn()
            elif waiting and self._pick.random() < 0.5:
                self._go_on(self._pick.choice(waiting))
            else:
                self._call()
        return Drawn(self.blocked, self.passed, self.held)

    def _send(self, name: str, by: Call | None = None, **more: Any) -> str | None:
        event = {"hook_event_name": name, "session_id": "s", "cwd": "/w", **more}
        if by is not None and self._target == "claude-code":
            event |= self._child(by)
        self.log.append(f"{name} {more.get('tool_name', '')} {more.get('tool_use_id', '')}")
        return self._guard(event)

    @staticmethod
    def _child(call: Call) -> dict[str, Any]:
        """What events say of the agent that a call started."""
        return {"agent_id": f"child-{call.own}", "agent_type": call.act.subject}

    def _tool(self, act: Act, own: str) -> dict[str, Any]:
        """What events say of a call."""
        secret = "SECRET-ARGUMENT"
        found: dict[str, Any] = {"tool_name": act.subject, "tool_input": {"text": secret}}
        if act.kind == "agent":
            tool, key = {
                "claude-code": ("Agent", "subagent_type"),
                "vscode": ("runSubagent", "agentName"),
                "copilot-cli": ("Agent", "agent_type"),
            }[self._target]
            name = self._pick.choice((act.subject, act.subject.lower().replace(" ", "-")))
            found = {"tool_name": tool, "tool_input": {key: name, "prompt": secret}}
        return found if self._target == "copilot-cli" else {**found, "tool_use_id": own}

    def _call(self) -> None:
        by = self._pick.choice(
            [None, *(each for each in self._oracle.calls if each.status == "running")]
        )
        act = self._pick.choice(KNOWN)
        self._number += 1
        own = f"call-{self._number}"
        expected = self._oracle.blocks(act, by)
        message = self._send("PreToolUse", by, **self._tool(act, own))
        assert (message is not None) == expected, (act.text, expected, self.log)
        if message is None:
            self.passed += 1
            self._oracle.calls.append(Call(own, act, by))
        else:
            self.blocked += 1

    def _go_on(self, call: Call) -> None:
        """Let a call come to something: its start, its result, or that it is refused."""
        inner = [each for each in self._oracle.calls if each.by is call and each.is_open]
        starts = call.act.kind == "agent" and self._target != "copilot-cli"
        if call.status == "asked" and starts and self._pick.random() < 0.7:
            same = self._first(call)
            same.status = "running"
            self._send("SubagentStart", **self._child(same))
        elif not inner:
            self._result(call)

    def _first(self, call: Call) -> Call:
        """The earliest call like one whose agent hasn't started."""
        alike = (each for each in self._oracle.calls if each.act.name == call.act.name)
        return next(each for each in alike if each.status == "asked")

    def _result(self, call: Call) -> None:
        if self._target == "copilot-cli":
            alike = (each for each in self._oracle.calls if each.act.name == call.act.name)
            call = next(each for each in alike if each.is_open)
        result = self._pick.choice(("done", "done", "failed", "refused"))
        if call.status == "running" and result == "refused":
            result = "done"
        if result == "failed" and self._target == "vscode":
            return
        if result == "refused" and self._target != "claude-code":
            return
        call.status = result
        event = {"done": "PostToolUse", "failed": "PostToolUseFailure"}.get(
            result, "PermissionDenied"
        )
        more = {"tool_response": "SECRET-RESULT"} if result == "done" else {}
        if call.act.kind == "agent" and self._target != "copilot-cli":
            self._send("SubagentStop", **self._child(call))
        self._send(event, call.by, **self._tool(call.act, call.own), **more)

    def _end_turn(self) -> None:
        """The main agent's turn ends: what it asked for and wasn't done was refused."""
        for call in self._oracle.calls:
            if call.by is None or self._target != "claude-code":
                if call.status == "asked":
                    call.status = "refused"
                elif call.status == "running":
                    call.status = "failed"
        if self._pick.random() < 0.3:
            self._stops = 0
            self._send("UserPromptSubmit")
            return
        again = self._pick.choice(({}, {}, {"stop_hook_active": True}, {"background_tasks": ["t"]}))
        expected = not again and self._stops < 3 and self._oracle.holds()
        message = self._send("Stop", **again)
        assert (message is not None) == expected, (again, expected, self.log)
        self._stops += expected
        self.held += expected


SAFETY = ("never", "at-most", "never-both")


def random_policy(pick: random.Random, shapes: Sequence[str] = (*SAFETY, *ENDINGS)) -> Policy:
    """A policy of one of some shapes that a guard can hold."""

    def acts() -> Any:
        names = [*(f"call tool {each}" for each in TOOLS), "call tool *", "call tool ma?l"]
        names += [f"call agent {each}" for each in AGENTS] + ["call pay", "call check*"]
        some = pick.sample(names, pick.choice((1, 1, 1, 2)))
        return some if len(some) > 1 or pick.random() < 0.2 else some[0]

    shape = pick.choice(sorted(shapes))
    value: dict[str, Any] = {"why": pick.choice(("", "the rule of the house"))}
    if shape == "never-both":
        value[shape] = [acts(), acts()]
    elif shape == "every":
        value |= {"every": acts(), "followed-by": acts()}
    elif shape == "every-run":
        scope = pick.choice(("", "before", "after"))
        value |= {"every-run": acts()} | ({scope: acts()} if scope else {})
    else:
        value |= {"never": acts()} if shape == "never" else {"at-most": pick.randint(0, 3)}
        value |= {"of": acts()} if shape == "at-most" else {}
        scopes = ["before"] if shape == "never" else [""]
        scope = pick.choice([*scopes, "after", "between"])
        if scope:
            value[scope] = [acts(), acts()] if scope == "between" else acts()
    if not value["why"]:
        del value["why"]
    found, _ = read_policies([value], ())
    return resolved(found[0], KNOWN) if found else random_policy(pick, shapes)


def random_graph_policy(pick: random.Random, nodes: Sequence[str]) -> dict[str, Any]:
    """A policy about nodes, as its author writes it."""

    def acts(names: Sequence[str]) -> Any:
        some = [f"enter {each}" for each in names]
        return some[0] if len(some) == 1 and pick.random() < 0.5 else some

    mixed = pick.sample(nodes, 3)
    shape = pick.choice(("never", "at-most", "never-both"))
    if shape == "never-both":
        return {shape: [acts(mixed[:1]), acts(mixed[1:])]}
    more: dict[str, Any] = {"at-most": pick.randint(0, 2), "of": acts(mixed[:1])}
    more = {"never": acts(mixed[:1])} if shape == "never" else more
    scope = pick.choice(("before", "after", "between") if shape == "never" else ("", "after"))
    if scope:
        more[scope] = (
            [acts(mixed[1:2]), acts(mixed[2:])] if scope == "between" else acts(mixed[1:2])
        )
    return more
