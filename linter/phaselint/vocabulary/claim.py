"""What a finding asserts of runs, as a record that one prover reads (`phaselint.executor.claims`).

A claim names things by the ids that the dialect's runtime has for them, so runs of the
contract decide it; whatever else the message says is read in the contract.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence
    from typing import Any, Literal

    from phaselint.vocabulary.finding import Edit, Place

    ClaimKind = Literal["refused", "ends", "notes", "never", "traps", "same", "differs"]
    ClaimKinds = Literal[
        ClaimKind,
        "ends_or_notes",
        "ends_or_refused",
        "ends_or_same",
        "notes_and_never",
        "notes_or_refused",
        "read_and_notes",
        "same_or_refused",
        "traps_or_refused",
        "ends_or_refused_or_same",
    ]
    """The kinds that a rule's findings claim: one, one of two or three, both, or one next to what
    is `read`."""


class Refused(NamedTuple):
    """No run of the contract is begun. `codes` are what it is refused for, one of them at least;
    without any it is what the rule reports (`Runtime.reporting`). `about` is what of the contract
    one of these codes is about, by its ids (`Runtime.blamed`): each of them. With `among`, it is
    about one of these at least, if runs check any of them at all; otherwise, that is read.
    `options` are those of the run."""

    codes: tuple[str, ...] = ()
    about: tuple[Hashable, ...] = ()
    among: tuple[Hashable, ...] = ()
    options: Mapping[str, Any] = {}


class Ends(NamedTuple):
    """A run reaches a phase and fails there with a code (`Runtime.failures`), through no fault of
    those outside the contract; whether that ends the run, or the contract handles it. `why` is what
    the reason of the failure contains, `about` what of the contract it is about, by its ids
    (`Fault.about`), each of them. `options` are those of the run. `others` are phases in which it
    may fail as well, where the order of parallel tasks decides that, or runs look for one that the
    contract doesn't declare. With `via`, an element or a claim `Notes` that leads there, nothing is
    decided where no run uses or does that. `given`, `world`, `amended` and `doubt` are as for what
    a run `Notes`."""

    phase: str
    code: str
    why: str = ""
    about: tuple[Hashable, ...] = ()
    options: Mapping[str, Any] = {}
    others: tuple[str, ...] = ()
    given: Mapping[str, Any] = {}
    world: Mapping[str, Any] = {}
    amended: Mapping[str, Any] = {}
    via: Hashable | Notes = None
    doubt: str = ""


class Notes(NamedTuple):
    """A run does something in a phase: an event of a kind, whose data has these values, through
    no fault of those outside the contract; or `hostile`, by one that the contract provides for.
    With `holds`, the string or list at a key contains each of some parts, as often as it is
    listed, and a mapping each pair of a key and its value; with `lacks`, none of them. A key can
    be a path of keys and indexes. With `also`, there is a further such event for each of these
    values in place of the others. `options` are those of the runs in which it does, `given` and
    `world` inputs and parts of the world in place of those made up. `others` are phases in which it
    may do so instead, `via` is as in `Ends`.

    With `answers`, it does so when it is answered these there, in script form, one after the other,
    if not `hostile`, as far as a schema allows them; where no such event holds what is `provided`,
    no run can show it, and nothing is decided. If they are `decisive`, what a run does when it is
    answered so shows it or rules it out. With `asked`, a phase, they are answered in that, and the
    run does so before the model is asked there again. With `amended`, it does so when it is
    answered there as exploration knows, but with these members in place of the answer's own, at any
    depth; if not `hostile`, as far as a schema allows it. With `apart`, the place of something that
    other parts of the contract can hide, it is enough that a run does it when it is answered so
    where nothing hides that (`Runtime.apart`). `doubt` is why nothing is decided where no run does
    it."""

    phase: str
    event: str
    fields: Mapping[Any, Any] = {}
    hostile: bool = False
    holds: Mapping[Any, Sequence[Any]] = {}
    lacks: Mapping[Any, Sequence[Any]] = {}
    also: tuple[Mapping[Any, Any], ...] = ()
    options: Mapping[str, Any] = {}
    others: tuple[str, ...] = ()
    answers: tuple[Any, ...] = ()
    provided: Mapping[Any, Sequence[Any]] = {}
    given: Mapping[str, Any] = {}
    world: Mapping[str, Any] = {}
    amended: Mapping[str, Any] = {}
    via: Hashable | Notes = None
    asked: str = ""
    decisive: bool = False
    apart: Place | None = None
    doubt: str = ""


class Never(NamedTuple):
    """No run uses something that the contract declares, an id of `Runtime.elements`, or any of the
    `others`; or none does what claims `Notes` describe, also not with their answers. Where the
    finding names the phase in which runs begin, that is the `entry`; where it is about what follows
    a phase, `after` is that phase, which some run must reach. With `via`, some run must do that
    there. `options` are those of the runs."""

    element: Hashable | Notes
    others: tuple[Any, ...] = ()
    entry: str = ""
    after: str = ""
    options: Mapping[str, Any] = {}
    via: Notes | None = None


class Traps(NamedTuple):
    """A run reaches one of these phases, and no run completes that has reached one. If they are
    `closed`, no run that is in one of them goes on to another phase either. `options` are those of
    the runs."""

    phases: tuple[str, ...]
    closed: bool = False
    options: Mapping[str, Any] = {}


class Same(NamedTuple):
    """Every run goes as it would with these edits of the contract, those of the finding's own fix
    where there are none. Where they are in a phase, that is `after`, which some run must reach.
    With `via`, an element or a claim `Notes`, some run must use or do that. `options` and `given`
    are those of the runs."""

    edits: tuple[Edit, ...] = ()
    after: str = ""
    options: Mapping[str, Any] = {}
    via: Hashable | Notes = None
    given: Mapping[str, Any] = {}


class Differs(NamedTuple):
    """Some run goes differently from it would with these edits of the contract, those of the
    finding's own fix where there are none. With `only`, that is something which some run does with
    the edits, but none without them. `options` are those of the runs, and `doubt` is why nothing is
    decided where they are the same, or none does that with the edits either."""

    edits: tuple[Edit, ...] = ()
    only: Notes | None = None
    options: Mapping[str, Any] = {}
    doubt: str = ""


class Written(NamedTuple):
    """What a document of the contract contains, whatever runs do: something at a place, or nothing
    if it is `absent`; that of the part `document` is the whole text. A string, list or mapping
    there has all parts that it `holds` and no part that it `lacks`, where a part of a mapping is a
    pair, and values are the same if JavaScript calls them so. A string is `like` a regular
    expression as a whole."""

    place: Place
    absent: bool = False
    holds: tuple[Any, ...] = ()
    lacks: tuple[Any, ...] = ()
    like: str = ""


class All(NamedTuple):
    """Several claims, each of which holds, about a contract whose documents say what is `written`.
    Where the message says that and no run depends on it, `read` is that as a clause ("that the
    workflow has the key `tols`")."""

    claims: tuple[Any, ...]
    written: tuple[Written, ...] = ()
    read: str = ""


class Undecided(NamedTuple):
    """What no run of this contract decides, and why, whatever kind of claim the rule makes."""

    reason: str


CLAIMS = (Refused, Ends, Notes, Never, Traps, Same, Differs, All, Undecided)
"""All records of claims."""
