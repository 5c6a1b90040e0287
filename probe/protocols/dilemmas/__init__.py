"""Dilemmas with two options (PROBE-SWE): their arms, how a subject is shown them, how an answer is scored."""

from probe.protocols.dilemmas.showing import (
    ARMS,
    AxiomCue,
    Dilemma,
    Order,
    Showing,
    Shown,
    axiom_cues,
    chosen_arms,
    decision_of,
    first_of_each_bias,
    question_of,
    shown_texts,
)

__all__ = [
    "ARMS",
    "AxiomCue",
    "Dilemma",
    "Order",
    "Showing",
    "Shown",
    "axiom_cues",
    "chosen_arms",
    "decision_of",
    "first_of_each_bias",
    "question_of",
    "shown_texts",
]
