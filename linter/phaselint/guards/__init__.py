"""Guards: files that block, in a running harness, the act by which a policy would be violated."""
