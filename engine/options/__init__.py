"""Every offering with its costs, or the reason it is excluded."""
