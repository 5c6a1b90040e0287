"""What measures, put together: models, stores and files are handed to the services of evaluation here.

Beside ``probe.composition`` it is the one place that knows adapters. One module a command, so that none waits for
another's libraries: ``evaluation`` (with the judging of explanations), ``controls``, ``opinion``.
"""
