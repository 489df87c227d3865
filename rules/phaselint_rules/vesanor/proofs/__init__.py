"""How the executor shows each finding (reference vesanor §6, column "run"; design §8).

A module per theme, imported when one of its provers is first run; `bench` is what they share, and
`copies` are the contracts that the one on the bench is compared with.
"""
