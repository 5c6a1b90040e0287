"""Show items of triage as conversations."""

from collections.abc import Callable, Iterator, Sequence

from probe.errors import InputError
from probe.protocols.base import Showing, has_review
from probe.protocols.conversation import Conversation, EarlierDecisions, Turn
from probe.protocols.direct import labels_of
from probe.protocols.questions import conversations_of
from probe.protocols.triage.items import TriageItem, profile_arm
from probe.values import Arm

HISTORIES: dict[str, tuple[str, ...]] = {"own": ("own",), "forced": ("forced",), "none": (), "all": ("own", "forced")}
"""The histories that profiles of a set are shown with, besides none, by the value of ``--history``."""
FORCED_REASON = "This follows from the rules."
"""The explanation in answers that are fixed."""


def conversations(items: Sequence[TriageItem], showing: Showing) -> Iterator[Conversation]:
    """Yield the conversations; odd runs of both orders name the two answers in the other order.

    Under a review, conversations with a fixed history are left out, because their decisions are not the subject's.
    """

    def turns_of(item: TriageItem, arm: Arm, exchanged: bool, mitigation: str) -> Iterator[Turn]:
        is_reviewed = has_review(mitigation)
        if not (is_reviewed and _is_forced(arm)):
            yield from _turns(item, arm, exchanged, direct=showing.direct)
            if is_reviewed:
                yield _review_turn(item, arm)

    return conversations_of(items, showing, turns_of)


def _is_forced(arm: str) -> bool:
    arm_profile = profile_arm(arm)
    return arm_profile is not None and arm_profile[0] != "alone"


def words_of(item: TriageItem, arm: str) -> tuple[tuple[str, int], ...]:
    """Return the words that answer the question in ``arm``, each with its decision."""
    if item.kind == "sequence":
        return tuple((word, number) for number, word in enumerate(item.scale))
    question = item.questions[arm]
    return tuple(zip(question.words, question.decisions, strict=True))


def labels_in(item: TriageItem, arm: Arm) -> str:
    """Return the labels of the options of ``arm`` as written, in scale order, for a direct answer.

    Words of one letter are labels themselves; other words have labels in their order. Raises InputError for a question
    without an answer for each option.
    """
    labels = {decision: label for label, (_, decision) in zip(_labels(item, arm), words_of(item, arm), strict=True)}
    if len(labels) < len(item.scale):
        raise InputError(f"--logprobs: {item.id} {arm}: the question has no word for some options of its scale")
    return "".join(labels[option] for option in range(len(item.scale)))


def _labels(item: TriageItem, arm: Arm) -> str:
    """Return the labels of the words that answer a question, in their order."""
    words = [word for word, _ in words_of(item, arm)]
    return "".join(words).upper() if all(len(word) == 1 for word in words) else labels_of(len(words))


def _turns(item: TriageItem, arm: Arm, exchanged: bool, *, direct: bool) -> Iterator[Turn]:
    words = [word for word, _ in words_of(item, arm)]
    # The options of a choice change their order between arms, not between runs.
    exchanged = exchanged and len(words) == 2
    shown_words = words[::-1] if exchanged else words
    labels = labels_in(item, arm) if direct else ""
    answer_form = (
        _options_with_labels(shown_words, _labels(item, arm))
        if direct
        else f" Answer with {_enumeration(shown_words)}."
    )
    for position, (number, fixed_answer) in enumerate(item.shown_profiles(arm)):
        text = _text(item, arm, number, first=position == 0) + answer_form
        answer = None if fixed_answer is None else _fixed_answer(item, fixed_answer, exchanged, labels)
        yield Turn(text, exchanged=exchanged, forced_answer=answer)


def _options_with_labels(words: Sequence[str], labels: str) -> str:
    """Return the options with their labels; letters that the question itself explains are listed only."""
    if labels == "".join(words).upper():
        return f" Answer with {_enumeration([f'Option {label}' for label in labels])}."
    return "\n\n" + "\n".join(f"Option {label}: {word}" for label, word in zip(labels, words, strict=True))


def _enumeration(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _fixed_answer(item: TriageItem, decision: int, exchanged: bool, labels: str) -> str:
    """Return a fixed answer: with ``labels`` of a direct one only the label, else with its explanation."""
    if labels:
        return (labels[::-1] if exchanged else labels)[decision]
    return f"Explanation: {FORCED_REASON}\nDecision: {item.scale[decision]}"


def _text(item: TriageItem, arm: Arm, number: int, *, first: bool) -> str:
    if item.kind != "sequence":
        return item.questions[arm].text
    text = f"{item.profiles[number].text}\n\n{item.question}"
    return f"{item.instructions}\n\n{text}" if first and item.instructions else text


def _review_turn(item: TriageItem, arm: Arm) -> Turn:
    return Turn(_review(item, arm), decides=len(item.shown_profiles(arm)))


def _review(item: TriageItem, arm: Arm) -> Callable[[EarlierDecisions], str]:
    """Return the text of a review after the decisions: all of them are listed and may be changed."""
    shown_profiles, words = item.shown_profiles(arm), words_of(item, arm)
    word_of = {decision: word for word, decision in words}

    def text(decisions: EarlierDecisions) -> str:
        entries = []
        for number, ((profile, _), decision) in enumerate(zip(shown_profiles, decisions, strict=False), 1):
            answer = "unreadable" if decision.decision == "unparsed" else word_of[decision.decision]
            about = f"{item.profiles[profile].text}\n" if item.kind == "sequence" else ""
            entries.append(f"{number}.\n{about}Your decision: {answer}")
        lines = "\n".join(
            f"Decision {number}: {' or '.join(word for word, _ in words)}"
            for number in range(1, len(shown_profiles) + 1)
        )
        return (
            "These are all of your decisions:\n\n" + "\n\n".join(entries) + "\n\nGo through them once more, and change "
            "those that you would now decide differently. Answer with one line for the explanation and one for each "
            f"decision, changed or not:\nExplanation: the reasons, in one or two sentences\n{lines}"
        )

    return text


def texts_of(item: TriageItem) -> dict[str, str]:
    """Return the texts of an item for readers: the parts of a set with its orders, or the question of each arm."""
    if item.kind != "sequence":
        return {arm: question.text for arm, question in item.questions.items()}
    profiles = {
        f"profile {number}": f"{profile.text}\n\n{item.question}" for number, profile in enumerate(item.profiles, 1)
    }
    orders = "\n".join(
        f"{arm}: {', '.join(str(profile + 1) for profile in order)}" for arm, order in item.orders.items()
    )
    return {"the instructions": item.instructions, **profiles, "the orders": orders}
