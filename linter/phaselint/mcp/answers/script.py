"""The tool `run_script`."""

from __future__ import annotations

import os

from phaselint.cli.common import find_contract
from phaselint.cli.playing import played, scenarios_in
from phaselint.cli.scriptfiles import content, parsed, script_in
from phaselint.executor.trace import as_text
from phaselint.mcp.answers import BUDGET, Answer, Told
from phaselint.report.agent.limits import RUN, cut, cut_list, fitted, size
from phaselint.vocabulary.errors import blamed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.executor.scenario import Played
    from phaselint.mcp.answers import Arguments, Data, Overlay, Tell

STEPS = 2 * RUN
"""How many steps of a run are shown."""

HOW = "`scenario` runs one of them"


def answer(arguments: Arguments, overlay: Overlay, tell: Tell) -> Answer:
    """See `phaselint.mcp.answers`. Raises UsageError for a script that can't be run."""
    path = arguments["script"]
    tell(Told("reading"))
    given = overlay.get(os.path.abspath(path))
    document = parsed(path, content(path) if given is None else given)
    script = script_in(path, document)
    named = os.path.normpath(os.path.join(os.path.dirname(path), script.contract))
    contract = arguments.get("contract", named)
    found = find_contract(contract, arguments.get("dialect", ""), overlay=overlay)
    scenarios = scenarios_in(document, path, arguments.get("scenario", ""))
    tell(Told(f"running {len(scenarios)} scenarios"))
    with blamed(found.dialect.origin, "runtime"):
        runtime = found.dialect.runtime()
        runs = sorted(played(found, runtime, scenarios, path), key=_holds)
        data = _data(contract, runtime, runs)
        lines = [line.rstrip() for each in runs for line in as_text(runtime, each)]
    return Answer(fitted(lines, BUDGET, HOW), data)


def _holds(played: Played) -> bool:
    """Whether nothing fails; what fails is shown first."""
    return not played.flaws


def _data(contract: str, runtime: Any, runs: list[Played]) -> Data:
    shown: list[Data] = []
    left = BUDGET
    for each in runs:
        told = _run(runtime, each)
        left -= size(told)
        if left < 0 and shown:
            break
        shown.append(told)
    data: Data = {
        "contract": contract,
        "ok": not any(each.flaws for each in runs),
        "runs": shown,
    }
    if len(shown) < len(runs):
        data["left_out"] = {"after": len(runs) - len(shown), "how": HOW}
    return data


def _run(runtime: Any, each: Played) -> Data:
    steps = [
        f"{number}. {event.phase or '-'}: {runtime.headline(event)}"
        for number, event in enumerate(each.run.events, 1)
    ]
    return {
        "scenario": cut(each.scenario.name),
        "outcome": cut(str(each.run.outcome)),
        "ok": not each.flaws,
        "steps": cut_list(steps, STEPS),
        "failures": cut_list((str(flaw.message) for flaw in each.flaws), RUN),
    }
