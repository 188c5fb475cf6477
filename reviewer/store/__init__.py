"""The only room that opens files of the user."""
