"""Print an item on a terminal: texts with differences marked, programs, checks with evidence, proofs, decisions.

If the output is not a terminal, colours are lost: marked words are then enclosed in ``{+`` and ``+}``.
"""

from collections import Counter
from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text
from rich.tree import Tree

from probe.audit.dossier import (
    Dossier,
    EvidenceLine,
    Marked,
    ProgramLine,
    ShownCheck,
    ShownProgram,
    ShownProof,
    ShownStage,
    ShownTwin,
    Step,
    SubjectDecisions,
    TextPiece,
    same_proofs,
)
from probe.protocols.viewing import Grid, TitledText
from probe.terminal import cell, table
from probe.values import Outcome, Verdict

MARK = "bold reverse"
STYLES = {
    Outcome.HOLDS: "green",
    Outcome.FAILS: "bold red",
    Outcome.VACUOUS: "yellow",
    Outcome.NOT_APPLICABLE: "dim",
    Outcome.UNDETERMINED: "bold red",
    Outcome.NOT_RUN: "dim",
}
SIDE_BY_SIDE = 100
"""Minimum width of a terminal, in columns, at which the two texts are printed side by side."""
LONGEST_CELL = 40
"""How long a cell of a table may be, in characters; a table with a longer one is printed row by row."""
MOST_LINES, LONGEST_LINE = 200, 1000
"""How much of a program is printed: lines, and characters of each. A pair's programs are far shorter."""


def show_dossier(out: Console, dossier: Dossier) -> None:
    """Print everything that is known about one item."""
    _show_verdict(out, dossier)
    if dossier.in_short:
        head(out, "Summary")
    for sentence in dossier.in_short:
        out.print(cell(f"{sentence}."))
    for part in dossier.parts:
        _show_part(out, part)
    show_checks(out, dossier.checks)
    show_all_programs(out, dossier.proofs)
    if dossier.twin:
        _show_twin(out, dossier.twin)
    _show_stages(out, dossier.stages)
    for subject in dossier.subjects:
        _show_decisions(out, subject)


def _show_verdict(out: Console, dossier: Dossier) -> None:
    """Print what an item is and whether it passes, with what fails and what differs from the recorded values."""
    item, audited = dossier.item, dossier.audited
    out.print(cell(f"{item.id}  {item.bias}  by {item.provenance.author}", "bold"))
    verdict = "passes" if audited.passed else f"does not meet the {audited.certificate.profile} profile"
    named = "; ".join(f"{name}: {value}" for name, value in dossier.headline)
    out.print(cell(f"{verdict}; {named}", "green" if audited.passed else "bold red"))
    for one in dossier.failing:
        out.print(Padding(cell(f"{one.check.name}: {one.check.reason}. {one.meaning.matters}", "red"), (0, 0, 0, 2)))
    for difference in audited.differences:
        text = f"{difference.field}: recorded {difference.recorded}, found {difference.found}"
        out.print(Padding(cell(f"{text} ({difference.explanation})", "yellow"), (0, 0, 0, 2)))


def head(out: Console, title: str) -> None:
    """Print the heading of a part."""
    out.print()
    out.print(cell(title, "bold underline"))


def _show_part(out: Console, part: TitledText | Grid | Marked) -> None:
    match part:
        case Marked():
            _show_texts(out, part)
        case TitledText():
            head(out, part.title)
            out.print(cell(part.text))
        case Grid():
            head(out, part.title)
            if part.note:
                out.print(cell(part.note, "dim"))
            _show_grid(out, part)


def _show_grid(out: Console, grid: Grid) -> None:
    """Print a table; where a cell is long, each row as lines that begin with a name."""
    if all(len(value) <= LONGEST_CELL for row in grid.rows for value in row):
        rows = table(*grid.columns)
        for row in grid.rows:
            rows.add_row(*map(cell, row))
        out.print(rows)
        return
    for row in grid.rows:
        named = (row,) if len(row) == 2 else zip(grid.columns, row, strict=True)
        for name, value in named:
            out.print(cell(f"{name}: ", "dim") + cell(value))


def _show_texts(out: Console, part: Marked) -> None:
    marked = [(name, _pieces(out, text)) for name, text in part.texts]
    if out.is_terminal and out.width >= SIDE_BY_SIDE:
        head(out, f"{part.title}, with differences marked")
        beside = table(*(name for name, _ in marked))
        for column in beside.columns:
            column.ratio = 1
        beside.expand, beside.padding = True, (0, 2, 0, 0)
        beside.add_row(*(text for _, text in marked))
        out.print(beside)
        return
    for name, text in marked:
        head(out, f"{name[:1].upper()}{name[1:]} text")
        out.print(text)


def _pieces(out: Console, pieces: Sequence[TextPiece]) -> Text:
    text = Text(overflow="fold")
    for piece in pieces:
        if piece.changed and not out.is_terminal:
            text.append_text(cell(f"{{+{piece.text}+}}"))
        else:
            text.append_text(cell(piece.text, MARK if piece.changed else ""))
    return text


def show_checks(out: Console, checks: Sequence[ShownCheck], title: str = "Certificate checks") -> None:
    """Print every check with its outcome, question, reason and evidence, below the question of the certificate."""
    head(out, title)
    question = ""
    for one in checks:
        if one.question and one.question != question:
            out.print(cell(one.question, "bold"))
        question = one.question
        outcome = one.check.outcome
        out.print(
            cell(f"{outcome.value.replace('_', ' '):<15}", STYLES[outcome])
            + cell(f"{one.check.name}  ", "bold")
            + cell(one.meaning.asks, "dim")
        )
        out.print(Padding(cell(one.check.reason), (0, 0, 0, 15)))
        _show_evidence(out, one.evidence, 17)


def _show_evidence(out: Console, evidence: Sequence[EvidenceLine], indent: int) -> None:
    for name, value in evidence:
        out.print(Padding(cell(f"{name}: {value}", "dim"), (0, 0, 0, indent)))


def show_all_programs(out: Console, proofs: Sequence[ShownProof]) -> None:
    """Print the programs of an item, and axioms that are those of the programs before only once."""
    before: tuple[ProgramLine, ...] | None = None
    for proof in proofs:
        _show_name(out, proof)
        show_programs(out, proof.axioms if proof.axioms != before else (), proof.programs)
        before = proof.axioms


def show_all_proofs(out: Console, proofs: Sequence[ShownProof]) -> None:
    """Print the proofs of an item without its programs."""
    for proof in proofs:
        _show_name(out, proof)
        show_proofs(out, proof.programs)


def _show_name(out: Console, proof: ShownProof) -> None:
    if proof.name:
        head(out, f"{proof.name}{f'; recorded answer: {proof.right}' if proof.right else ''}")


def show_programs(out: Console, axioms: Sequence[ProgramLine], programs: Sequence[ShownProgram]) -> None:
    """Print the axioms, each program with its differences, and each proof as a tree."""
    if axioms:
        head(out, "Axioms, shared by both programs" if len(programs) > 1 else "Axioms")
        _show_lines(out, axioms)
    for program in programs:
        title = f"Program of the {program.arm} text" if len(programs) > 1 else "Program"
        head(out, f"{title}, with differing lines marked" if len(programs) > 1 else title)
        _show_lines(out, program.lines)
    show_proofs(out, programs)


def show_proofs(out: Console, programs: Sequence[ShownProgram]) -> None:
    """Print the proof of each program as a tree; only once if both programs have the same."""
    if len(programs) > 1 and same_proofs(programs):
        head(out, f"Proof, identical for both programs; line numbers refer to the {programs[0].arm} program")
        _show_proofs(out, programs[0])
        for program in programs[1:]:
            for diagnostic in program.diagnostics:
                out.print(cell(f"{program.arm} program: {diagnostic}", "red"))
        return
    for program in programs:
        head(out, f"Proof from the {program.arm} program" if len(programs) > 1 else "Proof")
        _show_proofs(out, program)


def _show_proofs(out: Console, program: ShownProgram) -> None:
    verdict, shown = program.verdict, program.shown
    out.print(cell(f"{verdict.choice or 'no decision'}; all answers: {_answers(verdict)}"))
    if shown.ways:
        out.print(cell(f"{shown.ways}."))
    if verdict.ran and verdict.proof:
        out.print(cell(program.counts, "dim"))
    for diagnostic in program.diagnostics:
        out.print(cell(diagnostic, "red"))
    if shown.proof:
        out.print(proof_tree(shown.proof))
    for title, proof in shown.others:
        out.print(cell(f"{title}:", "bold"))
        out.print(proof_tree(proof))
    if shown.more:
        out.print(cell(f"{shown.more} more proofs: use --json to see them"))
    for one in shown.why_not:
        reason = "It cannot be proved:" if one.search and one.fails else f"{one.text}."
        out.print(cell(f"Why not {one.option}? ", "bold") + cell(reason))
        if one.search:
            out.print(proof_tree(one.search))


def _show_twin(out: Console, shown: ShownTwin) -> None:
    """Print the fact twin: its text with the changed fact marked, its checks, its programs and its proof."""
    head(out, "Fact twin, with what differs from the original marked")
    out.print(cell(f"{shown.sentence}: {shown.twin.correct_option}.", "" if shown.flips else "bold red"))
    out.print(_pieces(out, shown.text))
    show_checks(out, (*shown.meaning, *shown.checks), "Checks of the fact twin")
    for program in shown.programs:
        head(out, f"Program of the fact twin, {program.arm} text, with lines that the original lacks marked")
        _show_lines(out, program.lines)
    head(out, "Proof of the fact twin")
    _show_proofs(out, shown.programs[0])


def _show_lines(out: Console, lines: Sequence[ProgramLine]) -> None:
    for line in lines[:MOST_LINES]:
        sign = "+" if line.changed else " "
        text = line.text if len(line.text) <= LONGEST_LINE else f"{line.text[:LONGEST_LINE]}…"
        out.print(cell(f"{line.number:>4} {sign} ", "dim") + cell(text, MARK if line.changed else ""))
    if len(lines) > MOST_LINES:
        out.print(cell(f"… and {len(lines) - MOST_LINES} more lines", "dim"))


def proof_tree(proof: Step) -> Tree:
    """Return a proof as a tree, one sentence per step; a chain of single steps is printed without indentation."""
    chain, last = _chain(proof)
    tree = Tree(chain, guide_style="dim")
    _grow(tree, last)
    return tree


def _grow(tree: Tree, step: Step) -> None:
    for child in step.children:
        chain, last = _chain(child)
        _grow(tree.add(chain), last)


def _chain(step: Step) -> tuple[RenderableType, Step]:
    """Return a step and the chain of single steps below it, one line each, and the last step of the chain."""
    lines, word = [], ""
    while True:
        single = len(step.children) == 1
        text = cell(f"{word}{step.words}{',' if single else ':' if step.children else '.'}")
        lines.append(Padding(text, (0, 0, 0, 2 if word else 0)))
        if not single:
            return Group(*lines), step
        word, step = f"{step.link} ", step.children[0]


def _show_stages(out: Console, stages: Sequence[ShownStage]) -> None:
    if not stages:
        return
    head(out, "Stage results recorded at generation")
    for stage in stages:
        out.print(cell(f"{stage.outcome:<15}", "dim") + cell(f"{stage.stage}  ", "bold") + cell(stage.reason))
        _show_evidence(out, stage.evidence, 17)


def _show_decisions(out: Console, subject: SubjectDecisions) -> None:
    scale = "" if subject.short else ", as places on the scale (from 1; ? for an answer that could not be read)"
    head(out, f"Decisions of {subject.title}{scale}")
    rows = table("text", "decisions by run", "wrong", right=("wrong",))
    for one in subject.arms:
        wrong = "" if one.wrong is None else str(one.wrong)
        rows.add_row(cell(one.arm), " ".join(made.mark for made in one.decisions), wrong)
    out.print(rows)
    if subject.flips:
        out.print(cell(subject.flips.sentence))


def _answers(verdict: Verdict) -> str:
    """Return the answers in order, each with the number of times it follows."""
    counts = Counter(verdict.answers)
    return ", ".join(f"{answer} ({count} times)" if count > 1 else answer for answer, count in counts.items()) or "none"
