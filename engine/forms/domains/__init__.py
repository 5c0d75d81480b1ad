"""Work that is no language model: which kind it is, what was asked of it, and what is known of that kind."""
