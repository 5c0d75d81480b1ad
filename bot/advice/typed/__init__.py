"""Values that somebody typed beside the text: numbers, rates, slots."""
