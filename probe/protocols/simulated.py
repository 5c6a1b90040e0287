"""The simulated subjects that every protocol has without planting an effect of its own."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from probe.errors import ModelFault
from probe.values import About, Arm, Item, ModelSpec, Request
from probe.values.planted import drawn, subject_named

if TYPE_CHECKING:
    from probe.protocols.base import ItemProtocol, Simulated

SUBJECTS = {"rational": ("seed",), "random": ("seed",), "prefers-first": ("seed",)}
"""The subjects by name, with their options."""


def common_subject(protocol: "ItemProtocol[Any]", spec: ModelSpec, items: Sequence[Item]) -> "Simulated":
    """Return the subject called ``spec``. Raises InputError for an unknown one or wrong options.

    ``rational`` gives the right answer or, where none is known, the same one in all arms. ``random`` draws an option,
    and ``prefers-first`` chooses the one shown first. A direct question is answered with the option's label.
    """
    name, seed = subject_named(spec, SUBJECTS), spec.options.get("seed", "0")
    items_by_id = {item.id: item for item in items}

    def decision(item: Item, about: About, run: int) -> int:
        options = len(item.scale_of(about.arm))
        if name == "prefers-first":
            return options - 1 if about.exchanged else 0
        if name == "random":
            return int(options * drawn(f"{seed}|random|{item.id}|{about.arm}|{about.turn}|{run}"))
        right = item.right_answer(Arm(about.arm), about.turn)
        # The same opinion in all arms: an unmoved subject shows no shift where there is no right answer.
        return int(options * drawn(f"{seed}|opinion|{item.id}")) if right is None else right

    def answer(request: Request) -> str:
        if request.purpose == "mitigate":  # it repeats the question, which changes nothing
            return request.messages[-1].content
        about = request.about
        if about is None or about.item_id not in items_by_id:
            raise ModelFault(f"{spec}: a simulated subject knows only the items of its dataset")
        item = items_by_id[about.item_id]
        decided = decision(item, about, request.run)
        if request.top_logprobs:
            labels = protocol.labels(item, Arm(about.arm))
            return labels[::-1][decided] if about.exchanged else labels[decided]
        wording = protocol.worded(item, about, decided)
        return f"Explanation: This subject is simulated; it is {name}.\n{wording}"

    return answer
