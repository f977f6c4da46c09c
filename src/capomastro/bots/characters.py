"""The bots with faces: nine opponents, three each of three levels, who play as their level does but for one habit.

A habit is a set of weights in the game's own folder, `games/NAME/heuristic/habits.py`. In a game that has none for a
character, the character plays like its level.
"""

from typing import ClassVar

from capomastro.bots.players import Apprentice, Master, Novice


class Beppe(Novice):
    name: ClassVar[str] = "beppe"
    character: ClassVar[str] = "a novice who gathers first and builds later"


class Nina(Novice):
    name: ClassVar[str] = "nina"
    character: ClassVar[str] = "a novice who likes what is bright and daring"


class Pia(Novice):
    name: ClassVar[str] = "pia"
    character: ClassVar[str] = "a novice who would rather begin something new than finish"


class Carlo(Apprentice):
    name: ClassVar[str] = "carlo"
    character: ClassVar[str] = "an apprentice who wants to win every contest, whatever it costs"


class Giulia(Apprentice):
    name: ClassVar[str] = "giulia"
    character: ClassVar[str] = "an apprentice with an eye for what is beautiful and goes together"


class Tomaso(Apprentice):
    name: ClassVar[str] = "tomaso"
    character: ClassVar[str] = "an apprentice who takes the direct way to a building"


class Agnese(Master):
    name: ClassVar[str] = "agnese"
    character: ClassVar[str] = "a master who builds by one plan and keeps to it"


class Ottavio(Master):
    name: ClassVar[str] = "ottavio"
    character: ClassVar[str] = "a master who thinks that nothing can be large enough"


class Renzo(Master):
    name: ClassVar[str] = "renzo"
    character: ClassVar[str] = "a master who is never content with how things stand"


CHARACTERS: tuple[type[Novice | Apprentice | Master], ...] = (
    Beppe,
    Nina,
    Pia,
    Carlo,
    Giulia,
    Tomaso,
    Agnese,
    Ottavio,
    Renzo,
)
