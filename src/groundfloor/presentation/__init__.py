"""What a person reads and sees, in one language: names, sentences, the rules, and the facts of the board. No HTTP, no terminal."""
