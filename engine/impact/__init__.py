"""What changes of prices do to verdicts that were given."""
