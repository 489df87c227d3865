"""Act in the reference: the message loop with the completion channel on top (reference §5.12).

A response without tool calls is followed by a steering message and the next one (R15). Calls are
looked at only where the finish reason is `tool-calls`; a turn may name another one as
`finishReason`. All calls of a response are judged before any of them runs (§5.7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conformance.stud_reference.approval import decide
from phaselint.dialects.stud.reading.schemas import accepts
from phaselint.dialects.stud.running.setup import nth

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ASKING = ("COMPOSE_REQUEST", "SEND_REQUEST", "STREAM_RESPONSE")
TOOL_CALLS = "tool-calls"
DENIED = "ToolTerminal/ApprovalDenied"
UNTYPED = "ToolTerminal/ToolExecutionFailed"


def act(case: Mapping[str, Any]) -> dict[str, Any]:
    """Run the Act of a case's `entry`, and tell what came of it."""
    stage = next(each for each in case["stages"] if each["id"] == case["entry"])
    loop = _Loop(stage, case.get("script") or {})
    loop.run()
    return {
        "capHit": loop.cap_hit,
        "llmTurns": loop.turns,
        "completed": loop.completed,
        "parseErrors": loop.parse_errors,
        "results": loop.results,
        "log": loop.log,
    }


class _Loop:
    """One Act, and what it writes down."""

    def __init__(self, stage: Mapping[str, Any], script: Mapping[str, Any]) -> None:
        self.turns = 0
        self.cap_hit = False
        self.completed = False
        self.parse_errors: list[str] = []
        self.results: list[str] = []
        self.log: list[str] = []
        self._stage = stage
        self._script = script
        self._seen: set[tuple[Any, ...]] = set()
        self._asked: dict[str, int] = {}
        self._used: dict[str, int] = {}
        self._proposals = 0

    def run(self) -> None:
        """Turn after turn, until the completion, the cap, or the last scripted turn."""
        self._fire("RECEIVE_INPUT")
        turns: Sequence[Any] = (self._script.get("turns") or {}).get(self._stage["id"]) or ()
        for turn in turns[0] if turns and isinstance(turns[0], list) else turns:
            if self._at_cap():
                return
            self.turns += 1
            self._fire(*ASKING)
            calls = turn.get("calls") or ()
            if not calls or turn.get("finishReason", TOOL_CALLS) != TOOL_CALLS:
                continue
            self._fire("TOOL_CALL")
            self._take(calls)
            if self.completed:
                break
        else:
            if self._at_cap():
                return
        self._fire("RENDER")

    def _at_cap(self) -> bool:
        """Whether no further pass may begin; the first one always may."""
        self.cap_hit = self.turns > 0 and self.turns >= self._stage["turnCap"]
        return self.cap_hit

    def _fire(self, *names: str) -> None:
        self.log += (f"StagePreFired {self._stage['id']} {name}" for name in names)

    def _take(self, calls: Sequence[Mapping[str, Any]]) -> None:
        name = self._stage["completionTool"]
        completions = [call for call in calls if call["name"] == name]
        if not completions:
            self._dispatch(calls)
        elif len(calls) > 1:
            self.results += (f"{call['name']}:error" for call in calls)
        else:
            self._complete(completions[0].get("args", {}))

    def _complete(self, args: Any) -> None:
        name = self._stage["completionTool"]
        if isinstance(args, dict) and accepts(self._stage["completionSchema"], args):
            self.completed = True
            self.results.append(f"{name}:ok")
        else:
            self.parse_errors.append(name)
            self.results.append(f"{name}:error")

    def _dispatch(self, calls: Sequence[Mapping[str, Any]]) -> None:
        stage = self._stage["id"]
        judged = []
        for call in calls:
            said = self._decided(call)
            self.log.append(f"Approval {stage} {call['name']} {said}")
            judged.append((call["name"], said.startswith("approve")))
        for tool, approved in judged:
            self.results.append(f"{tool}:{self._execute(tool) if approved else DENIED}")

    def _execute(self, tool: str) -> str:
        """Run a call, and say what comes of it."""
        self.log.append(f"Execute {self._stage['id']} {tool}")
        result = self._listed("toolResults", tool, self._used)
        error = result.get("error") if isinstance(result, dict) else None
        return "ok" if error is None else _code(error)

    def _decided(self, call: Mapping[str, Any]) -> str:
        tool = call["name"]
        asked: dict[str, Any] = {
            "tool": tool,
            "allowedTools": self._stage.get("allowedTools") or (),
            "args": call.get("args", {}),
            "proposalId": self._proposals,
        }
        self._proposals += 1
        if tool not in asked["allowedTools"]:
            grants = (self._script.get("grants") or {}).get(self._stage["id"]) or {}
            listed = grants.get(tool) or ()
            asked["grant"] = nth(listed, self._count(tool, self._asked)) or "defer"
        guards = self._script.get("guards") or ()
        asked["guard"] = next((each["deny"] for each in guards if each["tool"] == tool), None)
        return decide(asked, self._seen)

    def _listed(self, key: str, tool: str, counts: dict[str, int]) -> Any:
        said = (self._script.get(key) or {}).get(tool)
        return nth(said, self._count(tool, counts)) if isinstance(said, list) else said

    def _count(self, tool: str, counts: dict[str, int]) -> int:
        counts[tool] = counts.get(tool, 0) + 1
        return counts[tool] - 1


def _code(error: Any) -> str:
    """Class and code of a failed call; one that lacks either is untyped."""
    told = error if isinstance(error, dict) else {}
    named = [told[key] for key in ("class", "code") if isinstance(told.get(key), str)]
    return "/".join(named) if len(named) == 2 else UNTYPED
