"""The fitted roofline of serving."""
