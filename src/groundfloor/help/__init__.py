"""The numbered rules, short and long, in every language of the product, with the numbers of each ruleset."""

from .book import FORMS, Overview, Paragraph, Part, RuleBook, UnknownBook, UnknownParagraph
from .prose import Prose, Run
from .reader import LANGUAGES, Play, book_of, load

__all__ = [
    "FORMS",
    "LANGUAGES",
    "Overview",
    "Paragraph",
    "Part",
    "Play",
    "Prose",
    "Run",
    "RuleBook",
    "UnknownBook",
    "UnknownParagraph",
    "book_of",
    "load",
]
