"""Files of a project: where its contracts are, and how they are read (design §4, §5, §9)."""
