"""Opinions: models asked over HTTP, replayed or absent."""
