"""Machines that read pictures: OCR, detectors, colour classifiers."""
