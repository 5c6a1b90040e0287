"""Read the published ``1_stats_dataset_*.json``: how many candidates each filter rejected, by bias."""

import json
from pathlib import Path

from probe.errors import InputError
from probe.values import Bias, RejectionCount

PREFIX = "1_stats_dataset_"
"""The prefix of these files' names; the author's name follows."""


def read_rejections(path: Path) -> tuple[RejectionCount, ...]:
    """Return the counts in a file whose name gives the author. Raise InputError for any other form."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        counts = document["discarded_dilemmas_count_by_filter_by_bias"]
        author = path.stem.removeprefix(PREFIX)
        return tuple(
            RejectionCount(author=author, bias=Bias.parse(bias), stage=stage, count=count)
            for bias, stages in counts.items()
            for stage, count in stages.items()
        )
    except OSError as fault:
        raise InputError(f"{path}: cannot be read: {fault.strerror}") from fault
    except InputError as fault:
        raise InputError(f"{path}: {fault}") from fault
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        reason = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
        raise InputError(f"{path}: not published counts of rejected candidates ({reason})") from fault
