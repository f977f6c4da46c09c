"""What must hold in every state of every game; the tests and `capomastro fuzz` both ask here.

A law that does not hold raises `BrokenLaw` with a sentence.
"""

from collections.abc import Iterator

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.catalogue import registrations
from capomastro.core.chance import Fast, seeded
from capomastro.core.fields import fields
from capomastro.core.game import AnyGame, Event, IllegalAction, Position, Seat, Viewer
from capomastro.core.match import Match, Setup, replayed
from capomastro.core.matchfile import read, written
from capomastro.core.observation import Observation, observation_of
from capomastro.core.observer import Observer

LONGEST_GAME = 20_000
NOT_OF_THE_GAME = {"chance", "recording", "journal"}
"""Fields of every position that a copy or a like world has of its own."""
NOT_IN_KEYS = {"recording", "journal", "shown", "over"}
"""Fields of every position that a key need not have: `shown` only counts, `over` follows from the rest."""


class BrokenLaw(AssertionError):
    """A law does not hold; the match that shows it can be replayed."""


def demand(holds: bool, sentence: str) -> None:
    if not holds:
        raise BrokenLaw(sentence)


def viewers(state: Position) -> list[Viewer]:
    return [None, *range(state.seats)]


def check_decisions(game: AnyGame, state: Position, rng: Fast) -> None:
    """Whoever must act can; legal steps are listed ascending and once; others are refused without effect."""
    acting = state.to_act()
    demand(bool(acting) != state.over, "a game that goes on has somebody to act, one that is over nobody")
    demand(list(acting) == sorted(set(acting)), "the seats to act are listed ascending and once")
    for seat in range(state.seats):
        steps = state.legal(seat)
        demand(bool(steps) == (seat in acting), f"seat {seat} {'has no' if seat in acting else 'has a'} legal step")
        demand(steps == sorted(set(steps)), f"the steps of seat {seat} are not ascending: {steps}")
        demand(all(0 <= step < len(game.actions) for step in steps), "a step is not in the table")
    before = state.key()
    for _ in range(3):
        seat, action = rng.randrange(state.seats), rng.randrange(len(game.actions) + 2) - 1
        if action not in state.legal(seat):
            check_refused(state, seat, action)
    check_refused(state, state.seats, 0)
    demand(state.key() == before, "a refused step changed the state")


def check_refused(state: Position, seat: Seat, action: int) -> None:
    demand(not state.is_legal(seat, action), f"step {action} of seat {seat} is not listed but legal")
    try:
        state.apply(seat, action)
    except IllegalAction as refusal:
        demand(len(str(refusal)) > 10, f"the refusal of step {action} gives no reason")
    else:
        raise BrokenLaw(f"step {action} of seat {seat} is not listed but was carried out")


def check_clone(state: Position, rng: Fast) -> None:
    """A clone is equal, goes on alike, and leaves the original alone."""
    before = state.key()
    twin, other = state.clone(), state.clone()
    demand(twin.key() == before, "a clone differs from its original")
    demand(not (lost := differing(state, twin)), f"a clone does not have the same {', '.join(lost)}")
    for _ in range(3):
        if twin.over:
            break
        seat = twin.to_act()[0]
        steps = twin.legal(seat)
        action = steps[rng.randrange(len(steps))]
        twin.apply(seat, action)
        other.play(seat, action)
    demand(twin.key() == other.key(), "two clones went different ways with the same steps")
    demand(state.key() == before, "playing on with a clone changed its original")


def differing(one: Position, other: Position) -> list[str]:
    """The fields in which two positions of a game differ."""
    ours, theirs = fields(one), fields(other)
    return [name for name in ours if name not in NOT_OF_THE_GAME and ours[name] != theirs[name]]


def check_key(before: Position, after: Position) -> None:
    """The key tells of every field that a step has changed, taken by itself."""
    chance = ["chance"] if before.chance.key() != after.chance.key() else []
    for name in {*differing(before, after), *chance} - NOT_IN_KEYS - set(before.caches()):
        told = in_key(before, after, name) or in_key(after, before, name)
        demand(told, f"the key does not tell that {name} has changed")


def in_key(state: Position, other: Position, name: str) -> bool:
    """Does a state get another key if it gets this field of the other?"""
    twin = state.clone()
    setattr(twin, name, getattr(other, name))
    try:
        return twin.key() != state.key()
    except IndexError:  # two fields that do not fit together, of which the key reads one by the other
        return True


def check_secrecy(game: AnyGame, state: Position, rng: Fast) -> None:
    """Every viewer's view is the same in every world the viewer thinks possible, and so are the viewer's steps."""
    for viewer in viewers(state):
        view = game.view(state, viewer)
        msgspec.json.encode(view)
        world = game.worlds(view).sample(rng)
        demand(game.view(world, viewer) == view, f"viewer {viewer} can tell the true state from one that looks alike")
        hidden = game.private_fields - game.staged_fields if state.to_act() == (viewer,) else game.private_fields
        lost = set(differing(state, world)) - hidden - {"shown"}  # which only counts, as `draws` does
        demand(not lost, f"a world of viewer {viewer} does not have the same {', '.join(sorted(lost))}")
        demand(world.to_act() == state.to_act(), f"viewer {viewer} expects others to act")
        if viewer is not None:
            demand(world.legal(viewer) == state.legal(viewer), f"seat {viewer} may do other things in a like world")
        for seat in world.to_act():
            demand(bool(world.legal(seat)), f"in a world of viewer {viewer} seat {seat} cannot act")
        game.audit(world)


def check_rendering(game: AnyGame, state: Position) -> None:
    """A game that puts JSON together itself shows every viewer exactly its view: not more, not less, nothing old."""
    eyes = viewers(state)
    for brief in (False, True):
        shown = game.rendered(state, eyes, brief=brief)
        if shown is None:
            return
        for view, one in zip(game.views(state, eyes, brief=brief), shown, strict=True):
            plain = msgspec.json.decode(msgspec.json.encode(view))
            plain.pop("components", None)  # which go separately
            demand(msgspec.json.decode(one.view) == plain, f"viewer {view.viewer} is not shown its view")
            demand(one.view.count(b'"viewer":') == 1, f"viewer {view.viewer} is shown a field twice")
            asked = (one.phase, one.prompt, one.scores)
            told = (view.phase, game.prompt(view), [seat.score for seat in view.seats])
            demand(asked == told, f"viewer {view.viewer} is asked something else than its view says")


def check_tensor(game: AnyGame, tensor: Observation, state: Position, rng: Fast) -> None:
    """Every seat's tensor is the same in every world the seat thinks possible, and in a row that was used before."""
    observer = tensor.observer(int(state.seats), False)
    used, kept = row_of(observer), vec[i64]([0] * int(observer.kept))
    for seat in range(state.seats):
        seen = tensor_row(observer, state, seat)
        world = game.worlds(game.view(state, seat)).sample(rng)
        demand(tensor_row(observer, world, seat) == seen, f"the tensor of seat {seat} tells more than its view")
        observer.write(state, seat, used, 0, kept, 0)
        demand(used == seen, f"the tensor of seat {seat} depends on what was written before")


def row_of(observer: Observer) -> vec[i64]:
    """An empty row."""
    return vec[i64]([0] * int(observer.words))


def tensor_row(observer: Observer, state: Position, seat: Seat) -> vec[i64]:
    """A seat's tensor, written into a row of its own."""
    row = row_of(observer)
    observer.write(state, seat, row, 0, vec[i64]([0] * int(observer.kept)), 0)
    return row


def check_step_secrecy(game: AnyGame, before: Position, seat: Seat, action: int, rng: Fast) -> None:
    """A step tells nobody more than the rules say.

    Unless chance was asked or something hidden was turned up, everybody who thinks the step possible sees the same
    happen in every like world, and who thinks it impossible sees nothing of it. Where several seats decide at once, the
    others see only that a seat has decided, which looks the same whatever it was. And no view changes in silence:
    others are told of everything they can see.
    """
    after = before.clone()
    happened = recorded(game, after, seat, action)
    together = len(before.to_act()) > 1
    for viewer in viewers(before):
        view = game.view(before, viewer)
        told = [event for event in happened if event.is_for(viewer)]
        world = game.worlds(view).sample(rng)
        if viewer == seat:
            demand(world.is_legal(seat, action), f"seat {seat} may not take step {action} in a like world")
        else:
            demand(bool(told) or game.view(after, viewer) == view, f"viewer {viewer} is told nothing of step {action}")
        if after.chance.draws != before.chance.draws or after.shown != before.shown:
            continue
        there = action
        if together and viewer != seat:
            steps = world.legal(seat)
            there = steps[rng.randrange(len(steps))]
        elif not world.is_legal(seat, action):
            unseen = game.view(after, viewer) == view and not told
            demand(unseen, f"viewer {viewer} learns from step {action} what seat {seat} holds")
            continue
        shown = world.shown
        retold = [event for event in recorded(game, world, seat, there) if event.is_for(viewer)]
        if world.shown == shown:
            demand(retold == told, f"viewer {viewer} is told different things of step {action} in like worlds")
            alike = game.view(world, viewer) == game.view(after, viewer)
            demand(alike, f"step {action} lets viewer {viewer} tell like worlds apart")


def recorded(game: AnyGame, state: Position, seat: Seat, action: int) -> list[Event]:
    state.recording = True
    state.journal = []
    state.apply(seat, action)
    return [game.event(note) for note in state.journal]


def check_commuting(state: Position, rng: Fast) -> None:
    """When several seats decide at once, the order in which they do so does not matter."""
    acting = state.to_act()
    if len(acting) < 2:
        return
    chosen = [(seat, steps[rng.randrange(len(steps))]) for seat in acting if (steps := state.legal(seat))]
    forth, back = state.clone(), state.clone()
    for seat, action in chosen:
        forth.apply(seat, action)
    for seat, action in reversed(chosen):
        back.apply(seat, action)
    demand(forth.key() == back.key(), "the order of simultaneous decisions matters")


def check_undo(match: Match, seat: Seat, action: int, before: Position) -> None:
    """The last step can be taken back exactly, unless chance was used, something shown, or another must act."""
    if not match.undoable(seat):
        return
    state = match.state
    demand(state.chance.draws == before.chance.draws, "a step that used chance can be taken back")
    demand(state.shown == before.shown, "a step that showed something hidden can be taken back")
    demand(set(state.to_act()) <= set(before.to_act()), "a step can be taken back though another seat has to act")
    after = state.key()
    taken = match.undo(seat)
    demand((taken.seat, taken.action) == (seat, action), "another step was taken back than the last")
    demand(match.state.key() == before.key(), "taking a step back did not restore the state")
    match.act(seat, action)
    demand(match.state.key() == after, "a step taken back and taken again leads elsewhere")


def check_end(match: Match) -> None:
    """A finished match replays to the same end, also from its file, and has winners with the most points."""
    state = match.state
    scores, winners = state.scores(), state.winners()
    demand(bool(winners) and all(scores[seat] == max(scores) for seat in winners), "the winners lack points")
    demand(replayed(match.setup, match.entries).state.key() == state.key(), "a replay ends elsewhere")
    demand(read(written(match)).state.key() == state.key(), "the match file leads elsewhere")


def play_checked(setup: Setup, rng_seed: int, thoroughness: int = 100) -> Iterator[Match]:
    """Plays a random match and checks every law as it goes; yields the match after each step.

    `thoroughness` is the chance in percent that a state gets the costly checks.
    """
    rng = seeded(rng_seed)
    match = Match(setup)
    yield match
    while not match.state.over:
        state = match.state
        thorough = rng.randrange(100) < thoroughness
        if thorough:
            check_state(match.game, state, rng)
        acting = state.to_act()
        seat = acting[rng.randrange(len(acting))]
        steps = state.legal(seat)
        action = steps[rng.randrange(len(steps))]
        if thorough:
            check_step_secrecy(match.game, state, seat, action, rng)
        before = state.clone()
        match.act(seat, action)
        if thorough:
            check_key(before, match.state)
        check_undo(match, seat, action, before)
        demand(len(match.entries) < LONGEST_GAME, f"the game does not end within {LONGEST_GAME} steps")
        yield match
    check_state(match.game, match.state, rng)
    check_end(match)


def check_state(game: AnyGame, state: Position, rng: Fast) -> None:
    """Every law about a single state."""
    game.audit(state)
    check_decisions(game, state, rng)
    check_clone(state, rng)
    check_commuting(state, rng)
    check_secrecy(game, state, rng)
    check_rendering(game, state)
    if registrations()[game.name].observation is not None:
        check_tensor(game, observation_of(game.name), state, rng)
