"""The simulated subjects of every protocol: they plant no effect."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from probe.errors import ModelFault
from probe.ports import AnyItem
from probe.values import About, Answer, Arm, Item, ModelSpec, Request
from probe.values.planted import subject_named, uniform_draw

if TYPE_CHECKING:
    from probe.protocols.base import ItemProtocol, Simulated

SUBJECTS = {"rational": ("seed",), "random": ("seed",), "prefers-first": ("seed",)}
"""The subjects by name, with their options."""


def subject(
    spec: ModelSpec, items: Sequence[AnyItem], answer: Callable[[AnyItem, About, Request], str | Answer]
) -> "Simulated":
    """Return a subject that answers questions about ``items`` by ``answer``, and raises ModelFault at others."""
    items_by_id = {item.id: item for item in items}

    def answer_to(request: Request) -> str | Answer:
        if request.purpose == "mitigate":  # repeating the question changes nothing
            return request.messages[-1].content
        if request.about is None or request.about.item_id not in items_by_id:
            raise ModelFault(f"{spec}: a simulated subject knows only the items of its dataset")
        return answer(items_by_id[request.about.item_id], request.about, request)

    return answer_to


def simulated_answer(name: str, wording: str) -> str:
    """Return an answer of the simulated subject called ``name``, with the ``wording`` of its decision."""
    return f"Explanation: This subject is simulated; it is {name}.\n{wording}"


def common_subject(protocol: "ItemProtocol[Any]", spec: ModelSpec, items: Sequence[Item]) -> "Simulated":
    """Return the subject called ``spec``. Raises InputError for an unknown one or wrong options.

    ``rational`` gives the right answer or, where none is known, the same one in all arms. ``random`` draws an option,
    and ``prefers-first`` chooses the one shown first. A direct question is answered with the option's label.
    """
    name, seed = subject_named(spec, SUBJECTS), spec.options.get("seed", "0")

    def decision(item: Item, about: About, run: int) -> int:
        options = len(item.scale_of(about.arm))
        if name == "prefers-first":
            return options - 1 if about.exchanged else 0
        if name == "random":
            return int(options * uniform_draw(f"{seed}|random|{item.id}|{about.arm}|{about.turn}|{run}"))
        right = item.right_answer(Arm(about.arm), about.turn)
        # The same opinion in all arms: an unmoved subject shows no shift where there is no right answer.
        return int(options * uniform_draw(f"{seed}|opinion|{item.id}")) if right is None else right

    def answer(item: Item, about: About, request: Request) -> str:
        chosen_index = decision(item, about, request.run)
        if request.top_logprobs:
            labels = protocol.labels(item, Arm(about.arm))
            return labels[::-1][chosen_index] if about.exchanged else labels[chosen_index]
        return simulated_answer(name, protocol.decision_wording(item, about, chosen_index))

    return subject(spec, items, answer)
