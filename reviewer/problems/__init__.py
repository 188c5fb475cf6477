"""The text-to-image problem generator, standard library only."""

from __future__ import annotations

from reviewer.problems.generate import Problem, generate_problems, parse_seed, render
from reviewer.problems.vocabulary import GENERATOR_VERSION

__all__ = ["GENERATOR_VERSION", "Problem", "generate_problems", "parse_seed", "render"]
