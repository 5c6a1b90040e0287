"""What readers see of an item of triage: its policy, profiles and orders, or its questions, and decisions in order."""

from collections.abc import Iterator, Mapping, Sequence

from probe.document import Grid, TitledText
from probe.protocols.triage.items import Kind, TriageItem
from probe.protocols.viewing import (
    ComparedTexts,
    Part,
    ShownDecision,
    ShownSession,
    conversations_in,
    session,
    shown_decision,
)
from probe.values import Decision

COMPARED_ARMS: Mapping[Kind, tuple[tuple[str, str], ...]] = {
    "sequence": (),
    "choice": (("neutral_1", "status_quo_1"),),
    "framing": (("admitting", "rejecting"),),
    "attribute": (("group_2", "group_1"), ("placebo_2", "placebo_1")),
}
"""The arms of each kind whose texts are shown side by side."""


def parts_of(item: TriageItem) -> Iterator[Part]:
    """Yield the policy, then the profiles and orders of a set, or the questions of the other kinds."""
    if item.policy:
        rules = tuple((str(number), sentence) for number, sentence in enumerate(item.policy, 1))
        yield Grid("The policy", ("rule", "what it says"), rules)
    yield from _set_parts(item) if item.kind == "sequence" else _question_parts(item)


def _set_parts(item: TriageItem) -> Iterator[Part]:
    yield TitledText("The instructions", item.instructions)
    yield Grid(
        "The profiles",
        ("profile", "text", "right answer"),
        tuple(
            (str(number), profile.text, _answer(item, profile.right)) for number, profile in enumerate(item.profiles, 1)
        ),
        f"Each is followed by the question: {item.question}",
    )
    place_headings = tuple(f"place {number}" for number in range(1, len(item.profiles) + 1))
    orders = tuple((arm, *(str(profile + 1) for profile in order)) for arm, order in item.orders.items())
    yield Grid("The orders", ("order", *place_headings), orders, "The number of the profile at each place.")


def _question_parts(item: TriageItem) -> Iterator[Part]:
    shown_arms: set[str] = set()
    for arms in COMPARED_ARMS[item.kind]:
        if set(arms) <= set(item.questions):
            shown_arms.update(arms)
            yield ComparedTexts(" and ".join(arms), tuple((arm, item.questions[arm].text) for arm in arms))
    if item.kind != "choice":  # a choice's other arms have the same options in a different order
        arms_by_text: dict[str, list[str]] = {}
        for arm, question in item.questions.items():
            if arm not in shown_arms and question.text not in {
                item.questions[shown_arm].text for shown_arm in shown_arms
            }:
                arms_by_text.setdefault(question.text, []).append(arm)
        yield from (TitledText(" and ".join(arms), text) for text, arms in arms_by_text.items())
    yield _answers(item)


def _answers(item: TriageItem) -> Grid:
    """Return what each word means in each arm; in a choice, that is the option at each place."""
    count = max(len(question.words) for question in item.questions.values())
    rows = []
    for arm, question in item.questions.items():
        answers = zip(question.words, question.decisions, strict=True)
        cells = [f"{word}: {item.scale[decision]}" for word, decision in answers]
        rows.append((arm, *cells, *[""] * (count - len(cells))))
    status_quo_note = (
        "" if item.status_quo is None else f" In use in the arms status_quo: {item.scale[item.status_quo]}."
    )
    note = f"Right answer: {_answer(item, item.right)}.{status_quo_note}"
    return Grid("Answers by arm", ("arm", *(f"answer {number + 1}" for number in range(count))), tuple(rows), note)


def _answer(item: TriageItem, right: int | None) -> str:
    return "not known" if right is None else item.scale[right]


def sessions_of(item: TriageItem, decisions: Sequence[Decision]) -> Iterator[ShownSession]:
    """Yield the decisions of each conversation in the order of the profiles shown; a review follows them."""
    for conversation in conversations_in(decisions, list(item.arms())):
        shown_profiles = item.shown_profiles(conversation[0].arm)
        turns = {decision.turn: decision for decision in conversation}
        decisions_shown = [
            _shown_decision(item, turns.get(turn), *shown_profile) for turn, shown_profile in enumerate(shown_profiles)
        ]
        review_decisions = [turns.get(len(shown_profiles) + turn) for turn in range(len(shown_profiles))]
        reviewed_decisions = (
            [
                _shown_decision(item, turn_decision, *shown_profile)
                for turn_decision, shown_profile in zip(review_decisions, shown_profiles, strict=True)
            ]
            if any(review_decisions)
            else []
        )
        yield session(
            conversation,
            [
                *decisions_shown,
                *(decision._replace(about=f"review of {decision.about}".strip()) for decision in reviewed_decisions),
            ],
        )


def _shown_decision(
    item: TriageItem, decision: Decision | None, profile: int, fixed_answer: int | None
) -> ShownDecision:
    is_sequence = item.kind == "sequence"
    about = f"profile {profile + 1}" if is_sequence else "the question"
    if fixed_answer is not None:
        return ShownDecision(about, item.scale[fixed_answer], "given", fixed_answer)
    if decision is None:
        return ShownDecision(about, "no answer", "not asked")
    return shown_decision(
        decision.decision, item.scale, item.profiles[profile].right if is_sequence else item.right, about
    )
