"""What readers see of one item: its verdict, its texts, the checks, the proofs, and the decisions of subjects."""

from collections import Counter
from collections.abc import Iterator, Sequence

from probe.audit.dossier import Dossier, ShownCheck, ShownTwin, SubjectDecisions
from probe.audit.proof_document import named_proofs, program_blocks
from probe.audit.rows import RecordedDifference
from probe.document import (
    Block,
    Box,
    CheckLine,
    Checks,
    Content,
    Document,
    Fold,
    Grid,
    MarkedTexts,
    Paragraph,
    Points,
    StyledText,
    Tone,
    badge,
    soft,
    strong,
)
from probe.protocols.viewing import ShownDecision
from probe.values import Option
from probe.values.phrases import counted

VERBOSE_HINT = "--verbose shows whole texts, evidence, programs and proofs; --html FILE writes them as a page"


def item_document(dossier: Dossier) -> Document:
    """Return all information about one item."""
    noun, item_id = dossier.protocol.page.capitalize(), dossier.item.id
    heading = (f"{noun} ", StyledText(item_id, form="id"))
    return Document(f"{noun} {item_id}", tuple(item_blocks(dossier)), heading, VERBOSE_HINT)


def item_blocks(dossier: Dossier) -> Iterator[Block]:
    """Yield the information about one item; keys begin with its id, so that a page can show several."""
    item = dossier.item
    yield _verdict(dossier)
    if item.sensitive:
        yield Paragraph((badge("sensitive", "warn"), " This item is about attributes of people."))
    yield from _reasons(dossier)
    yield from summary(dossier.in_short)
    yield from dossier.parts
    yield checks_block("The checks", dossier.checks, item.id)
    yield from named_proofs(dossier.proofs, item.id)
    if dossier.twin:
        yield from _twin(dossier, dossier.twin)
    for subject in dossier.subjects:
        yield _decisions(subject)
    if dossier.stages:
        yield _stages(dossier.stages)


def summary(sentences: Sequence[str]) -> tuple[Box, ...]:
    """Return the short summary, if there is one."""
    points = Points(tuple(f"{sentence}." for sentence in sentences))
    return (Box((points,), title="Summary."),) if sentences else ()


def checks_block(title: str, checks: Sequence[ShownCheck], item_id: str = "") -> Checks:
    """Return checks, each below its question of the certificate."""
    return Checks(title, tuple(check.line(item_id) for check in checks))


def _verdict(dossier: Dossier) -> Paragraph:
    """Return what an item is and whether it passes, in one line."""
    item, audit = dossier.item, dossier.audit
    size, depth = audit.complexity.size, audit.complexity.depth
    headline = [content for name, value in dossier.headline for content in (f" · {name}: ", strong(value))]
    proof = "" if size is None else f" · proof of {counted(size, 'rule')}, {depth} deep"
    verdict = badge("passes", "good") if audit.passed else badge("fails", "bad")
    return Paragraph((verdict, f" · {item.bias}", *headline, f" · by {item.provenance.author}{proof}"))


def _reasons(dossier: Dossier) -> Iterator[Block]:
    """Yield why an item passes or fails, and what differs from the recorded values."""
    audit, profile = dossier.audit, dossier.audit.certificate.profile
    if audit.passed:
        repeated_checks = f"All checks of the {profile} profile were just repeated, and none fails."
        # An item without a norm passes although nothing was proved; a reader must not mistake that for a proof.
        claims = repeated_checks if dossier.proofs else "It claims no right answer, so there is nothing to prove."
        yield Box((Paragraph(claims),), "good", "Why it passes.")
    else:
        failing = tuple(
            (
                StyledText(shown_check.check.name, link=f"#{dossier.item.id}-{shown_check.check.name}"),
                f": {shown_check.check.reason}. ",
                soft(shown_check.meaning.matters),
            )
            for shown_check in dossier.failing
        )
        contradictions = tuple(map(_difference, audit.contradictions))
        yield Box((Points((*failing, *contradictions)),), "bad", f"Why it does not meet the {profile} profile.")
    other_differences = tuple(difference for difference in audit.differences if difference not in audit.contradictions)
    if other_differences:
        yield Box((Points(tuple(map(_difference, other_differences))),), "warn", "Differs from the recorded values.")


def _difference(difference: RecordedDifference) -> str:
    field = difference.field.replace("_", " ")
    return f"{field}: recorded {difference.recorded}, found {difference.recomputed} ({difference.explanation})"


def _twin(dossier: Dossier, twin: ShownTwin) -> Iterator[Block]:
    """Yield the fact twin: its texts, its checks, its programs and its proof."""
    key = f"{dossier.item.id}-twin"
    checks = checks_block("", (*twin.meaning, *twin.checks), key)
    option: Option = twin.twin.correct_option
    texts = MarkedTexts(
        "",
        (("unbiased", twin.text), ("biased", twin.biased_text)),
        "Marked: first what differs from the original, then the cue, which here praises the right option.",
    )
    programs = program_blocks(twin.programs, dossier.proofs[0].axioms, key, twin.same_proof, "fact twin’s ")
    unsettled_lines = tuple(line for line in checks.checks if not line.settled)
    holding_count = f"{len(checks.checks) - len(unsettled_lines)} of {len(checks.checks)} checks hold"
    conclusion = f"option {option.letter} follows" if twin.flips else "the other option does not follow"
    yield Fold(
        f"The fact twin: {conclusion}; {holding_count}",
        (texts, checks, *programs),
        # Open the section if the twin does not serve its purpose.
        open=not twin.flips or bool(unsettled_lines),
        key=key,
        brief=(Checks("", unsettled_lines),) if unsettled_lines else (),
    )


def _stages(stages: tuple[CheckLine, ...]) -> Fold:
    outcomes = Counter(stage.outcome for stage in stages)
    summary = ", ".join(f"{number} {outcome}" for outcome, number in outcomes.items())
    return Fold(f"Stage results recorded at generation: {summary}", (Checks("", stages),))


def _decisions(subject: SubjectDecisions) -> Fold:
    """Return a subject's decisions: by arm where each conversation is one letter, else by conversation."""
    by_arm = Grid(
        f"Decisions of {subject.title}, by arm",
        ("text", "decisions by run", "wrong"),
        tuple(
            (arm.arm, _marks_of_runs(arm.decisions), "" if arm.wrong is None else str(arm.wrong))
            for arm in subject.arms
        ),
        "" if subject.short else "Answers are places on the scale, from 1; ? is one that could not be read.",
        numbers=("wrong",),
        titled=False,
    )
    flips = f": {subject.flips.sentence}" if subject.flips else ""
    return Fold(
        f"Decisions of {subject.title}{flips}",
        (by_arm if subject.short else _conversations(subject), *_explanations(subject)),
        open=True,
        brief=(by_arm,),
    )


VERDICT_TONES: dict[str, Tone] = {"right": "good", "wrong": "bad", "unreadable": "warn"}


def _marks_of_runs(decisions: Sequence[ShownDecision]) -> tuple[str | StyledText, ...]:
    """Return the decisions of several runs in one cell, each by its mark."""
    marks = (badge(decision.mark, VERDICT_TONES.get(decision.verdict, "")) for decision in decisions)
    return tuple(content for mark in marks for content in (mark, " "))[:-1]


def _conversations(subject: SubjectDecisions) -> Grid:
    """Return each conversation as a row, from the first decision to the last."""
    has_turns = subject.longest > 1
    columns = tuple(f"place {number + 1}" for number in range(subject.longest)) if has_turns else ("decision",)
    rows: list[tuple[Content, ...]] = []
    for session in subject.sessions:
        run = f"{session.run + 1}{', exchanged' if session.exchanged else ''}"
        cells = [_cell(decision, has_turns) for decision in session.decisions]
        rows.append((session.arm, run, *cells, *[""] * (subject.longest - len(cells))))
    return Grid(
        f"Decisions of {subject.title}",
        ("arm", "run", *columns),
        tuple(rows),
        "Each row is a conversation, from the first decision to the last. “Given” answers were fixed in advance.",
        records=True,
        titled=False,
    )


def _cell(decision: ShownDecision, has_turns: bool) -> tuple[str | StyledText, ...]:
    about = (soft(f"{decision.about} "),) if decision.about and has_turns else ()
    verdict = (soft(f" {decision.verdict}"),) if decision.verdict in ("wrong", "given") else ()
    confidence = (soft(f" {decision.confidence}"),) if decision.confidence else ()
    return (*about, badge(decision.answer, VERDICT_TONES.get(decision.verdict, "")), *confidence, *verdict)


def _explanations(subject: SubjectDecisions) -> Iterator[Fold]:
    lines = []
    for session in subject.sessions:
        answer = f": {session.decisions[0].answer}" if len(session.decisions) == 1 else ""
        exchanged_text = " (options exchanged)" if session.exchanged else ""
        name = strong(f"{session.arm}, run {session.run + 1}{answer}{exchanged_text}.")
        lines += [Paragraph((name, f" {explanation}")) for explanation in session.explanations]
    if lines:
        yield Fold("The subject's explanations", tuple(lines))
