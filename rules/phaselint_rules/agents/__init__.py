"""The rules for teams of coding agents, a module per theme of the reference's catalogue (§7)."""
