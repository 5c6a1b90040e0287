"""The protocol of workspaces: an agent reads files with tools, then decides by the rules and figures in them."""
