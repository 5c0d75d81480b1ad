"""Every offering, costed, or the reason why not."""
