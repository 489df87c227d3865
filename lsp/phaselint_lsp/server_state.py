"""Everything the server knows: workspace folders, open documents, and the projects they are in.

Nothing here waits or talks to a client: a change returns what should be done, `work` does a piece
of it, and `phaselint_lsp.worker` decides when. Paths are absolute, but for project paths.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from phaselint.config import configure, rules_for
from phaselint.config.model import FILE, PYPROJECT, Config
from phaselint.config.select import find_unknown
from phaselint.dialects import BUILTIN
from phaselint.dialects.options import Given
from phaselint.dialects.spelling import spelling_lines
from phaselint.linting.discover import walk_projects
from phaselint.project.ignorefiles import NAME as IGNORE_FILE
from phaselint.project.paths import below
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import Background, FirstPass, Postponed, waiting
from phaselint_lsp.project import Project, Setup
from phaselint_lsp.reader import editor_reader
from phaselint_lsp.roots import Roots, inside
from phaselint_lsp.settings import Settings
from phaselint_lsp.snapshot import Snapshot
from phaselint_lsp.textstore import LineIndex, apply, as_bytes
from phaselint_lsp.uris import path_of, uri_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from phaselint.dialects.base import Target
    from phaselint.linting.detection import Workspace
    from phaselint.linting.request import Request
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule
    from phaselint_lsp.project import Todo
    from phaselint_lsp.textstore import Change, Encoding

CONFIGURATION = (FILE, PYPROJECT, IGNORE_FILE)
"""Files after whose change everything is looked at anew."""


class Open(NamedTuple):
    """An open document: how the client calls it, its version and its text."""

    uri: str
    version: int
    path: str
    index: LineIndex  # type: ignore[assignment]  # not the search of tuples


class Job(NamedTuple):
    """A contract to check; without a target, a folder to look into for contracts. Most of what
    there is to say about a contract is known at once; with `whole`, whatever takes longer is wanted
    as well, which is said again with all the rest."""

    root: str
    folder: str
    target: Target | None = None
    whole: bool = False


class ServerState:
    """The state of the server.

    Args:
        rules: the built-in rules.
        complain: is given lines for the user, such as what is wrong with a configuration file.
    """

    def __init__(
        self, rules: Sequence[Rule], complain: Callable[[str], None] = lambda _line: None
    ) -> None:
        self.encoding: Encoding = "utf-16"
        self.projects: dict[str, Project] = {}
        self.folders: tuple[str, ...] = ()
        self.open: dict[str, Open] = {}
        self._rules = rules
        self._complain = complain
        self._texts: dict[str, bytes] = {}
        self._paths: dict[str, str] = {}
        self._request = Settings().request()
        self._given = Given()
        self._roots = Roots((), self._texts, complain)

    # --- settings and folders ---------------------------------------------------------------------

    def configure(self, settings: Settings) -> None:
        """Apply settings; everything must be scanned again after that.

        Raises:
            UsageError: a setting cannot be understood; the old ones stay.
        """
        given = Given(values=settings.options)
        given.options(BUILTIN)
        for line in spelling_lines(given.respelled(BUILTIN)):
            self._complain(line)
        self._request, self._given = settings.request(), given
        self.reset()

    def set_folders(self, folders: Iterable[str]) -> None:
        """Put the effective workspace folders; one inside another is part of that."""
        paths = sorted(dict.fromkeys(filter(None, folders)), key=len)
        kept: list[str] = []
        for path in paths:
            if not any(inside(path, other) for other in kept):
                kept.append(path)
        self.folders = tuple(kept)
        self.reset()

    def reset(self) -> None:
        """Forget all projects, after a change of what is theirs as a whole."""
        self.projects.clear()
        self._roots = Roots(self.folders, self._texts, self._complain)

    def again(self) -> list[Job]:
        """What should be done first after `reset`: the contracts of open documents."""
        jobs: list[Job] = []
        for document in self.open.values():
            project = self.project_of(document.path)
            targets = project.claim(below(project.root, document.path))
            jobs += (Job(project.root, "", target) for target in targets)
        return jobs

    # --- open documents ---------------------------------------------------------------------------

    def opened(self, uri: str, version: int, text: str) -> list[Job]:
        """A document has been opened; gives what should be done."""
        path = path_of(uri)
        if not path:
            return []
        self.open[uri] = Open(uri, version, path, LineIndex(text))
        self._paths[path] = uri
        on_disk = os.path.lexists(path)
        project = self.project_of(path)
        self._texts[os.path.realpath(path)] = as_bytes(path, text)
        file = below(project.root, path)
        todo = project.touched(file) if on_disk else project.moved(file)
        jobs = self._jobs(project, todo)
        held = tuple(project.holders(file))
        targets = held or tuple(project.claim(file))
        return [*(Job(project.root, "", target) for target in targets), *jobs]

    def edited(self, uri: str, version: int, changes: Iterable[Change]) -> list[Job]:
        """A document has been changed; gives what should be done."""
        document = self.open.get(uri)
        if document is None:
            return []
        index = apply(document.index, changes, self.encoding)
        self.open[uri] = document._replace(version=version, index=index)
        self._texts[os.path.realpath(document.path)] = as_bytes(document.path, index.text)
        project = self.project_of(document.path)
        file = below(project.root, document.path)
        jobs = self._jobs(project, project.edited(file))
        alone = () if project.holders(file) and not project.claimed(file) else project.renew(file)
        return [*(Job(project.root, "", target) for target in alone), *jobs]

    def closed(self, uri: str) -> list[Job]:
        """A document has been closed: what is on disk counts again."""
        document = self.open.pop(uri, None)
        if document is None:
            return []
        self._paths.pop(document.path, None)
        self._texts.pop(os.path.realpath(document.path), None)
        project = self.project_of(document.path)
        file = below(project.root, document.path)
        there = os.path.lexists(document.path)
        todo = project.touched(file) if there else project.moved(file)
        claimed = project.disclaim(file)
        project.drop(file)
        return [*(Job(project.root, "", t) for t in claimed), *self._jobs(project, todo)]

    def is_open(self, path: str) -> bool:
        """Whether a file is open in the editor."""
        return path in self._paths

    def is_held(self, path: str) -> bool:
        """Whether a contract is known that a file is in."""
        project = self.project_of(path)
        return bool(project.holders(below(project.root, path)))

    def uri_of(self, path: str) -> str:
        """The URI of a file, as the client spells it where it is open."""
        return self._paths.get(path) or uri_of(path)

    # --- files on disk ----------------------------------------------------------------------------

    def changed_on_disk(self, path: str, *, moved: bool) -> list[Job] | None:
        """A file has changed; with `moved` it came or went. None: everything should be scanned."""
        baselines = {project.baseline for project in self.projects.values()}
        if os.path.basename(path) in CONFIGURATION or path in baselines:
            return None
        if self.is_open(path):
            return []  # what the editor has counts
        project = self.projects.get(self._roots.of(path))
        if project is None:
            return []
        file = below(project.root, path)
        return self._jobs(project, project.moved(file) if moved else project.touched(file))

    # --- work -------------------------------------------------------------------------------------

    def scan(self) -> Iterator[Job]:
        """Every folder of the workspace, to be looked into; in between, others may be added."""
        for folder in self.folders:
            if os.path.isdir(folder):
                outer = self._project(self._roots.of(os.path.join(folder, "_")))
                start = below(outer.root, folder)
                for inner, found in walk_projects(outer.workspace, start, self._workspace):
                    yield Job(found.root, inner)

    def work(
        self, job: Job, busy: Callable[[], bool] = lambda: False
    ) -> tuple[list[Job], frozenset[str]]:
        """Do a job; gives what follows from it, and the files (absolute) whose findings may be
        others now. `busy` tells whether a whole check has to wait for something else.

        Raises Interrupted where it has to.
        """
        project = self.projects.get(job.root)
        if project is None:
            return [], frozenset()
        if job.target is None:
            changed = project.look(job.folder)
            return [Job(job.root, "", target) for target in sorted(changed)], frozenset()
        with waiting(Background(busy) if job.whole else FirstPass()):
            try:
                paths = project.check(job.target)
            except Postponed:  # it cannot even be read in haste
                return [job._replace(whole=True)], frozenset()
        project.settle(paths)
        state = project.states.get(job.target)
        more = [job._replace(whole=True)] if state is not None and state.late else []
        return more, frozenset(os.path.join(project.root, path) for path in paths)

    def concerns(self, job: Job, path: str) -> bool:
        """Whether a job may change what is reported in a file."""
        project = self.project_of(path)
        if job.root != project.root:
            return False
        new = job.target is None or job.target not in project.states
        return new or job.target in project.holders(below(project.root, path))

    def judge_project(self) -> frozenset[str]:
        """Find what needs every contract of each project; the files whose findings changed."""
        if self.projects:
            try:
                self._given.check(each.config.dialects for each in self.projects.values())
            except UsageError as error:
                self._complain(f"phaselint: {error}")
        return frozenset(
            os.path.join(project.root, path)
            for project in self.projects.values()
            for path in project.judge_project()
        )

    def reclaim(self) -> list[Job]:
        """After a scan: open documents in no contract that was found stand for themselves, and
        the others do not; gives the contracts that must be checked."""
        jobs: list[Job] = []
        for document in self.open.values():
            project = self.project_of(document.path)
            file = below(project.root, document.path)
            held = project.detected().intersection(project.holders(file))
            if held:
                gone = project.disclaim(file) - held
                jobs += (Job(project.root, "", target) for target in gone)
            elif not project.holders(file):
                jobs += (Job(project.root, "", target) for target in project.claim(file))
        return jobs

    # --- answers ----------------------------------------------------------------------------------

    def project_of(self, path: str) -> Project:
        """The project a file is in."""
        return self._project(self._roots.of(path))

    def findings(self, path: str) -> tuple[Diagnostic, ...]:
        """What there is to report in a file."""
        project = self.project_of(path)
        return project.findings(below(project.root, path))

    def files(self) -> list[str]:
        """All files that may have findings."""
        return sorted(
            os.path.join(project.root, path)
            for project in self.projects.values()
            for path in project.reported()
        )

    def index_of(self, path: str) -> LineIndex:
        """The lines of a file; those of an empty text where there is none."""
        if path in self._paths:
            return self.open[self._paths[path]].index
        project = self.project_of(path)
        return LineIndex(project.reader.text(below(project.root, path)) or "")

    def snapshot(self, uri: str) -> Snapshot | None:
        """What a feature sees of an open document; none for one that isn't a file on disk."""
        document = self.open.get(uri)
        if document is None:
            return None
        project = self.project_of(document.path)
        file = below(project.root, document.path)
        states = [project.states[t] for t in project.holders(file) if t in project.states]
        kept = [state.kept for state in states if state.kept and file in state.kept.documents]
        kept.sort(key=lambda each: (len(each.documents), each.target))
        repaired = next((s.repaired[file] for s in states if file in s.repaired), None)
        return Snapshot(
            uri,
            version=document.version,
            path=document.path,
            root=project.root,
            file=file,
            index=document.index,
            document=repaired or project.reader.document(file),
            contracts=tuple(kept),
            findings=project.findings(file),
            encoding=self.encoding,
        )

    # --- projects ---------------------------------------------------------------------------------

    def _workspace(self, root: str) -> Workspace:
        return self._project(root).workspace

    def _project(self, root: str) -> Project:
        if root not in self.projects:
            config, rules = self._configuration(root)
            given = self._given_in(config)
            above = os.path.join(root, "")
            self.projects[root] = Project(
                root,
                config,
                editor_reader(root, self._texts, config.exclude),
                rules=rules,
                setup=Setup(self._request_in(config, rules), given, self._complain),
                opened=lambda path: above + path in self._paths,
            )
        return self.projects[root]

    def _configuration(self, root: str) -> tuple[Config, Sequence[Rule]]:
        """The configuration of a project; none where it cannot be understood: the user is told."""
        try:
            config = configure(root, self._rules)._replace(root=root)
            rules = rules_for(config, self._rules)
        except UsageError as error:
            self._complain(str(error))
            return Config(root=root), self._rules
        for line in (*config.faults, *spelling_lines(config.respelled)):
            self._complain(line)
        return config, rules

    def _given_in(self, config: Config) -> dict[str, dict[str, Any]]:
        """The settings of the client for the dialects of a project, those of plugins only where
        they can be understood."""
        try:
            return self._given.options(config.dialects)
        except UsageError as error:
            self._complain(f"phaselint: {error}")
            return self._given.options(BUILTIN)

    def _request_in(self, config: Config, rules: Sequence[Rule]) -> Request:
        """What the client asks for in a project: of the rules that it names the known ones,
        and the user is told of any other."""
        asked = self._request
        kept = {
            name: tuple(self._known_words(name, getattr(asked, name) or (), config, rules))
            for name in ("select", "ignore", "extend_select")
        }
        return asked._replace(
            select=kept["select"] or None,
            ignore=kept["ignore"],
            extend_select=kept["extend_select"],
        )

    def _known_words(
        self, name: str, words: Iterable[str], config: Config, rules: Sequence[Rule]
    ) -> Iterator[str]:
        for word in words:
            if (found := find_unknown((word,), rules)) is None:
                yield word
            elif not config.faults:  # it may be a rule of the plugin that is left out
                self._complain(f"phaselint: the setting `{name}`: {found[1]}")

    def _jobs(self, project: Project, todo: Todo) -> list[Job]:
        return [
            *(Job(project.root, "", target) for target in project.by_urgency(todo.targets)),
            *(Job(project.root, folder) for folder in sorted(todo.folders)),
        ]
