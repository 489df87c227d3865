"""The rules of the climpt dialect, a module per theme of the reference's catalogue (§7)."""
