"""Manifests of plug-ins of Claude Code (reference §1.1, §7.6)."""

from __future__ import annotations

from phaselint.dialects.agents.filenames import PLUGIN
from phaselint.project.paths import split
from phaselint.vocabulary.finding import Edit, Finding, Fix, Holding, Place
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, Grade, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Component

KEPT = (
    Grade("error", "the path is in no submodule, and nothing that git ignores"),
    Grade(
        "info", "otherwise: the file may be brought or built; so in a manifest for Copilot alone"
    ),
)


@rule("AG501", KEPT, holds=("claude", "copilot", "cli"))
def missing_component(facts: AgentsFacts) -> Iterator[Finding]:
    """A manifest lists a file that does not exist.

    What:
        A path below `agents`, `commands`, `skills`, `workflows`, `outputStyles`, `hooks`,
        `mcpServers` or `lspServers` in `.claude-plugin/plugin.json` at which there is neither a
        file nor a folder. Case counts. So is a `source` that begins with `./` of a plug-in in
        `.claude-plugin/marketplace.json`.
    Why:
        Claude Code reports an error of the plug-in, and does not load the component.
    Bad:
        "agents": ["./team/reviewer.md"]   # there is ./team/review.md
    Good:
        "agents": ["./team/review.md"]
    Fix:
        Correct the path, or add the file.
    Source:
        agents §1.1, §7.6
    """
    sure = facts.contract.manifest is None or not facts.contract.manifest.copilot
    for place, each in _components(facts, "missing", "elsewhere", copilot=True):
        yield Finding(
            place,
            message("`{}` lists `{}`, which does not exist", each.key, each.text),
            "correct the path, or add the file",
            severity="error" if each.fate == "missing" and sure else "info",
            holding=None if _is_of_claude(place) else _COPILOT,
        )


_COPILOT = Holding(("cli", "copilot"))


def _is_of_claude(place: Place) -> bool:
    """Whether a place is in a manifest that Claude Code reads."""
    return f"/{PLUGIN}/" in f"/{place.file}"


@rule("AG502", ERROR, holds=("claude",))
def agent_folder_in_manifest(facts: AgentsFacts) -> Iterator[Finding]:
    """A manifest lists a folder of agents.

    What:
        An entry of `agents` in `.claude-plugin/plugin.json` is a folder.
    Why:
        Claude Code takes files that end in `.md` there, and no folders: the agents in it are not
        loaded.
    Bad:
        "agents": ["./team"]
    Good:
        "agents": ["./team/review.md", "./team/fix.md"]
    Fix:
        List the files.
    Source:
        agents §1.1, §7.6
    """
    for place, each in _components(facts, "folder"):
        if each.key == "agents":
            yield Finding(
                place,
                message(
                    "`agents` lists the folder `{}`; Claude Code takes only `.md` files", each.text
                ),
                "list the files in it",
            )


@rule("AG503", ERROR, fix="safe", holds=("claude",))
def path_not_relative(facts: AgentsFacts) -> Iterator[Finding]:
    """A path of a manifest does not begin with `./`, or leads out of the plug-in.

    What:
        A path in `.claude-plugin/plugin.json` that does not begin with `./`, but for `.` among
        `skills`, or one that is absolute or leads out of the plug-in by `..`.
    Why:
        Claude Code refuses the path.
    Bad:
        "agents": ["team/review.md"]
    Good:
        "agents": ["./team/review.md"]
    Fix:
        Begin it with `./`, which is offered where the file is there; move what lies outside.
    Source:
        agents §1.1, §7.6
    """
    for place, each in _components(facts, "file", "folder", "outside"):
        relative = each.text.startswith("./") or (each.key == "skills" and each.text == ".")
        if each.fate == "outside":
            yield Finding(
                place,
                message("path `{}` leads out of the plug-in", each.text),
                "move the file into the plug-in",
            )
        elif not relative:
            better = f"./{each.text}"
            edit = Edit(place, f'"{better}"')
            yield Finding(
                place,
                message("path `{}` does not begin with `./`", each.text),
                f"write {quote(better)}",
                fix=Fix("safe", f"write {quote(better)}", (edit,)) if '"' not in better else None,
            )


@rule("AG504", ERROR, holds=("claude",))
def component_type(facts: AgentsFacts) -> Iterator[Finding]:
    """A manifest has something else where a path belongs.

    What:
        A number, a boolean, null or an object in the place of a path in
        `.claude-plugin/plugin.json`, where no object may stand.
    Why:
        Claude Code does not load the plug-in.
    Bad:
        "agents": true
    Good:
        "agents": ["./team/review.md"]
    Fix:
        Write a path, or a list of paths.
    Source:
        agents §1.1, §7.6
    """
    for place, each in _components(facts, "type"):
        yield Finding(
            place,
            message("`{}` must be a path or a list of paths", each.key),
            "write paths that begin with `./`",
        )


@rule("AG505", INFO, holds=("claude",))
def default_folder_ignored(facts: AgentsFacts) -> Iterator[Finding]:
    """A manifest lists agents or commands, and leaves out some in the default folder.

    What:
        `.claude-plugin/plugin.json` has a list of `agents` or `commands`, and the folder of this
        name has files that are not in it. A list of agents with a folder is left to
        `agent-folder-in-manifest`, and what is no list to `component-type`.
    Why:
        The list takes the place of the folder: these files are no part of the plug-in.
    Bad:
        "agents": ["./agents/review.md"]   # beside agents/fix.md
    Good:
        "agents": ["./agents/review.md", "./agents/fix.md"]
    Fix:
        List them, or remove the list.
    Source:
        agents §1.1, §7.6
    """
    manifest = facts.contract.manifest
    folders = {each.key for _, each in _components(facts, "folder")} & {"agents"}
    wrong = {each.key for _, each in _components(facts, "type")}
    if manifest is None:
        return
    for key, files in manifest.unlisted.items():
        if key in folders | wrong:
            continue
        names = [split(each)[1] for each in files]
        more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
        yield Finding(
            Place(manifest.document.path, (*manifest.at, key), "key"),
            message(f"the list of {key} leaves out {{}}{{}}", quote_all(names[:_MOST]), more),
            "list the files, or remove the list",
        )


_MOST = 3
"""Names that are given of many."""


def _components(
    facts: AgentsFacts, *fates: str, copilot: bool = False
) -> Iterator[tuple[Place, Component]]:
    """What manifests list that has one of these fates; with `copilot`, those for Copilot alone as
    well, to which other things are allowed."""
    for manifest in (facts.contract.manifest, facts.contract.market):
        if manifest is None or (manifest.copilot and not copilot):
            continue
        for each in manifest.components:
            if each.fate in fates:
                yield Place(manifest.document.path, each.pointer), each
