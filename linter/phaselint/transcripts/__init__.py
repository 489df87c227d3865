"""What real runs left behind: logs of runtimes, read as acts and followed through a contract.

Readers (`formats`) take names, ids, times and booleans from a log, and never what was said in it.
"""
