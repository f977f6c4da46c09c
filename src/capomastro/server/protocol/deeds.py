"""What is done to a table by its owner or the operator, as all who sit there are told; the page has its own words."""

from typing import Final

from capomastro.core.refusals import as_sentence

FREED: Final = "freed"
FILLED: Final = "filled"
OPENED: Final = "opened"
INVITED: Final = "invited"
TABLE_LINK: Final = "sitlink"
WATCH_LINK: Final = "viewlink"
CLOSED: Final = "closed"
SHUT: Final = "shut"
SENTENCES = {
    FREED: "the owner of the table has freed the seat of {name}",
    FILLED: "the owner of the table has given a seat to the bot {name}",
    OPENED: "the owner of the table has opened the seat of {name} to anybody",
    INVITED: "the owner of the table has made a new invitation to the seat of {name}",
    TABLE_LINK: "the owner of the table has made a new link to the free seats",
    WATCH_LINK: "the owner of the table has made a new link to watch",
    CLOSED: "the owner has closed the table",
    SHUT: "the operator of this server has closed the table",
}


def told(kind: str | None, name: str, text: str) -> str:
    """What a message says. Of a deed nothing but its kind and a name is stored, so that the name can be removed."""
    return as_sentence(SENTENCES[kind].format(name=name)) if kind in SENTENCES else text
