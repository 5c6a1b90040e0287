"""Days of the year: texts name dates, and programs count days."""

import re
from collections.abc import Iterable
from datetime import date, timedelta

NEW_YEAR = date(2025, 1, 1)
"""Dates are counted from the day before this one; 2025 is not a leap year."""

FIRST_DAY = "1 January is day 1"

_MONTHS = [f"{date(2025, month, 1):%B}" for month in range(1, 13)]
_DATE = re.compile(rf"\b(\d{{1,2}}) ({'|'.join(_MONTHS)})\b")


def named_day(number: int) -> str:
    """Return the date of a day, 1 to 365 and on: day 80 is ``21 March``."""
    day = NEW_YEAR + timedelta(days=number - 1)
    # By its number, because %d would write 4 March as 04 March.
    return f"{day.day} {day:%B}"


def days_named(texts: Iterable[str], programs: Iterable[str]) -> dict[str, int]:
    """Return the dates in ``texts`` that ``programs`` have as numbers of days, in the order of the year."""
    numbers = {int(number) for program in programs for number in re.findall(r"\b\d{1,3}\b", program)}
    named_dates = {match[0] for text in texts for match in _DATE.finditer(text)}
    days = {named_day(number): number for number in sorted(numbers) if number}
    return {name: number for name, number in days.items() if name in named_dates}
