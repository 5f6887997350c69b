"""Rules of includes: folders of the product point down, and rooms know each other one way."""
from collections import defaultdict

APART = ("analytic", "sampler", "power_area")


def reached(graph, start):
    """Nodes that can be reached from one, in one step or more, each with the node before it."""
    before, waiting = {}, [start]
    for node in waiting:
        for after in graph.get(node, ()):
            if after not in before:
                before[after] = node
                waiting.append(after)
    return before


def links(tree):
    """Top folders of the product are floors: a program is understood from the ground up only if no floor needs one
    above it. The two methods and the cost answer independently, so they check each other only if none knows another."""
    for a in sorted(tree.uses):
        for b in sorted(tree.uses[a]):
            if a < b and a in tree.uses[b]:
                yield f"{a} {b}", f"CMake links {a} with {b} and {b} with {a}: one of them has to lie below the other"
            if a in APART and b in APART:
                yield f"{a} {b}", (f"CMake links {a} with {b}: the two methods and the cost do not know each other; "
                                   "what they share belongs below them")


def up(tree):
    """An include of a folder that is not linked compiles where only types and macros are used, so the linker does not
    find it; whoever reads the file has to know what lies above."""
    for file in tree.product():
        if file.top not in tree.uses:
            yield file.top, f"{file.path}: no target of CMake has sources in {file.top}/, so nothing says what it may use"
            continue
        for path in file.includes:
            top = path.split("/")[0] if "/" in path else file.top
            if top == file.top or top in tree.uses[file.top]:
                continue
            if top not in tree.uses:
                why = f"{top} is no folder of the product"
            elif file.top in tree.uses[top]:
                why = f"{top} lies above {file.top}; what {file.top} needs of it belongs down in {file.top}"
            else:
                why = f"{file.top} and {top} do not know each other; what both need belongs below, what joins them above"
            yield f"{file.path} {path}", f"{file.path} includes {path}: {why}"


def _rooms(a, b):
    """The rooms at which two paths part; None if that is at the top, or if one of them is a file there."""
    a, b = a.split("/"), b.split("/")
    same = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), 0)
    if same == 0 or same + 1 >= len(a) or same + 1 >= len(b):
        return None
    return "/".join(a[:same + 1]), "/".join(b[:same + 1])


def rooms(tree):
    """A room, a folder in a folder, is read by itself only if those beside it that it needs do not need it. Files of
    the folder itself lie below its rooms or above them."""
    pairs, graph = {}, defaultdict(list)
    for file in tree.product():
        for path in file.includes:
            pair = _rooms(file.path, path) if path in tree.files else None
            if pair and pair not in pairs:
                pairs[pair] = f"{file.path} includes {path}"
                graph[pair[0]].append(pair[1])
    for (a, b), example in pairs.items():
        before = reached(graph, b)
        if a not in before:
            continue
        step = a  # the first step of the way back from b
        while before[step] != b:
            step = before[step]
        yield f"{a} {b}", (f"{example}, but {pairs[b, step]}, which leads back to {a}: of two rooms one may know the "
                           "other, so one of these has to move")


def named(tree):
    """The picture of the house, where the search for a thing begins, has words on each room: in a row of the table in
    ARCHITECTURE.md that has its path, or its name and the path of a folder that it lies in."""
    rows = [line for line in tree.house.splitlines() if line.startswith("|")]
    for room in sorted({file.folder for file in tree.product() if file.folder}):
        above, _, name = room.rpartition("/")
        outer = [f"`{above[:end]}/" for end in range(len(above) + 1) if above[end:end + 1] in ("", "/")] if above else []
        if not any(f"`{room}/`" in row or f"`{name}/`" in row and any(path in row for path in outer) for row in rows):
            yield room, f"no row of the table in ARCHITECTURE.md says what lives in {room}/"
