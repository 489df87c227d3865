"""The rules of the SWEny dialect, a module per theme of the reference's catalog (§8)."""
