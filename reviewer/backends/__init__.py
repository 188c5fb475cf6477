"""Machines that read pictures: OCR, detectors, color classifiers."""
