"""What tests read from composed candidates."""

from itertools import takewhile
from pathlib import Path

from probe.errors import InputError
from probe.values import Candidate, Dilemma, Provenance
from tests.defined import defined

PER_BIAS = 4


def origin(candidate: Candidate, name: str) -> str:
    """Return what a candidate's origin says of ``name``."""
    return next(value.partition(":")[2] for value in candidate.seed_ids if value.startswith(f"{name}:"))


def arms(candidate: Candidate) -> dict[str, str]:
    """Return the six texts of a candidate, by arm."""
    assert candidate.controls is not None
    assert candidate.twin is not None
    return {
        "unbiased": candidate.texts.unbiased,
        "biased": candidate.texts.biased,
        "placebo": defined(candidate.controls.placebo),
        "counter": defined(candidate.controls.counter),
        "twin": candidate.twin.unbiased,
        "twin_biased": candidate.twin.biased,
    }


def pair_of(candidate: Candidate) -> Dilemma:
    """Return a candidate as a pair of a dataset, with the option that its program was composed for."""
    assert candidate.programs is not None
    return Dilemma(
        bias=candidate.bias,
        unbiased=candidate.texts.unbiased,
        biased=candidate.texts.biased,
        axioms=candidate.programs.axioms,
        unbiased_program=candidate.programs.unbiased,
        biased_program=candidate.programs.biased,
        correct_option=defined(candidate.intended_option),
        controls=candidate.controls,
        twin=candidate.twin,
        stated_rules=candidate.stated_rules,
        reasoning=candidate.reasoning,
        provenance=Provenance(author=candidate.author, seed_ids=candidate.seed_ids, series=candidate.series),
    )


def common_start(first: str, second: str) -> int:
    """Return how many characters two texts have in common from their beginnings."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def edit(first: str, second: str) -> str:
    """Return the part of ``second`` that differs from ``first``."""
    start = common_start(first, second)
    end = min(common_start(first[::-1], second[::-1]), min(len(first), len(second)) - start)
    return second[start : len(second) - end]


def change(path: Path, before: str, after: str, count: int = -1) -> Path:
    """Replace ``before``, everywhere or ``count`` times, in a file that contains it."""
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, count), encoding="utf-8")
    return path


def refused_line(path: Path, error: InputError) -> str:
    """Return the line of ``path`` that the ``error`` names, with a reason."""
    file, line, reason = str(error).split(":", 2)
    assert Path(file) == path
    assert reason.strip()
    return path.read_text(encoding="utf-8").splitlines()[int(line) - 1]
