"""Paces that were measured: on more machines, on two chips, carried to others, and under interruptions that are told."""
