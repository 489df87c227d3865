"""`phaselint policies`: how policies stand, and what may become one."""

from __future__ import annotations

import json

import click

from phaselint.cli import streams
from phaselint.cli.common import tell_respelled, write_lines
from phaselint.cli.guardoptions import guard_options
from phaselint.cli.outcome import FAILURE, FINDINGS, OK
from phaselint.cli.parameters import completed, contract_options
from phaselint.linting.task import DEFAULT_BOUND
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.cli.guardoptions import GuardOptions
    from phaselint.linting.discovery import Discovery
    from phaselint.linting.request import Request
    from phaselint.linting.result import Result
    from phaselint.linting.suggestions import Suggested, Suggestion
    from phaselint.report.policylist import Listed

ALL = "all"


@click.command("policies")
@click.argument("paths", nargs=-1, metavar="[PATHS]...", shell_complete=completed("contracts"))
@click.option("--suggest", is_flag=True, help="List rules that hold today and aren't written down.")
@click.option(
    "--write", is_flag=True, help="Add suggestions to the script of their contract as policies."
)
@click.option(
    "--pick",
    metavar="NUMBERS",
    default="",
    help="Write only these suggestions, such as `1,3`. Requires --write.",
)
@guard_options
@click.option("--format", "format_", type=click.Choice(("text", "json")), default="text")
@click.option(
    "--bound",
    type=click.IntRange(min=1),
    default=DEFAULT_BOUND,
    help="Limit the states explored.",
)
@contract_options
def command(  # click passes every option by name
    paths: tuple[str, ...],
    suggest: bool,
    write: bool,
    pick: str,
    guard: GuardOptions,
    format_: str,
    bound: int,
    dialect: str,
    config_file: str,
    settings: tuple[str, ...],
    isolated: bool,
) -> int:
    """List the policies of contracts, and whether they hold in all runs.

    PATHS are files and directories; the default is the current directory. Exit with 1 if a policy
    is violated. With --suggest, list properties that hold in all runs today but aren't policies
    yet; with --write, add them to the script of the contract, or write a script next to the
    contract. With --export, write a guard: a file that a harness runs, and that blocks the call
    that would violate a policy.
    """
    from phaselint.linting.request import Request

    request = Request(
        paths or (".",),
        dialect,
        policies=True,
        bound=bound,
        settings=settings,
        config_file=config_file,
        isolated=isolated,
    )
    if guard.given:
        if suggest or write or pick:
            raise UsageError("--export doesn't go with --suggest, --write or --pick")
        return _exported(guard, request, bound, format_)
    return _status(request, _Wish(suggest, write, _picked(pick, write=write), format_))


class _Wish(NamedTuple):
    """What is listed and written, and how: see the options."""

    suggest: bool
    write: bool
    picked: tuple[int, ...]
    format: str


def _status(request: Request, wish: _Wish) -> int:
    """List the policies of contracts, and add suggestions to scripts if asked."""
    listed, failed = listed_in(request, suggest=wish.suggest or wish.write)
    suggested = [each.suggested for each in listed if each.suggested is not None]
    chosen = _chosen(suggested, wish.picked) if wish.write else {}
    write_lines(_rendered(listed, wish.format), "-")
    for number, some in chosen.items():
        _add(suggested[number], some, quiet=wish.format == "json")
    violated = any(found.level == "error" for each in listed for found in each.findings)
    return FAILURE if failed else FINDINGS if violated else OK


def _exported(guard: GuardOptions, request: Request, bound: int, format_: str) -> int:
    """Write a guard."""
    from phaselint.cli.common import find_contract
    from phaselint.cli.guarding import check, export

    check(guard, request.paths)
    found = find_contract(
        request.paths[0],
        request.dialect,
        request.config_file,
        request.settings,
        isolated=request.isolated,
    )
    export(found, guard, bound, as_json=format_ == "json")
    return OK


def _picked(pick: str, *, write: bool) -> tuple[int, ...]:
    """The numbers of --pick; none for all. Raises UsageError where they aren't numbers."""
    if pick and not write:
        raise UsageError("--pick requires --write")
    if pick in ("", ALL):
        return ()
    words = [word.strip() for word in pick.split(",")]
    for word in words:
        if not (word.isascii() and word.isdigit() and word.strip("0")):
            raise UsageError(f"--pick takes numbers such as `1,3`, not `{word}`")
    return tuple(dict.fromkeys(map(int, words)))


def listed_in(request: Request, *, suggest: bool) -> tuple[tuple[Listed, ...], bool]:
    """All contracts, with how their policies stand; and whether something could not be read.

    Raises:
        UsageError: there is no contract.
    """
    from phaselint.api import builtin_rules
    from phaselint.linting.pipeline import finder_of
    from phaselint.linting.run import run

    rules = builtin_rules()
    discovery = finder_of(request, rules).discover(request.paths)
    for line in (*discovery.faults, *discovery.wrong):
        streams.complain(line)
    if not discovery.found and not discovery.wrong:
        raise UsageError(f"{', '.join(request.paths)}: no contract found")
    tell_respelled(discovery.respelled)
    result = run(request, rules)
    for each in result.unjudged:
        streams.complain(f"{each.contract}: {each.reason}")
    suggested: tuple[Suggested, ...] = ()
    if suggest:
        from phaselint.linting.suggestions import suggested as suggest_for

        suggested = tuple(suggest_for(discovery.found, request.bound or DEFAULT_BOUND))
    failed = bool(discovery.faults or discovery.wrong or result.unjudged)
    return _with_standings(discovery, result, suggested), failed


def _with_standings(
    discovery: Discovery, result: Result, suggested: Sequence[Suggested]
) -> tuple[Listed, ...]:
    """The contracts in the order in which they are found."""
    from phaselint.project.paths import relative
    from phaselint.report.policylist import Listed

    listed = []
    for number, found in enumerate(discovery.found):
        key = (found.dialect.name, relative(found.workspace.root)(found.target.path))
        listed.append(
            Listed(
                key[1],
                key[0],
                result.policies.get(key, ()),
                tuple(each for each in result.findings if (each.dialect, each.contract) == key),
                suggested[number] if suggested else None,
            )
        )
    return tuple(listed)


def _chosen(
    suggested: Sequence[Suggested], picked: tuple[int, ...]
) -> dict[int, tuple[Suggestion, ...]]:
    """What is picked of the suggestions for each contract, by its place.

    Raises:
        UsageError: a number is not among them, or there are none.
    """
    count = sum(len(each.suggestions) for each in suggested)
    if not count:
        raise UsageError("there are no suggestions to write")
    for number in picked:
        if number > count:
            raise UsageError(f"there is no suggestion {number}; the last one is {count}")
    found = {
        place: tuple(one for one in each.suggestions if not picked or one.number in picked)
        for place, each in enumerate(suggested)
    }
    return {place: some for place, some in found.items() if some}


def _rendered(listed: Sequence[Listed], format_: str) -> Sequence[str]:
    from phaselint.report.policylist import as_data, as_text
    from phaselint.report.terminal import escape

    if format_ == "json":
        return (json.dumps(as_data(listed), indent=2) + "\n",)
    return [f"{escape(line)}\n" for line in as_text(listed)]


def _add(suggested: Suggested, some: Sequence[Suggestion], *, quiet: bool) -> None:
    """Write suggestions into the script of their contract, and say so."""
    from phaselint.cli.policywriting import add
    from phaselint.report.terminal import escape

    path = add(suggested.found, [each.policy for each in some])
    line = escape(f"{path}: added {len(some)} {'policy' if len(some) == 1 else 'policies'}")
    if quiet:
        streams.complain(line)
    else:
        streams.write((f"{line}\n",))
