"""The fitted model of training throughput."""
