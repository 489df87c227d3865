"""From the files of an agent to the contract, and the meaning of single strings and values in
them."""
