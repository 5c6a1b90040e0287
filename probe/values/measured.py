"""What stages measured on a pair, by name: nothing else reads the evidence of a stage by its keys."""

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from probe.values.base import Evidence

_NUMBER, _TEXT = (int, float), (str,)

_PATHS: dict[str, tuple[tuple[type, ...], tuple[str | int, ...]]] = {
    "cosine": (_NUMBER, ("pair_similarity", "cosine")),
    "levenshtein": (_NUMBER, ("pair_similarity", "levenshtein")),
    "rebuilt": (_TEXT, ("round_trip", "unbiased", "rebuilt")),
    "rebuilt_cosine": (_NUMBER, ("round_trip", "unbiased", "cosine")),
    "agreement": (_NUMBER, ("decision", "agreement")),
    "bias_votes": (_NUMBER, ("bias_judge", "yes")),
    "bias_answer": (_TEXT, ("bias_judge", "said", 0)),
}
"""The types of each measure, and its place in the evidence: the stage, then keys."""


class StageMeasures(NamedTuple):
    """What stages measured on a pair; None where none did.

    ``cosine`` and ``levenshtein`` are the similarity of both texts, ``rebuilt`` is the unbiased text rebuilt from its
    program and ``rebuilt_cosine`` its similarity to the original. ``agreement`` is the share of the deciders' runs that
    choose the program's option, ``bias_votes`` the number of judges that find the bias in the biased text only, and
    ``bias_answer`` the answer of the first one.
    """

    cosine: float | None = None
    levenshtein: float | None = None
    rebuilt: str | None = None
    rebuilt_cosine: float | None = None
    agreement: float | None = None
    bias_votes: int | None = None
    bias_answer: str | None = None

    @classmethod
    def of(cls, evidence: Mapping[str, Evidence]) -> "StageMeasures":
        """Read the evidence of stages, by stage; a value of another type counts as not measured."""
        values_by_name = {name: _at(evidence, path) for name, (_, path) in _PATHS.items()}
        return cls(**{name: value for name, value in values_by_name.items() if fits(name, value)})

    def added_to(self, evidence: Mapping[str, Evidence]) -> dict[str, Evidence]:
        """Return ``evidence`` with these values in their places, except ``bias_answer``."""
        stages: dict[str, Any] = {stage: dict(stage_evidence) for stage, stage_evidence in evidence.items()}
        for name, value in self._asdict().items():
            *path, key = _PATHS[name][1]
            if value is not None and isinstance(key, str):
                target = stages
                for path_key in path:
                    target = target.setdefault(cast(str, path_key), {})
                target[key] = value
        return stages


def fits(name: str, value: object) -> bool:
    """Return whether ``value`` has the type of the measure called ``name``."""
    return isinstance(value, _PATHS[name][0])


def _at(evidence: object, path: tuple[str | int, ...]) -> Any:
    value: Any = evidence
    for key in path:
        if isinstance(value, str):  # indexing text would return a character
            return None
        try:
            value = value[key]
        except (LookupError, TypeError):
            return None
    return value
