"""Templates: a control and a treatment text on one ordered scale, for thirty biases (docs/templates.md).

The design, the metric and its parameters are those of Malberg, Poletukhin, Schuster and Groh, "A Comprehensive
Evaluation of Cognitive Biases in LLMs". All sentences are PROBE's own.
"""
