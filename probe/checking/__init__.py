"""Checking prompts of one's own: which phrases steer a model, and whether their wording moves one."""
