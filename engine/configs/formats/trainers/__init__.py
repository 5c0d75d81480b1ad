"""Trainers whose keys are read by the names most libraries use."""
