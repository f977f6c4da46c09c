"""Every request there is, with its body and its answer; the OpenAPI document is made from the same list."""

from typing import Any

from msgspec import Struct

from capomastro.server.bots import autopilot
from capomastro.server.http import health, history, lobby, notices, operator, players, puzzles, returning, review, seat
from capomastro.server.http.requests import Handler, TableRequest
from capomastro.server.notify import wishes
from capomastro.server.ops.operator import Operator
from capomastro.server.players import identity, passkeys
from capomastro.server.players import record as records
from capomastro.server.protocol import (
    bodies,
    operator_messages,
    player_responses,
    puzzle_responses,
    responses,
    return_responses,
)
from capomastro.server.protocol.updates import Update
from capomastro.server.table import dealing, devices, duplicates, links, moves, owner, proposals, seating, stand_ins

AT = "/api/tables/{table}"
ME = "/api/me"
STEPS = AT + "/steps"
OPERATOR = "/api/operator"


class Route(Struct, frozen=True):
    """A request: method, path, what it does, body, answer, and the names of its query's parameters."""

    method: str
    path: str
    handler: Handler
    summary: str
    answer: Any
    body: Any = None
    query: tuple[str, ...] = ()
    status: int = 200


def taking(body: type[Any], act: Any, *, known: bool = False) -> Handler:
    """A handler that decodes the body and does something at the table with it."""

    async def handle(request: TableRequest) -> Any:
        decoded = await request.body(body)
        return await act(request.tables, request.table, request.known() if known else request.who, decoded)

    return handle


async def look(request: TableRequest) -> Any:
    since = request.number("since", 0)
    async with request.tables.at(request.table) as live:
        viewer = live.viewer(request.who, request.seat)
        autopilot.looked_at(live, viewer, request.who.address)
        return live.update(viewer, since, request.who)


async def vote(request: TableRequest) -> responses.Seated:
    body = await request.body(bodies.Vote)
    return await proposals.vote(request.tables, request.table, request.who, request.http.path_params["proposal"], body)


async def undo(request: TableRequest) -> responses.Accepted:
    body = await request.body(bodies.Undo)
    return await moves.undo(request.tables, request.table, request.who, body, whole_turn=False)


async def restart(request: TableRequest) -> responses.Accepted:
    body = await request.body(bodies.Undo)
    return await moves.undo(request.tables, request.table, request.who, body, whole_turn=True)


ROUTES = (
    Route("POST", STEPS, taking(bodies.Step, moves.step), "Take a step", responses.Accepted, bodies.Step),
    Route("GET", AT, look, "Everything one viewer may know", Update, query=("seat", "since")),
    Route("GET", "/healthz", health.health, "Is the server well?", responses.Health),
    Route("GET", "/api/games", lobby.games, "The games, their options and bots", responses.Games),
    Route("GET", "/api/lobby", lobby.lobby, "One's own tables, and the public ones", responses.Lobby, query=("game",)),
    Route("POST", "/api/tables", lobby.create, "Make a table", responses.Created, bodies.NewTable, status=201),
    Route("POST", "/api/find", lobby.find, "Find me a game", responses.Found, bodies.Find),
    Route("POST", AT + "/claim", lobby.claim, "Sit down by a link", responses.Seated, bodies.Claim),
    Route(
        "POST",
        AT + "/sit",
        taking(bodies.Sit, seating.sit, known=True),
        "Take an open seat",
        responses.Seated,
        bodies.Sit,
    ),
    Route("POST", AT + "/leave", taking(bodies.OfSeat, seating.leave), "Get up again", responses.Seated, bodies.OfSeat),
    Route("POST", AT + "/fill", taking(bodies.Fill, owner.fill), "Give a seat to a bot", responses.Seated, bodies.Fill),
    Route("POST", AT + "/free", taking(bodies.Free, owner.free), "Put somebody out", responses.Seated, bodies.Free),
    Route(
        "POST",
        AT + "/share",
        taking(bodies.GiveShare, dealing.give_share),
        "Have a part in the deal",
        responses.Seated,
        bodies.GiveShare,
    ),
    Route("POST", AT + "/redeal", taking(bodies.Redeal, dealing.redeal), "Deal again", responses.Seated, bodies.Redeal),
    Route(
        "POST", AT + "/close", taking(bodies.Nothing, owner.close), "Close a table", responses.Seated, bodies.Nothing
    ),
    Route("GET", AT + "/invitation", lobby.invitation, "What a link is for", responses.Invitation),
    Route("POST", AT + "/link", taking(bodies.OfSeat, links.fresh_link), "A fresh link", responses.Link, bodies.OfSeat),
    Route(
        "POST",
        AT + "/devices",
        taking(bodies.OfSeat, links.device_link),
        "Another device",
        responses.Link,
        bodies.OfSeat,
    ),
    Route("GET", AT + "/devices", seat.read_devices, "Who holds my seat", responses.Devices, query=("seat",)),
    Route(
        "PUT",
        AT + "/devices",
        taking(bodies.NameDevice, devices.name),
        "Name one",
        responses.Devices,
        bodies.NameDevice,
    ),
    Route(
        "POST",
        AT + "/devices/remove",
        taking(bodies.RemoveDevice, devices.remove),
        "Remove one",
        responses.Devices,
        bodies.RemoveDevice,
    ),
    Route(
        "POST", AT + "/invite", taking(bodies.Invite, links.invite), "A link for many", responses.Link, bodies.Invite
    ),
    Route("POST", AT + "/undo", undo, "Take the last step back", responses.Accepted, bodies.Undo),
    Route("POST", AT + "/restart", restart, "Take the whole turn back", responses.Accepted, bodies.Undo),
    Route(
        "POST",
        AT + "/proposals",
        taking(bodies.Propose, proposals.propose),
        "Propose",
        responses.Seated,
        bodies.Propose,
    ),
    Route("POST", AT + "/proposals/{proposal}", vote, "Agree to a proposal, or not", responses.Seated, bodies.Vote),
    Route(
        "POST",
        AT + "/resign",
        taking(bodies.Resign, stand_ins.resign),
        "Let a bot play on",
        responses.Seated,
        bodies.Resign,
    ),
    Route(
        "POST", AT + "/return", taking(bodies.OfSeat, stand_ins.come_back), "Come back", responses.Seated, bodies.OfSeat
    ),
    Route("POST", AT + "/plan", taking(bodies.Plan, moves.plan), "Plan a move", responses.Seated, bodies.Plan),
    Route(
        "POST", AT + "/rematch", taking(bodies.OfSeat, seating.rematch), "Play again", responses.Rematch, bodies.OfSeat
    ),
    Route("GET", AT + "/log", history.log, "All events", responses.Log, query=("seat", "since")),
    Route("GET", AT + "/past", history.past, "What one saw at an earlier number", responses.Past, query=("n", "seat")),
    Route("GET", AT + "/chat", seat.read_chat, "Messages", responses.Messages, query=("since",)),
    Route("POST", AT + "/chat", seat.say, "Say something", responses.Said, bodies.Say),
    Route("POST", AT + "/reactions", seat.react, "Say something ready-made", responses.Said, bodies.React),
    Route("GET", AT + "/notes", seat.read_notes, "One's own notes", responses.Notes, query=("seat",)),
    Route("PUT", AT + "/notes", seat.put_notes, "Write them", responses.Notes, bodies.PutNotes),
    Route("GET", AT + "/notify", seat.read_notify, "Where reminders go", responses.Notify, query=("seat",)),
    Route("PUT", AT + "/notify", seat.put_notify, "Change it", responses.Notify, bodies.PutNotify),
    Route("GET", AT + "/advice", seat.advice, "What the bots advise", responses.Advice, query=("seat",)),
    Route("GET", AT + "/export", history.export, "The match file", None),
    Route("GET", AT + "/verify", history.verify, "Deal and play it all again", responses.Verified),
    Route("GET", AT + "/replay", history.replay, "The table after a step", responses.Replay, query=("step", "seat")),
    Route("GET", AT + "/replay/events", history.story, "What each step told", responses.Story, query=("seat",)),
    Route("GET", AT + "/scores", history.scores, "Points after each step", responses.Scores),
    Route("GET", AT + "/review", review.look, "How far its review is, or the review", responses.ReviewState),
    Route("POST", AT + "/review", review.ask, "Have it reviewed", responses.ReviewState, bodies.Nothing),
    Route("POST", AT + "/play-on", review.play_on, "Play on from a step", responses.Rematch, bodies.PlayOn, status=201),
    Route(
        "POST",
        AT + "/again",
        taking(bodies.OfSeat, duplicates.again),
        "The same deal, one seat further",
        responses.Rematch,
        bodies.OfSeat,
    ),
    Route("GET", AT + "/again", returning.same_deal, "All matches of this deal", return_responses.SameDeal),
    Route("GET", "/api/daily", returning.look_daily, "A day's deal", return_responses.Daily, query=("game", "day")),
    Route(
        "POST",
        "/api/daily",
        returning.start_daily,
        "Play today's deal",
        responses.Rematch,
        bodies.StartDaily,
        status=201,
    ),
    Route("GET", ME + "/record", returning.record, "What I have played", return_responses.PlayRecord),
    Route(
        "PUT",
        ME + "/rated",
        players.mine(bodies.PutRated, records.put_rated),
        "Be rated, or not",
        player_responses.Me,
        bodies.PutRated,
    ),
    Route("GET", "/api/puzzles/{game}", puzzles.shelf, "The puzzles of a game", puzzle_responses.Puzzles),
    Route("GET", "/api/puzzles/{game}/{number}", puzzles.pose, "A puzzle", puzzle_responses.Posed),
    Route("POST", "/api/puzzles/{game}/{number}", puzzles.solve, "Solve it", puzzle_responses.Solution, bodies.Solve),
    Route("GET", ME, players.me, "Who I am", player_responses.Me),
    Route(
        "PUT", ME, players.mine(bodies.PutPlayer, identity.change), "Be a player", player_responses.Me, bodies.PutPlayer
    ),
    Route(
        "POST",
        ME + "/recovery",
        players.mine(bodies.Nothing, players.recovery),
        "A recovery link",
        player_responses.Recovery,
        bodies.Nothing,
    ),
    Route(
        "POST",
        ME + "/recover",
        players.mine(bodies.Recover, identity.recover),
        "Follow it",
        player_responses.Me,
        bodies.Recover,
    ),
    Route(
        "POST",
        ME + "/leave",
        players.mine(bodies.Nothing, players.sign_out),
        "Sign this device out",
        player_responses.Me,
        bodies.Nothing,
    ),
    Route(
        "PUT",
        ME + "/devices",
        players.mine(bodies.DeviceName, identity.name_device),
        "Name a device",
        player_responses.Me,
        bodies.DeviceName,
    ),
    Route(
        "POST",
        ME + "/devices/remove",
        players.mine(bodies.RemoveOwnDevice, identity.remove_device),
        "Remove a device",
        player_responses.Me,
        bodies.RemoveOwnDevice,
    ),
    Route(
        "POST",
        ME + "/passkeys/options",
        players.at_site(bodies.Nothing, players.new_passkey),
        "Begin a passkey",
        player_responses.PasskeyOptions,
        bodies.Nothing,
    ),
    Route(
        "POST",
        ME + "/passkeys",
        players.at_site(bodies.PutPasskey, passkeys.add),
        "Keep a passkey",
        player_responses.Me,
        bodies.PutPasskey,
    ),
    Route(
        "POST",
        ME + "/passkeys/remove",
        players.mine(bodies.RemovePasskey, passkeys.remove),
        "Remove a passkey",
        player_responses.Me,
        bodies.RemovePasskey,
    ),
    Route(
        "POST",
        ME + "/sign-in/options",
        players.at_site(bodies.Nothing, players.ask_for_passkey),
        "Begin to sign in",
        player_responses.PasskeyOptions,
        bodies.Nothing,
    ),
    Route(
        "POST",
        ME + "/sign-in",
        players.at_site(bodies.SignIn, passkeys.sign_in),
        "Sign in",
        player_responses.Me,
        bodies.SignIn,
    ),
    Route("GET", ME + "/turns", notices.turns, "The tables that wait for me", player_responses.Turns),
    Route("GET", ME + "/notices", notices.read, "How I hear of my turns", player_responses.NoticeWishes),
    Route(
        "PUT",
        ME + "/notices",
        players.mine(bodies.PutNotices, wishes.put),
        "Change it",
        player_responses.NoticeWishes,
        bodies.PutNotices,
    ),
    Route("PUT", ME + "/push", notices.put_push, "Tell this browser", player_responses.NoticeWishes, bodies.PutPush),
    Route(
        "POST",
        ME + "/push/remove",
        players.mine(bodies.Nothing, notices.remove_push),
        "Tell it no more",
        player_responses.NoticeWishes,
        bodies.Nothing,
    ),
    Route("POST", ME + "/push/test", notices.test_push, "Try it", player_responses.NoticeTest, bodies.Nothing),
    Route("GET", ME + "/export", players.export, "All that is stored of me", player_responses.Export),
    Route(
        "POST",
        ME + "/delete",
        players.mine(bodies.Nothing, players.erase),
        "Remove all that is stored of me",
        player_responses.Me,
        bodies.Nothing,
    ),
    Route("GET", OPERATOR, operator.overview, "How the server is", operator_messages.Overview),
    Route(
        "GET",
        OPERATOR + "/tables",
        operator.tables,
        "Look for tables",
        operator_messages.OperatorTables,
        query=("find", "status"),
    ),
    Route(
        "GET",
        OPERATOR + "/players",
        operator.players,
        "Look for players",
        operator_messages.OperatorPlayers,
        query=("find",),
    ),
    *(
        Route(method, f"{OPERATOR}/{path}", operator.doing(body, act), summary, operator_messages.Overview, body)
        for method, path, body, act, summary in (
            ("POST", "close", operator_messages.OfTable, Operator.close, "Close a table"),
            ("POST", "remove", operator_messages.OfTable, Operator.remove, "Remove a table for good"),
            ("POST", "block", operator_messages.Block, Operator.block, "Block somebody"),
            ("POST", "unblock", operator_messages.Unblock, Operator.unblock, "Let them take part again"),
            ("PUT", "retention", operator_messages.PutRetention, Operator.retain, "Decide what is kept how long"),
            ("POST", "broadcast", operator_messages.Broadcasting, Operator.say, "Say something to everybody"),
        )
    ),
)
