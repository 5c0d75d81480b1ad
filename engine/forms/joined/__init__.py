"""The sum that joins what a question states and its answer leaves unused."""
