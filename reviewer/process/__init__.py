"""Child programs: one runner with limits, cancel and isolation."""
