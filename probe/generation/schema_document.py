"""What a reader sees of a checked decision schema: samples with their twins, counts, and problems."""

from probe.document import Block, Document, Paragraph, Points, Title, TitledText
from probe.generation.schema_check import SchemaCheck
from probe.values import Candidate

BEST_FACTS = 6
"""How many of the facts that predict the right action best are shown."""


def schema_document(schema: SchemaCheck, samples: int) -> Document:
    """Return ``samples`` dilemmas from both ends of each mode's depths, and what the check found."""
    blocks: list[Block] = []
    for candidate in _samples_of_ends(schema, samples):
        composition = dict(value.split(":", 1) for value in candidate.seed_ids)
        setting = f"{composition['mode']}, depth {composition['depth']}, {candidate.bias}"
        heading = f"{schema.about}, {setting}: {candidate.correct_option}"
        blocks.append(TitledText(heading, candidate.texts.biased, whole=True))
        if candidate.twin:
            blocks.append(Paragraph(f"twin: {candidate.twin.fact} becomes {candidate.twin.changed}", "soft"))
    depths = "; ".join(f"{mode} {', '.join(map(str, depths)) or 'none'}" for mode, depths in schema.depths.items())
    best_facts = sorted(schema.shortcuts, key=lambda fact: -fact.share)[:BEST_FACTS]
    facts_text = ", ".join(f"{fact.fact} {fact.share:.0%} ({fact.texts})" for fact in best_facts)
    counts = (
        f"{schema.certified} of {schema.composed} certified with their twins; "
        f"{schema.words[0]} to {schema.words[1]} words",
        f"right action: first {schema.first_right} of {schema.composed}; letters {schema.letters}",
        f"best single facts: {facts_text}",
    )
    verdict = Paragraph(f"{len(schema.problems)} problems", "bad") if schema.problems else Paragraph("ok", "good")
    blocks += [
        Title(f"{schema.about} ({schema.area}): depths {depths}"),
        Points(counts),
        Points(schema.problems, "bad"),
        verdict,
    ]
    return Document("", tuple(blocks))


def _samples_of_ends(schema: SchemaCheck, samples: int) -> list[Candidate]:
    """Return ``samples`` dilemmas from the shallow and the deep end of each mode."""
    ends = []
    for mode in schema.depths:
        mode_candidates = [candidate for candidate in schema.samples if f"mode:{mode}" in candidate.seed_ids]
        ends += (
            [*mode_candidates[:samples], *mode_candidates[len(mode_candidates) - samples :]]
            if len(mode_candidates) > 2 * samples
            else mode_candidates
        )
    return ends
