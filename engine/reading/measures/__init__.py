"""Amounts with their units, and the quantities that are asked for."""
