"""What readers see of programs: their clauses, their verdicts and their proofs."""

from collections import Counter
from collections.abc import Iterator, Sequence

from probe.audit.dossier import ShownProgram, ShownProof, same_proofs
from probe.document import (
    Block,
    Code,
    Fold,
    Paragraph,
    ProgramLine,
    ProofTree,
    SideBySide,
    Title,
    badge,
    strong,
)
from probe.values import Verdict
from probe.values.phrases import counted


def named_proofs(proofs: Sequence[ShownProof], key: str) -> Iterator[Block]:
    """Yield the programs of an item with their proofs; where it has several pairs, each in a part with its name."""
    for number, proof in enumerate(proofs, 1):
        proof_key = f"{key}-{number}" if proof.name else key
        proof_views = tuple(program_blocks(proof.programs, proof.axioms, proof_key, proof.same_proof))
        if proof.name:
            decision = proof.programs[0].verdict.choice or "no decision"
            recorded_note = f", recorded answer {proof.right}" if proof.right else ""
            yield Fold((strong(proof.name), f": {decision}{recorded_note}"), proof_views)
        else:
            yield from proof_views
        if proof.note:
            yield Fold("The axioms in words", (Paragraph(proof.note),))


def program_blocks(
    programs: Sequence[ShownProgram], axioms: Sequence[ProgramLine], key: str, same_proof: bool, qualifier: str = ""
) -> Iterator[Block]:
    """Yield each program as a part to open: its verdict, and its proofs next to its clauses.

    If both have the ``same_proof``, only the first shows it. ``qualifier`` qualifies the texts of the programs.
    """
    for number, program in enumerate(programs):
        is_repeated = number > 0 and same_proof
        yield Fold(
            _summary(program, f"{qualifier}{program.arm} " if len(programs) > 1 else qualifier, is_repeated),
            (
                *_program_description(program),
                *_clauses(program, axioms, f"{key}-{program.arm}", bool(qualifier or number), is_repeated),
            ),
            # Showing the same proof twice would hide that it is the same.
            open=not is_repeated,
            brief=(*_notes(program), *(() if is_repeated or program.proof is None else (ProofTree(program.proof),))),
        )


def _summary(program: ShownProgram, qualifier: str, is_repeated: bool) -> str:
    changed_count = sum(line.changed for line in program.lines)
    difference_note = f", with {counted(changed_count, 'differing line')}" if changed_count else ""
    same_proof_note = "; same proof, step by step" if is_repeated else ""
    decision = program.verdict.choice or "no decision"
    return f"Program{f' of the {qualifier}text' if qualifier else ''}: {decision}{difference_note}{same_proof_note}"


def _program_description(program: ShownProgram) -> Iterator[Block]:
    """Yield the answers of a program, the counts of its decision, and what its run reported."""
    verdict = program.verdict
    search = str(verdict.search).replace("_", " ")
    counts_text = f"; {program.shown.ways}" if program.shown.ways else ""
    counts = f" {program.counts}." if program.proof else ""
    yield Paragraph(f"All answers: {_answers(verdict)} (search {search}){counts_text}.{counts}", "soft", small=True)
    yield from _notes(program)


def _notes(program: ShownProgram) -> Iterator[Block]:
    for diagnostic in program.diagnostics:
        yield Paragraph((badge("note", "warn"), f" {diagnostic}"))


def _clauses(
    program: ShownProgram, axioms: Sequence[ProgramLine], key: str, is_second: bool, is_repeated: bool
) -> Iterator[Block]:
    """Yield the proofs with the clauses next to them, or only the clauses if ``is_repeated``."""
    code = Code(f"Program of the {program.arm} text", program.lines, f"{key}-program", "+" if is_second else "−")
    if is_repeated:
        yield code
        return
    clauses = (Code("Axioms", tuple(axioms), f"{key}-axioms"), code) if axioms else (code,)
    yield SideBySide((Title("Proof", 4), *proof_blocks(program, key)), clauses, follows=True)


def proof_blocks(program: ShownProgram, key: str = "") -> Iterator[Block]:
    """Yield the proofs of a program, and why the other options do not follow."""
    proofs = program.shown
    if program.proof is None:
        yield Paragraph("There is no proof.")
    else:
        yield ProofTree(program.proof, key)
    for title, proof in proofs.others:
        yield Title(title, 4)
        yield ProofTree(proof, key)
    if proofs.more:
        yield Paragraph(f"{proofs.more} more proofs: probe audit --json lists them.", "soft", small=True)
    for other_option in proofs.why_not:
        yield Title(f"Why not {other_option.option}?", 4)
        yield Paragraph(f"{other_option.text}.")
        if other_option.search:
            yield ProofTree(other_option.search, key)


def all_proofs(proofs: Sequence[ShownProof]) -> Iterator[Block]:
    """Yield the proofs of an item without its programs; one proof where both programs have the same."""
    for proof in proofs:
        if proof.name:
            yield Title(f"{proof.name}{f'; recorded answer: {proof.right}' if proof.right else ''}")
        has_same_proofs = same_proofs(proof.programs)
        for program in proof.programs[:1] if has_same_proofs else proof.programs:
            program_note = "" if has_same_proofs else f" from the {program.arm} program"
            line_note = f"; line numbers refer to the {program.arm} program" if has_same_proofs else ""
            yield Title(f"Proof{program_note}{line_note}", 3)
            yield from _program_description(program)
            yield from proof_blocks(program)


def _answers(verdict: Verdict) -> str:
    """Return the answers in order, each with the number of times it follows."""
    counts = Counter(verdict.answers)
    return ", ".join(f"{answer} ({count} times)" if count > 1 else answer for answer, count in counts.items()) or "none"
