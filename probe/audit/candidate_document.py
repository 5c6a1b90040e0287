"""What readers see of candidates that were not accepted: a list, and one with the result of every stage."""

from collections.abc import Sequence

from probe.audit.evidence import stage_line
from probe.document import (
    Block,
    Box,
    Checks,
    Code,
    Document,
    Grid,
    MarkedTexts,
    Paragraph,
    SideBySide,
    Styled,
    badge,
    soft,
    strong,
)
from probe.document.differences import line_differences, numbered, word_differences
from probe.filters.cascade import near_miss
from probe.values import Candidate, Programs, RejectedCandidate

LONGEST_REASON = 240
"""Characters of a reason in a list; the page of the candidate has all of them."""
UNEXAMINED = (
    "No stage has examined this candidate: enough pairs of its bias had been accepted, it repeats another candidate, "
    "or the generation was stopped."
)
"""Why a candidate without the result of any stage was not accepted."""


def rejected_grid(candidates: Sequence[tuple[int, RejectedCandidate]]) -> Grid:
    """Return candidates of runs (numbered from 0) as a table with links to their pages."""
    rows = tuple(
        (
            Styled(f"{run + 1}.{candidate.number}", form="id", link=f"/rejected/{run}/{candidate.number}"),
            candidate.bias,
            candidate.author,
            badge(f"{candidate.state}: {candidate.stage}" if candidate.stage else candidate.state),
            candidate.reason[:LONGEST_REASON],
            near_miss(candidate.stage, candidate.evidence),
        )
        for run, candidate in candidates
    )
    columns = ("candidate", "bias", "author", "outcome", "reason", "distance")
    return Grid("Rejected candidates", columns, rows, titled=False)


def candidate_document(candidate: Candidate, name: str) -> Document:
    """Return one candidate: why it was rejected, its texts, the result of every stage, and its programs."""
    # In the words of reasons that name another candidate.
    position = f"candidate {candidate.position + 1} of expansion {candidate.expansion + 1}"
    blocks: list[Block] = [Paragraph(f"{candidate.bias.value} · by {candidate.author} · {position}")]
    if rejection := candidate.rejected_by:
        distance = near_miss(rejection.stage, rejection.evidence)
        explanation = (strong(rejection.stage), f": {rejection.reason}", soft(f" ({distance})" if distance else ""))
        blocks.append(Box((Paragraph(explanation),), "bad"))
    elif not candidate.results:
        blocks.append(Paragraph(UNEXAMINED))
    left, right = word_differences(candidate.texts.unbiased, candidate.texts.biased)
    blocks.append(MarkedTexts("The two texts", (("unbiased", left), ("biased", right))))
    results = tuple(
        stage_line(result.stage, result.outcome.value, result.reason, result.evidence) for result in candidate.results
    )
    if results:
        blocks.append(Checks("Stage by stage", results))
    if candidate.programs:
        blocks += _programs(candidate.programs)
    return Document(f"Candidate {name}", tuple(blocks), ("Candidate ", Styled(name, form="id")))


def _programs(programs: Programs) -> tuple[Block, ...]:
    unbiased, biased = line_differences(programs.unbiased, programs.biased)
    unbiased_code, biased_code = Code("Unbiased", unbiased, "unbiased", "−"), Code("Biased", biased, "biased")
    return Code("Axioms", numbered(programs.axioms), "axioms"), SideBySide((unbiased_code,), (biased_code,))
