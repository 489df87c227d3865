"""Documents → contract: files, shapes, fields, bodies and their schemas (reference §1 to §3)."""
