"""PROBE in other tools: Inspect AI and lm-evaluation-harness."""
