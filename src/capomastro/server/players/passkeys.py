"""Passkeys (WebAuthn): a device proves that it belongs to a player, by whatever unlocks it.

The library is loaded when somebody first asks for it: most servers start without anybody who does.
"""

import secrets
from typing import Any

import msgspec
from sqlalchemy import Connection

from capomastro.server.players.identity import come_in, me_of, own_player, signed_in
from capomastro.server.protocol.bodies import PutPasskey, RemovePasskey, SignIn
from capomastro.server.protocol.identity import Who, tidy
from capomastro.server.protocol.player_responses import Me, PasskeyOptions
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.storage import player_queries
from capomastro.server.storage.rows import now
from capomastro.server.table.devices import opaque
from capomastro.server.table.registry import Registry

CHALLENGE_MS = 5 * 60_000
MOST_PASSKEYS = 20


class Site(msgspec.Struct, frozen=True):
    """Where people reach this server: passkeys are good for one site only."""

    host: str
    origin: str


def nothing(db: Connection) -> set[str]:
    """For what concerns no table."""
    return set()


async def options(tables: Registry, who: Who, site: Site, *, new: bool) -> PasskeyOptions:
    """What the browser needs to make a passkey, or to sign in by one."""
    from webauthn import generate_authentication_options, generate_registration_options, options_to_json
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    challenge = secrets.token_urlsafe(32)
    expected = base64url_to_bytes(challenge)

    def work(db: Connection) -> tuple[str, Any, list[Any]]:
        player_queries.challenge(db, who.device or "", challenge, now() + CHALLENGE_MS)
        if not new:
            return "", None, []
        player = signed_in(db, who)
        return player, player_queries.player_row(db, player), player_queries.passkey_rows(db, player)

    player, row, known = await tables.across(own_player(who) if new else nothing, work)
    if not new:
        asked = generate_authentication_options(
            rp_id=site.host, challenge=expected, user_verification=UserVerificationRequirement.REQUIRED
        )
        return PasskeyOptions(msgspec.Raw(options_to_json(asked).encode()))
    if len(known) >= MOST_PASSKEYS:
        raise Refusal("too-many-devices")
    made = generate_registration_options(
        rp_id=site.host,
        rp_name="Capomastro",
        user_id=player.encode(),
        user_name=row.name,
        user_display_name=row.name,
        challenge=expected,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.id)) for key in known],
    )
    return PasskeyOptions(msgspec.Raw(options_to_json(made).encode()))


async def challenge_of(tables: Registry, who: Who) -> bytes:
    from webauthn.helpers import base64url_to_bytes

    def work(db: Connection) -> str | None:
        return player_queries.take_challenge(db, who.device or "", now())

    found = await tables.across(nothing, work)
    if found is None:
        raise Refusal("passkey-not-good")
    return base64url_to_bytes(found)


async def add(tables: Registry, who: Who, site: Site, body: PutPasskey) -> Me:
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url
    from webauthn.helpers.exceptions import WebAuthnException

    expected = await challenge_of(tables, who)
    try:
        made = verify_registration_response(
            credential=body.credential,
            expected_challenge=expected,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise Refusal("passkey-not-good") from None
    credential, public_key = bytes_to_base64url(made.credential_id), bytes_to_base64url(made.credential_public_key)
    label = tidy(body.label, 40) if body.label else who.label

    def work(db: Connection) -> Me:
        player = signed_in(db, who)
        if player_queries.passkey_with(db, credential) is not None:
            raise Refusal("passkey-not-good")
        values = {"id": credential, "public_key": public_key, "sign_count": made.sign_count}
        player_queries.add_passkey(db, player, who.device or "", label, now(), **values)
        return me_of(db, who)

    return await tables.across(own_player(who), work)


async def remove(tables: Registry, who: Who, body: RemovePasskey) -> Me:
    def work(db: Connection) -> Me:
        player = signed_in(db, who)
        keys = [key.id for key in player_queries.passkey_rows(db, player) if opaque(player, key.id) == body.passkey]
        if not keys:
            raise Refusal("no-such-device")
        player_queries.drop_passkey(db, player, keys[0])
        return me_of(db, who)

    return await tables.across(own_player(who), work)


async def sign_in(tables: Registry, who: Who, site: Site, body: SignIn) -> Me:
    """A device that shows one of a player's passkeys is theirs from now on."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.exceptions import WebAuthnException

    expected, credential = await challenge_of(tables, who), str(body.credential.get("id", ""))
    key = await tables.read(lambda db: player_queries.passkey_with(db, credential))
    if key is None:
        raise Refusal("passkey-not-good")
    try:
        shown = verify_authentication_response(
            credential=body.credential,
            expected_challenge=expected,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=base64url_to_bytes(key.public_key),
            credential_current_sign_count=key.sign_count,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise Refusal("passkey-not-good") from None

    def found(db: Connection) -> str | None:
        same = player_queries.passkey_with(db, credential)
        return None if same is None else str(same.player)

    came = await come_in(tables, who, found, bring=body.bring)
    await tables.across(nothing, lambda db: player_queries.used_passkey(db, credential, shown.new_sign_count))
    return came
