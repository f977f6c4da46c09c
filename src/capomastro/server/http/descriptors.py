"""How many files and connections a process may have open."""

import logging

from capomastro.server.http.limits import part_of
from capomastro.server.settings import Settings

log = logging.getLogger("capomastro.connections")
RESERVE = 100
"""Descriptors kept free for the store, the log and the bots."""


def descriptors() -> int:
    """How many files and connections this process may have open; as many as it may give itself."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1_000_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return 1_000_000 if soft == resource.RLIM_INFINITY else soft


def tell_descriptors(settings: Settings) -> None:
    """Says at the start how many connections the operating system lets a process have."""
    most = descriptors() - RESERVE
    needed = part_of(settings.sockets, settings.workers)
    if most < needed:
        log.warning(
            "a process may have %d connections open, fewer than the %d sockets that CAPOMASTRO_SOCKETS allows it; "
            "further ones are refused: raise the limit of open files (ulimit -n, LimitNOFILE)",
            most,
            needed,
        )
    else:
        log.info("a process may have %d connections open", most)
