"""What an operator copies: units, compose file and image name commands and settings that there are."""

import importlib.util
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml
from celery.bin.celery import celery
from django.conf import settings
from granian.cli import cli as granian

import run

ROOT = Path(__file__).resolve().parents[1]
UNITS = sorted((ROOT / "ops").glob("*.service"))
PROGRAMS = {"granian": granian, "celery": celery}
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
SETTINGS = (ROOT / "league/config/settings.py").read_text(encoding="utf-8")


def in_units() -> dict[str, list[str]]:
    lines = {unit.stem: re.search(r"^ExecStart=(.*)$", unit.read_text(encoding="utf-8"), re.M)[1] for unit in UNITS}
    return {name: shlex.split(line.replace("%%", "%")) for name, line in lines.items() if "backup" not in name}


def in_compose() -> dict[str, list[str]]:
    found = {name: service.get("command") for name, service in COMPOSE["services"].items() if service.get("build")}
    return {name: command or last_command(CONTAINERFILE) for name, command in found.items() if name != "migrate"}


def last_command(containerfile: str) -> list[str]:
    return yaml.safe_load(re.findall(r"^CMD (.*)$", containerfile, re.M)[-1])


COMMANDS = in_units() | in_compose()


def test_both_ways_start_the_same_five_processes():
    names = {f"corner-office{part}" for part in ("", "-events", "-worker", "-playing", "-thinking")}
    assert names == in_units().keys()
    assert {"site", "events", "worker", "playing-worker", "thinking-worker"} == in_compose().keys()
    pairs = [("corner-office-worker", "worker")]
    pairs += [(f"corner-office-{queue}", f"{queue}-worker") for queue in ("playing", "thinking")]
    assert [COMMANDS[unit][1:] for unit, _ in pairs] == [COMMANDS[service][1:] for _, service in pairs]


@pytest.mark.parametrize("commands", [in_units(), in_compose(), {"run.py": shlex.split(run.WORKER)}])
def test_some_worker_listens_to_every_queue(commands):
    workers = [command for command in commands.values() if "worker" in command]
    named = [
        command[command.index("--queues") + 1].split(",") if "--queues" in command else ["celery"]
        for command in workers
    ]
    assert sorted(queue for queues in named for queue in queues) == sorted({lane.queue for lane in settings.LANES})


def test_the_events_process_holds_as_many_streams_wherever_it_is_started():
    """granian holds 1,024 requests by default, and the next page would wait for ever; a worker that was killed must
    not take the others with it."""
    held = ["--backlog", "8192", "--backpressure", "8192", "--respawn-failed-workers"]
    for command in (COMMANDS["corner-office-events"], COMMANDS["events"], shlex.split(run.EVENTS)):
        assert " ".join(held) in " ".join(command) and "asgi" in command


def test_the_proxy_sends_events_to_their_process_and_packs_none():
    caddy = (ROOT / "ops/Caddyfile").read_text(encoding="utf-8")
    assert "reverse_proxy /events/ {$EVENTS_UPSTREAM:127.0.0.1:8001}" in caddy and "@pages not path /events/" in caddy
    told = COMPOSE["services"]["caddy"]["environment"]
    assert told["EVENTS_UPSTREAM"].rpartition(":")[2] == COMMANDS["events"][COMMANDS["events"].index("--port") + 1]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_programs_know_every_option_that_they_are_given(name):
    program, *arguments = COMMANDS[name]
    command = PROGRAMS[Path(program).name]
    rest = arguments
    while isinstance(command, click.Group):
        words = [word for word in rest if word in command.commands]
        before, rest = rest[: rest.index(words[0])], rest[rest.index(words[0]) + 1 :]
        parse(command, [*before, words[0]])
        command = command.commands[words[0]]
    parse(command, rest)


def parse(command: click.Command, arguments: list[str]) -> None:
    """UsageError for an option that the command does not have."""
    with click.Context(command, ignore_unknown_options=False) as context:
        command.make_parser(context).parse_args(list(arguments))


def test_every_setting_that_is_handed_over_is_read():
    given = COMPOSE["x-office"]["environment"].keys()
    assert [name for name in given if f'"{name}"' not in SETTINGS] == []
    assert COMPOSE["services"]["worker"]["environment"].keys() == given


def test_all_containers_sign_with_one_key_that_outlives_them():
    assert COMPOSE["x-office"]["environment"]["SIGNING_KEY"] == "${SIGNING_KEY:?is not in .env}"


def test_every_process_gets_whatever_the_page_for_operators_lists():
    """SECRET_KEY_FALLBACKS too, or docs/ops.md could not have the key rotated."""
    assert {service["env_file"] for service in COMPOSE["services"].values() if "build" in service} == {".env"}


def test_an_old_podman_compose_hands_no_expression_over_as_it_stands():
    """Debian 12 has one that does not expand `${X:?}` and `${X:-}`: a secret key would be that text, known to all."""
    assert re.findall(r"\$\{\w+:?[-?]\}", (ROOT / "compose.yaml").read_text(encoding="utf-8")) == []


def test_what_the_broker_needs_is_locked_for_the_site_and_not_for_its_developers_alone():
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.M))
    transport = Path(importlib.util.find_spec("kombu.transport.redis").origin).read_text(encoding="utf-8")
    imported = {name.partition(".")[0] for name in re.findall(r"^(?:from|import) ([\w.]+)", transport, re.M)}
    assert {"packaging", "vine"} <= imported
    assert imported - set(sys.stdlib_module_names) - {"kombu", ""} <= locked


def test_nobody_serves_before_the_schema_is_there():
    for name in in_compose():
        assert COMPOSE["services"][name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}


def test_only_the_proxy_can_be_reached_from_outside():
    assert [name for name, service in COMPOSE["services"].items() if "ports" in service] == ["caddy"]


def test_the_image_takes_what_is_locked_and_runs_as_nobody_special():
    assert "--require-hashes" in CONTAINERFILE and "-r requirements.txt" in CONTAINERFILE
    assert re.findall(r"^USER (.*)$", CONTAINERFILE, re.M) == ["office"]
    assert {".env", "var", ".venv"} <= set((ROOT / ".dockerignore").read_text(encoding="utf-8").split())


@pytest.mark.parametrize("unit", [*UNITS, *sorted((ROOT / "ops").glob("*.timer"))], ids=lambda unit: unit.name)
def test_systemd_understands_the_unit(unit, tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not here")
    for other in [*UNITS, unit]:  # with a program that there is
        text = re.sub(r"^(Exec\w+=)\S+", r"\g<1>/bin/true", other.read_text(encoding="utf-8"), flags=re.M)
        (tmp_path / other.name).write_text(text, encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", tmp_path / unit.name], capture_output=True, text=True)
    assert (done.returncode, [line for line in done.stderr.splitlines() if str(tmp_path) in line]) == (0, [])


def test_a_process_that_gives_up_is_started_again():
    """granian ends, workers and all, where one of them dies twice within 5.5 seconds."""
    units = [unit for unit in UNITS if "backup" not in unit.stem]
    assert all("\nRestart=always\n" in unit.read_text(encoding="utf-8") for unit in units)
    kept = {name: COMPOSE["services"][name]["restart"] for name in in_compose()}
    assert set(kept.values()) == {"unless-stopped"}


def test_site_workers_and_redis_end_before_they_take_the_memory_of_others():
    limits = [re.search(r"^MemoryMax=([0-9]+[MG])$", unit.read_text(encoding="utf-8"), re.M) for unit in UNITS]
    assert len(limits) == 6 and all(limits)
    services = [COMPOSE["services"][name] for name in (*in_compose(), "migrate", "redis")]
    assert all(re.fullmatch(r"[0-9]+[mg]", service["mem_limit"]) for service in services)
    for command in (
        " ".join(COMPOSE["services"]["redis"]["command"]),
        (ROOT / "ops/redis-server.conf").read_text(encoding="utf-8"),
    ):
        assert "--maxmemory 256mb --maxmemory-policy noeviction" in command
    assert "MemoryMax=" in (ROOT / "ops/redis-server.conf").read_text(encoding="utf-8")


def test_the_page_for_operators_names_files_and_services_that_there_are():
    page = (ROOT / "docs/ops.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\bops/[\w.-]+\w", page))
    assert "ops/restart.conf" in named and [name for name in named if not (ROOT / name).exists()] == []
    (recreated,) = re.findall(r"^podman compose up -d --force-recreate (.*)$", page, re.M)
    assert set(recreated.split()) == {name for name, service in COMPOSE["services"].items() if "build" in service}
