"""The project's words as frozen values: pure, no SQL, no clock, no network."""

from probe.values.base import Evidence, Value, canonical_json, fingerprint
from probe.values.bias import Arm, Bias, Option, Profile
from probe.values.call import Answer, Budget, Message, ModelSpec, Purpose, Request, Spent, Usage
from probe.values.candidate import Candidate, CandidateState, RejectedCandidate, StageOutcome, StageResult
from probe.values.certificate import Certificate, Check, Outcome
from probe.values.corpus import BiasSheet, Corpus, Seed
from probe.values.decision import Awareness, AwarenessVote, Decision, Evaluation, Letter, Question, Vote
from probe.values.dilemma import Complexity, Controls, Pair, Program, Programs, Provenance, Texts, pair_id
from probe.values.discard import Discards
from probe.values.sensitivity import BiasSensitivity, PublishedSensitivity, RunRate
from probe.values.verdict import (
    Diagnostic,
    Examination,
    Explanation,
    OtherOption,
    Place,
    ProofStep,
    Source,
    Verdict,
)

__all__ = [
    "Answer",
    "Arm",
    "Awareness",
    "AwarenessVote",
    "Bias",
    "BiasSensitivity",
    "BiasSheet",
    "Budget",
    "Candidate",
    "CandidateState",
    "Certificate",
    "Check",
    "Complexity",
    "Controls",
    "Corpus",
    "Decision",
    "Diagnostic",
    "Discards",
    "Evaluation",
    "Evidence",
    "Examination",
    "Explanation",
    "Letter",
    "Message",
    "ModelSpec",
    "Option",
    "OtherOption",
    "Outcome",
    "Pair",
    "Place",
    "Profile",
    "Program",
    "Programs",
    "ProofStep",
    "Provenance",
    "PublishedSensitivity",
    "Purpose",
    "Question",
    "RejectedCandidate",
    "Request",
    "RunRate",
    "Seed",
    "Source",
    "Spent",
    "StageOutcome",
    "StageResult",
    "Texts",
    "Usage",
    "Value",
    "Verdict",
    "Vote",
    "canonical_json",
    "fingerprint",
    "pair_id",
]
