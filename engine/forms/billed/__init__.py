"""What named machines come to over a time that is told."""
