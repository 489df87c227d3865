"""The options of `phaselint lint`, and those that commands share, in one table: of it click's are
made (`parameters`), and by it `quick` reads arguments without click."""

from __future__ import annotations

from phaselint.dialects import NAMES
from phaselint.report import FORMATS, GROUPINGS
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Literal

    Kind = Literal["flag", "text", "texts", "words", "choice", "count"]


class Option(NamedTuple):
    """An option of a command.

    Attributes:
        kind: what it takes: a `flag` nothing; a `text` anything; a `choice` one of `choices`; a
            `count` a whole number from `least` on; `texts` anything, and `words` words that commas
            part, both as often as one likes. Of the others the last one counts.
        spellings: how it may be written.
        help: what it is for.
        default: its value where it is not given.
        called: the name of its value, where that is not its first spelling.
        metavar: what stands for its value in the help.
        show_default: whether the help tells the default.
    """

    kind: Kind
    spellings: tuple[str, ...]
    help: str
    default: Any = False
    called: str = ""
    metavar: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    show_default: bool = False

    @property
    def name(self) -> str:
        """The name under which a command gets its value."""
        return self.called or self.spellings[0].removeprefix("--").replace("-", "_")


CONTRACT = (
    Option("text", ("--dialect",), f"Dialect: {', '.join(NAMES)}.", "", metavar="NAME"),
    Option("text", ("--config",), "Configuration.", "", "config_file", metavar="FILE"),
    Option(
        "texts",
        ("--set",),
        "Set a dialect option; wins over the configuration.",
        (),
        "settings",
        metavar="DIALECT.OPTION=VALUE",
    ),
    Option("flag", ("--isolated",), "Read no configuration file."),
)
"""The options by which a command finds and reads a contract."""

LINT = (
    Option("flag", ("--dry-run",), "Prove each finding with the executor."),
    Option("flag", ("--policies",), "Ask policies, and nothing else; --dry-run asks them, too."),
    Option("flag", ("--coverage",), "Say what scripts take of contracts; goes with --dry-run."),
    Option(
        "count",
        ("--fail-under",),
        "Status 1 where scripts take fewer moves, in percent; goes with --coverage.",
        None,
        metavar="PERCENT",
    ),
    Option("flag", ("--sound",), "Explore runs where no rule finds anything."),
    Option("flag", ("--verify",), "Check the certificates of the analysis."),
    Option("count", ("--bound",), "States to expand per contract.", None, least=1),
    *CONTRACT,
    Option("words", ("--select",), "Rules to run.", (), metavar="RULES"),
    Option("words", ("--ignore",), "Rules to leave out.", (), metavar="RULES"),
    Option("words", ("--extend-select",), "Rules to add.", (), metavar="RULES"),
    Option(
        "words", ("--exclude",), "Paths not to read, as in a configuration.", (), metavar="GLOBS"
    ),
    Option(
        "choice",
        ("--min-severity",),
        "Lowest to show; by default warning in text, concise, markdown and html, else info.",
        None,
        choices=SEVERITIES,
    ),
    Option(
        "choice",
        ("--fail-on",),
        "Lowest for status 1.",
        "error",
        choices=SEVERITIES,
        show_default=True,
    ),
    Option(
        "flag", ("--fail-on-refuted",), "Exit with status 2 if the dry run contradicts a finding."
    ),
    Option("flag", ("--exit-zero",), "Status 0 whatever is found."),
    Option("flag", ("--strict",), "Status 2 when there is nothing to lint."),
    Option("choice", ("--format",), "On stdout.", "text", "format_", choices=(*FORMATS,)),
    Option(
        "texts",
        ("--output-file",),
        "Also write a report to a file; repeatable.",
        (),
        "outputs",
        metavar="FORMAT:PATH",
    ),
    Option(
        "flag",
        ("--statistics",),
        "Count findings by rule and, in a dry run, declared elements; say what runs cost at most.",
    ),
    Option("choice", ("--group",), "Put findings together, as text.", None, choices=GROUPINGS),
    Option("flag", ("--quiet", "-q"), "Print findings only."),
    Option(
        "flag", ("--verbose", "-v"), "Show each finding in full; say what was checked and what not."
    ),
    Option(
        "flag",
        ("--show-folded",),
        "Show each finding in full, with what else the dry run saw that it explains.",
    ),
    Option("choice", ("--color",), "Colours.", "auto", choices=("auto", "always", "never")),
    Option("text", ("--baseline",), "Hide what this file lists.", "", metavar="FILE"),
    Option("flag", ("--write-baseline",), "List everything found in the baseline."),
    Option("flag", ("--fix",), "Make safe fixes, and report what is left."),
    Option("flag", ("--unsafe-fixes",), "Make unsafe fixes as well."),
    Option("flag", ("--diff",), "Print what --fix would change; write nothing."),
    Option("flag", ("--show-fixes",), "List the fixes that are made."),
    Option("flag", ("--watch",), "Lint again whenever something changes."),
    Option("text", ("--stdin-filename",), "What `-` stands for.", "", metavar="NAME"),
    Option("count", ("--jobs",), "Processes; 0 decides itself.", 0),
    Option("text", ("--executor",), "Sweep on an engine of yours.", "", metavar="MODULE:FACTORY"),
)
"""The options of `phaselint lint`, in the order of its help; besides these it takes paths."""


def words(values: Iterable[str]) -> tuple[str, ...]:
    """What values of an option of the kind `words` say together."""
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip())
