"""What somebody sees of a run that is slow, stops or does not start: its cause and what to do, before any figure."""
