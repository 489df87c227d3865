"""Rules about files, keys and values as written."""
