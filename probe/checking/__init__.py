"""Check a user's own prompts: which phrases steer a model, and whether the wording moves one."""
