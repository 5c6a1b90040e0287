"""The files of the published PROBE-SWE replication package."""
