"""The services, with scripted models and real parts for the rest."""
