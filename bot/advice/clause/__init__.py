"""Whether a first line is of what the clause that asks is about."""
