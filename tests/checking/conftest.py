"""The packaged phrases."""

import pytest

from probe.checking.phrases import PhraseLibrary, read_library


@pytest.fixture(scope="package")
def library() -> PhraseLibrary:
    return read_library()
