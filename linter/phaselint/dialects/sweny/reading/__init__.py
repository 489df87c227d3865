"""Files → contract (reference §1 to §4), and what texts, paths and values mean (§5.7)."""
