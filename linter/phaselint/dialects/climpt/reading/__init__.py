"""From the files of an agent to the contract, and what single texts and values in them say."""
