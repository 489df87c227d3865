"""From the documents of a contract set to the contract, and the meaning of its strings and
values."""
