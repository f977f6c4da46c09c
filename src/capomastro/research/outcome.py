"""What a game was worth to each seat, zero in sum; `BatchEnv` rewards the same."""

from capomastro.core.game import Position, Seat


def outcome(position: Position) -> list[float]:
    """The end of a game: 1 for winning alone; winners share, and all others lose the same."""
    seats, winners = int(position.seats), position.winners()
    share = seats / len(winners)
    return [((share if seat in winners else 0.0) - 1) / (seats - 1) for seat in range(seats)]


def forfeit(seats: int, loser: Seat) -> list[float]:
    """The end that an illegal step brings: who takes it loses to all others."""
    return [-1.0 if seat == loser else 1 / (seats - 1) for seat in range(seats)]
