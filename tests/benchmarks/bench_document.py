"""What reading costs with positions, as ratios of one run (design §4, §11).

Run it as a script: `python tests/benchmarks/bench_document.py [ROUNDS]`.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from typing import TYPE_CHECKING, Any

import yaml

from phaselint.document import jsonreader, yamlreader
from phaselint.document.positions import index

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WORDS = ("read", "write", "list", "the", "report", "issue", "branch", "check", "plan", "after")


def sentence(rng: random.Random, length: int) -> str:
    """Some words."""
    return " ".join(rng.choice(WORDS) for _ in range(length))


def workflow(rng: random.Random) -> str:
    """A graph of nodes with block-scalar instructions and edges, about 5 kB."""
    names = [f"{rng.choice(WORDS)}_{number}" for number in range(rng.randint(8, 14))]
    lines = ["id: sample", f"name: {sentence(rng, 3)}", f"entry: {names[0]}", "nodes:"]
    for name in names:
        lines += [f"  {name}:", f"    name: {sentence(rng, 2)}", "    instruction: |"]
        lines += [f"      {sentence(rng, 9)}" for _ in range(rng.randint(2, 5))]
        lines += ["    skills: [github, linear]", "    output:", "      type: object"]
        lines += ["      properties:"]
        lines += [f"        {word}: {{type: string}}" for word in rng.sample(WORDS, 3)]
        lines += ["    retry:", "      max: 2", '      instruction: "again, but better"']
    lines.append("edges:")
    for source in names:
        lines += [f"  - from: {source}", f"    to: {rng.choice(names)}"]
        lines += [f"    when: {sentence(rng, 6)}", f"    max_iterations: {rng.randint(1, 9)}"]
    return "\n".join(lines) + "\n"


def contract(rng: random.Random) -> str:
    """A tool contract: many short keys and scalars, about 5 kB."""
    lines = ["schema_version: 1.0", "tool: deploy", "side_effect: write", "transitions:"]
    for number in range(rng.randint(50, 70)):
        lines += [f"  phase_{number}:", f"    advances_to: phase_{number + 1}"]
        lines += [f"    valid_in_phases: [phase_{number}, {rng.choice(WORDS)}]"]
        lines += [f"    required: {rng.choice(['true', 'false'])}", f"    limit: {number}"]
    return "\n".join(lines) + "\n"


def corpus(count: int, seed: int = 7) -> list[str]:
    """Texts of both kinds in turn."""
    rng = random.Random(seed)
    return [(workflow if number % 2 else contract)(rng) for number in range(count)]


def seconds(work: Callable[[str], Any], texts: Sequence[str]) -> float:
    """Time one pass over all texts."""
    start = time.perf_counter()
    for text in texts:
        work(text)
    return time.perf_counter() - start


def ratio(
    work: Callable[[str], Any], base: Callable[[str], Any], texts: Sequence[str], rounds: int
) -> float:
    """Give the median over interleaved rounds of what `work` costs beside `base`."""
    return statistics.median(seconds(work, texts) / seconds(base, texts) for _ in range(rounds))


def load_safely(text: str) -> Any:
    """The usual way: values without positions."""
    return yaml.load(text, yaml.CSafeLoader)


def read_and_index(text: str) -> Any:
    """Our way, with the positions asked for."""
    reading = yamlreader.read(text)
    assert reading.record is not None
    return next(index(reading.record, text).entries())


def locate_all(text: str) -> Any:
    """The positions of all that a JSON text holds."""
    return next(jsonreader.locate(text).entries())


def main(rounds: int = 5, count: int = 60) -> None:
    """Print the ratios."""
    texts = corpus(count)
    registries = [json.dumps(load_safely(text), indent=2) for text in texts]
    rows = (
        ("YAML, values", yamlreader.read, load_safely, texts),
        ("YAML, values and positions", read_and_index, load_safely, texts),
        ("JSON, values", jsonreader.read, json.loads, registries),
        ("JSON, positions", locate_all, json.loads, registries),
    )
    for name, work, base, inputs in rows:
        print(f"{name}: {ratio(work, base, inputs, rounds):.2f} x {base.__name__}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
