"""`phaselint diff`, after its arguments are read: what a change to contracts makes possible."""

from __future__ import annotations

import os

from phaselint.cli import streams
from phaselint.cli.common import write_lines
from phaselint.cli.diffoptions import FAILING, FROM, TO
from phaselint.cli.outcome import FAILURE, FINDINGS, OK
from phaselint.report.difference import COUNTS, PICTURES, render
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from phaselint.linting.difference.model import Comparison
    from phaselint.linting.difference.sides import Side
    from phaselint.linting.request import Request
    from phaselint.project.revisions import Git
    from phaselint.vocabulary.rule import Rule

TREE = "the working tree"
INDEX = "the index"
REMOTE = "PRE_COMMIT_REMOTE_NAME"
MAIN = ("HEAD", "main", "master")
"""What the main branch of a remote is called."""


class Wanted(NamedTuple):
    """What should be compared: two directories, or two revisions. An empty new revision is the
    working tree; `staged` takes the index instead. `fork` compares from the newest commit that both
    have in their histories."""

    old: str
    new: str = ""
    fork: bool = False
    staged: bool = False
    folders: bool = False


def diff(given: Mapping[str, Any], paths: Sequence[str] = ()) -> int:
    """Compare and return the exit status.

    Args:
        given: the versions and the value of each option of `diffoptions.DIFF`, by name.
        paths: what is compared of them; all where there are none.

    Raises:
        UsageError: options that can't be combined, or what `compared` raises.
    """
    from phaselint.linting.request import Request

    versions, fork = given["versions"], given["fork"]
    _check_kinds(given["fail_if"])
    if given["pre_push"]:
        if versions or given["staged"] or fork is not None:
            raise UsageError("--pre-push can't be combined with versions, --staged or --merge-base")
        wanted = _pushed()
        if wanted is None:
            return OK
    else:
        wanted = wanted_of(versions, staged=given["staged"], fork=fork)
    request = Request(
        (),
        given["dialect"],
        settings=given["settings"],
        config_file=given["config_file"],
        isolated=given["isolated"],
        jobs=1,
    )
    format_ = given["format_"]
    ways = {"pictures": format_ in PICTURES, "whole": format_ in COUNTS}
    found = compared(wanted, paths, request, given["bound"], **ways)
    write_lines(render(found, format_, verbose=given["verbose"]), given["output"])
    return _status(found, given["fail_if"])


def _status(found: Comparison, kinds: Sequence[str]) -> int:
    """Report failures, and return the status of the command."""
    for line in (*found.notes, *found.wrong):
        streams.complain(line)
    for line in found.defects:
        streams.complain(f"internal error, please report: {line}")
    if found.wrong or found.defects:
        return FAILURE
    return FINDINGS if any(found.counts[each] for each in kinds) else OK


def _check_kinds(kinds: Sequence[str]) -> None:
    """Raises UsageError for what --fail-if doesn't know."""
    from phaselint.vocabulary.suggest import unknown

    for each in kinds:
        if each not in FAILING:
            raise UsageError(f"--fail-if: {unknown('kind', each, list(FAILING))}")


def _pushed() -> Wanted | None:
    """What a push changes, as pre-commit reports it; none if there is nothing to compare. What is
    taken for granted is said."""
    old, new = os.environ.get(FROM, ""), os.environ.get(TO, "")
    if not old and not new:
        told = f"{FROM} and {TO} aren't set; `--pre-push` is for hooks"
    elif _is_zero(new):
        told = "the push deletes a branch"
    elif old and not _is_zero(old):
        return Wanted(old, new or "HEAD")
    elif base := _base_of_new():
        streams.complain(f"the branch is new: compared with its merge base with `{base}`")
        return Wanted(base, new or "HEAD", fork=True)
    else:
        told = (
            "the branch is new, and no remote branch is known; "
            "use `phaselint diff --merge-base BRANCH`"
        )
    streams.complain(f"nothing to compare: {told}")
    return None


def _is_zero(revision: str) -> bool:
    """Whether a revision stands for none."""
    return bool(revision) and set(revision) == {"0"}


def _base_of_new() -> str:
    """The main branch of the remote that a new branch is pushed to, as far as it is known here;
    empty if none is."""
    from phaselint.project.revisions import Git

    remote = os.environ.get(REMOTE) or "origin"
    with Git(os.getcwd()) as git:
        for name in MAIN:
            try:
                git.commit(f"refs/remotes/{remote}/{name}")
            except UsageError:
                continue
            return f"{remote}/{name}"
    return ""


def wanted_of(versions: Sequence[str], *, staged: bool = False, fork: str | None = None) -> Wanted:
    """What arguments ask for.

    Raises:
        UsageError: they don't go together.
    """
    if "" in (*versions, fork):
        raise UsageError(
            "an empty string isn't a revision; leave it out to compare the last commit"
        )
    if len(versions) > 2:
        raise UsageError("give at most two versions; paths come after `--`")
    if len(versions) == 2 and all(map(os.path.isdir, versions)):
        if staged or fork:
            raise UsageError("two directories can't be combined with --staged or --merge-base")
        return Wanted(versions[0], versions[1], folders=True)
    if staged and (len(versions) > 1 or fork or ".." in "".join(versions)):
        raise UsageError(
            "--staged takes at most one revision, and can't be combined with --merge-base"
        )
    if fork:
        if len(versions) > 1 or ".." in "".join(versions):
            raise UsageError("--merge-base takes at most one more revision")
        return Wanted(fork, versions[0] if versions else "", fork=True)
    if len(versions) == 1 and ".." in versions[0]:
        dots = "..." if "..." in versions[0] else ".."
        old, _, new = versions[0].partition(dots)
        return Wanted(old or "HEAD", new or "HEAD", fork=dots == "...")
    old, new = (*versions, "", "")[:2]
    return Wanted(old or "HEAD", new, staged=staged)


def compared(
    wanted: Wanted,
    paths: Sequence[str],
    request: Request,
    bound: int,
    *,
    pictures: bool = False,
    whole: bool = False,
) -> Comparison:
    """Compare the requested versions; for `pictures` and `whole` see `compare_sides`.

    Raises:
        UsageError: a version, a path or a configuration can't be read.
    """
    from phaselint.api import builtin_rules
    from phaselint.linting.difference.comparing import compare_sides

    rules = builtin_rules()
    if wanted.folders:
        old, new = (_folder(each, paths, request, rules) for each in (wanted.old, wanted.new))
        return compare_sides(old, new, request, rules, bound, pictures=pictures, whole=whole)
    from phaselint.project.revisions import Git

    try:
        git = Git(os.getcwd())
    except UsageError as error:
        raise _lacking_folder(wanted) or error from None
    with git:
        old, new = _revisions(git, wanted, paths or (".",), request, rules)
        _check_paths(paths, old, new)
        show = _shower(git.root)
        return compare_sides(old, new, request, rules, bound, show, pictures=pictures, whole=whole)


def _lacking_folder(wanted: Wanted) -> UsageError | None:
    """What is wrong where the user means two directories, and one of them doesn't exist."""
    versions = (wanted.old, wanted.new)
    missing = [each for each in versions if not os.path.lexists(each)]
    if wanted.new and len(missing) == 1 and any(map(os.path.isdir, versions)):
        return UsageError(f"{missing[0]}: no such directory")
    return None


def _check_paths(paths: Sequence[str], old: Side, new: Side) -> None:
    """Raises UsageError for a path that neither side has."""
    for path in paths:
        inner = os.path.relpath(os.path.realpath(path), new.base).replace(os.sep, "/")
        known = (each for side in (old, new) for each in side.files)
        if not os.path.lexists(path) and not any(
            f"{each}/".startswith(f"{inner}/") for each in known
        ):
            raise UsageError(f"{path}: no such file or directory in either version")


def _shower(base: str) -> Callable[[str], str]:
    """What names a file as somebody does who is in the working directory."""

    def show(path: str) -> str:
        full = os.path.join(base, *path.split("/"))
        return os.path.relpath(full).replace(os.sep, "/")

    return show


def _folder(folder: str, paths: Sequence[str], request: Request, rules: Sequence[Rule]) -> Side:
    from phaselint.linting.difference.sides import on_disk

    inner = [os.path.join(folder, each) for each in paths] or [folder]
    return on_disk(folder, folder, inner, request, rules)


def _revisions(
    git: Git, wanted: Wanted, paths: Sequence[str], request: Request, rules: Sequence[Rule]
) -> tuple[Side, Side]:
    """Both sides of a comparison in a repository."""
    from phaselint.linting.difference.sides import in_git, on_disk

    full = [os.path.realpath(each) for each in paths]
    for path, named in zip(full, paths, strict=True):
        if path != git.root and not path.startswith(os.path.join(git.root, "")):
            raise UsageError(f"{named}: outside the repository {git.root}")
    tip = _checked_revision(git, wanted.old, wanted)
    if wanted.fork:
        start = git.fork(wanted.old, wanted.new or "HEAD")
        label = f"merge base with {_label(_name(wanted.old, tip), start)}"
    else:
        start, label = tip, _label(wanted.old, tip)
    old = in_git(label, git, git.files(start), full, request, rules)
    if wanted.staged:
        return old, in_git(INDEX, git, git.staged(), full, request, rules)
    if wanted.new:
        end = git.commit(wanted.new)
        return old, in_git(_label(wanted.new, end), git, git.files(end), full, request, rules)
    return old, on_disk(TREE, git.root, full, request, rules)


def _label(revision: str, commit: str) -> str:
    """What a revision is called: by its name, and by its commit where that isn't the name."""
    name = _name(revision, commit)
    return name if commit.startswith(name) else f"{name} ({commit[:7]})"


def _name(revision: str, commit: str) -> str:
    """The name of a revision; of one that is named by its commit, the begin of that."""
    return commit[:7] if commit.startswith(revision) else revision


def _checked_revision(git: Git, revision: str, wanted: Wanted) -> str:
    """The commit of a revision. Raises UsageError for what is a path."""
    try:
        return git.commit(revision)
    except UsageError as error:
        if lacking := _lacking_folder(wanted):
            raise lacking from None
        if not os.path.lexists(revision):
            raise
        text = f"{error}; `phaselint diff -- {revision}` compares the contracts below a path"
        raise UsageError(text) from None
