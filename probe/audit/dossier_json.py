"""A dossier as JSON: the format of ``probe audit DATASET ID --json``."""

from typing import Any

from probe.audit.dossier import Dossier, ShownProgram, ShownProof, ShownTwin, SubjectDecisions
from probe.document import MarkedTexts
from probe.protocols.viewing import ShownDecision


def dossier_json(dossier: Dossier) -> dict[str, Any]:
    """Return all information about an item as JSON."""
    item, audit = dossier.item, dossier.audit
    marked_texts = next((part for part in dossier.parts if isinstance(part, MarkedTexts)), None)
    return {
        # Without the recorded certificate, which could be confused with the recomputed one below.
        dossier.protocol.noun: item.model_dump(mode="json", exclude={"certificate"}),
        "passed": audit.passed,
        "in_short": list(dossier.in_short),
        "same_proof": dossier.same_proof,
        "certificate": audit.certificate.model_dump(mode="json"),
        "differences": [difference.model_dump() for difference in audit.differences],
        "cue": {
            name: [piece.text for piece in text if piece.changed]
            for name, text in (marked_texts.texts if marked_texts else ())
        },
        "texts": dossier.protocol.texts(item),
        "programs": _programs(dossier),
        "twin": None if dossier.twin is None else _twin(dossier.twin),
        "decisions": [_decisions(subject) for subject in dossier.subjects],
    }


def _programs(dossier: Dossier) -> dict[str, Any] | list[dict[str, Any]]:
    """Return the programs by arm; where an item has several pairs, each with its name."""
    if len(dossier.proofs) == 1:
        return {program.arm.value: _program(program) for program in dossier.programs}
    return [_proof(proof) for proof in dossier.proofs]


def _proof(proof: ShownProof) -> dict[str, Any]:
    return {
        "name": proof.name,
        "recorded": proof.right,
        "answers": list(proof.answers),
        "axioms": "\n".join(line.text for line in proof.axioms),
        "arms": {program.arm.value: _program(program) for program in proof.programs},
    }


def _program(program: ShownProgram) -> dict[str, Any]:
    explanation = program.explanation.model_dump(mode="json")
    return {
        **program.verdict.model_dump(mode="json"),
        "program": "\n".join(line.text for line in program.lines),
        "summary": program.summary,
        "proofs": explanation["proofs"],
        "others": [
            {**other_option, "said": shown_option.text}
            for other_option, shown_option in zip(explanation["others"], program.shown.why_not, strict=True)
        ],
    }


def _twin(shown_twin: ShownTwin) -> dict[str, Any]:
    return {
        "correct_option": shown_twin.twin.correct_option.value,
        "flips": shown_twin.flips,
        "fact": shown_twin.twin.fact,
        "changed": shown_twin.twin.changed,
        "text": [piece.text for piece in shown_twin.text if piece.changed],
        "checks": [
            shown_check.check.model_dump(mode="json") for shown_check in (*shown_twin.meaning, *shown_twin.checks)
        ],
        "programs": {program.arm.value: _program(program) for program in shown_twin.programs},
    }


def _decisions(subject_decisions: SubjectDecisions) -> dict[str, Any]:
    return {
        "subject": subject_decisions.subject,
        "mitigation": subject_decisions.mitigation,
        **({} if subject_decisions.flips is None else subject_decisions.flips._asdict()),
        "arms": {arm.arm: [decision.answer for decision in arm.decisions] for arm in subject_decisions.arms},
        "conversations": [
            {
                "arm": session.arm,
                "run": session.run,
                "exchanged": session.exchanged,
                "decisions": [_answer(decision) for decision in session.decisions],
                "explanations": list(session.explanations),
            }
            for session in subject_decisions.sessions
        ],
    }


def _answer(decision: ShownDecision) -> dict[str, Any]:
    """Return an answer, with its confidence only where one was asked for."""
    return {name: value for name, value in decision._asdict().items() if name != "confidence" or value}
