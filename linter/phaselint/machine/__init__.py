"""The graph of a contract and everything asked of it (design §6)."""
