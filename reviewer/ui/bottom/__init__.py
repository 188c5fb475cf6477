"""The lower panel: ledger, what if, history, files and details."""
