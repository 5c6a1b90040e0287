"""Analyses of template tests beyond means by bias: maps, resampling, structure of subjects, answers, wording."""
