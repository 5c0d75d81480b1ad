"""Whether something runs on a chip, by the parts that it is made of."""
