"""The numbered rules, short and long, in every language of the product, with the numbers of each ruleset."""

from .aid import AidSection, PlayerAid, player_aid
from .book import LENGTHS, Overview, Paragraph, Part, RuleBook, Term, UnknownBook, UnknownParagraph
from .builder import GameSettings, rule_book, rule_book_for
from .prose import Prose, Run

__all__ = [
    "LENGTHS",
    "AidSection",
    "PlayerAid",
    "player_aid",
    "Overview",
    "Paragraph",
    "Part",
    "GameSettings",
    "Prose",
    "Run",
    "RuleBook",
    "Term",
    "UnknownBook",
    "UnknownParagraph",
    "rule_book_for",
    "rule_book",
]
