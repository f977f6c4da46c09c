"""What every game offers."""


class IllegalAction(ValueError):
    """x"""
