"""What the tools `lint` and `prove` share: a run, its fixes tried, and the answer so far."""

from __future__ import annotations

from phaselint.api import builtin_rules
from phaselint.fixing.trying import tried
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.mcp.answers import BUDGET, Answer, Told
from phaselint.report.agent.data import Page, as_data, ordered
from phaselint.report.agent.limits import size
from phaselint.report.agent.text import as_text
from phaselint.report.forpeople import for_people
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.linting.result import Result, Trial
    from phaselint.mcp.answers import Arguments, Data, Overlay, Tell
    from phaselint.vocabulary.diagnostic import Diagnostic

MANY = 10
"""How many causes are shown unless another number is asked for."""

HOW = "ask again with other `paths`, `select` or `min_severity`"


def found(arguments: Arguments, overlay: Overlay, tell: Tell, *, prove: bool) -> Answer:
    """Lint, or lint and prove, and try the fixes of the findings that are shown.

    Raises:
        UsageError: a bad option or configuration, or no path can be linted.
    """
    counted = "min_severity" not in arguments
    page = Page(arguments.get("skip", 0), arguments.get("limit", MANY), HOW, counted)
    request = request_of(arguments, overlay)
    tell(Told("linting"))
    result = _run(request)
    plain = answer_of(result, page)
    if prove:
        tell(Told("proving", _stopped(plain, "findings are not proved and fixes not tried")))
        request = request._replace(dry_run=True, pictures=True)
        result = _run(request)
        plain = answer_of(result, page)
    if not arguments.get("fixes", True):
        return plain
    tell(Told("trying fixes", _stopped(plain, "fixes are not tried")))
    some = [each for each in _shown(result, page) if each.fix is not None and each.fix.edits]
    trials: list[Trial] = []
    for trial in tried(some, request, builtin_rules(), result if prove else None):
        trials.append(trial)
        whole = result._replace(trials=tuple(trials))
        left = len(some) - len(trials)
        if left:
            answer = _stopped(answer_of(whole, page), f"{left} of {len(some)} fixes are not tried")
            tell(Told(f"tried fix {len(trials)} of {len(some)}", answer))
    return answer_of(result._replace(trials=tuple(trials)), page)


def request_of(arguments: Arguments, overlay: Overlay) -> Request:
    """What a call asks of a run; infos are counted unless a lowest severity is given."""
    select = arguments.get("select")
    return Request(
        tuple(arguments["paths"]),
        arguments.get("dialect", ""),
        select=tuple(select) if select else None,
        ignore=tuple(arguments.get("ignore", ())),
        min_severity=arguments.get("min_severity", "info"),
        overlay=overlay,
        jobs=1,
    )


def answer_of(result: Result, page: Page) -> Answer:
    """The answer that shows a result."""
    data = _fitting(for_people(result, counted=page.counted), page)
    return Answer("".join(as_text(data)), data)


def _fitting(result: Result, page: Page) -> Data:
    """The data of a result, with as many causes as leave room for what comes around them."""
    budget = BUDGET
    data = as_data(result, page, budget)
    while size(data) > BUDGET and len(data["findings"]) > 1:
        budget -= size(data) - BUDGET
        data = as_data(result, page, budget)
    return data


def _run(request: Request) -> Result:
    """Lint. Raises UsageError where nothing that was named can be linted."""
    result = run(request, builtin_rules())
    if result.wrong and not result.summary.contracts:
        raise UsageError(result.wrong[0])
    return result


def _shown(result: Result, page: Page) -> Sequence[Diagnostic]:
    """The findings of the causes that a page may show."""
    folds = ordered(for_people(result, counted=page.counted))[page.skip : page.skip + page.limit]
    return [each for fold in folds for each in (fold.shown, *fold.others)]


def _stopped(answer: Answer, missing: str) -> Answer:
    """An answer that says what is missing in it, to give where time runs out."""
    said = f"stopped at the limit of seconds: {missing}"
    data = {**answer.data, "stopped": said}
    return Answer("".join(as_text(data)), data)
