"""Files to teams: headers, fields of agents, and the files next to them."""
