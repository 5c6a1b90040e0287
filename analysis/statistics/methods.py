"""How intervals and tests are named below the tables; docs/statistics.md has their sources."""

RATE = "Intervals of rates: Wilson's, at the effective number of dilemmas."

EFFECT = (
    "Intervals: MOVER from Wilson's intervals of both error rates (of direct answers, Student's t over clusters); p "
    "and interval are one test."
)

PAIRED = "Intervals: Student's t over clusters, after adding a rise and a fall of typical size (Bonett and Price 2012)."

GROUPS = "Intervals: MOVER from the intervals of both groups (Zou and Donner 2008); p and interval are one test."

SLOPE = (
    "Intervals: CR2 errors, robust to clusters (series), with Satterthwaite's degrees of freedom; where few "
    "clusters decide the slope and hardly any of them moved, at least those of clusters that spread alike."
)

DESCRIPTIVE = "Descriptive: no interval is computed."
