"""How the executor shows each finding (reference §8, "Confirm"; design §8).

What runs show of most findings are claims of their checks (`phaselint.executor.claims`). Where
these say more, `claims` lets a function read the rest; other provers plan a run, which `answering`
makes.
"""
