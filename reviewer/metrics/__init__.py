"""Numbers: arrays or parsed documents in, number and map out."""
