"""What price changes do to verdicts that were already given."""
