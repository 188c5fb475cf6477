"""The screen: the only room that knows PySide6."""
