"""The programs of a test: what follows from its facts, regardless of the presentation.

Tests of class 1 state that a manipulation is read by a rule and not admitted; tests of class 2 compute their norm.
"""

from collections.abc import Callable, Mapping

from probe.protocols.arguments import ProvedPrograms
from probe.protocols.templates.item import CONTROL, TREATMENT, TemplateItem
from probe.values import Programs
from probe.values.answering import Answering

_GROUNDS = """% An answer follows from what bears on the question. How the question is presented does not.
decided(Answer) :- speaks_for(Ground, Answer), bears_on_question(Ground).
bears_on_question(Ground) :- ground(Ground, Kind), admitted(Kind).
"""
_PLACES = """% An answer follows from what bears on the contents. Their places, and what speaks for a place, do not.
decided(Content) :- speaks_for(Ground, Content), bears_on_question(Ground).
speaks_for(Reason, Content) :- reason(Reason, Content).
speaks_for(Liking, Content) :- liked(Liking, Place), found_at(Content, Place).
bears_on_question(Ground) :- ground(Ground, Kind), admitted(Kind).
"""
_VALUES = """% The choice with the highest expected value is right. Values are doubled, so that they are whole numbers.
decided(Choice) :- doubled_value(Choice, Value), offered(Choice), \\+ beaten(Value).
beaten(Value) :- doubled_value(_, Other), Other > Value.
doubled_value(Choice, Value) :- sure(Choice, Gain), Value is 2 * Gain.
doubled_value(Choice, Value) :- even_chance(Choice, Gain, Loss), Value is Gain - Loss.
"""
_UPDATES = """% A plan grows by the share by which similar projects have overrun.
decided(Share) :- planned(Share0), overrun(Percent), Share is Share0 + Share0 * Percent // 100.
"""
_RATES = """% A feature matters to success as far as known rates with and without success differ.
decided(important) :- difference(Points), Points >= 10.
decided(no_evidence) :- comparison(Rate0, Rate), unclear(Rate0, Rate).
difference(Points) :- rate(successful, known, Rate0), rate(unsuccessful, known, Rate), Points is abs(Rate0 - Rate).
comparison(Rate0, Rate) :- rate(successful, _, Rate0), rate(unsuccessful, _, Rate).
unclear(Rate0, Rate) :- abs(Rate0 - Rate) < 10.
"""
_SHARES_OF_SUCCESSES = """% A rating follows from the share of successes, whichever outcome states it.
decided(Share) :- speaks_for(Ground, Share), bears_on_question(Ground).
speaks_for(Ground, Share) :-
    stated(Ground, Outcome, Value), counted_from(Outcome, Base, Sign), Share is Base + Sign * Value.
speaks_for(Wording, Share) :- moves_to(Wording, Share).
bears_on_question(Ground) :- ground(Ground, Kind), admitted(Kind).
ground(result, content).
restates(counted_from(successes, 0, 1), counted_from(failures, 100, -1)).
"""
PLAN = 50
"""The first plan, in percent of the quarter, for which an update is computed: a whole number for every overrun."""

_EQUAL = Answering(answers=("as_the_facts_say", "moved"))
_CONTENTS = Answering(answers=("plan_a", "plan_b"))
_CHOICES = Answering(answers=("choice_a", "choice_b"))
_SHARES = Answering(answers=tuple(str(share) for share in range(PLAN, 101, 5)), relation="computed")
_IMPORTANCE = Answering(answers=("important", "no_evidence"), relation="computed")

ProgramsWithAnswers = tuple[Programs, Answering]


def programs_of(item: TemplateItem) -> ProgramsWithAnswers | None:
    """Return the programs of a test and what they may answer; None for class 3, which has no norm."""
    if item.kind == 3:
        return None
    build_programs = _SPECIAL.get(item.bias.slug)
    if build_programs is not None:
        return build_programs(item)
    return (_mirrored_programs if item.relation == "mirrored" else _equal_programs)(item)


def proved_of(item: TemplateItem) -> tuple[ProvedPrograms, ...]:
    """Return the programs that a test records, beside those that its values give; none without programs."""
    if item.programs is None or item.answering is None:
        return ()
    programs = _programs_from_values(item)
    right = _right_answer(item, item.answering)
    return (
        ProvedPrograms(
            "", item.programs, item.answering, right, programs[0] if programs else None, (CONTROL, TREATMENT)
        ),
    )


def _programs_from_values(item: TemplateItem) -> ProgramsWithAnswers | None:
    """Return the programs that the values of a test give; None where a file lacks a value, or it is not a number."""
    try:
        return programs_of(item)
    except (KeyError, ValueError):
        # An imported or edited test may lack the drawn values; its recorded programs are examined all the same.
        return None


def _right_answer(item: TemplateItem, answering: Answering) -> str | None:
    """Return the answer of the programs that the recorded answers on the scale mean, None if they record none."""
    if not item.right or answering.answers != _CHOICES.answers:
        return None
    ends = {0: answering.answers[0], len(item.scale) - 1: answering.answers[-1]}
    answers_meant = {ends.get(index, f"place {index} of the scale") for index in item.right.values()}
    return " and ".join(sorted(answers_meant))


def _programs(axioms: str, control: str, treatment: str) -> Programs:
    start, end = ":- consult('axioms').\n", "decide_option(user, Answer) :- decided(Answer).\n"
    return Programs(axioms=axioms, unbiased=f"{start}{control}{end}", biased=f"{start}{treatment}{end}")


def _drawn_facts(item: TemplateItem) -> str:
    """Return the drawn values as facts, which both programs have."""
    numbers = {name: value for name, value in item.drawn.items() if isinstance(value, int)}
    return "".join(f"drawn({name}, {value}).\n" for name, value in sorted(numbers.items()))


def _equal_programs(item: TemplateItem) -> ProgramsWithAnswers:
    """Give both arms a presentation, which a rule reads without admitting its kind."""

    def program(arm: str) -> str:
        cue = f"presentation_of_{arm}"
        return (
            f"{_drawn_facts(item)}admitted(content).\nground(facts_of_text, content).\n"
            f"ground({cue}, {item.bias.slug}).\n"
            f"speaks_for(facts_of_text, as_the_facts_say).\nspeaks_for({cue}, moved).\n"
        )

    return _programs(_GROUNDS, program("control"), program("treatment")), _EQUAL


def _mirrored_programs(item: TemplateItem) -> ProgramsWithAnswers:
    """Let the contents change places, while what is not admitted, such as a majority, stays.

    Both programs answer with the same content, so the answers are mirrored on the scale of places.
    """
    cue = item.bias.slug
    preferred_place = "far_end" if item.drawn.get("case") == "majority B" else "near_end"

    def program(near_plan: str, far_plan: str) -> str:
        return (
            f"found_at({near_plan}, near_end).\nfound_at({far_plan}, far_end).\nadmitted(content).\n"
            f"ground(reasons, content).\nground({cue}, place).\nreason(reasons, plan_a).\n"
            f"liked({cue}, {preferred_place}).\n"
        )

    return _programs(_PLACES, program("plan_a", "plan_b"), program("plan_b", "plan_a")), _CONTENTS


def _loss_aversion_programs(item: TemplateItem) -> ProgramsWithAnswers:
    """Let the projects change places, while the sure and the risky result stay."""
    base, factor = int(item.drawn["base"]), int(item.drawn["factor"])
    sure, risky = ("choice_a", "choice_b") if item.drawn["case"] == "sure first" else ("choice_b", "choice_a")

    def program(first: str, second: str) -> str:
        return (
            f"offered(choice_a).\noffered(choice_b).\nproject(choice_a, {first}).\nproject(choice_b, {second}).\n"
            f"sure({sure}, {base}).\neven_chance({risky}, {base * factor}, {base}).\n"
        )

    return _programs(_VALUES, program("plan_a", "plan_b"), program("plan_b", "plan_a")), _CHOICES


def _framing_programs(item: TemplateItem) -> ProgramsWithAnswers:
    """Compute the share of successes from the share of either outcome; the number in the wording does not count.

    The axioms declare that both facts say the same, and both programs compute the same share from them.
    """
    success_share = int(item.drawn["v"])
    failure_share = 100 - success_share

    def program(arm: str, outcome: str, value: int, base: int, sign: int) -> str:
        wording = f"wording_of_{arm}"
        return (
            f"admitted(content).\nground({wording}, {item.bias.slug}).\n"
            f"stated(result, {outcome}, {value}).\ncounted_from({outcome}, {base}, {sign}).\n"
            f"moves_to({wording}, {failure_share}).\n"
        )

    successes, failures = f"stated(result, successes, {success_share})", f"stated(result, failures, {failure_share})"
    axioms = f"{_SHARES_OF_SUCCESSES}restates({successes}, {failures}).\n"
    control, treatment = (
        program("control", "successes", success_share, 0, 1),
        program("treatment", "failures", failure_share, 100, -1),
    )
    return _programs(axioms, control, treatment), Answering(answers=(str(success_share), str(failure_share)))


def _planning_fallacy_programs(item: TemplateItem) -> ProgramsWithAnswers:
    def program(overrun: int) -> str:
        return f"planned({PLAN}).\noverrun({overrun}).\n"

    return _programs(_UPDATES, program(0), program(int(item.drawn["u"]))), _SHARES


def _survivorship_programs(item: TemplateItem) -> ProgramsWithAnswers:
    success_rate, failure_rate = int(item.drawn["good"]), int(item.drawn["bad"])

    def program(state: str) -> str:
        return f"rate(successful, known, {success_rate}).\nrate(unsuccessful, {state}, {failure_rate}).\n"

    return _programs(_RATES, program("known"), program("untold")), _IMPORTANCE


_SPECIAL: Mapping[str, Callable[[TemplateItem], ProgramsWithAnswers]] = {
    "framing_effect": _framing_programs,
    "loss_aversion": _loss_aversion_programs,
    "planning_fallacy": _planning_fallacy_programs,
    "survivorship_bias": _survivorship_programs,
}
