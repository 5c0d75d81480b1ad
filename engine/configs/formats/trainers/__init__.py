"""Libraries of which some keys need more than a name to be understood."""
