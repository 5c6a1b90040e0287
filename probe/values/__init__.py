"""The project's words as frozen values: pure, no SQL, no clock, no network."""

from probe.values.base import Evidence, Value, canonical_json, fingerprint
from probe.values.bias import Arm, Bias, Option, Profile
from probe.values.call import Answer, Message, ModelSpec, Purpose, Request, Spent, Usage
from probe.values.candidate import Candidate, CandidateState, StageOutcome, StageResult
from probe.values.certificate import Certificate, Check, Outcome
from probe.values.corpus import BiasSheet, Corpus, Seed
from probe.values.decision import Awareness, AwarenessVote, Decision, Evaluation, Letter, Question, Vote
from probe.values.dilemma import Complexity, Controls, Pair, Program, Programs, Provenance, Texts, pair_id
from probe.values.discard import Discards
from probe.values.sensitivity import BiasSensitivity, PublishedSensitivity, RunRate
from probe.values.verdict import (
    Derived,
    Diagnostic,
    Examination,
    Explanation,
    OtherOption,
    Place,
    ProofStep,
    SecondEngine,
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
    "Candidate",
    "CandidateState",
    "Certificate",
    "Check",
    "Complexity",
    "Controls",
    "Corpus",
    "Decision",
    "Derived",
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
    "Request",
    "RunRate",
    "SecondEngine",
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
