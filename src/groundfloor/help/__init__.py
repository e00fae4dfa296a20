"""The numbered short rules that open beside the board, in every language of the product."""

from .book import LANGUAGES, Overview, Paragraph, Part, RuleBook, UnknownBook, UnknownParagraph, book_of, load

__all__ = ["LANGUAGES", "Overview", "Paragraph", "Part", "RuleBook", "UnknownBook", "UnknownParagraph", "book_of", "load"]
