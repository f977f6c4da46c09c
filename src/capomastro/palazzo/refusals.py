"""x"""


def refusal(state: object, seat: int, action: int) -> str:
    return ""
