"""What a chip achieves on a workload, from the best evidence there is."""
