"""What an author demands of every run, as records: how it is written, read and judged on the acts
of a single run. Nothing here explores a contract."""
