"""The files of an agent, and the name they share (reference climpt §1, §3.1, §7.1)."""

from __future__ import annotations

from posixpath import normpath

from phaselint.dialects.climpt.detect import REGISTRY_FILE
from phaselint.vocabulary.claim import Refused, Same
from phaselint.vocabulary.finding import Finding, Place, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.climpt.form.releases import release_of
from phaselint_rules.climpt.gates.steprefusals import refused_paths
from phaselint_rules.climpt.needs import AGENT, REGISTRY
from phaselint_rules.climpt.refusing import refused_for
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts

REGISTRY_PATH = ("runner", "flow", "prompts", "registry")


@rule("PL005", WARNING, ends="unknown")
def path_outside_project(facts: ClimptFacts) -> Iterator[Finding]:
    """Path outside the agent's directory

    What:
        `outputSchemaRef.file`, a `$ref`, `systemPromptPath` or the address of a prompt is an
        absolute path, or leaves the agent's directory with `..` (for a prompt: the project). The
        path of the registry is left to `registry-path-ignored`, and in release 1.14 that of a
        schema to `schema-path-outside`.
    Why:
        Files outside aren't read, so their contents aren't checked; and the agent depends on files
        that don't come with it.
    Bad:
        "outputSchemaRef": {"file": "../../../shared/issue.schema.json", "schema": "initial"}
    Good:
        "outputSchemaRef": {"file": "issue.schema.json", "schema": "initial"}
    Fix:
        Move the file into the agent's directory.
    Source:
        design §4; climpt §1.2, §7.1
    """
    refused = {*refused_paths(facts)}
    for file, pointer, path in facts.contract.outside:
        place = Place(file, pointer)
        if pointer[-len(REGISTRY_PATH) :] == REGISTRY_PATH or place in refused:
            continue
        yield Finding(
            place,
            message(
                "{} is outside the directory where it is looked for, so it isn't read", quote(path)
            ),
            "move the file into the agent's directory, and write its path from there",
        )


@rule("CL001", ERROR, claims="refused")
def agent_file_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Registry without an `agent.json`

    What:
        A directory `.agent/<name>/` has a steps_registry.json but no agent.json.
    Why:
        The agent can't be started: the runtime ends with `AC-SERVICE-001`.
    Bad:
        # .agent/triager/ has steps_registry.json, schemas/ and prompts/
    Good:
        # .agent/triager/ has agent.json as well
    Fix:
        Add the agent's definition.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt §1.1, §3.1, §7.1
    """
    if facts.contract.agent_missing:
        place = Place(facts.registry.file or facts.contract.target.path, (), "document")
        yield Finding(
            place,
            message("no `agent.json` next to the registry, so the agent can't be started"),
            "add an `agent.json`, or move the registry out of `.agent/`",
            witness=Witness({"code": "AC-SERVICE-001"}),
            claim=refused_for(facts, "AC-SERVICE-001", place),
        )


@rule("CL003", ERROR, needs=AGENT, claims="refused")
def registry_file_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing registry

    What:
        Neither the file that agent.json names in `runner.flow.prompts.registry` nor
        steps_registry.json exists.
    Why:
        The agent has no steps: the runtime ends with `SR-LOAD-003`, or in release 1.14 with
        `AC-VERDICT-012`.
    Bad:
        # .agent/triager/ has agent.json only
    Good:
        # .agent/triager/ has steps_registry.json as well
    Fix:
        Add the registry, or correct its name.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt §1.1, §3.1, §7.1, climpt 1.14 §3.4, §7.1
    """
    if not facts.contract.registry_missing:
        return
    named = facts.agent.registry or REGISTRY_FILE
    other = (
        ""
        if normpath(named) == REGISTRY_FILE
        else message(", and neither does `{}`", REGISTRY_FILE)
    )
    place = (
        _registry_path(facts) if facts.agent.registry else Place(facts.agent.file, (), "document")
    )
    code = release_of(facts).no_registry
    yield Finding(
        place,
        message("registry {} doesn't exist{}", quote(named), other),
        f"add `{REGISTRY_FILE}` next to `agent.json`",
        witness=Witness({"code": code}),
        claim=refused_for(facts, code, place),
    )


@rule("CL004", ERROR, needs=AGENT, prove="entry.proofs.starts:other_registry", fix="unsafe")
def registry_path_ignored(facts: ClimptFacts) -> Iterator[Finding]:
    """Path of the registry that the runtime ignores

    What:
        `runner.flow.prompts.registry` is a path other than `steps_registry.json`, even without `./`
        and the like. If that file is missing too, this is the only finding.
    Why:
        `--validate` uses the path, but the runtime doesn't: it always reads steps_registry.json,
        and doesn't start without it (`SR-LOAD-003`).
    Bad:
        "prompts": {"registry": "flow.json"}
    Good:
        "prompts": {"registry": "steps_registry.json"}
    Fix:
        Rename the file to `steps_registry.json`, and write that name here.
    Dry run:
        The executor refuses to start the agent, or runs the other file; the path in agent.json is
        read from the file.
    Source:
        climpt §1.2, §2.9, §7.1
    """
    agent = facts.agent
    if facts.contract.registry_missing:
        return
    if not agent.registry or normpath(agent.registry) == REGISTRY_FILE:
        return
    place, found = _registry_path(facts), facts.registry.file.rpartition("/")[2]
    yield Finding(
        place,
        message("the runtime reads `{}`, never {}", REGISTRY_FILE, quote(agent.registry)),
        f"rename the file to `{REGISTRY_FILE}`, and write that here",
        witness=Witness({"code": "SR-LOAD-003", "path": agent.registry}),
        claim=Same() if found == REGISTRY_FILE else Refused(("SR-LOAD-003",)),
        fix=replace(agent.registry, REGISTRY_FILE, place),
    )


def _registry_path(facts: ClimptFacts) -> Place:
    return facts.agent_place((*facts.agent.base, *REGISTRY_PATH))


@rule(
    "CL009",
    ERROR,
    needs=AGENT,
    claims="refused",
    complete_if=REGISTRY,
    fix="unsafe",
)
def agent_id_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """Registry of another agent

    What:
        `agentId` of the registry differs from `name` of agent.json.
    Why:
        The runtime refuses the registry with `SR-LOAD-002`; `--validate` checks it from release
        1.14 on.
    Bad:
        # agent.json has "name": "triager"
        "agentId": "triage"
    Good:
        # agent.json has "name": "triager"
        "agentId": "triager"
    Fix:
        Write the agent's name. The yml files of the prompts are named after `agentId` too.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt §1.2, §3.1, §7.1, climpt 1.14 §3.1, §7.1
    """
    agent, named = facts.agent, facts.registry.agent_id
    if not named or not agent.name or named == agent.name:
        return
    place = facts.place((*facts.registry.base, "agentId"))
    yield Finding(
        place,
        message("`agentId` is {}, but the agent is named {}", quote(named), quote(agent.name)),
        f"write {quote(agent.name)}, and name the yml files of the prompts after it",
        related=(Related(facts.agent_place((*agent.base, "name")), "the agent's name"),),
        witness=Witness({"code": "SR-LOAD-002"}),
        claim=refused_for(facts, "SR-LOAD-002", place),
        fix=replace(named, agent.name, place),
    )


@rule("CL010", ERROR, needs=AGENT, claims="refused", fix="unsafe")
def agent_name_directory_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """Agent name that differs from its directory

    What:
        `name` of agent.json differs from the name of its directory below `.agent/`.
    Why:
        After agent.json, the runtime reads from the directory with that name: it finds no registry
        there (`SR-LOAD-003`), or that of another agent. Release 1.14 refuses the name (`W3`).
    Bad:
        # .agent/triager/agent.json
        "name": "triage-bot"
    Good:
        # .agent/triager/agent.json
        "name": "triager"
    Fix:
        Write the directory's name, or rename the directory.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt §1.2, §3.1, §7.1, climpt 1.14 §3.3, §7.1
    """
    agent, contract = facts.agent, facts.contract
    if contract.root is None or not agent.name:
        return
    folder = contract.folder.rpartition("/")[2]
    if agent.name == folder:
        return
    place, code = facts.agent_place((*agent.base, "name")), release_of(facts).other_folder
    yield Finding(
        place,
        message("the agent is named {}, but its directory is {}", quote(agent.name), quote(folder)),
        f"write {quote(folder)}, or rename the directory",
        witness=Witness({"code": code, "folder": folder}),
        claim=refused_for(facts, code, place),
        fix=replace(agent.name, folder, place),
    )
