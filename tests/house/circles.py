#!/usr/bin/env python3
"""Finds modules of the product that need each other in a circle, by includes and by calls.

A module is a .c with the .h of its name. It needs another module if one of its files includes a file
of that module, or if its object file uses a symbol that the other's object file defines.

A registry is left out: a file that includes a list (NAME.def) and pastes names from its rows
(`&noc_topology_##id`) needs none of the modules that define these names, since each of them includes
the registry's header, and the registry knows them by their rows only.

  circles.py SOURCE OBJECTS [NM]   SOURCE: the project's folder; OBJECTS: a file with a path of an
                                   object file a line; NM: the program that lists symbols
  circles.py --self-test           made modules with circles, which have to be found
"""
import os
import re
import subprocess
import sys

COMMENT = re.compile(r"/\*.*?\*/", re.S)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', re.M)
ROW = re.compile(r"^[A-Z][A-Z0-9_]*\((\w+)", re.M)
PASTED = re.compile(r"\b(\w+_)##\w+")
OBJECT = re.compile(r"CMakeFiles/\w+\.dir/(.*\.c)\.o$")


def circles(needs):
    """Lists the circles of a graph {module: {module: reasons}}, each as a sorted list of modules."""
    reached = {start: reachable(needs, start) for start in needs}
    found, seen = [], set()
    for module in sorted(needs):
        if module in seen or module not in reached[module]:
            continue
        circle = sorted(m for m in reached[module] if module in reached.get(m, ()))
        seen.update(circle)
        found.append(circle)
    return found


def reachable(needs, start):
    """Names the modules that lie one step or more from `start`."""
    seen, waiting = set(), [start]
    while waiting:
        new = set(needs.get(waiting.pop(), ())) - seen
        seen |= new
        waiting.extend(new)
    return seen


def describe(circle, needs):
    """Tells the modules of a circle, and for each pair of them why one needs the other."""
    lines = ["a circle of " + ", ".join(circle)]
    for module in circle:
        for other in sorted(set(needs[module]) & set(circle)):
            lines.append(f"  {module} needs {other}: " + ", ".join(sorted(needs[module][other])))
    return "\n".join(lines)


def module_of(path):
    return re.sub(r"\.[ch]$", "", path)


def needs_of(texts, symbols):
    """Builds the graph of modules from the texts of files, by path, and from the symbols that
    sources define and use: {path: (defined, used)}."""
    needs = {module_of(path): {} for path in texts if not path.endswith(".def")}

    def add(path, other, reason):
        module, needed = module_of(path), module_of(other)
        if module != needed:
            needs[module].setdefault(needed, set()).add(reason)

    for path, text in texts.items():
        for included in INCLUDE.findall(text):
            if included in texts and not included.endswith(".def"):
                add(path, included, "includes " + included)
    homes = {symbol: path for path, (defined, _) in symbols.items() for symbol in defined}
    for path, (_, used) in symbols.items():
        for symbol in used & homes.keys() - listed(path, texts):
            add(path, homes[symbol], "uses " + symbol)
    return needs


def listed(path, texts):
    """Names that a source makes from the rows of the lists that it includes."""
    text = texts[path]
    lists = [texts[file] for file in INCLUDE.findall(text) if file.endswith(".def") and file in texts]
    rows = {row for rows in lists for row in ROW.findall(rows)}
    return {name + row for name in PASTED.findall(text) for row in rows}


def read_texts(source, folders):
    texts = {}
    for folder in folders:
        for place, _, files in os.walk(os.path.join(source, folder)):
            for file in files:
                if file.endswith((".c", ".h", ".def")):
                    path = os.path.join(place, file)
                    with open(path, encoding="utf-8") as opened:
                        texts[os.path.relpath(path, source)] = COMMENT.sub("", opened.read())
    return texts


def read_symbols(objects, nm):
    """Reads what object files define and use, by the path of their source. A source that is compiled
    more than once has the symbols of all its object files."""
    symbols = {}
    printed = subprocess.run([nm, "-g", "-P", "-A", *objects], check=True, capture_output=True, text=True).stdout
    for line in printed.splitlines():
        place, symbol, kind = re.match(r"(.*): (\S+) (\S)", line).groups()
        defined, used = symbols.setdefault(OBJECT.search(place).group(1), (set(), set()))
        (used if kind in "Uw" else defined).add(symbol)
    return symbols


def check(source, list_of_objects, nm="nm"):
    with open(list_of_objects, encoding="utf-8") as opened:
        objects = opened.read().split()
    objects = [path for path in objects if os.path.exists(os.path.join(source, OBJECT.search(path).group(1)))]
    symbols = read_symbols(objects, nm)
    texts = read_texts(source, sorted({path.split("/")[0] for path in symbols}))
    needs = needs_of(texts, symbols)
    found = circles(needs)
    for circle in found:
        print(describe(circle, needs))
    print(f"{len(needs)} modules, {len(symbols)} of them with symbols, {sum(map(len, found))} in {len(found)} circles")
    return 1 if found else 0


# Circles by include, by call, and by both; a registry and a header that is included twice have none.
MADE = {
    "a/one.c": '#include "a/one.h"\n#include "a/two.h"\n',
    "a/one.h": "",
    "a/two.c": '#include "a/two.h"\n#include "a/one.h"\n',
    "a/two.h": "",
    "a/state.h": "",
    "a/core.c": '#include "a/state.h"\n',
    "a/memory.c": '#include "a/state.h"\n',
    "a/kinds.c": '#include "a/kinds.h"\n#define KIND(id) &a_kind_##id,\n#include "a/kinds.def"\n',
    "a/kinds.h": "",
    "a/kinds.def": "KIND(mesh)\n",
    "a/kinds/mesh.c": '#include "a/kinds.h"\n',
}
MADE_SYMBOLS = {
    "a/one.c": ({"one"}, {"two"}),
    "a/two.c": ({"two"}, set()),
    "a/core.c": ({"core"}, {"memory", "printf"}),
    "a/memory.c": ({"memory"}, {"core"}),
    "a/kinds.c": ({"kinds"}, {"a_kind_mesh"}),
    "a/kinds/mesh.c": ({"a_kind_mesh"}, {"kinds"}),
}


def self_test():
    needs = needs_of(MADE, MADE_SYMBOLS)
    assert circles(needs) == [["a/core", "a/memory"], ["a/one", "a/two"]], circles(needs)
    assert describe(["a/core", "a/memory"], needs) == (
        "a circle of a/core, a/memory\n  a/core needs a/memory: uses memory\n  a/memory needs a/core: uses core"
    )
    assert circles({"a": {"b": {"x"}}, "b": {"c": {"x"}}, "c": {"b": {"x"}, "d": {"x"}}, "d": {}}) == [["b", "c"]]
    calls_the_kind = {**MADE_SYMBOLS, "a/kinds.c": (set(), {"a_kind_mesh", "mesh_size"})}
    calls_the_kind["a/kinds/mesh.c"] = ({"a_kind_mesh", "mesh_size"}, set())
    assert ["a/kinds", "a/kinds/mesh"] in circles(needs_of(MADE, calls_the_kind))
    return 0


if __name__ == "__main__":
    sys.exit(self_test() if sys.argv[1:] == ["--self-test"] else check(*sys.argv[1:]))
