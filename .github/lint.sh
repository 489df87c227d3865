#!/usr/bin/env bash
# What the action runs: installs phaselint beside the Python of the job, lints, and leaves its
# reports and its exit status as outputs. Inputs come as variables, so that none of them is code.
set -euo pipefail

home=$(mktemp -d "$RUNNER_TEMP/phaselint.XXXXXX") # a job may take this step more than once
"$PYTHON" -m venv "$home"
bin=$home/bin
if [[ -d $home/Scripts ]]; then
    bin=$home/Scripts
fi
"$bin/python" -m pip install --quiet --disable-pip-version-check "${REQUIREMENT:-$ACTION}"

# The values of an input, one per line; empty lines are none.
words() {
    local line
    while IFS= read -r line || [[ -n $line ]]; do
        line=${line%$'\r'}
        if [[ -n $line ]]; then
            given+=("$line")
        fi
    done <<<"$1"
}

given=()
words "$ARGUMENTS"
if [[ $DRY_RUN == true ]]; then
    given+=(--dry-run)
fi
if [[ $SUMMARY == true ]]; then
    given+=("--output-file=markdown:$home/summary.md")
fi
given+=(--)
words "$PATHS"

status=0
"$bin/phaselint" lint --format=github "--output-file=sarif:$home/phaselint.sarif" "--output-file=json:$home/phaselint.json" "${given[@]}" || status=$?

if [[ -f $home/summary.md ]]; then
    cat "$home/summary.md" >>"$GITHUB_STEP_SUMMARY"
fi
if [[ $DIFF == true ]]; then
    compared=()
    given=()
    words "$PATHS"
    if [[ -n $BASE && $BASE != 0000000000000000000000000000000000000000 ]]; then
        compared=(--merge-base "$BASE" HEAD)
    else
        compared=(HEAD~1 HEAD)
    fi
    # What differs is for the reader to judge, and what can't be compared fails no job.
    "$bin/phaselint" diff --format=markdown --output="$home/diff.md" "${compared[@]}" -- "${given[@]}" ||
        echo "::warning title=phaselint diff::not everything could be compared; see the log of this step"
    if [[ -f $home/diff.md ]]; then
        cat "$home/diff.md" >>"$GITHUB_STEP_SUMMARY"
    fi
fi
echo "status=$status" >>"$GITHUB_OUTPUT"
for name in sarif json; do
    if [[ -f $home/phaselint.$name ]]; then
        echo "$name-file=$home/phaselint.$name" >>"$GITHUB_OUTPUT"
    fi
done
