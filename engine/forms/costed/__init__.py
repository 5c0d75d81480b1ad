"""Of the offerings that were costed for an estimate, which one its first line names, and what beats it."""
