"""The rules of the stud dialect, a module per theme of the reference's catalog (§6)."""
