"""What every dialect offers to the engine (design §5).

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
    Protocol = object  # what has these methods is one: nobody asks at run time


SCRIPT_SUFFIXES = (".script.yaml", ".script.yml", ".script.json")
"""How the names of scripts end: they lie beside a contract and are no part of it (design §8)."""


SEPARATOR = "::"
"""What stands between a file and the name of one of several contracts in it."""


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
    """What every loaded contract has, whatever its dialect."""

    @property
    def target(self) -> Target: ...

    @property
    def documents(self) -> Mapping[str, Document]: ...


class Facts(Protocol):
    """What the rules of a dialect ask: the contract, the options, and the analysis on demand."""

    @property
    def contract(self) -> Contract: ...

    @property
    def options(self) -> Mapping[str, Any]: ...

    @property
    def runs_known(self) -> bool:
        """Whether the executor may be asked for what is wrong with runs: documents, shapes and
        names are such that it is known what they do. Until a dialect says so it is not."""
        return False

    def explained(self, kind: str, /) -> frozenset[str]:
        """Files of whose problems of a kind (the name of the rule that reports them) a rule of
        the dialect knows the cause and reports it."""

    def certificates(self) -> Iterable[tuple[Machine, Certificate | Stuck]]:
        """Machines that were analysed, each with what proves a part of the verdict: the clean
        part where no limit was hit, or that a run has got stuck."""


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
    that might be expected among them, each with what to write instead. `reads` tells that it says
    what a contract is read as: proofs keep it, whereas how sessions are run is none of theirs.
    `single`: of a list, that a word by itself stands for the list of it.
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

    `detect(reader, folder)` lists the contracts whose folder this is, and those it names.
    `claim(reader, path, forced)` lists the contracts that one path named by the user stands
    for: a folder, or a file and the contract it belongs to. With `forced` the dialect was named
    by the user and detection is not asked.
    `load(reader, target)` never raises for what a user wrote. `study(contract, options,
    bound)` gives the facts the rules read. `runtime()` imports and returns the executor side.
    `open_options` make it run a contract that it would refuse, so that findings can be replayed.
    `machine(contract)` gives the graph that is drawn and exported, `declared(contract)` the ways
    the contract allows, in dialects where that is something else. `cost(facts)` bounds what a run
    costs, where the dialect knows; it gives none where the contract does not let it.
    `symbols(contract)` gives the names in its documents, `insight(facts)` what else an author is
    told while writing. `configured(options)` gives the dialect as it looks for contracts under
    these options; it may keep what it comes across, and is for one project whose files stay as
    they are. `root(folder)` gives, from its path alone, the folder around all that contracts
    have in common with what is in a folder: that folder itself, or one around it. Folders of one
    root are looked into and checked together, in one process; those of others may be elsewhere,
    and at another time. A contract that is found from several roots is read for each, and reported
    once. Where a dialect says nothing, all of a project belongs together.
    `together(reader, folders)` gives those of some folders whose contracts have parts in
    common that no path tells: they are looked into and checked together as well.
    `sketch(facts)` gives what a picture says of a contract besides its machine.
    `held(facts, rule, finding)` gives a finding with the programs in which it holds, where several
    read the files; none where it holds in none of those that are asked about.
    `readers(contract, options)` gives these programs of a contract, each with why it is one.
    `told(contract)` gives lines of what is known of a contract and what is not, where parts of it
    may have to be left unread.
    `migrations()` gives those that move its contracts to later releases. `setup()` gives what is
    offered where a project is set up, and says what is nearly a contract. `homes` are
    names of hidden folders that lie in the root of a project and tell it where nothing else does.
    `workspaces` are globs, as VS Code has them, of what lies in a workspace with contracts of it;
    `languages` what editors call the languages of its files.
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
