"""The rules for teams of coding agents, one module per topic of the reference's list of rules
(§7)."""
