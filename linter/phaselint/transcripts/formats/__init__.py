"""A reader for each format of logs; `table` lists them with their signs."""
