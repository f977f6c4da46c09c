"""What the guided first games teach, part by part: the newcomer's steps, and what happens in between."""

from typing import NamedTuple


class Part(NamedTuple):
    """A note, the steps the newcomer takes, and what happens afterwards: "seat: step".

    `later` are the steps of both seats that are played before it without being shown: some turns have passed.
    """

    note: str
    own: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    later: str = ""

    def unseen(self) -> list[str]:
        return [" ".join(step.split()) for step in self.later.split(";") if step.strip()]


TO_THE_TRIO = """
reveal; buy brick 1 3; lay florin 6; lay certificate; done; new; take; pick florin 6; pick florin 6; reveal; auction;
lay ducat 4; done; lay lira 3; done; pass; build brick 2 2; put A; put A; reveal; buy sandstone 1 1; buy sandstone 2
1; lay florin 6; lay florin 6; done; build sandstone 1 1; new; put B; reveal; buy marble 2 1; buy marble 1 1; lay
ducat 6; lay ducat 6; lay ducat 3; done; build marble 1 1; new; put B; take; pick florin 7; pick certificate; take;
pick ducat 5; pick ducat 3; reveal; buy marble 3 1; buy marble 2 3; lay florin 7; lay florin 5; lay certificate; lay
certificate; done; build marble 2 3; new; put C; reveal; auction; build brick 1 2; new; build marble 1 2; new; take;
pick florin 4; pick ducat 5; reveal; auction; lay florin 4; done; lay florin 3; done; pass; build brick 2 3; put C;
build marble 2 2; new; put D; reveal
"""

TO_THE_FULL_QUARRY = """
reveal; auction; lay ducat 5; done; lay ducat 3; done; pass; build brick 4 1; put A; put D; take; pick ducat 5; pick
ducat 4; reveal; buy sandstone 5 2; buy brick 3 1; lay ducat 7; lay ducat 7; done; build brick 3 1; put C; box;
reveal; buy sandstone 4 2; lay ducat 5; lay ducat 4; done; put A; take; pick lira 6; pick lira 6; take; pick florin 7;
pick certificate; reveal; buy marble 5 3; lay ducat 6; lay ducat 5; done; put D; take; pick florin 3; pick ducat 3;
take; pick lira 7; reveal
"""

TO_THE_LAST_RIDER = """
reveal; auction; lay ducat 5; done; lay ducat 4; done; lay certificate; lay certificate; done; pass; build sandstone 2
2; new; build marble 3 2; put E; put B; take; pick florin 5; pick lira 4; reveal; buy marble 4 1; buy brick 5 2; lay
lira 7; lay lira 6; lay lira 3; done; build marble 4 1; put E; put A; reveal; buy sandstone 5 3; lay florin 5; lay
florin 4; done; put B; take; pick certificate; pick lira 5; reveal; auction; pass; build brick 3 2; put D; put C;
reveal; auction; lay florin 7; done; lay lira 5; done; lay florin 3; done; lay lira 6; done; pass; put B; reveal; buy
brick 5 3; lay florin 7; lay florin 3; done; put D; take; pick lira 7; pick ducat 7; take; pick lira 6; pick lira 5;
reveal; auction; pass; build sandstone 3 2; box; box
"""

PALAZZO = [
    Part("money", ("take", "pick florin 7", "pick ducat 4"), ("1: reveal", "1: auction")),
    Part("bid", ("lay florin 4", "done"), ("1: pass",)),
    Part("build", ("build sandstone 1 3", "new", "put A")),
    Part("reveal", ("reveal",)),
    Part("buy", ("buy sandstone 2 3", "lay florin 7", "done")),
    Part("single", ("new",), ("1: take", "1: pick ducat 7", "1: pick ducat 6")),
    Part("rebuild", ("rebuild", "discard lira 5", "move B", "put A")),
    Part("trio", ("buy brick 2 1", "buy sandstone 3 1", "trio 4", "done"), later=TO_THE_TRIO),
    Part("both", ("build brick 2 1", "put D", "put B")),
    Part(
        "quarry",
        ("auction", "build sandstone 5 1", "put A"),
        ("1: build marble 1 3", "1: new"),
        later=TO_THE_FULL_QUARRY,
    ),
    Part("last", ("reveal",), later=TO_THE_LAST_RIDER),
    Part("end"),
]

TO_THE_LAST_PILES = """
stay; choose pitch-dipper 4+2; choose councillor 7; pile L6; pile L7; pile M7; pile K6; mark M7; mark L6; take square;
take bridge; stay; choose pitch-dipper 3+2; choose pitch-dipper 5+2; pile K7; pile K8; pile L8; pile M8; pile J8; mark
K8; mark L8; pile J7; pile J6; pile I7; mark J7; mark J6; stay; choose pitch-dipper 5+2; choose pitch-dipper 4+2; pile
I8; pile H8; pile H7; pile G8; mark I7; mark J8; pile G7; pile F7; pile F8; pile E8; pile E7; mark I8; mark G7; stay;
choose gondolier; choose pitch-dipper 5+2; pile N8; pile N7; pile O8; pile O7; pile P8; mark K7; mark F7; stay; choose
councillor 7; choose pitch-dipper 3+2; pile P7; pile Q7; pile Q8; mark G8; take square; take bridge; stay; choose
pitch-dipper 5+2; choose master builder 8; pile D8; pile D7; pile C8; pile C7; pile C6; mark P7; build square BBBB at
K6 turned 0; build square PPPP at C7 turned 0; stay; choose pitch-dipper 4+2; choose pitch-dipper 5+2; pile C5; pile
B5; pile B6; pile A6; pile A5; mark B6; pile B7; pile A7; pile B8; pile A8; mark A7; stay; choose master builder 8;
choose pitch-dipper 4+2; pile C2; pile B2; pile C1; pile B1; build square BBBB at B1 turned 0; build square BBPP at M7
turned 0; stay
"""

PILLARS = [
    Part("swap", ("stay",), ("1: choose gondolier",)),
    Part("choose", ("choose pitch-dipper 5+2",)),
    Part("piles", ("pile J4", "pile K4", "pile J5", "pile K5", "pile L5")),
    Part("markers", ("mark L5", "done"), ("0: stay", "1: choose pitch-dipper 4+2")),
    Part("councillor", ("choose councillor 7",)),
    Part(
        "take",
        ("take square", "take row"),
        (
            *(f"1: pile {cell}" for cell in ("L4", "M4", "M5", "M6")),
            *("1: mark J5", "1: mark M6", "1: stay", "1: choose master builder 5"),
        ),
    ),
    Part("builder", ("choose master builder 6",), ("1: build domino BP at L5 turned 0",)),
    Part("build", ("build square BBBP at K4 turned 90",)),
    Part("match", ("build domino BB at L4 turned 0",)),
    Part("pace", ("choose pitch-dipper 4+2",), ("1: choose councillor 6",), later=TO_THE_LAST_PILES),
    Part("last", ("pile O3", "pile O2", "pile O1", "pile P3")),
    Part("end"),
]

LESSONS = {"palazzo": (5735, PALAZZO), "pillars": (76, PILLARS)}
