"""A second engine on a sample of the accepted pairs: it tests the oracle, and rejects none of them."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import JsonValue

from probe.certificate import certify
from probe.errors import ProbeError, first_of
from probe.ports import Oracle
from probe.values import Dilemma, Outcome, Profile, fingerprint

ONE_OF = 20
"""Of how many pairs one is in the sample, on average."""
AT_ONCE = 8
"""How many pairs are examined at once."""
SAMPLED = "second_engine"
"""The key of the record in the manifest, and of the engine's name among the versions."""


def in_sample(pair: Dilemma) -> bool:
    """Return whether a pair is in the sample: its id decides, so that any run of the same pairs has the same sample."""
    return int(pair.id, 16) % ONE_OF == 0


def keeping_sample(pairs: Iterable[Dilemma], sample: list[Dilemma]) -> Iterator[Dilemma]:
    """Yield all ``pairs``, and add those in the sample to ``sample``."""
    for pair in pairs:
        if in_sample(pair):
            sample.append(pair)
        yield pair


async def second_engine_record(
    sample: Sequence[Dilemma], oracle: Oracle, versions: Mapping[str, str], earlier: object = None
) -> dict[str, JsonValue]:
    """Return what ``oracle``, which has a second engine, finds about the pairs of the sample, for the manifest.

    ``differing`` are the ids of pairs in which the engines derive different options. ``earlier`` is the record in the
    manifest of an earlier run, which is returned if it is of the same pairs and ``versions``.
    """
    examined = fingerprint([sorted(pair.id for pair in sample), versions])
    if isinstance(earlier, dict) and earlier.get("examined") == examined:
        return earlier
    # One iterator for all workers: each takes the next pair that no other has taken.
    by_pair, waiting = dict[str, Outcome](), iter(sample)

    async def work() -> None:
        for pair in waiting:
            examination = await oracle.examine(pair.programs, Profile.STRICT)
            check = certify(examination, pair.bias, Profile.STRICT).check(SAMPLED)
            by_pair[pair.id] = check.outcome if check else Outcome.NOT_RUN

    wrong: ProbeError | None = None
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(AT_ONCE, len(sample))):
                group.create_task(work())
    except* ProbeError as several:
        # Workers often fail for one reason, of which users need a single message.
        wrong = first_of(several)
    if wrong is not None:
        raise wrong
    outcomes = Counter(outcome.value for outcome in by_pair.values())
    differing = sorted(name for name, outcome in by_pair.items() if outcome is Outcome.FAILS)
    return {
        "engine": versions[SAMPLED],
        "examined": examined,
        "pairs": len(sample),
        "outcomes": dict(sorted(outcomes.items())),
        "differing": [*differing],
    }
