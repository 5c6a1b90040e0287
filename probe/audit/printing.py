"""Print a dilemma on a terminal: texts with the cue marked, programs, checks with evidence, proofs, decisions.

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
    Line,
    Piece,
    ShownCheck,
    ShownProgram,
    ShownStage,
    ShownTwin,
    Step,
    SubjectDecisions,
    same_proofs,
)
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
MOST_LINES, LONGEST_LINE = 200, 1000
"""How much of a program is printed: lines, and characters of each. A pair's programs are far shorter."""


def show_dossier(out: Console, dossier: Dossier) -> None:
    """Print everything that is known about one dilemma."""
    pair = dossier.pair
    passed = dossier.audited.passed
    out.print(cell(f"{pair.id}  {pair.bias}  by {pair.provenance.author}", "bold"))
    verdict = "passes" if passed else f"does not meet the {dossier.audited.certificate.profile} profile"
    out.print(cell(f"{verdict}; right option: {pair.correct_option}", "green" if passed else "bold red"))
    for one in dossier.failing:
        out.print(Padding(cell(f"{one.check.name}: {one.check.reason}. {one.meaning.matters}", "red"), (0, 0, 0, 2)))
    for difference in dossier.audited.differences:
        text = f"{difference.field}: recorded {difference.recorded}, found {difference.found}"
        out.print(Padding(cell(f"{text} ({difference.explanation})", "yellow"), (0, 0, 0, 2)))
    _show_in_short(out, dossier)
    _show_texts(out, dossier)
    show_checks(out, dossier.checks)
    show_programs(out, dossier.axioms, dossier.programs)
    if dossier.twin:
        _show_twin(out, dossier.twin)
    _show_stages(out, dossier.stages)
    _show_subjects(out, dossier.subjects)


def head(out: Console, title: str) -> None:
    """Print the heading of a part."""
    out.print()
    out.print(cell(title, "bold underline"))


def _show_in_short(out: Console, dossier: Dossier) -> None:
    if dossier.in_short:
        head(out, "Summary")
    for sentence in dossier.in_short:
        out.print(cell(f"{sentence}."))


def _show_texts(out: Console, dossier: Dossier) -> None:
    marked = [_pieces(out, side) for side in (dossier.unbiased_text, dossier.biased_text)]
    if out.is_terminal and out.width >= SIDE_BY_SIDE:
        head(out, "The two texts, with differences marked")
        both = table("unbiased", "biased")
        for column in both.columns:
            column.ratio = 1
        both.expand, both.padding = True, (0, 2, 0, 0)
        both.add_row(*marked)
        out.print(both)
        return
    for title, text in zip(("Unbiased text", "Biased text"), marked, strict=True):
        head(out, title)
        out.print(text)


def _pieces(out: Console, pieces: Sequence[Piece]) -> Text:
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


def show_programs(out: Console, axioms: Sequence[Line], programs: Sequence[ShownProgram]) -> None:
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


def _show_lines(out: Console, lines: Sequence[Line]) -> None:
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


def _show_subjects(out: Console, subjects: Sequence[SubjectDecisions]) -> None:
    for one in subjects:
        head(out, f"Decisions of {one.subject}")
        rows = table("text", "decisions by run", "wrong", right=("wrong",))
        for arm in one.arms:
            letters = " ".join("?" if made.decision == "unparsed" else made.letter for made in arm.decisions)
            rows.add_row(arm.arm.value, letters, str(arm.wrong))
        out.print(rows)
        out.print(cell(f"{one.flips} of {one.compared} runs flip"))


def _answers(verdict: Verdict) -> str:
    """Return the answers in order, each with the number of times it follows."""
    counts = Counter(verdict.answers)
    return ", ".join(f"{answer} ({count} times)" if count > 1 else answer for answer, count in counts.items()) or "none"
