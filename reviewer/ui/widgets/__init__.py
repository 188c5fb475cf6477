"""Small painted controls that every pane is made of."""
