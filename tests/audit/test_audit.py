"""The audit: what it shows of a pair, and that this is correct."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probe.audit.catalogue import ANY, NONE, Catalogue, ListedKind, Selection
from probe.audit.describing import SubjectRun, make_dossier
from probe.audit.evidence import MEANINGS, evidence_lines, shown_check
from probe.audit.items import audit_items
from probe.audit.rows import Tally
from probe.document import Step
from probe.document.differences import MAX_TOKENS, line_differences, word_differences
from probe.oracle import SwiOracle
from probe.ports import Oracle
from probe.protocols.dilemmas.protocol import DilemmaProtocol
from probe.values import Answering, Arm, Check, Corpus, Decision, Dilemma, Evidence, Outcome, Profile, index_of
from tests.web.conftest import flawed_pair

PROTOCOL = DilemmaProtocol()
SHELF = ListedKind(Dilemma.model_validate_json, PROTOCOL.words)


@pytest.fixture
def pairs(corpus: Corpus) -> list[Dilemma]:
    return [flawed_pair(), *(seed.to_pair() for seed in corpus.seeds)]


@given(st.text(), st.text())
def test_the_pieces_of_a_text_join_to_it(left: str, right: str) -> None:
    first, second = word_differences(left, right)
    assert "".join(piece.text for piece in first) == left
    assert "".join(piece.text for piece in second) == right
    if left == right:
        assert not any(piece.changed for piece in (*first, *second))


def test_marks_hold_the_whole_cue_of_every_seed(corpus: Corpus) -> None:
    """Each hand-made dilemma records its cue, whose words are most of the marked ones."""
    for seed in corpus.seeds:
        left, right = word_differences(seed.texts.unbiased, seed.texts.biased)
        marked_words = " ".join(piece.text for piece in right if piece.changed).split()
        cue = " ".join(seed.cue).split() if isinstance(seed.cue, tuple) else seed.cue.split()
        missing = [word for word in marked_words if word.strip(".,;:") not in " ".join(cue)]
        assert len(missing) <= len(marked_words) / 3, seed.id
        assert sum(len(piece.text) for piece in left if piece.changed) < len(seed.texts.unbiased) / 2


def test_an_insertion_is_marked_from_the_start_of_its_sentence() -> None:
    _, right = word_differences("One. Two.", "One. More. Two.")
    assert [piece.text for piece in right if piece.changed] == [" More."]


def test_texts_too_long_to_align_are_still_compared() -> None:
    """Quadratic work on a hostile text would delay every page."""
    long_text = "a b " * MAX_TOKENS
    left, right = word_differences(long_text + "\nx", long_text + "\ny")
    assert [piece.text for piece in left if piece.changed] == ["x"]
    assert [piece.text for piece in right if piece.changed] == ["y"]


def test_program_lines_differ_by_content_not_by_blanks() -> None:
    left, right = line_differences("a(x).\nb(y).", "a(x).  \n\tc(z).\nb(y).")
    assert [line.number for line in left if line.changed] == []
    assert [line.number for line in right if line.changed] == [2]


async def test_every_step_that_a_clause_made_names_that_clause(oracle: Oracle, pairs: list[Dilemma]) -> None:
    """The marked lines are the whole clause: they begin at its head and end with its full stop."""
    for pair in pairs:
        dossier = await make_dossier(pair, oracle, Profile.STRICT)
        for program in dossier.programs:
            assert program.proof is not None
            text = {"axioms": pair.axioms, "program": pair.programs.of(program.arm).text}
            steps = [step for step in program.proof.walk() if step.kind in ("rule", "fact")]
            assert steps
            for step in steps:
                assert_names_its_clause(step, text[step.source].splitlines())


def assert_names_its_clause(step: Step, lines: Sequence[str]) -> None:
    assert step.lines is not None
    first, last = step.lines
    predicate = step.goal.partition("(")[0]
    assert lines[first - 1].strip().startswith(predicate), (step, lines[first - 1])
    assert lines[last - 1].partition("%")[0].rstrip().endswith("."), (step, lines[last - 1])
    assert not any(line.partition("%")[0].rstrip().endswith(".") for line in lines[first - 1 : last - 1])
    assert step.place in step.sentence


async def test_a_failing_pair_says_which_check_why_and_what_that_matters(oracle: Oracle) -> None:
    dossier = await make_dossier(flawed_pair(), oracle, Profile.STRICT)
    assert not dossier.audit.passed
    unique = next(failing_check for failing_check in dossier.failing if failing_check.check.name == "unique")
    assert "option_B" in unique.check.reason
    assert unique.meaning.matters
    assert any("option_B" in value for _, value in unique.evidence)
    assert dossier.same_proof


@pytest.mark.parametrize("profile", Profile)
async def test_a_page_asks_the_oracle_once(oracle: Oracle, monkeypatch: pytest.MonkeyPatch, profile: Profile) -> None:
    kinds = []
    ask = SwiOracle._ask

    async def count_calls(self: SwiOracle, texts: list[str], kind: str, answering: Answering) -> object:
        kinds.append(kind)
        return await ask(self, texts, kind, answering)

    monkeypatch.setattr(SwiOracle, "_ask", count_calls)
    dossier = await make_dossier(flawed_pair(), oracle, profile)
    assert dossier.programs[1].shown.why_not
    assert len(kinds) == 1


async def test_every_check_is_explained(oracle: Oracle, corpus: Corpus) -> None:
    (audit,) = await audit_items(PROTOCOL, [corpus.seeds[0].to_pair()], oracle, Profile.STRICT)
    assert [check.name for check in audit.certificate.checks] == list(MEANINGS)


async def test_the_overview_is_worst_first_and_adds_up(oracle: Oracle, pairs: list[Dilemma]) -> None:
    audit = await audit_items(PROTOCOL, pairs, oracle, Profile.STRICT)
    counts = Tally(entry.row() for entry in audit).overview()
    assert counts.passed == len(pairs) - 1
    assert counts.authors[0].name == "somebody"
    assert counts.authors[0].share == 1
    assert counts.biases[0].failing == 1
    assert counts.checks[0].fails >= counts.checks[-1].fails
    assert {entry.check: entry.fails for entry in counts.checks}["unique"] == 1
    assert all(
        entry.holds + entry.fails + entry.not_applicable + entry.vacuous + entry.undetermined + entry.not_run
        == len(pairs)
        for entry in counts.checks
    )
    assert counts.stages[0].stage == "round_trip"


async def test_the_list_is_filtered_by_what_was_found(oracle: Oracle, pairs: list[Dilemma]) -> None:
    catalogue = Catalogue(pairs, Profile.STRICT, {"s": frozenset({pairs[3].id})}, SHELF)
    assert list(catalogue.unchecked_items()) == pairs
    assert not catalogue.select(Selection(check=NONE)), "an unchecked pair must not count as one that passes"
    for pair in list(catalogue.unchecked_items()):
        (audit,) = await audit_items(PROTOCOL, [pair], oracle, Profile.STRICT)
        catalogue.note(pair.id, audit.certificate, audit.complexity)
    assert [entry.item for entry in catalogue.select(Selection(check=ANY))] == [pairs[0]]
    assert len(catalogue.select(Selection(check=NONE))) == len(pairs) - 1
    assert [entry.item for entry in catalogue.select(Selection(flipped="s"))] == [pairs[3]]
    assert [entry.item for entry in catalogue.select(Selection(words="TEN waited"))] == [pairs[0]]
    assert not catalogue.select(Selection(words="ten", bias="framing effect", author="somebody"))
    ids = [pair.id for pair in pairs]
    assert catalogue.neighbours(Selection(), ids[0]) == (None, ids[1])
    assert catalogue.neighbours(Selection(), ids[-1]) == (ids[-2], None)
    assert catalogue.neighbours(Selection(check=NONE), ids[2]) == (ids[1], ids[3])
    assert catalogue.neighbours(Selection(check=ANY), ids[2]) == (None, None)
    assert catalogue.neighbours(Selection(), "x") == (None, None)
    assert [entry.item.id for entry in catalogue.select(Selection(), 2, 3)] == ids[3:5]
    assert catalogue.count(Selection()) == len(pairs)
    assert not catalogue.count(Selection(words="\ud800", bias="'; DROP TABLE dilemmas"))
    assert catalogue.failures() == [("unique", 1)]
    assert ids[0] in catalogue
    assert "x" not in catalogue
    assert list(catalogue.unchecked_items()) == []


async def test_a_check_that_was_cut_short_is_counted_separately_in_audits_and_lists(
    oracle: Oracle, pairs: list[Dilemma]
) -> None:
    """The overview, its groups and the list of pages agree on how many fail and how many do not."""
    catalogue, tally = Catalogue(pairs, Profile.STRICT, {}, SHELF), Tally()
    for pair, outcome in zip(pairs, (Outcome.FAILS, Outcome.UNDETERMINED, Outcome.UNDETERMINED), strict=False):
        (audit,) = await audit_items(PROTOCOL, [pair], oracle, Profile.STRICT)
        checks = tuple(
            check.model_copy(update={"outcome": outcome if check.name == "unique" else Outcome.HOLDS})
            for check in audit.certificate.checks
        )
        certificate = audit.certificate.model_copy(update={"checks": checks})
        catalogue.note(pair.id, certificate, audit.complexity)
        tally.add(audit._replace(certificate=certificate).row())
    unique = next(count for count in tally.overview().checks if count.check == "unique")
    assert dict(catalogue.failures()) == {"unique": unique.fails, "unique (undetermined)": unique.undetermined}
    assert (unique.fails, unique.undetermined) == (1, 2)
    assert [entry.item for entry in catalogue.select(Selection(check="unique (undetermined)"))] == pairs[1:3]


async def test_decisions_are_beside_the_program_that_judges_them(oracle: Oracle) -> None:
    """Unparsed decisions are shown, and count neither as wrong nor as a flip."""
    pair = flawed_pair()
    letters = {Arm.UNBIASED: ("A", "A", "unparsed"), Arm.BIASED: ("A", "B", "B")}
    decisions = [
        Decision.model_validate({"item_id": pair.id, "arm": arm, "run": run, "decision": index_of(letter)})
        for arm, by_run in letters.items()
        for run, letter in enumerate(by_run)
    ]
    dossier = await make_dossier(
        pair, oracle, Profile.PAPER, [SubjectRun("s", decisions, {}), SubjectRun("nobody", [], {})]
    )
    (subject,) = dossier.subjects
    assert subject.flips == (1, 2)
    assert [(arm.arm, arm.wrong) for arm in subject.arms] == [("unbiased", 0), ("biased", 2)]
    assert [shown_check.check.outcome for shown_check in dossier.checks].count(Outcome.FAILS) == 0
    assert all(program.proof for program in dossier.programs), "a page needs proofs, which the paper's profile omits"


def test_evidence_shows_clauses_by_place_and_what_both_share_once() -> None:
    clause: Evidence = {"source": "axioms", "line": 3, "column": 1, "clause": 2, "text": "p(x)"}
    lines = evidence_lines({"unbiased": {"deleted": clause, "n": 1}, "biased": {"deleted": clause, "n": 1}, "none": []})
    assert list(lines) == [
        ("both programs › deleted", "axiom line 3: p(x)"),
        ("both programs › n", "1"),
        ("none", "none"),
    ]
    diagnostic: Evidence = {
        "program": "biased",
        "kind": "syntax",
        "message": "end expected",
        "place": {**clause, "text": None},
    }
    assert evidence_lines({"d": [diagnostic]})[0][1] == "biased program: end expected (axiom line 3)"


def test_evidence_of_checks_is_in_plain_words() -> None:
    finding: Evidence = {"tried": 0, "result": "free", "order": None}
    lines = dict(evidence_lines({"unbiased": finding, "biased": finding}, "name_invariant"))
    assert lines["both programs › variants tried"] == "0"
    assert "nothing had to be run" in lines["both programs › result"]
    # Evidence that adds nothing is left out, and the evidence of a stage is not listed as that of a check.
    assert len(lines) == 2
    assert evidence_lines({"tried": 0}) == (("tried", "0"),)
    unused_evidence = dict(evidence_lines({"unbiased": {"decorative": False}}, "uses_axioms"))
    assert not any("decorative" in name for name in unused_evidence)


@pytest.mark.parametrize(("variant_count", "words"), [(0, "holds vacuously"), (3, "holds")])
def test_a_check_of_variants_that_tried_none_holds_vacuously(variant_count: int, words: str) -> None:
    check = Check(
        name="order_invariant", outcome=Outcome.HOLDS, reason="…", evidence={"unbiased": {"tried": variant_count}}
    )
    assert shown_check(check).line().outcome == words
