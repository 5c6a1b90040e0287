"""The composition root: the one place where adapters are made and handed to the services.

One module a command, so that none waits for another's libraries: ``generation``, ``estimation`` (its dry run) and
``seeds``; and what measures: ``evaluation`` (with the judging of explanations), ``controls`` and ``opinion``. What they
share is in ``access`` and ``ground``.
"""

from probe.composition.access import Access, Engines, open_models, open_oracle, versions

__all__ = ["Access", "Engines", "open_models", "open_oracle", "versions"]
