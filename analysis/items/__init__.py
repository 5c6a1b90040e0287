"""The report on items of any protocol: from values per item to means with intervals, tests, figures and sentences."""
