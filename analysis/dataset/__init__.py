"""The dilemmas behind a report: who wrote them, how varied they are, what was rejected or left out."""
