"""Comparison of what a command has printed with what is shown of it, where a line "..." stands for any number of lines,
and "..." at the end of a line for the rest of it."""
import re

# Figures and names that differ from run to run, or from machine to machine. Times of networks are in ns, and stay.
MASKS = [(re.compile(pattern, re.ASCII), name) for pattern, name in (
    (r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:]+Z)?", "DATE"),
    (r"\b[0-9]+(\.[0-9]+)? (designs|samples|points|placements)/s", "RATE"),
    (r"\b[0-9]+(\.[0-9]+)? (ms|s|min|h)\b", "TIME"),
    (r"\b[0-9]+ designs timed", "SEVERAL designs timed"),
    (r"\(([0-9a-f]{12}(-dirty)?|unknown)\)", "(COMMIT)"),
    (r'"wall_s": [0-9.e-]+', '"wall_s": TIME'),
    (r'"commit": "[^"]*"', '"commit": "COMMIT"'))]


def mask(line):
    """The line with names for what differs, and then with single blanks: columns are wider in one run than in another."""
    masked = line
    for pattern, name in MASKS:
        masked = pattern.sub(name, masked)
    return masked if masked == line else re.sub(" +", " ", masked)


def is_elision(line):
    return line.lstrip(" ") == "..."


def line_matches(shown, printed):
    a, b = mask(shown), mask(printed)
    return a == b or (a.endswith("...") and len(a) > 3 and b.startswith(a[:-3].rstrip(" ")))


def misfit(shown, printed):
    """None if the lines are alike; else the first one of `shown` that nothing fits."""
    s = p = worst = 0
    after = taken = None  # the line after the last elision, and where the elision ends so far
    while p < len(printed) or s < len(shown):
        worst = max(worst, s)
        if s < len(shown) and is_elision(shown[s]):
            s += 1
            after, taken = s, p
        elif s < len(shown) and p < len(printed) and line_matches(shown[s], printed[p]):
            s, p = s + 1, p + 1
        elif after and taken < len(printed):  # the elision takes one line more
            taken += 1
            s, p = after, taken
        else:
            return worst
    return None


def _alike(a, b):
    return next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))


def _best_place(old, printed, start):
    """The place, from `start` on, at which as many lines of `printed` are most like the old ones."""
    places = range(start, len(printed) - len(old) + 1)
    return max(places, default=start, key=lambda place: sum(_alike(a, b) for a, b in zip(old, printed[place:])))


def refreshed(shown, printed):
    """Lines of `printed` to be shown in the place of `shown`: as many around each "..." as before, and the old line
    wherever it fits."""
    ends = [i for i, line in enumerate(shown) if is_elision(line)] + [len(shown)]
    fresh, place, first = [], 0, 0
    for end in ends:
        old = shown[first:end]
        count = len(old)
        if end == len(shown):
            count = count if first else len(printed)
            place = max(0, len(printed) - count) if first else 0
        elif first and old:
            place = _best_place(old, printed, place)
        for i, line in enumerate(printed[place:place + count]):
            fresh.append(old[i] if i < len(old) and line_matches(old[i], line) else line)
        place += count
        fresh += shown[end:end + 1]
        first = end + 1
    return fresh
