"""The desk: session, jobs, batch; no Qt."""
