"""The command line, run as its users run it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace
from warm_start import done_by

import capomastro
from capomastro.core.match import Match, new_setup
from capomastro.core.matchfile import file_text, load, outcome_of


def run(*arguments: str, typed: str = "", home: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ)
    if home is not None:
        environment |= {"XDG_DATA_HOME": str(home), "HOME": str(home), "LOCALAPPDATA": str(home)}
    return done_by(arguments, environment, typed)


def finished_match(folder: Path) -> Path:
    """A match played to its end by always typing 1."""
    path = folder / "match.jsonl"
    done = run(
        "play",
        "palazzo",
        "--file",
        str(path),
        "--seed",
        "ab" * 32,
        "--name",
        "Ada",
        "--bot",
        "random",
        typed="1\n" * 3000,
    )
    assert done.returncode == 0, done.stderr
    assert "The game is over. " in done.stdout
    return path


def test_the_version_says_whether_it_runs_compiled() -> None:
    command = [sys.executable, "-m", "capomastro", "--version"]  # for once started as everybody starts it
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.stdout.startswith(f"capomastro {capomastro.__version__} (")
    assert ("(compiled)" in done.stdout) == capomastro.compiled


@pytest.mark.parametrize(
    "command",
    [
        (),
        ("play",),
        ("tui",),
        ("watch",),
        ("simulate",),
        ("replay",),
        ("verify",),
        ("fuzz",),
        ("bench",),
        ("bench", "engine"),
        ("bench", "bots"),
        ("bench", "terminal"),
    ],
)
def test_every_command_explains_itself(command: tuple[str, ...]) -> None:
    done = run(*command, "--help")

    assert done.returncode == 0
    assert "Usage: " in done.stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("play", "chess"), "there is no game 'chess'"),
        (("play", "palazzo", "--players", "1"), "2 to 4 players, not 1"),
        (("play", "palazzo", "--players", "5"), "2 to 4 players, not 5"),
        (("play", "palazzo", "--seat", "3"), "there is no seat 3 among 2 players"),
        (("play", "palazzo", "--option", "price"), "written name=value"),
        (("play", "palazzo", "--option", "colour=red"), "no option 'colour'"),
        (("play", "palazzo", "--option", "price=low"), "option price cannot be 'low'"),
        (("play", "palazzo", "--bot", "wizard"), "there is no bot 'wizard'"),
        (("play", "palazzo", "--name", "random 1"), "is a bot's name"),
        (("play", "palazzo", "--seed", "xyz"), "64 hexadecimal digits"),
        (("play", "palazzo", "--components", "nowhere.toml"), "nowhere.toml cannot be read"),
        (("simulate", "palazzo", "--players", "9"), "2 to 4 players, not 9"),
        (("simulate", "palazzo", "--games", "0"), "at least one game"),
        (("replay", "nowhere.jsonl"), "there is no file nowhere.jsonl"),
        (("verify", "nowhere.jsonl"), "there is no file nowhere.jsonl"),
        (("fuzz", "palazzo", "--players", "7"), "2 to 4 players, not 7"),
        (("bench", "engine", "chess"), "there is no game 'chess'"),
        (("bench", "bots", "palazzo", "--iterations", "1", "--level", "dunce"), "there is no bot 'dunce'"),
        (
            ("bench", "bots", "palazzo", "--iterations", "1", "--level", "random", "--table", "9"),
            "2 to 4 players, not 9",
        ),
        (("simulate", "palazzo", "--games", "many"), "Invalid value for '--games'"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence_with_exit_code_2(arguments: tuple[str, ...], reason: str) -> None:
    done = run(*arguments)

    assert done.returncode == 2
    assert reason in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_a_faulty_component_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text('game = "palazzo"')
    done = run("play", "palazzo", "--components", str(tmp_path / "box.toml"))

    assert done.returncode == 2
    assert "no [money]" in done.stderr


def test_a_whole_game_is_played_by_typing_numbers_and_verifies(tmp_path: Path) -> None:
    path = finished_match(tmp_path)
    done = run("verify", str(path), "--json")
    report = json.loads(done.stdout)

    assert report["over"] is True
    assert report["steps"] == len(load(path).entries)
    again = run("verify", str(path), "--commitment", report["commitment"])
    assert "the one committed to before the game" in again.stdout
    other = run("verify", str(path), "--commitment", "00" * 32)
    assert other.returncode == 2
    assert "not the one given" in other.stderr


def test_wrong_input_changes_nothing_and_says_why(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    typed = "fly\n99\n0\npass\n?\nlog\nboard\nundo\nrules\n\nquit\n"
    done = run("play", "palazzo", "--seed", "4", "--option", "first=1", "--file", str(path), typed=typed)

    assert done.returncode == 0
    for reply in (
        "No step is written 'fly'",
        "Choose a number from 1 to",
        "'pass' is not possible now",
        "Type the number of a step",
        "Nothing has happened yet",
        "nothing of yours that can still be taken back",
        "docs/rules/palazzo.md",
        f"Kept in {path}",
    ):
        assert reply in done.stdout, reply
    assert load(path).entries == []


def test_steps_can_be_typed_taken_back_and_resumed(tmp_path: Path) -> None:
    begin = ("play", "palazzo", "--seed", "4", "--option", "first=1", "--name", "Ada", "--bot", "random")
    done = run(*begin, home=tmp_path, typed="take\n1\nundo\n2\n1\nquit\n")
    assert "Taken back: pick" in done.stdout
    assert "Go on with: capomastro play palazzo --resume" in done.stdout

    again = run("play", "palazzo", "--resume", home=tmp_path, typed="quit\n")
    assert again.returncode == 0
    assert "Ada: 0 points, 7 cards" in again.stdout


def test_resuming_without_a_kept_match_is_refused(tmp_path: Path) -> None:
    done = run("play", "palazzo", "--resume", home=tmp_path)

    assert done.returncode == 2
    assert "there is no file" in done.stderr


def test_ctrl_c_leaves_cleanly_and_keeps_the_match(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    command = [sys.executable, "-m", "capomastro", "play", "palazzo", "--seed", "1", "--option", "first=1"]
    command += ["--file", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"take\n")
        process.stdin.flush()
        seen = b""
        deadline = time.monotonic() + 60
        while b"pick" not in seen and time.monotonic() < deadline:
            seen += process.stdout.read1()  # type: ignore[attr-defined]
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=60)

    assert process.returncode == 0
    assert b"Kept in" in rest
    assert b"Traceback" not in errors
    assert [entry.action for entry in load(path).entries] == [0]


def test_replay_prints_the_board_after_a_step(tmp_path: Path) -> None:
    path = finished_match(tmp_path)
    first = run("replay", str(path), "--step", "1", "--seat", "1")
    last = json.loads(run("replay", str(path), "--json").stdout)

    assert first.stdout.startswith("step 1 of ")
    assert "warehouse" in first.stdout
    assert last["step"] == last["steps"]
    assert last["view"]["phase"] == "over"
    assert run("replay", str(path), "--step", "99999").returncode == 2
    assert run("replay", str(path), "--seat", "3").returncode == 2


def test_simulate_reports_the_same_for_the_same_seed() -> None:
    one = json.loads(run("simulate", "palazzo", "--players", "3", "--games", "5", "--seed", "7", "--json").stdout)
    other = json.loads(run("simulate", "palazzo", "--players", "3", "--games", "5", "--seed", "7", "--json").stdout)

    assert one == other
    assert one["players"] == 3
    assert abs(sum(one["share_of_steps"].values()) - 1) < 1e-9
    assert {"steps", "scores", "margins", "statistics"} <= set(one)


def test_simulate_prints_a_table() -> None:
    done = run("simulate", "palazzo", "--games", "3")

    assert "turns" in done.stdout
    assert "margins" in done.stdout
    assert "share" in done.stdout


def test_fuzz_finds_nothing_wrong() -> None:
    done = run("fuzz", "palazzo", "--games", "3", "--thoroughness", "3")

    assert done.returncode == 0, done.stderr
    assert "every law holds" in done.stdout


def test_bench_bots_prints_its_figures() -> None:
    told = run("bench", "bots", "palazzo", "--iterations", "20", "--level", "novice", "--json").stdout
    figures = json.loads(told)
    assert set(figures["iterations_per_s"]) == {"master", "master@1"}
    assert all(list(paces) == ["2", "3", "4"] for paces in figures["iterations_per_s"].values())
    assert [level["bot"] for level in figures["decisions"]] == ["novice"]
    assert 0 < figures["decisions"][0]["median_ms"] <= figures["decisions"][0]["p99_ms"]
    assert figures["table"] == []


def test_bench_bots_lets_several_think_at_one_table() -> None:
    level = ("--iterations", "1", "--level", "novice")
    told = run("bench", "bots", "pillars", *level, "--table", "3", "--seconds", "1", "--json").stdout
    (figures,) = json.loads(told)["table"]
    assert figures["bot"] == "novice"
    assert figures["decisions"] >= 3
    assert figures["most_at_once"] == 3, "all choose their card at once"
    assert 0 < figures["median_ms"] <= figures["p99_ms"] <= figures["waited_p99_ms"]


def test_bench_engine_prints_its_figures() -> None:
    rows = json.loads(run("bench", "engine", "palazzo", "--games", "10", "--json").stdout)
    names = {"game", "players", "compiled", "engine_steps_per_s", "loop_steps_per_s", "clone_us", "state_bytes"}

    assert [row["players"] for row in rows][:3] == [2, 3, 4]
    assert all(names | {"legal_us_by_hand"} <= set(row) for row in rows)
    assert list(rows[0]["legal_us_by_hand"]) == ["5", "15", "30", "45"]
    assert {row["compiled"] for row in rows} == ({True, False} if capomastro.compiled else {False})


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        ("de", "99", "Wähle eine Nummer von 1 bis 2. Tippe ? für Hilfe."),
        ("de", "fly", "Einen Schritt „fly“ gibt es nicht. Tippe ? für Hilfe."),
        ("nl", "undo", "Van jou kan niets meer worden teruggenomen. Typ ? voor hulp."),
        ("nl", "pass", "‘pass’ is nu niet mogelijk: neem geld, draai bouwelementen om of verbouw. Typ ? voor hulp."),
        ("en", "undo", "There is nothing of yours that can still be taken back. Type ? for help."),
    ],
)
def test_a_refusal_is_explained_in_the_language_asked_for(tmp_path: Path, language: str, typed: str, said: str) -> None:
    game = ("play", "palazzo", "--seed", "4", "--option", "first=1", "--file", str(tmp_path / "match.jsonl"))
    done = run(*game, "--language", language, typed=f"{typed}\nquit\n")
    assert said in done.stdout


def test_what_cannot_begin_is_explained_in_the_language_asked_for() -> None:
    done = run("play", "palazzo", "--players", "9", "--language", "de")
    assert (done.returncode, done.stderr) == (2, "capomastro: Palazzo ist für 2 bis 4 Spieler, nicht für 9\n")
    assert "there is no language 'fr'" in run("play", "palazzo", "--language", "fr").stderr


def test_a_match_file_of_rules_that_are_gone_is_listed_step_by_step_and_marked(tmp_path: Path) -> None:
    match = Match(new_setup("palazzo", 2, seed=1, names=["Ada", "Ben"]))
    match.act(match.state.to_act()[0], "take")
    path = tmp_path / "match.jsonl"
    setup = replace(match.setup, rules=99)
    path.write_text(file_text(setup, match.steps(), outcome_of(match)), encoding="utf-8")
    done = run("replay", str(path))
    assert done.returncode == 1
    assert "This match is frozen: this match follows version 99 of the rules" in done.stdout
    assert re.search(r"   1  (Ada|Ben): take\n", done.stdout)
    assert run("verify", str(path)).returncode == 2


def test_only_the_command_that_is_asked_for_is_prepared() -> None:
    from typer.main import get_command

    from capomastro.cli import app, app_for

    def prepared(*words: str) -> list[str]:
        return sorted(getattr(get_command(app_for([*words])), "commands"))  # noqa: B009 — untyped

    known = [str(command.name) for command in app.registered_commands]
    known += [str(group.name) for group in app.registered_groups]
    for name in known:
        assert prepared(name, "--help") == [name]
    for words in ((), ("--help",), ("nonsense",)):
        assert prepared(*words) == sorted(known)
