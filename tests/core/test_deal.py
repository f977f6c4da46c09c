"""The seed of a deal depends on everybody's part; a browser must come to the same numbers."""

import hashlib
import os
import secrets
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace
from warm_start import done_by

from capomastro.core.deal import Deal, Redeal, Share, dealt_seed, share_commitment
from capomastro.core.errors import BadMatchFile, BadSetup
from capomastro.core.match import Match, Setup, new_setup
from capomastro.core.matchfile import load, read, save, written
from capomastro.terminal.store import KeptShare, KeptTable, Store

SECRET, ONE, TWO = "ab" * 32, "01" * 32, "23" * 32


def dealt(game: str = "palazzo") -> Setup:
    setup = new_setup(game, 2, seed=SECRET)
    shares = (Share((0,), share_commitment(ONE), ONE), Share((1,), share_commitment(TWO), TWO))
    deal = Deal("Zk3v9QmA1xPb", setup.rules, setup.components_hash, setup.options, shares)
    return replace(setup, deal=deal)


def test_the_seed_is_written_down_line_by_line() -> None:
    setup = dealt()
    deal = setup.deal
    assert deal is not None
    chosen = ",".join(f"{name}={value}" for name, value in sorted(setup.options.items()))
    parts = ["capomastro deal", deal.table, "palazzo", "1", "2", chosen, setup.components_hash or "-", SECRET, ONE, TWO]
    assert setup.dealt() == hashlib.sha256("\n".join(parts).encode()).digest()
    assert share_commitment(ONE) == hashlib.sha256(f"capomastro share\n{ONE}".encode()).hexdigest()


def test_whatever_changes_the_deal_changes_the_seed() -> None:
    setup = dealt()
    deal = setup.deal
    assert deal is not None
    fresh = secrets.token_hex(32)
    others = [
        replace(deal, table="another"),
        replace(deal, rules=2),
        replace(deal, components=None),
        replace(deal, options={}),
        replace(deal, shares=deal.shares[:1]),
        replace(deal, shares=(replace(deal.shares[0], nonce=fresh), deal.shares[1])),
    ]
    seeds = {dealt_seed(SECRET, one, "palazzo", 2) for one in [deal, *others]}
    seeds |= {dealt_seed(fresh, deal, "palazzo", 2), dealt_seed(SECRET, deal, "pillars", 2)}
    assert len(seeds) == len(others) + 3


def test_a_match_file_keeps_the_deal_and_is_refused_with_another_nonce(tmp_path: Path) -> None:
    setup = dealt()
    deal = setup.deal
    assert deal is not None
    redone = (Redeal(0, (1,), "0" * 64),)
    match = Match(replace(setup, deal=replace(deal, redone=redone)))
    match.act(match.state.to_act()[0], match.state.legal(match.state.to_act()[0])[0])
    save(match, tmp_path / "dealt.jsonl")
    again = load(tmp_path / "dealt.jsonl")
    assert again.state.key() == match.state.key()
    assert again.setup == match.setup
    assert '"capomastro":4' in written(match)
    forged = replace(deal, shares=(replace(deal.shares[0], nonce=secrets.token_hex(32)), deal.shares[1]))
    with pytest.raises(BadMatchFile, match="seat 1 is not the one it committed to"):
        read(written(Match(replace(setup, deal=forged))))
    with pytest.raises(BadSetup, match="64 hexadecimal digits"):
        share_commitment("short")


def test_whoever_verifies_a_file_gives_what_their_device_knows(tmp_path: Path) -> None:
    match = Match(dealt())
    save(match, tmp_path / "dealt.jsonl")

    def verified(*words: str) -> "subprocess.CompletedProcess[str]":
        home = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
        return done_by(["verify", str(tmp_path / "dealt.jsonl"), *words], home)

    done = verified("--commitment", str(match.setup.commitment), "--nonce", TWO)
    assert done.returncode == 0, done.stderr
    assert "The seed is the one committed to before the game." in done.stdout
    assert "Your own device's number is among them." in done.stdout
    other = verified("--nonce", "45" * 32)
    assert (other.returncode, other.stdout) == (2, "")
    assert "was not dealt from this nonce" in other.stderr

    share = KeptShare(1, TWO, share_commitment(TWO), match.setup.commitment or "")
    for kept, code in ((share, 0), (replace(share, server="0" * 64), 2), (replace(share, nonce="45" * 32), 2)):
        store = Store(tmp_path / "capomastro" / "servers.json")
        store.keep("https://example.org", "Zk3v9QmA1xPb", KeptTable("palazzo", share=kept))
        done = verified()
        assert done.returncode == code, done.stderr
        assert ("Your own device's number is among them." in done.stdout) == (code == 0)
