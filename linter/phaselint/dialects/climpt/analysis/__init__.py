"""What rules ask about an agent: its graph, schemas, variables and links; nothing here runs it."""
