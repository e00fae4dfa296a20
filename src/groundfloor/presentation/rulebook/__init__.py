"""The numbered rules, short and long, in every language of the product, with the numbers of each ruleset."""

from .book import LENGTHS, Overview, Paragraph, Part, RuleBook, UnknownBook, UnknownParagraph
from .builder import GameSettings, rule_book, rule_book_for
from .prose import Prose, Run

__all__ = [
    "LENGTHS",
    "Overview",
    "Paragraph",
    "Part",
    "GameSettings",
    "Prose",
    "Run",
    "RuleBook",
    "UnknownBook",
    "UnknownParagraph",
    "rule_book_for",
    "rule_book",
]
