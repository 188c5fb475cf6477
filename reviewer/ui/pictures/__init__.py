"""The picture side of the window: panes, compare modes, difference walker, 2×2 sheet."""
