"""The strict checks as pure functions: one finding at a time is changed in an examination that they all hold for."""

import pytest

from probe.values import (
    Arm,
    AxiomUse,
    Bias,
    Change,
    Check,
    Definition,
    Diagnostic,
    Edit,
    Evidence,
    Exactness,
    Examination,
    Exchange,
    Invariance,
    Option,
    Outcome,
    Reachability,
    Restatement,
    SupportComparison,
    Unknown,
)
from tests.certificate.sound import (
    ARMS,
    CUE,
    DELETED_FACT,
    DIFFERENCE,
    FACT,
    SOUND,
    certificate,
    check_of,
    others_than_holds,
    with_logic,
    with_pair,
    with_probes,
    with_verdict,
)

FAILS, UNDETERMINED = Outcome.FAILS, Outcome.UNDETERMINED
NOT_APPLICABLE, VACUOUS = Outcome.NOT_APPLICABLE, Outcome.VACUOUS

NEIGHBOUR = Edit(result="found", tries=2, deleted=FACT)


def check(examination: Examination, name: str, bias: Bias = Bias.ANCHORING) -> Check:
    return check_of(certificate(examination, bias), name)


def of_arm(evidence: Evidence, arm: Arm) -> Evidence:
    of_program = evidence[arm.value]
    assert isinstance(of_program, dict)
    return of_program


def definition(**changes: object) -> Definition:
    fields = {"unknown": (), "search": "complete", "search_detail": "", "answers": ("option_A",)}
    return Definition.model_validate(fields | changes)


def axiom_use(**changes: object) -> AxiomUse:
    fields = {"axioms": 2, "in_proof": (1,), "without_axioms": "no", "decorative": False, "neighbour": None}
    return AxiomUse.model_validate(fields | changes)


def exchange(a: int, b: int, exchanged_option: str | None) -> Exchange:
    return Exchange(naming={"option_A": a, "option_B": b}, exchanged=exchanged_option)


def edit(result: str, **changes: object) -> Reachability:
    fields = {"result": result, "tries": 9, "without_facts": "no", "facts": 4}
    return Reachability.model_validate(fields | changes)


def invariance(result: str, tries: int = 1, order: str | None = None, decision: str | None = None) -> Invariance:
    return Invariance.model_validate({"tried": tries, "result": result, "order": order, "decision": decision})


def test_a_pair_without_flaws_passes_every_check() -> None:
    assert others_than_holds(SOUND) == {}


@ARMS
@pytest.mark.parametrize(
    ("changes", "outcomes"),
    [
        ({"defined": definition(answers=("option_A", "option_B"))}, {"unique": FAILS}),
        ({"defined": definition(answers=("option_A", "maybe"))}, {"unique": FAILS}),
        ({"defined": definition(answers=("option_A", "'Option_a'"))}, {}),
        ({"defined": definition(search="error", search_detail="type")}, {"unique": FAILS}),
        ({"defined": definition(search="limit", search_detail="memory")}, {"unique": UNDETERMINED}),
        ({"defined": definition(search="limit", search_detail="answers")}, {}),
        ({"defined": None}, {"unique": UNDETERMINED, "defined": UNDETERMINED}),
        ({"defined": definition(unknown=(Unknown(procedure="p/1", called_by=(FACT,)),))}, {"defined": FAILS}),
        ({"defined": definition(unknown=(Unknown(procedure="p/1", called_by=()),))}, {"defined": FAILS}),
        ({"uses_axioms": axiom_use(in_proof=())}, {"uses_axioms": FAILS}),
        ({"uses_axioms": axiom_use(decorative=True)}, {"uses_axioms": FAILS}),
        ({"uses_axioms": axiom_use(neighbour=NEIGHBOUR)}, {}),
        ({"uses_axioms": axiom_use(neighbour=Edit(result="exhausted", tries=2))}, {"uses_axioms": FAILS}),
        ({"uses_axioms": axiom_use(neighbour=Edit(result="cut_short", tries=2))}, {"uses_axioms": UNDETERMINED}),
        ({"uses_axioms": None}, {"uses_axioms": UNDETERMINED}),
        ({"follows_facts": exchange(1, 1, "option_A")}, {"follows_facts": FAILS}),
        ({"follows_facts": exchange(1, 1, None)}, {"follows_facts": FAILS}),
        ({"follows_facts": exchange(1, 0, "option_A")}, {}),
        ({"follows_facts": None}, {"follows_facts": UNDETERMINED}),
        ({"reachable": edit("found", added="late(option_A)")}, {}),
        ({"reachable": edit("exchanged")}, {}),
        ({"reachable": edit("exhausted")}, {"reachable": FAILS}),
        ({"reachable": edit("cut_short")}, {"reachable": UNDETERMINED}),
        ({"reachable": None}, {"reachable": UNDETERMINED}),
        ({"order_invariant": invariance("changed", 3, "reversed", "option_B")}, {"order_invariant": FAILS}),
        ({"order_invariant": invariance("limit", 3, "reversed")}, {"order_invariant": UNDETERMINED}),
        ({"order_invariant": invariance("several")}, {"order_invariant": NOT_APPLICABLE}),
        ({"order_invariant": invariance("free", 0)}, {}),
        ({"order_invariant": None}, {"order_invariant": UNDETERMINED}),
        ({"name_invariant": invariance("changed", 3, "renamed", None)}, {"name_invariant": FAILS}),
        ({"name_invariant": None}, {"name_invariant": UNDETERMINED}),
        ({"exact_numbers": Exactness(result="changed", answers=("option_B",))}, {"exact_numbers": FAILS}),
        ({"exact_numbers": Exactness(result="limit")}, {"exact_numbers": UNDETERMINED}),
        ({"exact_numbers": Exactness(result="free")}, {}),
        ({"exact_numbers": None}, {"exact_numbers": UNDETERMINED}),
    ],
)
def test_a_finding_about_one_program_decides_its_check_alone(
    arm: Arm, changes: dict[str, object], outcomes: dict[str, Outcome]
) -> None:
    assert others_than_holds(with_probes(arm, **changes)) == outcomes


@ARMS
@pytest.mark.parametrize(
    ("changes", "outcomes"),
    [
        ({"search": "found", "other": "option_B"}, {"unique": FAILS}),
        ({"supports": 0}, {"unique": FAILS}),
        ({"supports": 0, "cut_short": True}, {"inert_cue": UNDETERMINED}),
        ({"search": "limit", "search_detail": "steps"}, {"unique": UNDETERMINED, "safe": UNDETERMINED}),
        ({"search": "error", "search_detail": "type"}, {"unique": UNDETERMINED, "safe": UNDETERMINED}),
        ({"undefined": ("p/1",)}, {"defined": FAILS}),
        ({"unsafe": (FACT,)}, {"safe": FAILS}),
        ({"unsafe": (FACT,), "search": "limit"}, {"safe": FAILS, "unique": UNDETERMINED}),
        ({"cut_short": True}, {"inert_cue": UNDETERMINED}),
        ({"unbounded": True}, {"inert_cue": UNDETERMINED}),
    ],
)
def test_a_finding_of_the_logical_reading_decides_its_checks_alone(
    arm: Arm, changes: dict[str, object], outcomes: dict[str, Outcome]
) -> None:
    assert others_than_holds(with_logic(arm, **changes)) == outcomes


@ARMS
@pytest.mark.parametrize(
    ("changes", "outcomes"),
    [
        ({"diagnostics": (Diagnostic(kind="unknown", message="p/1"),)}, {"defined": FAILS}),
        ({"diagnostics": (Diagnostic(kind="singleton", message="X"),)}, {}),
        ({"diagnostics": (Diagnostic(kind="syntax", message="end"),)}, {"loads": FAILS}),
        ({"proof_complete": False}, {"same_proof": UNDETERMINED, "uses_axioms": UNDETERMINED}),
    ],
)
def test_a_finding_of_a_verdict_decides_its_checks_alone(
    arm: Arm, changes: dict[str, object], outcomes: dict[str, Outcome]
) -> None:
    assert others_than_holds(with_verdict(arm, **changes)) == outcomes


@pytest.mark.parametrize(
    ("changes", "outcomes"),
    [
        ({"proofs": SupportComparison(result="different", unbiased=(FACT,), biased=())}, {"same_proof": FAILS}),
        ({"proofs": SupportComparison(result="different", unbiased=(), biased=(CUE,))}, {"same_proof": FAILS}),
        ({"proofs": SupportComparison(result="different", unbiased=(), biased=())}, {"same_proof": FAILS}),
        ({"proofs": SupportComparison(result="cut_short", unbiased=(), biased=())}, {"same_proof": UNDETERMINED}),
        ({"differing": ()}, {"inert_cue": VACUOUS}),
        ({"differing": (DIFFERENCE.model_copy(update={"read": False}),)}, {"inert_cue": VACUOUS}),
        ({"differing": (DIFFERENCE.model_copy(update={"read": False, "called_as": "loud/2"}),)}, {"inert_cue": FAILS}),
        ({"differing": (DIFFERENCE.model_copy(update={"read": False}), DIFFERENCE)}, {}),
    ],
)
def test_a_finding_about_the_pair_decides_its_check_alone(
    changes: dict[str, object], outcomes: dict[str, Outcome]
) -> None:
    """A cue is inert if no rule can read it, or none that does would follow it."""
    assert others_than_holds(with_pair(**changes)) == outcomes


def test_a_clause_that_only_one_program_uses_is_named_the_cue_first() -> None:
    examination = with_pair(proofs=SupportComparison(result="different", unbiased=(FACT,), biased=(CUE,)))
    fact_examination = with_pair(proofs=SupportComparison(result="different", unbiased=(FACT,), biased=()))
    assert CUE.text in check(examination, "same_proof").reason
    assert FACT.text in check(fact_examination, "same_proof").reason
    assert check(examination, "same_proof").evidence["biased"] == [CUE.model_dump(mode="json")]


def test_only_framing_may_restate_a_fact_and_then_it_is_no_cue() -> None:
    framed_fact = FACT.model_copy(update={"line": 6, "text": "untested(option_B)"})
    restatements = (Restatement(unbiased=FACT, biased=framed_fact),)
    differences = tuple(
        DIFFERENCE.model_copy(update={"arm": arm, "clause": clause, "in_proof": True})
        for arm, clause in ((Arm.UNBIASED, FACT), (Arm.BIASED, framed_fact))
    )
    pair = with_pair(restated=restatements, differing=differences)
    assert others_than_holds(pair, Bias.FRAMING) == {"inert_cue": VACUOUS}
    assert others_than_holds(pair, Bias.ANCHORING) == {"same_proof": FAILS}
    assert restatements[0].assumption in check(pair, "same_proof", Bias.FRAMING).reason
    with_cue_restated = with_pair(restated=restatements, differing=(*differences, DIFFERENCE))
    assert others_than_holds(with_cue_restated, Bias.FRAMING) == {}


def test_a_restated_fact_with_another_number_of_the_same_is_refused() -> None:
    framed_fact = FACT.model_copy(update={"line": 6, "text": "tested(option_B)"})
    pair = with_pair(restated=(Restatement(unbiased=FACT, biased=framed_fact, other_number=True),))
    assert others_than_holds(pair, Bias.FRAMING) == {"same_proof": FAILS}


@ARMS
def test_the_kinds_that_would_count_are_listed_and_named(arm: Arm) -> None:
    inert_cue = check(with_logic(arm, would_count=("measurement", "contract")), "inert_cue")
    assert inert_cue.outcome is Outcome.HOLDS
    assert inert_cue.evidence["would_count"] == ["contract", "measurement"]
    assert "contract or measurement" in inert_cue.reason
    assert check(SOUND, "inert_cue").evidence["would_count"] == []


@ARMS
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            Change(clause=CUE, variant=None, all=False, effect="answers", answers=("option_A", "option_B")),
            "option_A and",
        ),
        (Change(clause=CUE, variant="loud(option_A)", all=True, effect="support", answers=()), "loud(option_A)"),
        (Change(clause=CUE, variant=None, all=False, effect="hidden", answers=()), CUE.text),
    ],
)
def test_a_variant_of_the_cue_that_changes_anything_is_refused(arm: Arm, change: Change, words: str) -> None:
    examination = with_logic(arm, change=change)
    assert others_than_holds(examination) == {"inert_cue": FAILS}
    inert_cue = check(examination, "inert_cue")
    assert words in inert_cue.reason
    variants = of_arm(inert_cue.evidence, arm) if arm.value in inert_cue.evidence else inert_cue.evidence["variants"]
    assert isinstance(variants, dict)
    variant = variants[arm.value]
    assert isinstance(variant, dict)
    assert variant["change"] == change.model_dump(mode="json", exclude_none=True)


@ARMS
def test_too_many_variants_are_another_reason_than_a_limit(arm: Arm) -> None:
    too_many, limit = (check(with_logic(arm, **{field: True}), "inert_cue") for field in ("unbounded", "cut_short"))
    assert "too many" in too_many.reason
    assert "limit" in limit.reason


def test_the_variants_of_both_programs_are_counted() -> None:
    assert " 13 " in check(with_logic(Arm.BIASED, variants=7), "inert_cue").reason


@pytest.mark.parametrize("name", ["unique", "safe", "same_proof", "inert_cue"])
def test_a_pair_that_time_ran_out_for_is_undetermined(name: str) -> None:
    assert SOUND.probes is not None
    without_pair = SOUND.model_copy(update={"probes": SOUND.probes.model_copy(update={"pair": None})})
    assert check(without_pair, name).outcome is UNDETERMINED
    without_probes = SOUND.model_copy(update={"probes": None})
    assert check(without_probes, name).outcome is NOT_APPLICABLE


@ARMS
def test_one_program_without_a_logical_reading_is_undetermined(arm: Arm) -> None:
    assert SOUND.probes is not None
    assert SOUND.probes.pair is not None
    examination = with_pair(logic=SOUND.probes.pair.logic.model_copy(update={arm.value: None}))
    assert others_than_holds(examination) == dict.fromkeys(("unique", "defined", "safe"), UNDETERMINED)


def test_a_failure_outweighs_what_is_undetermined() -> None:
    slow_examination = with_logic(Arm.UNBIASED, search="limit", search_detail="steps")
    failing_examination = with_probes(
        Arm.BIASED, slow_examination, defined=definition(answers=("option_A", "option_B"))
    )
    assert check(failing_examination, "unique").outcome is FAILS
    cut_short_examination = with_probes(
        Arm.UNBIASED, uses_axioms=axiom_use(neighbour=Edit(result="cut_short", tries=1))
    )
    assert (
        check(
            with_probes(Arm.BIASED, cut_short_examination, uses_axioms=axiom_use(decorative=True)), "uses_axioms"
        ).outcome
        is FAILS
    )
    cut_short_examination = with_probes(Arm.UNBIASED, reachable=edit("cut_short"))
    assert (
        check(with_probes(Arm.BIASED, cut_short_examination, reachable=edit("exhausted")), "reachable").outcome is FAILS
    )
    cut_short_examination = with_logic(Arm.UNBIASED, cut_short=True)
    change = Change(clause=CUE, variant=None, all=False, effect="support", answers=())
    assert check(with_logic(Arm.BIASED, cut_short_examination, change=change), "inert_cue").outcome is FAILS


def test_every_flaw_is_reported_and_not_only_the_first() -> None:
    examination = SOUND
    for arm in (Arm.UNBIASED, Arm.BIASED):
        examination = with_probes(arm, examination, uses_axioms=axiom_use(decorative=True), reachable=edit("exhausted"))
    for name in ("uses_axioms", "reachable"):
        assert check(examination, name).reason.count(" program ") == 2


def test_a_proof_without_axioms_counts_only_if_it_is_complete() -> None:
    """The part that was cut off may use them, so the pair is undetermined rather than refused."""
    none = with_probes(Arm.BIASED, uses_axioms=axiom_use(in_proof=()))
    assert check(none, "uses_axioms").outcome is FAILS
    assert check(with_verdict(Arm.BIASED, none, proof_complete=False), "uses_axioms").outcome is UNDETERMINED


def test_facts_that_name_one_option_only_leave_nothing_to_exchange() -> None:
    unbiased = with_probes(Arm.UNBIASED, follows_facts=exchange(0, 3, "option_A"))
    examination = with_probes(Arm.BIASED, unbiased, follows_facts=exchange(3, 0, "option_A"))
    assert others_than_holds(examination) == {"follows_facts": NOT_APPLICABLE}
    evidence = exchange(3, 0, "option_A").model_dump(mode="json", exclude_none=True)
    assert check(examination, "follows_facts").evidence["biased"] == evidence


def test_axioms_that_name_one_option_only_are_said_to() -> None:
    unequal_exchange = exchange(2, 2, "option_B").model_copy(update={"unequal": True})
    follows_facts = check(with_probes(Arm.BIASED, follows_facts=unequal_exchange), "follows_facts")
    assert follows_facts.outcome is Outcome.HOLDS
    assert follows_facts.evidence["biased"] == unequal_exchange.model_dump(mode="json")
    assert follows_facts.reason != check(SOUND, "follows_facts").reason


@pytest.mark.parametrize(("without_facts", "default"), [("option_A", True), ("option_B", False), ("no", False)])
def test_a_decision_by_default_is_recorded(without_facts: str, default: bool) -> None:
    evidence = check(
        with_probes(Arm.BIASED, reachable=edit("found", without_facts=without_facts)), "reachable"
    ).evidence
    assert of_arm(evidence, Arm.BIASED)["default"] is default
    assert of_arm(evidence, Arm.UNBIASED)["default"] is False


@pytest.mark.parametrize(
    ("changes", "expected_words"),
    [
        ({"deleted": DELETED_FACT}, ["deadline(near)"]),
        ({"added": "late(option_A)"}, ["late(option_A)"]),
        ({"deleted": DELETED_FACT, "added": "late(option_A)"}, ["deadline(near)", "late(option_A)"]),
    ],
)
def test_the_edit_that_leads_to_the_other_option_is_named(
    changes: dict[str, object], expected_words: list[str]
) -> None:
    reachable = check(with_probes(Arm.UNBIASED, reachable=edit("found", **changes)), "reachable")
    assert [words for words in ("deadline(near)", "late(option_A)") if words in reachable.reason] == expected_words


@ARMS
def test_a_changed_decision_is_named_with_the_order_that_changes_it(arm: Arm) -> None:
    for decision, words in (("option_B", "option_B"), ("no", "nothing"), (None, "nothing")):
        examination = with_probes(arm, order_invariant=invariance("changed", 3, "reversed", decision))
        reason = check(examination, "order_invariant").reason
        assert f"the {arm.value} program decides option_A, but {words} " in reason
        assert "reversed" in reason


def test_the_orders_that_were_tried_are_counted() -> None:
    invariant = with_probes(Arm.BIASED, order_invariant=invariance("same", 5))
    assert "(9 tried)" in check(invariant, "order_invariant").reason
    free = with_probes(Arm.BIASED, order_invariant=invariance("free", 0))
    assert "(4 tried)" in check(free, "order_invariant").reason
    order_free = with_probes(Arm.UNBIASED, free, order_invariant=invariance("free", 0))
    assert "tried" not in check(order_free, "order_invariant").reason


def test_evidence_shows_the_findings_of_both_programs() -> None:
    examination = with_logic(Arm.BIASED, unsafe=(FACT,), undefined=("p/1",))
    assert check(examination, "safe").evidence == {
        "unbiased": {"unsafe": []},
        "biased": {"unsafe": [FACT.model_dump(mode="json")]},
    }
    assert check(examination, "defined").evidence == {
        "unbiased": {"unknown": [], "diagnostics": [], "hidden": []},
        "biased": {"unknown": [], "diagnostics": [], "hidden": ["p/1"]},
    }
    assert of_arm(check(SOUND, "unique").evidence, Arm.BIASED) == {
        "answers": ["option_A"],
        "search": "complete",
        "search_detail": "",
        "logical": {"search": "none", "search_detail": ""},
    }


def test_an_undefined_procedure_is_named_with_its_first_caller() -> None:
    unknown_procedures = (Unknown(procedure="p/1", called_by=(CUE, FACT)), Unknown(procedure="q/0", called_by=()))
    reason = check(with_probes(Arm.BIASED, defined=definition(unknown=unknown_procedures)), "defined").reason
    assert "p/1 (program line 5)" in reason
    assert "biased program" in reason


@pytest.mark.parametrize("name", ["unique", "safe", "uses_axioms", "follows_facts", "reachable", "order_invariant"])
def test_programs_without_a_decision_are_not_checked_for_it(name: str) -> None:
    for arm in (Arm.UNBIASED, Arm.BIASED):
        assert check(with_verdict(arm, choice=None, answer=None), name).outcome is NOT_APPLICABLE


@pytest.mark.parametrize("name", ["same_proof", "inert_cue"])
def test_programs_with_two_decisions_share_no_proof(name: str) -> None:
    assert check(with_verdict(Arm.BIASED, choice=Option.B), name).outcome is NOT_APPLICABLE
