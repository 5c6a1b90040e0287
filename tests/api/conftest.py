"""What tests of the Python interface share."""

import pytest

import probe


@pytest.fixture(scope="session")
def seeds() -> probe.Dataset:
    """The packaged seeds of two biases: four pairs."""
    return probe.load("software_engineering").filter(bias=["anchoring bias", "framing_effect"])
