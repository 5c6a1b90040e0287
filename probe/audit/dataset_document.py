"""What readers see of an audited or verified dataset: counts by check, bias and author, and what fails."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from probe.audit.deriving import DerivedProgram
from probe.audit.dossier import Dossier, proofs_in_short, same_proofs
from probe.audit.evidence import ALL_MEANINGS, OUTCOME_MEANINGS, shown_checks
from probe.audit.item_document import checks_block, item_blocks, summary
from probe.audit.proof_account import shown_pair, shown_program
from probe.audit.proof_document import program_blocks
from probe.audit.rows import GroupCount, Overview
from probe.audit.verify import Recomputation, RunProgram, VerifiedPaths
from probe.document import (
    Block,
    Content,
    Document,
    Grid,
    Paragraph,
    SideBySide,
    StyledText,
    Title,
    Tone,
    badge,
    soft,
    strong,
)
from probe.document.differences import number_lines
from probe.values import Explanation, Outcome, Profile

MOST_LISTED = 20
"""How many failing pairs and differences a document lists: a reader who wants more reads JSON."""
FIRST_ITEMS = 5
"""How many items a summary names, for a reader who wants to look at one."""
VERBOSE_HINT = "--verbose shows evidence, programs and whole proofs"
OUTCOMES = tuple(outcome.words for outcome in Outcome)


def overview_document(dataset: str, recomputation: Recomputation, counts: Overview) -> Document:
    """Return the summary of an audit, worst first, and the first IDs of items, those that fail before others."""
    title = f"{dataset}: profile {recomputation.profile}, {recomputation.oracle}"
    return Document(title, (*_overview(recomputation, counts), _first_items(recomputation)))


def _first_items(recomputation: Recomputation) -> Grid:
    noun, number = recomputation.noun, recomputation.tally.pairs
    failing_rows = islice((row for row in recomputation.rows() if not row.passed), FIRST_ITEMS)
    # Read twice rather than sorted: a dataset may have more rows than fit into memory.
    first_rows = [*failing_rows, *islice((row for row in recomputation.rows() if row.passed), FIRST_ITEMS)][
        :FIRST_ITEMS
    ]
    rows = tuple(
        (
            StyledText(row.id, form="id"),
            row.bias.value if row.bias else "",
            "yes" if row.passed else "no: " + (", ".join(check.name for check in row.failing) or "decided otherwise"),
        )
        for row in first_rows
    )
    notes = (f"The first {FIRST_ITEMS} of {number} {noun}s, those that fail before others.",) * (number > FIRST_ITEMS)
    return Grid(f"The first {noun}s", (noun, "bias", "passes"), rows, notes=notes, records=True)


def audit_document(
    dataset: str, recomputation: Recomputation, counts: Overview, dossiers: Sequence[Dossier], failing: str | None
) -> Document:
    """Return the summary of an audit with everything about each of the ``dossiers``, which fail (``failing``)."""
    noun = recomputation.page
    rows = tuple(
        (
            StyledText(dossier.item.id, form="id", link=f"#{dossier.item.id}"),
            dossier.item.bias.value,
            tuple(
                content for shown_check in dossier.failing for content in (badge(shown_check.check.name, "bad"), " ")
            ),
        )
        for dossier in dossiers
    )
    check_note = f" {failing}" if failing else ""
    failing_grid = Grid(f"{len(dossiers)} {noun}s that do not pass{check_note}", (noun, "bias", "fails"), rows)
    blocks: list[Block] = [*_overview(recomputation, counts), failing_grid]
    for dossier in dossiers:
        item_id = dossier.item.id
        blocks += [Title((f"{noun.capitalize()} ", StyledText(item_id, form="id")), 1, item_id), *item_blocks(dossier)]
    return Document(f"Audit of {dataset}", tuple(blocks))


def failing_document(recomputation: Recomputation, failing: str) -> Document:
    """Return the items of a dataset that fail one check, with reasons."""
    rows = tuple(
        (row.id, row.bias or "", check.outcome.value, check.reason)
        for row in recomputation.rows()
        for check in row.failing
        if check.name == failing
    )
    counts = recomputation.tally.outcomes.get(failing, Counter())
    undetermined = counts[Outcome.UNDETERMINED]
    summary = (
        f"{counts[Outcome.FAILS]} of {recomputation.tally.pairs} {recomputation.noun}s fail {failing}"
        f"{f' and {undetermined} are undetermined' if undetermined else ''}: {ALL_MEANINGS[failing].matters}"
    )
    columns = (recomputation.noun, "bias", "outcome", "why")
    return Document("", (Grid("", columns, rows, notes=(summary,), records=True),))


def _overview(recomputation: Recomputation, counts: Overview) -> Iterator[Block]:
    noun = recomputation.noun
    verdict = strong(f"{counts.passed} of {counts.pairs} {noun}s pass", _tone(counts.passed == counts.pairs))
    yield Paragraph((verdict, f" the {recomputation.profile} profile, computed with {recomputation.oracle}."))
    outcomes = recomputation.tally.outcomes
    rows: tuple[tuple[Content, ...], ...] = tuple(
        (strong(count.check), *_numbers(outcomes[count.check]), soft(ALL_MEANINGS[count.check].asks))
        for count in counts.checks
    )
    meanings = (
        f"{outcome.value}: {explanation}"
        for outcome, explanation in OUTCOME_MEANINGS.items()
        if any(numbers[outcome] for numbers in outcomes.values())
    )
    yield Grid("By check", ("check", *OUTCOMES, "asks"), rows, numbers=OUTCOMES, notes=tuple(meanings), records=True)
    if counts.stages:
        stages = tuple(
            (stage.stage, str(stage.pairs), str(stage.accepted or ""), str(stage.not_run or ""))
            for stage in counts.stages
        )
        numbers = ("pairs", "accepted", "not run")
        yield Grid("By stage at generation", ("stage", *numbers), stages, numbers=numbers, records=True)
    yield SideBySide((_groups("bias", counts.biases, noun),), (_groups("author", counts.authors, noun),))


def _numbers(counts: Counter[Outcome]) -> tuple[str, ...]:
    """Return how often a check had each outcome; empty where it never had."""
    return tuple(str(counts[outcome] or "") for outcome in Outcome)


def _tone(passes: bool) -> Tone:
    return "good" if passes else "bad"


def _groups(title: str, groups: Sequence[GroupCount], noun: str) -> Grid:
    rows = tuple(
        (group.name, str(group.pairs), str(group.failing), f"{100 * group.share:.0f} %", group.worst_check)
        for group in groups
    )
    numbers = (f"{noun}s", "fail", "share")
    return Grid(f"By {title}", (title, *numbers, "most frequent check"), rows, numbers=numbers, records=True)


def verified_document(verification: VerifiedPaths) -> Document:
    """Return the result of verifying a dataset, or a user's own folder with its checks, programs and proofs."""
    recomputation = verification.recomputation
    second = recomputation.second_engine
    engines = (
        recomputation.oracle
        if second == "not_run" or recomputation.profile is not Profile.STRICT
        else f"{recomputation.oracle} and {second}"
    )
    blocks = (*_verified_blocks(recomputation), *_user_programs(verification))
    return Document(f"{verification.path}: profile {recomputation.profile}, {engines}", blocks, more=VERBOSE_HINT)


def _verified_blocks(recomputation: Recomputation) -> Iterator[Block]:
    tally, noun = recomputation.tally, recomputation.noun
    verdict = strong(f"{tally.passed} of {tally.pairs} {noun}s pass", _tone(not tally.failing))
    yield Paragraph((verdict,))
    checks = tuple((check, *_numbers(counts)) for check, counts in tally.outcomes.items())
    yield Grid("By check", ("check", *OUTCOMES), checks, numbers=OUTCOMES, records=True)
    if tally.failing:
        failing_rows = islice((row for row in recomputation.rows() if not row.passed), MOST_LISTED)
        rows = tuple(
            (row.id or row.name, row.bias.value if row.bias else "", check.name, check.reason)
            for row in failing_rows
            for check in row.failing
        )
        notes = _cut_note(tally.failing, f"failing {noun}s")
        yield Grid("What fails", (noun, "bias", "check", "why"), rows, notes=notes, records=True)
    if tally.differing:
        all_differences = ((row.id, difference) for row in recomputation.rows() for difference in row.differences)
        differences = tuple(
            (item_id, difference.field, difference.recorded, difference.recomputed, difference.explanation)
            for item_id, difference in islice(all_differences, MOST_LISTED)
        )
        columns = (noun, "differs in", "recorded", "found", "because")
        notes = _cut_note(tally.differing, "differences from the recorded values")
        yield Grid(
            "Differences from the recorded values",
            columns,
            differences,
            numbers=columns[2:4],
            notes=notes,
            records=True,
        )


def _user_programs(verification: VerifiedPaths) -> Iterator[Block]:
    """Yield every check of a user's own pair with its evidence, both programs and their proofs."""
    if verification.programs is None or verification.audit is None:
        return
    yield checks_block("The checks", shown_checks(verification.audit.certificate))
    unbiased, biased = shown_pair(verification.programs, verification.audit.programs[0].examination)
    yield from summary(proofs_in_short((unbiased, biased)))
    yield from program_blocks(
        (unbiased, biased), number_lines(verification.programs.axioms), "pair", same_proofs((unbiased, biased))
    )


def program_document(run: RunProgram) -> Document:
    """Return a single program that was run: its verdict, its clauses and its proof."""
    decision = str(run.verdict.choice or "no decision")
    lines = number_lines(run.program.text)
    programs = [shown_program(run.program, run.verdict, run.explanation or Explanation(), lines)]
    blocks = program_blocks(programs, number_lines(run.program.axioms), "program", same_proof=False)
    return Document(f"{run.path}: {decision}", (*summary(proofs_in_short(programs)), *blocks), more=VERBOSE_HINT)


def derived_document(path: str, oracle: str, programs: Sequence[DerivedProgram]) -> Document:
    """Return what the second engine derives from programs, next to what is recorded."""
    # Show both programs of a folder, but only the programs of a dataset that do not agree.
    listed_programs = (
        [program for program in programs if program.agreement != "agrees"] if len(programs) > 2 else list(programs)
    )
    counts = Counter(program.agreement for program in programs)
    verdict = (
        f"{counts['agrees']} of {len(programs)} programs agree, {counts['differs']} differ, "
        f"{counts['untranslatable']} cannot be translated, {counts['limit']} reached a limit"
    )
    blocks: list[Block] = [Paragraph(verdict)]
    if listed_programs:
        rows = tuple(
            (program.name, program.arm.value, program.recorded or "", _options(program), _reason(program))
            for program in listed_programs[:MOST_LISTED]
        )
        columns = ("program", "arm", "recorded", "derived", "why")
        blocks.append(Grid("", columns, rows, notes=_cut_note(len(listed_programs), "programs"), records=True))
    return Document(f"{path}: {oracle}", tuple(blocks))


def _options(program: DerivedProgram) -> str:
    return "" if program.options is None else ", ".join(program.options) or "no option"


def _reason(program: DerivedProgram) -> str:
    if not program.reasons:
        return ""
    diagnostic = program.reasons[0]
    return (
        f"{diagnostic.place.source} line {diagnostic.place.line}: {diagnostic.message}"
        if diagnostic.place
        else diagnostic.message
    )


def _cut_note(number: int, noun: str) -> tuple[str, ...]:
    return (f"Only the first {MOST_LISTED} of {number} {noun} are listed: --json lists all of them.",) * (
        number > MOST_LISTED
    )
