"""Small random graphs, as records."""

from __future__ import annotations

from dialects.langgraph.analysis.graphs import END, START, Send, Short

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any


def random_graph(random: Random, *, loops: bool = True, unknown: bool = False) -> Short:
    """A graph of up to seven nodes. Without `loops` all ways lead to later nodes; with `unknown`
    names that are no node and labels that a map lacks occur."""
    short = Short()
    names = [chr(ord("a") + number) for number in range(random.randint(2, 7))]

    def later(name: str, count: int) -> list[str]:
        start = 0 if loops and random.random() < 0.3 else names.index(name) + 1
        rest = [*names[start:], END]
        return random.sample(rest, min(count, len(rest)))

    for name in names:
        gotos: list[Any] = []
        if random.random() < 0.15:
            gotos = [_value(random, later(name, 2), unknown) for _ in range(random.randint(1, 2))]
            gotos += [None] * (random.random() < 0.3)
        short.node(name, *gotos, defer=random.random() < 0.12)
    for name in random.sample(names[: len(names) // 2 + 1], random.randint(1, 2)):
        short.edge(START, name)
    for name in names:
        for target in later(name, random.choice((0, 1, 1, 1, 2))):
            short.edge(name, target)
    for _ in range(random.randint(0, 2)):
        members = random.sample(names, random.randint(2, min(3, len(names))))
        last = max(members)
        target = later(last, 1)[0]
        short.edge(",".join(members), target)
    for name in random.sample([START, *names], random.randint(0, 2)):
        _router(random, short, name, later("a" if name == START else name, 3), unknown)
    return short


def _value(random: Random, targets: list[str], unknown: bool) -> Any:
    chance = random.random()
    if unknown and chance < 0.1:
        return "nobody"
    if chance < 0.2:
        return [Send(target) for target in targets if target != END]
    return targets if chance < 0.35 else targets[0]


def _router(random: Random, short: Short, source: str, targets: list[str], unknown: bool) -> None:
    if random.random() < 0.5:
        answers = [
            _value(random, random.sample(targets, min(2, len(targets))), unknown)
            for _ in range(random.randint(1, 3))
        ]
        short.router(source, *answers)
        return
    path_map = {f"l{number}": target for number, target in enumerate(targets)}
    labels = [*path_map, *(["missing"] if unknown and random.random() < 0.2 else [])]
    answers = random.sample(labels, random.randint(1, len(labels)))
    if random.random() < 0.2:
        answers.append(labels[:2])
    short.router(source, *answers, path_map=path_map)


def random_fork(random: Random) -> Short:
    """A graph in which a router chooses between nodes that a join waits for, with further ways."""
    short = Short()
    middle = ["m1", "m2", "m3"][: random.randint(2, 3)]
    names = ["first", "hub", *middle, "merge", "last"]
    for name in names:
        short.node(name, defer=random.random() < 0.08)
    short.edge(START, "first")
    short.edge("first", "hub")
    if random.random() < 0.2:
        short.edge("first", random.choice(names[1:]))
    targets = [*middle, *random.sample([END, "last", "merge"], random.randint(0, 1))]
    answers: list[Any] = list(targets)
    if random.random() < 0.15:
        answers.append(random.sample(middle, 2))
    if random.random() < 0.1:
        answers.append([Send(random.choice(["hub", *middle]))])
    short.router("hub", *answers)
    short.edge(",".join(random.sample(middle, 2)), "merge")
    if random.random() < 0.5:
        short.edge("merge", "last")
    for _ in range(random.choice((0, 0, 1, 2))):
        source, target = random.choice([*middle, "last", "hub"]), random.choice(names)
        if random.random() < 0.5:
            short.edge(source, target)
        else:
            short.router(source, target, END)
    return short
