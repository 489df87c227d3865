"""What every dialect provides to the engine (design §5).

A dialect is a package with the modules `detect`, `model`, `load`, `lower` and `runtime`; its
`DIALECT` record names their entry points, deferred until they are called: a module that a run
does not need is not imported.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from typing import Any, Protocol

    from phaselint.dialects.diagram_data import Sketch
    from phaselint.dialects.hover import Insight
    from phaselint.dialects.migration import Migration
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.reader import Reader
    from phaselint.dialects.records import Audience
    from phaselint.dialects.scaffolding import Setup
    from phaselint.dialects.symbols import Symbols
    from phaselint.document import Document
    from phaselint.machine.certificate import Certificate, Stuck
    from phaselint.machine.model import Machine
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.rule import Rule
else:
    Protocol = object  # structural type: no isinstance at run time


SCRIPT_SUFFIXES = (".script.yaml", ".script.yml", ".script.json")
"""Suffixes of scripts: they are next to a contract but aren't part of it (design §8)."""


SEPARATOR = "::"
"""The separator between a file and the name of one of several contracts in it."""


class Target(NamedTuple):
    """A contract to load: its dialect, its folder, its main file where it has one, and its name
    where a file may hold several. `alone`: it is the only one of its file, whose path then is
    enough to name it."""

    dialect: str
    folder: str
    main: str = ""
    name: str = ""
    alone: bool = False

    @property
    def path(self) -> str:
        """What the contract is called: the main file if named, else the folder; with its name where
        it has one, as in `FILE.py::NAME`."""
        return f"{self.main}{SEPARATOR}{self.name}" if self.name else self.main or self.folder

    @property
    def paths(self) -> frozenset[str]:
        """What it may be called by those who name a contract, as scripts do: by its folder only
        where that is all a contract."""
        if self.name:
            return frozenset({self.path, self.file} if self.alone else {self.path})
        return frozenset({self.folder, self.path})

    @property
    def file(self) -> str:
        """Where findings about the contract as a whole are: the main file if named, else the
        folder."""
        return self.main or self.folder


class Contract(Protocol):
    """What every loaded contract has, in any dialect."""

    @property
    def target(self) -> Target: ...

    @property
    def documents(self) -> Mapping[str, Document]: ...


class Facts(Protocol):
    """The facts for a dialect's rules: the contract, the options, and the analysis on demand."""

    @property
    def contract(self) -> Contract: ...

    @property
    def options(self) -> Mapping[str, Any]: ...

    @property
    def runs_known(self) -> bool:
        """Whether the executor can check runs for faults: the meaning of documents, shapes and
        names is certain. False unless a dialect says otherwise."""
        return False

    def explained(self, kind: str, /) -> frozenset[str]:
        """Files of whose problems of a kind (the name of the rule that reports them) a rule of
        the dialect knows the cause and reports it."""

    def certificates(self) -> Iterable[tuple[Machine, Certificate | Stuck]]:
        """The machines analyzed, each with the proof of a part of the verdict: that the part
        without a reached limit is clean, or that a run has got stuck."""


class PhaseCost(NamedTuple):
    """How often a run visits a phase at most, and what one visit costs at most."""

    phase: str
    visits: int
    counts: tuple[int, ...]


class Cost(NamedTuple):
    """What a run costs at most, in whatever the columns count: for each phase, and in all.

    `visits` and `total` are for a whole run, which may be shorter than all phases together. `run`
    are the phases of a run with the most visits; not `exact`: no run with so many is known.
    """

    columns: tuple[str, ...]
    phases: tuple[PhaseCost, ...]
    visits: int
    total: tuple[int, ...]
    run: tuple[str, ...] = ()
    exact: bool = True


class Option(NamedTuple):
    """A dialect option that configuration, `--set` and scripts may give.

    `values` lists the allowed words; empty means that `kind` alone decides. `refused` has words
    that users might expect among them, each with its replacement. `reads`: the option affects how a
    contract is read, so proofs keep it; options of how sessions run aren't part of proofs.
    `single`: for a list, a single word stands for a list with it.
    """

    name: str
    default: Any
    help: str
    values: tuple[str, ...] = ()
    kind: type = str
    refused: tuple[tuple[str, str], ...] = ()
    reads: bool = False
    single: bool = False


def whole_project(_folder: str) -> str:
    """The root of contracts of which nothing is known but the project they are in."""
    return ""


class Dialect(NamedTuple):
    """A contract family.

    `detect(reader, folder)` lists the contracts of this folder, and those it names.
    `claim(reader, path, forced)` lists the contracts for one path named by the user: a folder, or
    a file and the contract it belongs to. With `forced`, the user named the dialect, and detection
    is skipped.
    `load(reader, target)` never raises for user input. `study(contract, options, bound)` gives the
    facts for the rules. `runtime()` imports and returns the executor side. `open_options` make it
    run a contract that it would refuse, which lets findings be replayed.
    `machine(contract)` gives the graph for diagrams and exports, `declared(contract)` the allowed
    transitions, in dialects where those differ. `cost(facts)` bounds the cost of a run, if the
    dialect can; it gives None if the contract doesn't allow it.
    `symbols(contract)` gives the names in its documents, `insight(facts)` the hints for authors in
    the editor. `configured(options)` gives the dialect as it detects contracts under these options;
    it can cache what it finds, and is for one project whose files don't change. `root(folder)`
    gives, from the path alone, the folder around everything that contracts can share with those in
    a folder: that folder itself, or one around it. Folders of one root are searched and checked
    together, in one process; those of others can be processed elsewhere, and at another time. A
    contract found from several roots is read for each, and reported once. By default, everything
    in a project belongs together.
    `together(reader, folders)` groups folders whose contracts share parts in a way that paths don't
    show: they are searched and checked together as well.
    `sketch(facts)` gives the additions of a diagram to a contract's machine.
    `held(facts, rule, finding)` gives a finding with the programs in which it holds, if several
    programs read the files; None if it holds in none of the selected programs.
    `readers(contract, options)` gives these programs of a contract, each with the reason.
    `told(contract)` gives lines about the known and unknown parts of a contract, in dialects that
    can leave parts unread.
    `migrations()` gives the migrations of its contracts to later releases. `setup()` gives the
    offers for setting up a project, including near misses. `homes` are names of hidden folders in
    the root of a project that identify it.
    `workspaces` are globs, in VS Code's syntax, of files in a workspace with such contracts;
    `languages` editors' names for the languages of its files.
    `origin` is the distribution that brings the dialect; empty for the built-in ones.
    """

    name: str
    word: str
    options: tuple[Option, ...]
    detect: Callable[[Reader, str], Iterable[Target]]
    claim: Callable[[Reader, str, bool], Iterable[Target]]
    load: Callable[[Reader, Target], Contract]
    study: Callable[[Any, Mapping[str, Any], int], Facts]
    runtime: Callable[[], Runtime[Any]]
    machine: Callable[[Any], Machine]
    open_options: Mapping[str, Any] = {}
    declared: Callable[[Any], Machine | None] | None = None
    cost: Callable[[Any], Cost | None] | None = None
    symbols: Callable[[Any], Symbols] | None = None
    insight: Callable[[Any], Insight] | None = None
    configured: Callable[[Mapping[str, Any]], Dialect] | None = None
    root: Callable[[str], str] = whole_project
    together: Callable[[Reader, Iterable[str]], Collection[str]] | None = None
    migrations: Callable[[], tuple[Migration, ...]] | None = None
    sketch: Callable[[Any], Sketch] | None = None
    setup: Callable[[], Setup] | None = None
    held: Callable[[Any, Rule, Finding], Finding | None] | None = None
    readers: Callable[[Any, Mapping[str, Any]], Iterable[Audience]] | None = None
    told: Callable[[Any], Iterable[str]] | None = None
    homes: tuple[str, ...] = ()
    workspaces: tuple[str, ...] = ()
    languages: tuple[str, ...] = ("yaml", "json", "jsonc", "markdown")
    origin: str = ""
