"""The certificates of tests: classes 1 and 2 hold, class 3 has no norm."""

import pytest

from probe.certificate import certify
from probe.oracle.swi import SwiOracle
from probe.protocols.templates.certifying import certify_items
from probe.protocols.templates.scenarios import read_domain
from probe.values import Arm, Outcome, Profile
from tests.defined import defined
from tests.protocols.templates.material import SOFTWARE, items

TEMPLATES = read_domain(SOFTWARE).templates
BIASES_WITH_NORM = sorted(bias for bias, template in TEMPLATES.items() if template.kind != 3)


async def test_every_certificate_of_classes_one_and_two_holds(oracle: SwiOracle) -> None:
    tests = [item for bias in BIASES_WITH_NORM for item in items(SOFTWARE, bias)]
    certified_items = await certify_items(tests, oracle, Profile.STRICT)
    assert len(BIASES_WITH_NORM) == 19
    for item in certified_items:
        assert item.certificate is not None
        assert not item.certificate.failing, (item.bias, item.certificate.failing)
        assert item.norm == "stipulated"
        assert item.complexity.depth
    assert len({item.id for item in certified_items}) == len(tests)


async def test_the_manipulation_of_class_one_is_read_and_not_admitted(oracle: SwiOracle) -> None:
    for bias in ("anchoring bias", "bandwagon effect", "status quo bias"):
        (item, *_) = await certify_items(items(SOFTWARE, bias), oracle, Profile.STRICT)
        check = defined(defined(item.certificate).check("inert_cue"))
        assert check.outcome is Outcome.HOLDS


async def test_a_manipulation_that_is_admitted_is_refused(oracle: SwiOracle) -> None:
    (item, *_) = await certify_items(items(SOFTWARE, "anchoring bias"), oracle, Profile.STRICT)
    assert item.programs is not None
    admitting_programs = item.programs.model_copy(
        update={"biased": item.programs.biased.replace("admitted(content).", "admitted(anchoring_bias).")}
    )
    examination = await oracle.examine(admitting_programs, Profile.STRICT, answering=defined(item.answering))
    assert examination.biased.choice != examination.unbiased.choice


@pytest.mark.parametrize(("bias", "right"), [("loss aversion", ("choice_b", "choice_a")), ("planning fallacy", None)])
async def test_the_programs_compute_the_norm(oracle: SwiOracle, bias: str, right: tuple[str, str] | None) -> None:
    for item in await certify_items(items(SOFTWARE, bias), oracle, Profile.STRICT):
        decisions = {}
        for arm in (Arm.UNBIASED, Arm.BIASED):
            decisions[arm] = str((await oracle.verdict(defined(item.programs).of(arm), defined(item.answering))).choice)
        if right is not None:
            assert set(decisions.values()) == {right[0] if item.right["control"] == 6 else right[1]}
        else:
            assert decisions == {Arm.UNBIASED: "50", Arm.BIASED: str(50 + int(item.drawn["u"]) // 2)}


async def test_class_three_is_not_applicable(oracle: SwiOracle) -> None:
    (item, *_) = await certify_items(items(SOFTWARE, "optimism bias"), oracle, Profile.STRICT)
    assert [check.outcome for check in defined(item.certificate).checks] == [Outcome.NOT_APPLICABLE]
    assert item.norm == "none"
    assert item.programs is None


async def test_both_forms_of_a_frame_give_the_same_share(oracle: SwiOracle) -> None:
    """The share of failures is 100 minus that of successes: a different one in the treatment is refused."""
    for item in await certify_items(items(SOFTWARE, "framing effect"), oracle, Profile.STRICT):
        assert item.programs is not None
        assert item.answering is not None
        good_count = int(item.drawn["v"])
        for arm in (Arm.UNBIASED, Arm.BIASED):
            assert (await oracle.verdict(item.programs.of(arm), item.answering)).choice == str(good_count)
        biased = item.programs.biased.replace(f"failures, {100 - good_count})", f"failures, {101 - good_count})")
        other_programs = item.programs.model_copy(update={"biased": biased})
        examination = await oracle.examine(other_programs, Profile.STRICT, answering=item.answering)
        assert not certify(examination, item.bias, Profile.STRICT).passed
