"""The phases of Palazzo: the one table of their names, prompts and steps."""

from capomastro.core.phases import Phase, Phases
from capomastro.games.palazzo import actions as step
from capomastro.games.palazzo.rules import board

PHASES = Phases(
    Phase(board.TURN, "turn", "choose: take money, reveal tiles, or rebuild", (step.Take, step.Reveal, step.Rebuild)),
    Phase(board.PICKING, "picking", "pick one of the open cards", (step.Pick,)),
    Phase(board.MARKET, "market", "buy from the warehouse, or auction", (step.Auction, step.Buy)),
    Phase(
        board.PAYING,
        "paying",
        "lay money for the tiles you buy",
        (step.Done, step.Lay, step.Trio, step.Buy),
        outside=board.MARKET,  # §13.4: a payment or a rebuild under way is not seen
    ),
    Phase(board.BIDDING, "bidding", "overbid the standing bid, or pass", (step.Pass, step.Lay, step.Trio)),
    Phase(
        board.RAISING,
        "raising",
        "lay more, or be done with your bid",
        (step.Done, step.Lay, step.Trio),
        outside=board.BIDDING,
    ),
    Phase(board.DRAFTING, "drafting", "take one of the tiles", (step.Build,)),
    Phase(board.BUILDING, "building", "say which tile you build next", (step.Build,)),
    Phase(
        board.PLACING,
        "placing",
        "put the tile on a palazzo, begin a new one, or box it",
        (step.New, step.Box, step.Put),
    ),
    Phase(board.DISCARDING, "discarding", "discard a card for the rebuild", (step.Discard,), outside=board.TURN),
    Phase(
        board.REBUILDING,
        "rebuilding",
        "take out, move or raze one tile",
        (step.Raze, step.Move, step.Out),
        outside=board.TURN,
    ),
    Phase(board.MOVING, "moving", "put the tile into one of your palazzi", (step.Put,), outside=board.TURN),
    Phase(board.OVER, "over", "the game is over", ()),
)
