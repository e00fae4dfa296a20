"""Results of finished games as a person reads them: the page of a day, the page of one's own games, and a result to show around."""
