"""Questions about serving: jobs with an end, an API instead, two precisions, adapters, slices of a GPU, a CPU."""
