"""From the documents of a contract set to the contract, and what its texts and values mean."""
