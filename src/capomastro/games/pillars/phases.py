"""The phases of The Pillars of Venice: the one table of their names, prompts and steps."""

from capomastro.core.phases import Phase, Phases
from capomastro.games.pillars import actions as step
from capomastro.games.pillars.rules import board

PHASES = Phases(
    Phase(board.SWAPPING, "swapping", "draw a card from another hand, or stay", (step.Stay, step.Swap)),
    Phase(board.GIVING, "giving", "give a card for the one drawn", (step.Give,)),
    Phase(board.CHOOSING, "choosing", "choose a card to play", (step.Choose,)),
    Phase(board.TAKING, "taking", "take districts from the stacks", (step.Done, step.Take)),
    Phase(board.PILING, "piling", "set a pile", (step.Pile,)),
    Phase(board.MARKING, "marking", "put a marker on a pile, or be done", (step.Done, step.Mark)),
    Phase(board.BUILDING, "building", "build a district", (step.Build,)),
    Phase(board.OVER, "over", "the game is over", ()),
)
