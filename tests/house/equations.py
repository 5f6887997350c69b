"""The numbered equations of docs/model.md and the sources that compute them."""
import re

PAGE = "docs/model.md"


def equations(tree):
    """Equations and the sources that compute them name each other, so a reader of one finds the other. Numbers are in
    turn, so none is missed."""
    numbers = [int(number) for number in re.findall(r"^ {4,}\((\d+)\)  ", tree.equations, re.M)]
    for place, number in enumerate(numbers, 1):
        if number != place:
            yield f"({number})", f"{PAGE}: ({number}) stands where ({place}) comes in turn"
    cited = set()
    for file in tree.product():
        for number in map(int, re.findall(re.escape(PAGE) + r"[ \n*]*\((\d+)", file.text)):
            cited.add(number)
            if number not in numbers:
                yield f"{file.path} ({number})", f"{file.path} cites {PAGE} ({number}), of {len(numbers)}"
    for number in numbers:
        if number not in cited:
            yield f"({number})", f"nothing cites {PAGE} ({number})"
