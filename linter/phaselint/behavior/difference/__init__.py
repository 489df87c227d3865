"""What a change to a contract makes possible, and what it takes away: two versions compared by
their runs."""
