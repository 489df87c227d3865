"""What the keys of stud's manifests are for (reference stud §2, §3)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_RESULT = {
    "execution": "How the stages are run: one after the other, side by side, or none: the run "
    "ends.",
    "nextStages": "The stages that come next. An empty list ends the run.",
    "stages": "Another spelling of `nextStages`.",
    "stageIds": "Another spelling of `nextStages`.",
    "join": "The stage that waits for all stages side by side.",
}

TEXTS: Mapping[str, str] = {
    "studPipeline": "The version of this format; it tells that the file is a pipeline.",
    "id": "The id of the pipeline.",
    "name": "What people call the pipeline.",
    "description": "What the pipeline is for.",
    "contractVersion": "The version of the pipeline, as its author counts.",
    "entryStage": "The id of the stage that a run begins with.",
    "stages": "The stages: paths of their files, relative to this one, or the stages themselves.",
    "next": "By stage, what comes after it.",
    "tools": "The tools that are registered. Without it nothing is said of unknown names.",
    "tools.bundled": "Names of bundled tools, or `default` for all of them.",
    "tools.discovered": "Names of tools that the host has found.",
    "tools.mcp": "Names of tools by MCP server.",
    "tools.mutating": "The tools that change something, in place of those that are known to.",
    "ctx": "The names that the state machine writes into the context. Without it nothing is said "
    "of unknown names.",
    "ctx.required": "Names that are always there.",
    "ctx.optional": "Names that may be there.",
    "ctx.byStage": "By stage, further names.",
    "outputs": "By stage, the JSON Schema of `output` in its result.",
    "options": "How the pipeline is read.",
    "options.profile": "The contract that stages are written against.",
    "options.joinPolicy": "Whether a join is a stage beside the siblings, or one of them.",
    "#names": "Names, none of them empty.",
    "#spec": "What comes after a stage: one result, or branches and a default.",
    "#result": "What comes next.",
    **{f"#result.{key}": text for key, text in _RESULT.items()},
    "#branched": "Branches; the first whose condition holds decides.",
    "#branched.branches": "The branches, in order.",
    "#branched.default": "What comes next where no condition holds.",
    "#branch": "A condition, and what comes next where it holds.",
    "#branch.when": "When the branch is taken; `{}` always holds.",
    **{f"#branch.{key}": text for key, text in _RESULT.items()},
    "#condition": "What must hold of the result of the stage; all of it.",
    "#condition.verdict": "The verdict, or several of them.",
    "#condition.capHit": "Whether the stage has used up its turns.",
    "#condition.path": "A path into the result, such as `parsed.decision`.",
    "#condition.equals": "What stands there.",
    "#condition.in": "What may stand there.",
    "#condition.exists": "Whether there is anything.",
    "#context": "Names in the context of one stage.",
    "#context.required": "Names that are always there.",
    "#context.optional": "Names that may be there.",
    "#file": "A stage in a file of its own.",
    "#file.file": "The file, relative to this one: markdown or JSON.",
    "#file.next": "What comes after the stage.",
    "#stage": "A stage that is written out.",
    "#stage.id": "The id, by which other stages name it.",
    "#stage.name": "What people call the stage.",
    "#stage.allowedTools": "The tools that the model may call.",
    "#stage.completionTool": "The tool whose call completes the stage.",
    "#stage.completionSchema": "The JSON Schema of what the completion tool is called with.",
    "#stage.retryPolicy": "How often the stage is tried.",
    "#stage.retryPolicy.maxAttempts": "Attempts, the first one included.",
    "#stage.retryPolicy.backoff": "How the time between attempts grows.",
    "#stage.turnCap": "Turns of the model after which an attempt ends.",
    "#stage.resolutionPolicy": "What becomes of the stage when its attempts are used up.",
    "#stage.description": "What the stage is for.",
    "#stage.inputsSchema": "The JSON Schema of the results that the stage is begun with.",
    "#stage.tags": "Words to find the stage by.",
    "#stage.body": "What the model is told.",
    "#stage.next": "What comes after the stage.",
    "#stage.contractVersion": "The version of the stage, as its author counts; nothing reads it.",
}
"""By place; see `describing.described`."""

EXAMPLE = {
    "studPipeline": 1,
    "id": "herbarium",
    "entryStage": "press",
    "stages": ["stages/press.md", "stages/label.md"],
    "next": {"press": {"nextStages": ["label"]}, "label": {"nextStages": []}},
}

STAGE = {
    "id": "press",
    "name": "Press",
    "allowedTools": ["read"],
    "completionTool": "finish",
    "completionSchema": {"type": "object"},
    "turnCap": 5,
    "resolutionPolicy": "manual",
    "retryPolicy": {"maxAttempts": 1, "backoff": "none"},
}
