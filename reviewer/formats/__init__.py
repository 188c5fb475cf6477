"""Bytes to arrays and documents."""
