"""Where something is sold."""
