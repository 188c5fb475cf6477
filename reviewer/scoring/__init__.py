"""Credit, fold, explain, what if: rules as data, no numpy."""
