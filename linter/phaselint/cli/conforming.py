"""The logs and contracts that `phaselint conform` is asked about."""

from __future__ import annotations

import os
from contextlib import ExitStack

from phaselint.cli import streams
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.linting.conforming import JudgedLog, Subject, WrittenPolicy
    from phaselint.linting.discovery import FoundContract
    from phaselint.report.conformance.naming import Naming
    from phaselint.transcripts.logs import Log
    from phaselint.transcripts.seen import Format


REQUEST = "request"
"""What --run takes where each message of the user begins a run."""


class Wanted(NamedTuple):
    """What the command is asked for."""

    logs: tuple[str, ...]
    contract: str = ""
    at: str = ""
    acts: bool = False
    policy_files: tuple[str, ...] = ()
    log_format: str = ""
    run: str = ""
    bound: int = 0
    dialect: str = ""
    config_file: str = ""
    settings: tuple[str, ...] = ()
    isolated: bool = False
    pictures: bool = False


def judging(wanted: Wanted) -> Judging:
    """What judges the logs that are asked for, one by one.

    Raises:
        UsageError: a contract, a policy or a log can't be read.
    """
    from phaselint.transcripts.formats.table import names
    from phaselint.transcripts.readers import readers
    from phaselint.vocabulary.suggest import unknown

    formats = readers(streams.complain)
    only = None
    if wanted.log_format:
        only = next((each for each in formats if each.name == wanted.log_format), None)
        if only is None:
            known = list(names(formats))
            raise UsageError(f"--log-format: {unknown('format', wanted.log_format, known)}")
    return Judging(wanted, formats, only)


class Judging(ExitStack):
    """Judges logs one after the other; `wrong` are lines about what can't be used. Git is asked
    until it is left."""

    def __init__(self, wanted: Wanted, formats: Sequence[Format], only: Format | None) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self._wanted = wanted
        self._formats = formats
        self._only = only
        self._policies = tuple(_policies(wanted.policy_files))
        self._subjects: dict[str, tuple[Subject, ...]] = {}
        if wanted.contract:
            self._subjects[""] = (self._subject(_found(wanted, wanted.contract, self)),)

    def logs(self) -> Iterator[JudgedLog]:
        """What comes of each log, in order."""
        from phaselint.transcripts.logs import find, read
        from phaselint.transcripts.uuids import Uuids

        seen: dict[str, Uuids] = {}
        for each in find(self._wanted.logs, self._formats, only=self._only):
            if isinstance(each, str):
                self.wrong.append(each)
                continue
            try:
                log = read(each, seen.setdefault(each.base, Uuids()))
            except UsageError as error:
                self.wrong.append(str(error))
                continue
            yield self._judged(log)

    def naming(self, *, redact: bool) -> Naming:
        """How names are shown; those of contracts are known once logs were judged."""
        from phaselint.report.conformance.naming import Naming

        return Naming(self._known_names, redact=redact)

    def _known_names(self) -> Iterator[str]:
        for subjects in self._subjects.values():
            for subject in subjects:
                for each in subject.known:
                    yield from (each.act.subject, each.act.target, each.act.phase)

    def _judged(self, log: Log) -> JudgedLog:
        from phaselint.linting.conforming import unjudged
        from phaselint.transcripts.requests import by_request

        if self._wanted.run == REQUEST:
            log = by_request(log)
        if self._wanted.acts:
            return unjudged(log, self._policies)
        subject = self._chosen(log)
        if subject is None:
            self.wrong.append(f"{log.name}: {_no_contract(log)}; use `--contract` or `--acts`")
            return unjudged(log, self._policies)
        return subject.judge(log)

    # --- contracts --------------------------------------------------------------------------------

    def _chosen(self, log: Log) -> Subject | None:
        """The contract of a log: the one that is asked for, or of those in its working directory
        the one that knows most of its names."""
        if "" in self._subjects:
            return self._subjects[""][0]
        folder = next((each.folder for each in log.runs if each.folder), "")
        if not folder or not os.path.isdir(folder):
            return None
        if folder not in self._subjects:
            some = _below(self._wanted, folder, self)
            self._subjects[folder] = tuple(map(self._subject, some))
        dialects = log.format.dialects
        fitting = [
            each for each in self._subjects[folder] if not dialects or each.dialect in dialects
        ]
        return max(fitting, key=lambda each: each.names(log).known, default=None)

    def _subject(self, found: FoundContract) -> Subject:
        from phaselint.cli.common import options_for
        from phaselint.linting.conforming import Subject

        wanted = self._wanted
        at, path = wanted.at, found.target.path
        root = "" if at else _from_here(found.workspace.root)
        return Subject(
            found,
            f"{path or '.'} at {at}" if at else _from_here(os.path.join(root, path)),
            wanted.bound,
            options_for(found),
            self._policies,
            pictures=wanted.pictures,
            root="" if root == "." else root,
        )


def _from_here(path: str) -> str:
    """A path relative to the working directory."""
    return os.path.relpath(path).replace(os.sep, "/")


def _no_contract(log: Log) -> str:
    folder = next((each.folder for each in log.runs if each.folder), "")
    if not folder:
        return "the log names no working directory, so its contract isn't known"
    if not os.path.isdir(folder):
        return "the log's working directory doesn't exist here"
    return "no contract of its format in the log's working directory"


def _found(wanted: Wanted, path: str, stack: ExitStack) -> FoundContract:
    """The contract of a path, on disk or in git."""
    from phaselint.cli.common import find_contract

    if wanted.at:
        some = _in_git(wanted, path, stack)
        named = os.path.realpath(path)
        exact = [
            each
            for each in some
            if os.path.join(each.workspace.root, *each.target.path.split("/")).rstrip("/") == named
            or (not each.target.path and each.workspace.root == named)
        ]
        if len(some) == 1 or exact:
            return (exact or some)[0]
        if not some:
            raise UsageError(f"{path}: no contract found at {wanted.at}")
        raise UsageError(f"{path}: several contracts found at {wanted.at}; name one of them")
    return find_contract(
        path, wanted.dialect, wanted.config_file, wanted.settings, isolated=wanted.isolated
    )


def _in_git(wanted: Wanted, path: str, stack: ExitStack) -> tuple[FoundContract, ...]:
    """The contracts of a path in a commit."""
    from phaselint.api import builtin_rules
    from phaselint.linting.difference.sides import in_git
    from phaselint.linting.request import Request
    from phaselint.project.revisions import Git

    request = Request(
        (),
        wanted.dialect,
        settings=wanted.settings,
        config_file=wanted.config_file,
        isolated=wanted.isolated,
        jobs=1,
    )
    full = os.path.realpath(path)
    git = stack.enter_context(Git(full if os.path.isdir(full) else os.path.dirname(full)))
    commit = git.commit(wanted.at)
    return (
        in_git(wanted.at, git, git.files(commit), [full], request, builtin_rules()).searched().found
    )


def _below(wanted: Wanted, folder: str, stack: ExitStack) -> tuple[FoundContract, ...]:
    """The contracts below the working directory of a log."""
    if wanted.at:
        return _in_git(wanted, folder, stack)
    from phaselint.api import builtin_rules
    from phaselint.dialects.options import Given
    from phaselint.linting.discover import Finder

    finder = Finder(
        builtin_rules(),
        wanted=wanted.dialect,
        config_file=wanted.config_file,
        isolated=wanted.isolated,
        given=Given(wanted.settings),
    )
    return finder.discover((folder,)).found


def _policies(files: Sequence[str]) -> Iterator[WrittenPolicy]:
    """The policies of the scripts that are asked for.

    Raises:
        UsageError: one can't be read.
    """
    from phaselint.document.reader import read
    from phaselint.executor.script import read_script
    from phaselint.linting.conforming import WrittenPolicy
    from phaselint.vocabulary.finding import Place

    for path in files:
        try:
            with open(path, "rb") as file:
                document = read(path, file.read())
        except OSError as error:
            raise UsageError(f"{path}: can't be read: {error.strerror or error}") from None
        script = read_script(document)
        for flaw in script.flaws:
            if flaw.pointer[:1] == ("policies",):
                raise UsageError(f"{path}: {flaw.message}")
        if not script.policies:
            raise UsageError(f"{path}: the script has no policies")
        for policy in script.policies:
            place = Place(path, policy.pointer, "value", document.range(policy.pointer))
            yield WrittenPolicy(policy, place)
