"""Claude through Anthropic's own API: messages, thinking, structured answers and batches of messages."""
