"""`phaselint policies --export`: a guard written, and the settings that register it."""

from __future__ import annotations

import json
import os

from phaselint.cli import streams
from phaselint.guards.hook import MOST_STOPS
from phaselint.guards.merging import merged
from phaselint.guards.settings import FILES, block, told
from phaselint.guards.targets import LANGGRAPH
from phaselint.guards.writing import is_guard
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.cli.guardoptions import GuardOptions
    from phaselint.linting.discovery import FoundContract
    from phaselint.linting.guarding import Guard, Held

TURNS = (
    "a hook sees turns end, not runs: while the policy asks for more, the end of a turn is "
    f"blocked, at most {MOST_STOPS} times after a prompt"
)
IN_GRAPH = """\
put the channel into the state of the graph, and wrap the nodes:
  phaselint_guard: Annotated[dict, advance]
  builder.add_node("NODE", guard(NODE, "NODE"))
"""
VERSION = 1
"""Of the JSON."""


def check(wanted: GuardOptions, paths: tuple[str, ...]) -> None:
    """Check options, of which at least one is given, as far as no contract is needed for that.

    Raises:
        UsageError: they don't go together.
    """
    if not wanted.target:
        raise UsageError(f"{wanted.given[0]} requires --export")
    if not wanted.output or wanted.output == "-":
        raise UsageError("--export requires --output with the file to write")
    if len(paths) > 1:
        raise UsageError("--export takes one contract")
    if wanted.target == LANGGRAPH and (wanted.register or wanted.settings_file):
        raise UsageError("a guard of LangGraph has no settings to register; import it")
    if wanted.settings_file and not wanted.register:
        raise UsageError("--settings-file requires --register")


def export(found: FoundContract, wanted: GuardOptions, bound: int, *, as_json: bool) -> None:
    """Write the guard of a contract, and say what it holds, why, and how it is registered.

    Raises:
        UsageError: it holds no policy, or a file can't be written; existing files are unchanged.
    """
    from phaselint.linting.guarding import guard_of

    guard = guard_of(found, wanted.policies, wanted.target, on_error=wanted.on_error, bound=bound)
    for each in guard.left_out:
        streams.complain(f"{each.place}: `{each.policy.title}` is left out: {each.reason}")
    if not guard.held or (wanted.policies and guard.left_out):
        raise UsageError("no guard was written; name policies that it can hold with --policy")
    change = _change(wanted) if wanted.register else None
    _write(wanted.output, guard.text)
    if change is not None:
        change.write()
    lines = _json(guard, wanted, change) if as_json else _text(guard, wanted, change)
    from phaselint.report.terminal import escape

    streams.write(lines if as_json else [f"{escape(line)}\n" for line in lines])


def _write(path: str, text: str) -> None:
    """Write a guard, but only over an earlier one."""
    from phaselint.cli.common import write_file

    if os.path.lexists(path) and not is_guard(_read(path).decode(errors="replace")):
        raise UsageError(f"can't write {path}: the file isn't a guard; remove it or name another")
    write_file(text, path)


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise UsageError(f"can't read {path}: {(error.strerror or str(error)).lower()}") from None


class _Change(NamedTuple):
    """What becomes of a settings file: its path, and its content before and after. A file that
    doesn't exist has none before."""

    path: str
    before: bytes | None
    after: bytes

    @property
    def diff(self) -> list[str]:
        """The lines of the change as a unified diff."""
        from phaselint.fixing.writing import difference

        if self.before == self.after:
            return []
        return [each.rstrip("\n") for each in difference(self.path, self.before, self.after)]

    def write(self) -> None:
        """Change the file, if it is still as it was.

        Raises:
            UsageError: it isn't, or it can't be written; it is unchanged then.
        """
        from phaselint.project.replacing import Changed, rewrite, why_not

        if self.before == self.after:
            return
        if self.before is None:
            from phaselint.cli.common import write_file

            folder = os.path.dirname(self.path)
            try:
                os.makedirs(folder or ".", exist_ok=True)
            except OSError as error:
                raise UsageError(f"can't write {self.path}: {why_not(error)}") from None
            write_file(self.after, self.path)
            return
        real = os.path.realpath(self.path)
        try:
            lost = rewrite(real, self.before, self.after, "")
        except Changed:
            raise UsageError(f"{self.path} has changed; run the command again") from None
        for clause in lost:
            streams.complain(f"{self.path}: {clause}")


def _change(wanted: GuardOptions) -> _Change:
    """The change that registers a guard.

    Raises:
        UsageError: the settings can't be read, or aren't JSON.
    """
    path = _settings_file(wanted)
    before = _read(path) if os.path.lexists(path) else None
    try:
        text = (before or b"").decode()
    except UnicodeDecodeError:
        raise UsageError(f"{path} isn't UTF-8; nothing was written") from None
    try:
        after = merged(text, _block(wanted))
    except (ValueError, RecursionError) as error:
        reason = "it isn't JSON" if isinstance(error, json.JSONDecodeError) else str(error)
        raise UsageError(
            f"can't register the guard in {path}: {reason}; nothing was written"
        ) from None
    return _Change(path, before, after.encode())


def _settings_file(wanted: GuardOptions) -> str:
    return wanted.settings_file or FILES[wanted.target]


def _block(wanted: GuardOptions) -> Mapping[str, Any]:
    from phaselint.guards.targets import OF

    default = FILES[wanted.target].replace("/", os.sep)
    given = os.path.abspath(wanted.settings_file or default)
    root = given[: -len(default)] if given.endswith(os.sep + default) else os.getcwd()
    path = os.path.relpath(os.path.abspath(wanted.output), root)
    if path.split(os.sep)[0] == os.pardir:
        path = os.path.abspath(wanted.output)
    return block(OF[wanted.target], path.replace(os.sep, "/"))


def _text(guard: Guard, wanted: GuardOptions, change: _Change | None) -> Iterator[str]:
    count = len(guard.held) + len(guard.left_out)
    of = "" if not guard.left_out else f" of {count}"
    yield (
        f"{wanted.output}: guard for {guard.target.product}, "
        f"{len(guard.held)}{of} {'policy' if count == 1 else 'policies'} of {guard.path}"
    )
    for each in guard.held:
        yield f"  {each.place}: {each.guarded.table.policy.title}"
        yield f"    {_standing(guard, each)}"
        if each.guarded.table.open:
            yield f"    {TURNS}"
    if wanted.target == LANGGRAPH:
        yield from IN_GRAPH.splitlines()
        return
    path = _settings_file(wanted)
    if change is None:
        yield f"register it in {path} (--register does it):"
        yield from told(_block(wanted)).splitlines()
    elif change.diff:
        yield f"registered in {path}:"
        yield from change.diff
    else:
        yield f"registered in {path} already"


def _standing(guard: Guard, held: Held) -> str:
    proof = held.guarded.proof
    if proof is None:
        return f"not proved: {guard.unknown}"
    told = "no run that the contract and the policy allow is blocked"
    looked = f"{plural(proof.states, 'state')}, {plural(proof.pairs, 'combination')}"
    if proof.reason:
        return f"not proved: exploration stopped at {proof.reason}; until then {told} ({looked})"
    return f"proved: {told} ({looked})"


def _json(guard: Guard, wanted: GuardOptions, change: _Change | None) -> list[str]:
    data: dict[str, Any] = {
        "version": VERSION,
        "output": wanted.output,
        "target": wanted.target,
        "contract": guard.path,
        "policies": [
            {
                "title": each.guarded.table.policy.title,
                "place": each.place,
                "proved": each.guarded.proof is not None and not each.guarded.proof.reason,
                "standing": _standing(guard, each),
                "blocks_turns": bool(each.guarded.table.open),
            }
            for each in guard.held
        ],
        "left_out": [
            {"title": each.policy.title, "place": each.place, "reason": each.reason}
            for each in guard.left_out
        ],
    }
    if wanted.target != LANGGRAPH:
        data["settings_file"] = _settings_file(wanted)
        data["settings"] = _block(wanted)
    if change is not None:
        data["registered"] = True
        data["diff"] = change.diff
    return [json.dumps(data, indent=2) + "\n"]
