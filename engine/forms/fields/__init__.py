"""Sums that are the same in every field: cards in groups, the link between machines, one pass, tables."""
