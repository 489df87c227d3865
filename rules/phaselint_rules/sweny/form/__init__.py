"""Rules about files, keys and literal values."""
