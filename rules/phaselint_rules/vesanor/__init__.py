"""The rules of the Vesanor dialect, a module per theme of the reference's catalog (§6)."""
