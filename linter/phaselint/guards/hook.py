"""The program of a guard that a coding agent runs as a hook: it reads one event and answers it.

`phaselint policies --export` writes this file, with the tables of a contract between two marks. It
uses the standard library alone, starts no process and opens no connection, and stores numbers,
times and IDs, never prompts, arguments or results.

A call counts where it began. While its result is open, every possible result is tried: the next
call is blocked if one of them makes it a violation, so an attempt never counts as a success. The
end of a turn is blocked where a policy of how runs end asks for something else first.
"""

from __future__ import annotations

import json
import os
import sys
import time
import zlib

# parts: begin
from phaselint.guards.answering import complain, denied
from phaselint.guards.keeping import folder, locked, store, tidy
from phaselint.policies.matching import alike

# parts: end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Event = dict[str, Any]
    Call = dict[str, Any]
    Data = dict[str, Any]
    Letters = list[list[int]]

# tables: begin
TARGET = "claude-code"
GUARD = "template"
ON_ERROR = "open"
AGENT_TOOLS = {"Agent": "subagent_type", "Task": "subagent_type"}
SKILL_TOOLS = {"Skill": "skill"}
ANY_SERVER = True
POLICIES: list[dict[str, Any]] = []
# tables: end

SHOWS_AGENTS = TARGET == "claude-code"
"""Whether each event says which subagent it is from."""

STOP = -1
"""The state of a table that no run may reach."""

KEPT_FOR = 600
"""Seconds after which a call without a result counts as refused."""

MOST_STOPS = 3
"""How often the end of a turn is blocked after one prompt."""

MOST_CALLS = 500
"""Calls whose results are open at most; earlier ones count as failed."""

FRESH = ("startup", "clear", "new")
RESULTS = {"PostToolUse": "done", "PostToolUseFailure": "failed"}
STARTED = ("async_launched", "remote_launched")


class Unreadable(Exception):
    """An event that isn't what the protocol says."""


# --- what an event is -----------------------------------------------------------------------------


def folded(name: object) -> str:
    """The name of an agent regardless of case and separators."""
    return "".join(each for each in str(name).lower() if each not in " -_")


def shown(event: Event) -> tuple[str, list[str]]:
    """The kind of the act of a tool event, and the names that it goes by."""
    tool = event.get("tool_name")
    if not isinstance(tool, str) or not tool:
        raise Unreadable("no tool name")
    inputs = event.get("tool_input")
    if tool in AGENT_TOOLS:
        name = inputs.get(AGENT_TOOLS[tool]) if isinstance(inputs, dict) else None
        return "agent", [folded(name or "general-purpose")]
    if tool in SKILL_TOOLS:
        name = inputs.get(SKILL_TOOLS[tool]) if isinstance(inputs, dict) else None
        return "skill", [str(name or "")]
    names = [tool]
    parts = tool.split("__", 2)
    if len(parts) == 3 and parts[0] == "mcp":
        names.append(parts[1] + "/" + parts[2])
        if ANY_SERVER:
            names.append(parts[2])
    return "tool", names


def letters(kind: str, names: list[str], agent: str) -> Letters:
    """What an act by an agent is to each policy: if it succeeds, and if it fails."""
    found = []
    for policy in POLICIES:
        done = failed = 0
        for its_kind, how, name, by, if_done, if_failed in policy["acts"]:
            if its_kind != kind or (by and by != agent):
                continue
            if any(alike(name, each) if how == "like" else name == each for each in names):
                done, failed = done | if_done, failed | if_failed
        found.append([done, failed])
    return found


# --- the automaton --------------------------------------------------------------------------------


def after(number: int, state: int, letter: int) -> int:
    """The state of a policy after an act, or `STOP`."""
    found: int = POLICIES[number]["next"][state].get(letter, state)
    return found


def kept(number: int, state: int, letter: int) -> int:
    """The same for an act that has happened: a violation leaves the state as it was."""
    found = after(number, state, letter)
    return state if found == STOP else found


def possible(call: Call, callers: list[str]) -> tuple[int | None, ...]:
    """The results that a call may have: of its letters, the index; none if it never happens."""
    status = call["status"]
    if status in ("done", "failed"):
        return (0,) if status == "done" else (1,)
    if status == "asked":
        return (None, 1, 0)
    return (0,) if not SHOWS_AGENTS or call["child"] in callers else (1, 0)


def blocking(data: Data, asked: Letters, callers: list[str]) -> int | None:
    """The number of the first policy that an act with these letters might violate, or none."""
    for number, pair in enumerate(asked):
        if not any(pair):
            continue
        states = {data["at"][number]}
        for call in data["calls"]:
            mine = call["letters"][number]
            options = possible(call, callers)
            states = {
                state if one is None else kept(number, state, mine[one])
                for state in states
                for one in options
            }
        if any(after(number, state, letter) == STOP for state in states for letter in pair):
            return number
    return None


def settle(data: Data) -> None:
    """Move the state over the calls whose results are known."""
    calls = data["calls"]
    while calls and (calls[0]["status"] in ("done", "failed") or len(calls) > MOST_CALLS):
        call = calls.pop(0)
        which = 0 if call["status"] == "done" else 1
        for number, pair in enumerate(call["letters"]):
            data["at"][number] = kept(number, data["at"][number], pair[which])


def drop(data: Data, gone: Callable[[Call], object]) -> None:
    """Forget the calls without a result that were refused."""
    data["calls"] = [
        each for each in data["calls"] if not (each["status"] == "asked" and gone(each))
    ]


def chain(data: Data, agent: str) -> list[str]:
    """A subagent and those who called it, by their IDs."""
    found = [agent] if agent else []
    for call in reversed(data["calls"]):
        if found and call["child"] == found[-1] and call["by"]:
            found.append(call["by"])
    return found


# --- the events -----------------------------------------------------------------------------------


def before_call(event: Event, data: Data, agent: str) -> str | None:
    """Decide on a call; the message of the policy that blocks it, or none."""
    own = str(event.get("tool_use_id") or "")
    if own and any(each["id"] == own for each in data["calls"]):
        return None
    kind, names = shown(event)
    asked = letters(kind, names, folded(event.get("agent_type") or ""))
    number = blocking(data, asked, chain(data, agent))
    if number is not None:
        return str(POLICIES[number]["message"])
    if kind == "agent" or any(map(any, asked)):
        data["calls"].append(entry(own, agent, key(kind, names[0]), asked, "asked"))
    return None


def key(kind: str, name: str) -> int:
    """A number that stands for the name of what is called."""
    return zlib.crc32(f"{kind} {name}".encode("utf-8", "replace"))


def entry(own: str, agent: str, named: int, asked: Letters, status: str) -> Call:
    """A call as the state has it; `named` is the key of what is called."""
    return {
        "id": own,
        "by": agent,
        "child": "",
        "key": named,
        "letters": asked,
        "status": status,
        "time": int(time.time()),
        "away": False,
    }


def after_call(event: Event, data: Data, agent: str, status: str) -> None:
    """Take down the result of a call."""
    own = str(event.get("tool_use_id") or "")
    kind, names = shown(event)
    asked = letters(kind, names, folded(event.get("agent_type") or ""))
    open_ = [each for each in data["calls"] if each["status"] in ("asked", "running")]
    if own:
        found = [each for each in open_ if each["id"] == own]
    else:
        found = [each for each in open_ if each["key"] == key(kind, names[0])]
    if found:
        call = found[0]
    else:
        call = entry(own, agent, key(kind, names[0]), asked, status)
        data["calls"].append(call)
    response = event.get("tool_response")
    if isinstance(response, dict) and response.get("status") in STARTED:
        call["status"], call["child"] = "running", str(response.get("agentId") or call["child"])
        call["away"] = True
    else:
        call["status"] = status


def agent_started(event: Event, data: Data) -> None:
    """Find the call that a subagent was started by."""
    named = key("agent", folded(event.get("agent_type") or ""))
    for call in data["calls"]:
        if call["key"] == named and call["status"] == "asked":
            call["status"], call["child"] = "running", str(event.get("agent_id") or "")
            return


def turn_ended(data: Data, agent: str | None) -> None:
    """Drop the calls of an agent, or of all, that were refused; those that were stopped while they
    ran have failed."""
    drop(data, lambda call: agent in (None, call["by"]))
    for call in data["calls"]:
        stopped = agent is None or (call["by"] == agent and not call["away"])
        if call["status"] == "running" and stopped:
            call["status"] = "failed"


def before_end(event: Event, data: Data) -> str | None:
    """Decide on the end of a turn of the main agent; the message of the policy that asks for
    something else first, or none. While a call or task is under way, the session goes on anyway; an
    agent that goes on because of a hook isn't held again."""
    settle(data)
    held = data["calls"] or event.get("stop_hook_active") or event.get("background_tasks")
    for number, policy in enumerate(() if held or data["stops"] >= MOST_STOPS else POLICIES):
        if data["at"][number] in policy["open"]:
            data["stops"] += 1
            return str(policy["message"])
    return None


def agent_stopped(event: Event, data: Data) -> None:
    """Take down that a subagent ended, one in the background successfully."""
    child = str(event.get("agent_id") or "")
    if not child:
        return
    turn_ended(data, child)
    for call in data["calls"]:
        if call["away"] and call["child"] == child:
            call["status"] = "done"


def handled(what: str, event: Event, data: Data) -> str | None:
    """Take an event into the state; the message of the policy that blocks it, or none."""
    agent = str(event.get("agent_id") or "") if SHOWS_AGENTS else ""
    now = time.time()
    drop(data, lambda call: not -KEPT_FOR < now - call["time"] < KEPT_FOR)
    message = None
    if what == "PreToolUse":
        message = before_call(event, data, agent)
    elif what in RESULTS:
        after_call(event, data, agent, RESULTS[what])
    elif what == "PermissionDenied":
        own = event.get("tool_use_id")
        drop(data, lambda call: call["id"] == own)
    elif what == "Stop":
        turn_ended(data, agent)
        message = None if agent else before_end(event, data)
    elif what in ("UserPromptSubmit", "PostToolBatch"):
        turn_ended(data, agent)
        data["stops"] = 0 if what == "UserPromptSubmit" else data["stops"]
    elif what == "SubagentStart":
        agent_started(event, data)
    elif what == "SubagentStop":
        agent_stopped(event, data)
    elif what == "SessionStart":
        turn_ended(data, agent if event.get("source") == "compact" else None)
        if event.get("source") in FRESH:
            data.update(fresh())
    else:
        complain("this guard doesn't know the event; it lets it pass")
    settle(data)
    return message


# --- the state ------------------------------------------------------------------------------------


def fresh() -> Data:
    """The state of a session that has done nothing."""
    return {"at": [policy["start"] for policy in POLICIES], "calls": [], "stops": 0}


def stored(path: str) -> Data:
    """The state in a file; that of a new session if there is none that can be read."""
    try:
        with open(path, "rb") as file:
            data: Data = json.loads(file.read())
        sound = [0 <= at < len(POLICIES[each]["next"]) for each, at in enumerate(data["at"])]
        whole = isinstance(data["calls"], list) and isinstance(data["stops"], int)
        if len(sound) == len(POLICIES) and all(sound) and whole:
            return data
    except FileNotFoundError:
        return fresh()
    except (ValueError, TypeError, KeyError, IndexError):
        pass
    complain("the state of this session is damaged; the guard starts over")
    return fresh()


def answered(what: str, event: Event) -> str | None:
    """Take an event; the message of the policy that blocks it, or none."""
    session = str(event.get("session_id") or event.get("sessionId") or "unknown")
    plain = "".join(each for each in session if each.isascii() and (each.isalnum() or each == "-"))
    name = f"{GUARD}-{plain[:60]}-{zlib.crc32(session.encode('utf-8', 'replace')):08x}.json"
    where = folder()
    file = locked(os.path.join(where, "lock"))
    try:
        path = os.path.join(where, name)
        data = stored(path)
        was = json.dumps(data)
        message = handled(what, event, data)
        if json.dumps(data) != was:
            store(path, data)
        if what == "SessionStart":
            tidy(where)
        return message
    finally:
        os.close(file)


# --- the answer -----------------------------------------------------------------------------------


def failed(what: str, error: Exception) -> int:
    """Say that an event wasn't checked; the exit status. Only the kind of an error is told: its
    message may quote the event. `2` blocks; `1` shows the line and lets pass, except in Copilot
    CLI, where only `0` lets pass."""
    closed = ON_ERROR == "closed" and what in ("", "PreToolUse")
    kind = str(error) if isinstance(error, Unreadable) else type(error).__name__
    complain(f"can't check this event ({kind}); it is {'blocked' if closed else 'let through'}")
    return 2 if closed else 0 if TARGET == "copilot-cli" else 1


def main() -> int:
    """Answer the event on standard input; the exit status."""
    what = ""
    try:
        event = json.loads(sys.stdin.buffer.read())
        if not isinstance(event, dict):
            raise Unreadable("not an object")
        named = event.get("hook_event_name") or event.get("hookEventName")
        if not isinstance(named, str):
            raise Unreadable("no event name")
        what = named
        message = answered(what, event)
        if message is not None:
            sys.stdout.write(denied(TARGET, what, message))
            sys.stdout.flush()
        return 0
    except Exception as error:  # a guard that fails says so
        return failed(what, error)


if __name__ == "__main__":
    sys.exit(main())
