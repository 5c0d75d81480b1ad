"""Which of several to take, to rent or to buy: by the dollars of the same work, of those that hold it."""
