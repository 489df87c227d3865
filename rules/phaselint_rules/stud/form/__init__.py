"""Rules about files, keys and values as they are written."""
