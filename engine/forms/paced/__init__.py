"""Paces that were measured: on more machines, on two chips, carried to others, under told interruptions."""
