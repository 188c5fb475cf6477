"""The text-to-image problem generator, standard library only."""
