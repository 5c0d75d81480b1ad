"""What a chip achieves on this work, by whatever evidence there is."""
