"""Manifests of Claude Code plugins (reference §1.1, §7.6)."""

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
    Grade("error", "the path isn't in a submodule or ignored by git"),
    Grade(
        "info", "otherwise: the file can be provided or built; also in a manifest for Copilot only"
    ),
)


@rule("AG501", KEPT, holds=("claude", "copilot", "cli"))
def missing_component(facts: AgentsFacts) -> Iterator[Finding]:
    """Plugin component that doesn't exist

    What:
        A path in `agents`, `commands`, `skills`, `workflows`, `outputStyles`, `hooks`, `mcpServers`
        or `lspServers` of `.claude-plugin/plugin.json` is neither a file nor a folder. Paths are
        case-sensitive. Also checked: a plugin's `source` that begins with `./` in
        `.claude-plugin/marketplace.json`.
    Why:
        Claude Code reports an error of the plugin and doesn't load the component.
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
            message("`{}` lists `{}`, but that path doesn't exist", each.key, each.text),
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
    """Folder in a plugin's list of agents

    What:
        An entry of `agents` in `.claude-plugin/plugin.json` is a folder.
    Why:
        Claude Code accepts only `.md` files there, so it doesn't load the agents in the folder.
    Bad:
        "agents": ["./team"]
    Good:
        "agents": ["./team/review.md", "./team/fix.md"]
    Fix:
        List each file.
    Source:
        agents §1.1, §7.6
    """
    for place, each in _components(facts, "folder"):
        if each.key == "agents":
            yield Finding(
                place,
                message(
                    "`agents` lists the folder `{}`, but Claude Code accepts only `.md` files",
                    each.text,
                ),
                "list each file in it",
            )


@rule("AG503", ERROR, fix="safe", holds=("claude",))
def path_not_relative(facts: AgentsFacts) -> Iterator[Finding]:
    """Plugin path without `./`, or outside the plugin

    What:
        A path in `.claude-plugin/plugin.json` doesn't begin with `./` (except `.` in `skills`), is
        absolute, or leaves the plugin with `..`.
    Why:
        Claude Code rejects the path.
    Bad:
        "agents": ["team/review.md"]
    Good:
        "agents": ["./team/review.md"]
    Fix:
        Add `./` at the start, which phaselint suggests if the file exists; move outside files into
        the plugin.
    Source:
        agents §1.1, §7.6
    """
    for place, each in _components(facts, "file", "folder", "outside"):
        relative = each.text.startswith("./") or (each.key == "skills" and each.text == ".")
        if each.fate == "outside":
            yield Finding(
                place,
                message("path `{}` is outside the plugin", each.text),
                "move the file into the plugin",
            )
        elif not relative:
            better = f"./{each.text}"
            edit = Edit(place, f'"{better}"')
            yield Finding(
                place,
                message("path `{}` doesn't begin with `./`", each.text),
                f"use {quote(better)}",
                fix=Fix("safe", f"use {quote(better)}", (edit,)) if '"' not in better else None,
            )


@rule("AG504", ERROR, holds=("claude",))
def component_type(facts: AgentsFacts) -> Iterator[Finding]:
    """Plugin manifest with a value that isn't a path

    What:
        A number, a boolean, null or an object instead of a path in `.claude-plugin/plugin.json`,
        where an object isn't allowed.
    Why:
        Claude Code doesn't load the plugin.
    Bad:
        "agents": true
    Good:
        "agents": ["./team/review.md"]
    Fix:
        Use a path, or a list of paths.
    Source:
        agents §1.1, §7.6
    """
    for place, each in _components(facts, "type"):
        yield Finding(
            place,
            message("`{}` must be a path or a list of paths", each.key),
            "use paths that begin with `./`",
        )


@rule("AG505", INFO, holds=("claude",))
def default_folder_ignored(facts: AgentsFacts) -> Iterator[Finding]:
    """Plugin list that leaves out files of the default folder

    What:
        `.claude-plugin/plugin.json` has a list of `agents` or `commands`, but the folder of that
        name contains files that aren't listed. `agent-folder-in-manifest` covers lists with a
        folder, and `component-type` covers values that aren't lists.
    Why:
        The list replaces the folder, so these files aren't part of the plugin.
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
            "add the files to the list, or remove the list",
        )


_MOST = 3
"""The most names shown of a list."""


def _components(
    facts: AgentsFacts, *fates: str, copilot: bool = False
) -> Iterator[tuple[Place, Component]]:
    """The entries of manifests with one of these problems; with `copilot`, also those for Copilot
    only, which has other rules."""
    for manifest in (facts.contract.manifest, facts.contract.market):
        if manifest is None or (manifest.copilot and not copilot):
            continue
        for each in manifest.components:
            if each.fate in fates:
                yield Place(manifest.document.path, each.pointer), each
