"""Files → contract (reference §1 to §4), and the meaning of conditions, paths and values (§5.7)."""
