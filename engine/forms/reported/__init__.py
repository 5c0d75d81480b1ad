"""What a project's own threads report of its runs: cards, memory, hours; held against the cards that were named."""
