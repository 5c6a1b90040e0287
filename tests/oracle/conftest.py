"""One pool of workers for all tests that do nothing to it."""

from collections.abc import Iterator

import pytest

from probe.oracle import SwiOracle


@pytest.fixture(scope="session")
def oracle() -> Iterator[SwiOracle]:
    """Return an oracle with one worker; its counts and verdicts must not depend on what it ran before."""
    with SwiOracle.start(workers=1) as started:
        yield started
