"""Pictures: arrays in, RGB arrays out."""
