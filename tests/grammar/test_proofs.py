"""What the oracle says of composed programs: the certificate in full, and depth and size as they were asked for."""

from probe.certificate import certify, complexity, correct_option
from probe.grammar import GrammarAuthor
from probe.oracle import SwiOracle
from probe.values import Bias, Candidate, Examination, Outcome, Profile, Programs

PER_BIAS = 14


def examined(oracle: SwiOracle, candidates: list[Candidate]) -> list[tuple[Candidate, Examination]]:
    programs: list[Programs] = [candidate.programs for candidate in candidates if candidate.programs]
    assert len(programs) == len(candidates)
    return list(zip(candidates, oracle.examine_all(programs, Profile.STRICT), strict=True))


def asked(candidate: Candidate) -> tuple[int, int]:
    """Return the depth and the size that were asked for."""
    origin = dict(value.split(":", 1) for value in candidate.seed_ids)
    return int(origin["depth"]), int(origin["size"])


def test_every_check_holds_and_depth_and_size_are_exact(oracle: SwiOracle, author: GrammarAuthor) -> None:
    """No check fails, and none holds only because there was nothing to check: every cue is read by a rule."""
    candidates = [author.candidate(bias, index) for bias in Bias for index in range(PER_BIAS)]
    assert {asked(candidate)[0] for candidate in candidates} == set(range(2, 9))
    for candidate, examination in examined(oracle, candidates):
        certificate = certify(examination, candidate.bias, Profile.STRICT)
        outcomes = {check.name: check.outcome for check in certificate.checks}
        assert outcomes.pop("second_engine") in (Outcome.HOLDS, Outcome.NOT_RUN)
        assert set(outcomes.values()) == {Outcome.HOLDS}, (candidate.seed_ids, outcomes)
        measured = complexity(examination)
        assert (measured.depth, measured.size) == asked(candidate)
        assert correct_option(examination) is candidate.correct_option


def test_deeper_proofs_take_more_inferences(oracle: SwiOracle) -> None:
    """Within a series everything else is equal, so that the paper's count grows with depth alone."""
    author = GrammarAuthor({"series": "7"}, seed=5)
    series = [author.candidate(Bias.BANDWAGON, index) for index in range(7)]
    found = [complexity(examination) for _, examination in examined(oracle, series)]
    assert [one.depth for one in found] == [2, 3, 4, 5, 6, 7, 8]
    steps = [one.inferences for one in found]
    assert all(step is not None for step in steps)
    assert steps == sorted(set(steps), key=lambda step: step or 0)


def test_size_is_depth_and_branches(oracle: SwiOracle) -> None:
    author = GrammarAuthor({"depth": "4-6", "branches": "1-2"}, seed=6)
    candidates = [author.candidate(Bias.HINDSIGHT, index) for index in range(9)]
    for candidate, examination in examined(oracle, candidates):
        measured = complexity(examination)
        assert (measured.depth, measured.size) == asked(candidate)
        assert measured.size is not None
        assert measured.depth is not None
        assert measured.size - measured.depth in (1, 2)
