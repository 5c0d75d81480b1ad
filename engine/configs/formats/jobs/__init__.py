"""Job files: on which machines a command runs."""
