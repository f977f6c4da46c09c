"""What people are called."""

import getpass


def own_name() -> str:
    """The name of the user of this machine."""
    try:
        return getpass.getuser() or "You"
    except (OSError, KeyError, ImportError):  # a user without a name of its own
        return "You"
