"""The page of a candidate that was not accepted."""

from probe.audit.candidate_document import candidate_document
from probe.document import Checks
from probe.terminal import printed_text
from probe.values import Bias, Candidate, Texts


def test_a_candidate_that_no_stage_has_examined_is_explained() -> None:
    """A surplus candidate had an empty table of stages, and nothing about why it is on the list."""
    candidate = Candidate(
        bias=Bias.FRAMING,
        author="x/author",
        expansion=0,
        position=4,
        texts=Texts(unbiased="A text.", biased="Another."),
    )
    document = candidate_document(candidate, "1.5")
    assert not any(isinstance(block, Checks) for block in document.blocks)
    assert "No stage" in printed_text(document.show)
