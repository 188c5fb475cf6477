"""The nouns of the program: frozen dataclasses, standard library only."""
