"""A fleet of workloads under one budget: what can be bought as a program, and its solution as a plan."""
