"""A table: its rulesets and options, the phases of its rounds, Automas, colours and shapes of seats."""

from __future__ import annotations

from .name import Name, names_by_id

RULESETS = {
    "second": Name("ruleset", "Second edition", short="Second"),
    "online": Name("ruleset", "Second edition, as played online", short="Online"),
    "first": Name("ruleset", "First edition", short="First"),
    "manual": Name("ruleset", "First edition with the second’s floors", short="Manual"),
}

OPTIONS = names_by_id(
    "option",
    deck="Forecast deck",
    era="Era",
    event="Event",
    great_depression="Great Depression",
    windfall="Windfall",
    two_player_bonus="Marketing bonus for two",
)

AGENTS = names_by_id(
    "agent",
    intern="Bot: Intern",
    associate="Bot: Associate",
    manager="Bot: Manager",
    director="Bot: Director",
    tycoon="Bot: Tycoon",
    greedy="Bot: greedy",
    random="Bot: random",
    net="Bot: network",
    search="Bot: search",
)

OPTION_SENTENCES = names_by_id(
    "option_sentence",
    deck="One card a round says how many consumers come. For a first game the order of their types can be fixed and open to all.",
    era="Decides how many cards of each type the forecast deck has; everybody knows the numbers.",
    event="Changes one area of the city for the whole game.",
    great_depression="One depression may turn out to be the Great Depression: nobody buys, and the job market goes to its first space.",
    windfall="One boom may turn out to be the Windfall: every product sells, and the job market goes to its last space.",
    two_player_bonus="Each round the more popular player decides whether both take a marketing bonus.",
)

PLAYING_STYLES = names_by_id(
    "playing_style",
    pei="Easy: plays by cards, and one of them does nothing.",
    gropius="Medium: plays by cards, and hires once when hiring is cheapest.",
    hadid="Hard: plays by cards, two of them for the factory, and has one time marker more.",
    intern="First week at work: guesses more often than not.",
    associate="Knows what brings money, but leaves every fifth decision to chance.",
    manager="Has learned from games against itself which positions win.",
    director="Knows what wins, and looks a few moves ahead.",
    tycoon="Thinks many moves ahead about each decision.",
    greedy="Always takes the move after which its company looks best.",
    random="Takes any move that is allowed.",
    net="Has learned from games against itself which positions win.",
    search="Thinks several moves ahead, with what the network has learned.",
)

BOTS = names_by_id(
    "bot",
    net="Network",
    search="Search",
    intern="Intern",
    associate="Associate",
    manager="Manager",
    director="Director",
    tycoon="Tycoon",
    greedy="Greedy",
    random="Random",
)

PURPOSES = names_by_id("purpose", practice="Practice", guided="Guided game", day="City of the day", again="Same city")

CHOICES = names_by_id("choice", off="off", on="on", random="drawn at random", preset="preset, all types open")

PHASES = {
    "setup": Name("phase", "Set-up"),
    "income": Name("phase", "Receive income", short="Income"),
    "hire": Name("phase", "Hire employees", short="Hire"),
    "schedule": Name("phase", "Schedule business", short="Schedule"),
    "conduct": Name("phase", "Conduct business", short="Conduct"),
    "reorganize": Name("phase", "Reorganize"),
    "over": Name("phase", "End of the game", short="End"),
}

AUTOMAS = names_by_id("automa", pei="Pei", gropius="Gropius", hadid="Hadid")

LEVELS = names_by_id("level", easy="easy", medium="medium", hard="hard")

LEVEL_OF = {"pei": "easy", "gropius": "medium", "hadid": "hard"}

COLOURS = names_by_id(
    "colour",
    red="red",
    blue="blue",
    green="green",
    amber="amber",
    pink="pink",
    grey="grey",
    yellow="yellow",
    purple="purple",
    black="black",
)

SHAPES = names_by_id("shape", circle="circle", square="square", triangle="triangle", diamond="diamond", cross="cross", star="star")

SHAPE_OF = {
    "red": "circle",
    "blue": "square",
    "green": "triangle",
    "amber": "diamond",
    "pink": "cross",
    "grey": "star",
    "yellow": "diamond",
    "purple": "cross",
    "black": "star",
}

MARKERS = {colour: Name("marker", f"{colour} {shape}") for colour, shape in SHAPE_OF.items()}
