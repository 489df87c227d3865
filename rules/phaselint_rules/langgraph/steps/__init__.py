"""Rules about the graph and the steps of its runs (§7.3)."""
