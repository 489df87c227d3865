"""The rules of the climpt dialect, one module per theme of the reference (§7)."""
