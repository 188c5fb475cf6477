"""Surfaces beside the desk: measuring again, the judge, pairs, agreement, contact sheet, clips."""
