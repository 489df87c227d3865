"""The options of `phaselint lint`, and those that commands share, in one table: click's options are
made from it (`parameters`), and `fast_args` reads arguments by it without click."""

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
        kind: the kind of its value: a `flag` has none; a `text` is any string; a `choice` is one
            of `choices`; a `count` is an integer, `least` or greater; `texts` are any strings, and
            `words` comma-separated words, both repeatable. Of the others the last one counts.
        spellings: its names on the command line.
        help: its purpose.
        default: its value if it isn't given.
        called: the name of its value, if that isn't its first spelling.
        metavar: the placeholder of its value in the help.
        show_default: whether the help names the default.
        former: older names that are still accepted, but not in the help.
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
    former: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name under which a command gets its value."""
        return self.called or self.spellings[0].removeprefix("--").replace("-", "_")


CONTRACT = (
    Option(
        "text", ("--config",), "Use this configuration file.", "", "config_file", metavar="FILE"
    ),
    Option("flag", ("--isolated",), "Ignore all configuration files."),
    Option(
        "texts",
        ("--set",),
        "Override one option of a format.",
        (),
        "settings",
        metavar="FORMAT.OPTION=VALUE",
    ),
    Option(
        "text",
        ("--dialect",),
        f"Treat the paths as this format: {', '.join(NAMES[:-1])} or {NAMES[-1]}.",
        "",
        metavar="NAME",
    ),
)
"""The options by which a command finds and reads a contract."""

CONFIRM = (
    Option(
        "flag",
        ("--dry-run",),
        "Confirm each finding with a simulated run, and run the scripts next to the contracts.",
    ),
    Option(
        "flag",
        ("--sound",),
        "Explore all runs of contracts without findings, to catch what no rule covers.",
    ),
    Option("flag", ("--policies",), "Check policies only. With --dry-run, they are checked too."),
    Option("flag", ("--verify",), "Check the analyzer's own certificates."),
    Option(
        "flag",
        ("--coverage",),
        "Report how much of each contract its scripts cover. Requires --dry-run.",
    ),
    Option(
        "count",
        ("--bound",),
        "Limit the states explored per contract.",
        None,
        metavar="STATES",
        least=1,
    ),
)

SELECT = (
    Option("words", ("--select",), "Run only these rules (names or codes).", (), metavar="RULES"),
    Option(
        "words",
        ("--extend-select",),
        "Run these rules in addition to the selected ones.",
        (),
        metavar="RULES",
    ),
    Option("words", ("--ignore",), "Skip these rules.", (), metavar="RULES"),
    Option(
        "choice",
        ("--min-severity",),
        f"Show findings at or above this severity: {', '.join(SEVERITIES[:-1])} or "
        f"{SEVERITIES[-1]}.  [default: warning in text, concise, markdown and html, else info]",
        None,
        metavar="LEVEL",
        choices=SEVERITIES,
    ),
)

REPORT = (
    Option(
        "choice",
        ("--format",),
        f"Set the format on stdout: {', '.join([*FORMATS][:-1])} or {[*FORMATS][-1]}.",
        "text",
        "format_",
        metavar="FORMAT",
        choices=(*FORMATS,),
        show_default=True,
    ),
    Option(
        "texts",
        ("--output-file",),
        "Also write a report to a file. Repeatable.",
        (),
        "outputs",
        metavar="FORMAT:PATH",
    ),
    Option(
        "choice",
        ("--group",),
        "Group findings in text by rule, contract or cause; none lists each in full.",
        None,
        metavar="BY",
        choices=GROUPINGS,
    ),
    Option(
        "flag",
        ("--show-folded",),
        "Show every finding in full, with the dry run's results that it explains.",
    ),
    Option(
        "flag",
        ("--statistics",),
        "Print finding counts per rule and maximum run costs instead of findings.",
    ),
    Option(
        "flag",
        ("--verbose", "-v"),
        "Show every finding in full, in dry runs with its run step by step, and what was checked.",
    ),
    Option("flag", ("--quiet", "-q"), "Print findings only."),
    Option(
        "choice",
        ("--color",),
        "Use colors: auto, always or never.",
        "auto",
        metavar="WHEN",
        choices=("auto", "always", "never"),
        show_default=True,
    ),
)

STATUS = (
    Option(
        "choice",
        ("--fail-on",),
        "Exit with 1 for findings at or above this severity.",
        "error",
        metavar="LEVEL",
        choices=SEVERITIES,
        show_default=True,
    ),
    Option(
        "count",
        ("--fail-under",),
        "Exit with 1 if scripts cover fewer transitions. Requires --coverage.",
        None,
        metavar="PERCENT",
    ),
    Option("flag", ("--fail-on-refuted",), "Exit with 2 if the dry run contradicts a finding."),
    Option("flag", ("--exit-zero",), "Exit with 0 even if there are findings."),
    Option("flag", ("--strict",), "Exit with 2 if no contract is found."),
)

FIX = (
    Option("flag", ("--fix",), "Apply safe fixes, then report what remains."),
    Option("flag", ("--unsafe-fixes",), "Also apply fixes that may change behavior."),
    Option("flag", ("--diff",), "Print the changes that --fix would make; write nothing."),
    Option("flag", ("--show-fixes",), "List the applied fixes."),
)

BASELINE = (
    Option(
        "flag",
        ("--write-baseline",),
        "Write all current findings to the baseline as known findings.",
    ),
    Option(
        "text", ("--baseline",), "Ignore the findings recorded in this file.", "", metavar="FILE"
    ),
)

RUN = (
    Option("flag", ("--watch",), "Lint again after every change."),
    Option(
        "count",
        ("--jobs",),
        "Use N processes; 0 chooses automatically.",
        0,
        metavar="N",
        show_default=True,
    ),
    Option(
        "text", ("--stdin-filename",), "Use this file name for standard input.", "", metavar="NAME"
    ),
    Option(
        "text",
        ("--cluster",),
        "Run on your own cluster (dask, Ray, …); --executor is the old name.",
        "",
        "executor",
        metavar="MODULE:FACTORY",
        former=("--executor",),
    ),
)

EXCLUDE = Option("words", ("--exclude",), "Skip paths that match.", (), metavar="GLOBS")

GROUPS = (
    ("Confirm findings", CONFIRM),
    ("Select rules", SELECT),
    ("Report", REPORT),
    ("Exit status", STATUS),
    ("Fix", FIX),
    ("Baseline", BASELINE),
    ("Configuration", (*CONTRACT, EXCLUDE)),
    ("Run", RUN),
)
"""The options of `phaselint lint` in the groups of its help."""

LINT = tuple(option for _, options in GROUPS for option in options)
"""The options of `phaselint lint`, in the order of its help; it also takes paths."""


def words(values: Iterable[str]) -> tuple[str, ...]:
    """All words in the values of an option of the kind `words`."""
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip())
