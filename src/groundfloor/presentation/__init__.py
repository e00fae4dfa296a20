"""What a person reads and sees, in one language: names, sentences, the rules, and the facts of the board. Free of HTTP and of terminals."""
