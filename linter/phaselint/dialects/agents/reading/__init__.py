"""Files to teams: headers, what agents say in them, and what lies beside them."""
