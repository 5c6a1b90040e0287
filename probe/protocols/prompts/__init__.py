"""The protocol of prompts: a user's own prompt in several wordings, each with and without what steers."""
