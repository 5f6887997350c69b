#!/usr/bin/env -S python3 -B
"""The rules of the house, and its figures.

    tests/house/house.py [BUILD]            tells what breaks a rule and is not in known.txt, and what there is mended
    tests/house/house.py --known [BUILD]    writes known.txt, the breaches of today: it may only shrink
    tests/house/house.py --counts [BUILD]   files and lines of each room, breaches of each rule

BUILD is a build folder with tests (build-test if none is named): CMake writes there which folders it links.
"""
import sys
from collections import Counter
from pathlib import Path

import equations
import functions
import layers
import sizes
import structs
import words
from sources import read_tree

ROOT = Path(__file__).resolve().parents[2]
KNOWN = Path(__file__).with_name("known.txt")
HEAD = """# What still breaks a rule of the house (tests/house/). This list may only shrink:
# tests/house/house.py --known build-test
"""
# A rule takes a tree and yields pairs: what breaks it, and a message. Its name is the function's.
RULES = (layers.links, layers.up, layers.rooms, layers.named, functions.headers, functions.bodies, functions.gsl,
         structs.structs, sizes.folders, sizes.modules, sizes.long, sizes.wide, words.words, words.prepositions,
         equations.equations)


def breaches(tree, rules=RULES):
    """Messages by key; a key is "RULE WHAT", as in known.txt."""
    return {f"{rule.__name__} {what}": message for rule in rules for what, message in rule(tree)}


def differences(found, known):
    """Messages for each breach that is new and for each line of `known` that no breach needs."""
    lines = [line for line in known.splitlines() if line and not line.startswith("#")]
    return ([message for key, message in found.items() if key not in lines] +
            [f"{line}: mended; take this line out of tests/house/known.txt" for line in lines if line not in found])


def unseen(tree):
    """Messages for kinds of things of which too few are read: rules say nothing of what they do not see."""
    seen = {"sources": (sum(1 for _ in tree), 400), "linked folders": (sum(map(bool, tree.uses.values())), 7),
            "includes": (sum(len(file.includes) for file in tree), 1000),
            "sources of registries": (len(tree.listed), 50),
            "public functions": (sum(here for file in tree.product() for _, here in functions.of_file(file)), 700),
            "fields": (sum(count for file in tree for _, count in structs.of_file(tree, file)), 2000),
            "comments": (sum(1 for file in tree.product() for _ in words.first_words(file)), 5000),
            "numbered equations": (tree.equations.count("\n    ("), 20)}
    return [f"only {count} {what} are seen" for what, (count, least) in seen.items() if count < least]


def print_counts(tree):
    files, lines, kept = Counter(), Counter(), Counter()
    for file in tree:
        for room in {file.folder, file.top, "the product" if file.is_product else "tests"}:
            files[room] += 1
            lines[room] += file.lines
            kept[room] += file.stem in tree.listed
    print("files  of registries   lines  room (of a folder at the top: with its rooms)")
    for room in sorted(files, key=lambda room: (room != "the product", room)):
        print(f"{files[room]:5} {kept[room]:14} {lines[room]:7}  {room}")
    for rule, count in Counter(key.split()[0] for key in breaches(tree)).items():
        print(f"{count:5} breaches of the rule {rule}")


def main(arguments):
    mode = arguments.pop(0) if arguments and arguments[0].startswith("--") else "--check"
    build = Path(arguments[0] if arguments else ROOT / "build-test")
    links = build / "tests/house/links.txt"
    if not links.exists():
        sys.exit(f"{build} is no build folder with tests: cmake -B build-test -DNOC_TESTS=ON")
    tree = read_tree(ROOT, *(path.read_text(encoding="utf-8")
                             for path in (links, ROOT / equations.PAGE, ROOT / "ARCHITECTURE.md")))
    if mode == "--known":
        KNOWN.write_text(HEAD + "".join(f"{key}\n" for key in sorted(breaches(tree))), encoding="utf-8")
    elif mode == "--counts":
        print_counts(tree)
    elif mode == "--check":
        wrong = unseen(tree) + differences(breaches(tree), KNOWN.read_text(encoding="utf-8"))
        print(*wrong, sep="\n", end="\n" if wrong else "")
        return 1 if wrong else 0
    else:
        sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
