#!/usr/bin/env python3
"""Finds circles: files that include each other, and modules that use each other.

A module is a .c with the .h of its name. It uses another module if its object file uses a symbol that
the other's object file defines, if it names an inline function of a header of the other's that it
includes, or if its header names such a symbol. A header lies below all that include it, its .c above
all that it uses: hence circles of includes are those of files, not of modules.

A registry is left out: a file that includes a list (NAME.def) and pastes names from its rows
(`&noc_topology_##id`) uses none of the modules that define these names, since each of them uses the
registry, which knows them by their rows only.

  circles.py SOURCE OBJECTS [NM]   SOURCE: the project's folder; OBJECTS: a file with the path of an
                                   object file a line; NM: the program that lists symbols
  circles.py --self-test           made modules with circles, which have to be found
"""
import os
import re
import subprocess
import sys

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', re.M)
INLINE = re.compile(r"^static inline [^;{=]*?\b(\w+)\(", re.M)
NAME = re.compile(r"\b[a-z]\w+")
ROW = re.compile(r"^[A-Z][A-Z0-9_]*\((\w+)", re.M)
PASTED = re.compile(r"\b(\w+_)##\w+")
OBJECT = re.compile(r"CMakeFiles/\w+\.dir/(?:\./)?(.*\.c)\.o$")


def circles(graph):
    """Lists the circles of a graph {node: {node: reasons}}, each as a sorted list of nodes."""
    reached = {start: reachable(graph, start) for start in graph}
    found, seen = [], set()
    for node in sorted(graph):
        if node in seen or node not in reached[node]:
            continue
        circle = sorted(n for n in reached[node] if node in reached.get(n, ()))
        seen.update(circle)
        found.append(circle)
    return found


def reachable(graph, start):
    """Names the nodes that lie one step or more from `start`."""
    seen, waiting = set(), [start]
    while waiting:
        new = set(graph.get(waiting.pop(), ())) - seen
        seen |= new
        waiting.extend(new)
    return seen


def describe(circle, graph):
    """Tells the nodes of a circle, and for each pair of them what leads from one to the other."""
    lines = ["a circle of " + ", ".join(circle)]
    for node in circle:
        for other in sorted(set(graph[node]) & set(circle)):
            lines.append(f"  {node} > {other}: " + ", ".join(sorted(graph[node][other])))
    return "\n".join(lines)


def includes_of(texts):
    """Builds the graph of files from their texts, by path."""
    graph = {path: {} for path in texts if not path.endswith(".def")}
    for path, edges in graph.items():
        for included in INCLUDE.findall(texts[path]):
            if included in graph:
                edges[included] = {"include"}
    return graph


def uses_of(texts, symbols):
    """Builds the graph of modules from the texts of files, by path, and from the symbols that sources
    define and use: {path: (defined, used)}."""
    includes = includes_of(texts)
    graph = {re.sub(r"\.[ch]$", "", path): {} for path in includes}
    homes = {symbol: path for path, (defined, _) in symbols.items() for symbol in defined}
    inlines = {path: set(INLINE.findall(texts[path])) for path in includes if path.endswith(".h")}

    def add(path, other, name):
        module, used = path[:-2], other[:-2]
        if module != used:
            graph[module].setdefault(used, set()).add(name)

    for path in includes:
        names = set(NAME.findall(texts[path]))
        used = symbols[path][1] - listed(path, texts) if path in symbols else names
        if path in symbols or path.endswith(".h"):
            for name in used & homes.keys():
                add(path, homes[name], name)
        for header in reachable(includes, path):
            for name in names & inlines.get(header, set()):
                add(path, header, name)
    return graph


def listed(path, texts):
    """Names that a source makes from the rows of the lists that it includes."""
    lists = [texts[file] for file in INCLUDE.findall(texts[path]) if file.endswith(".def") and file in texts]
    rows = {row for rows in lists for row in ROW.findall(rows)}
    return {name + row for name in PASTED.findall(texts[path]) for row in rows}


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
    if len(symbols) < 100 or symbols.keys() - texts.keys():
        sys.exit(f"circles.py: {list_of_objects} has to name the object files of the sources in {source}")
    graphs = includes_of(texts), uses_of(texts, symbols)
    found = [describe(circle, graph) for graph in graphs for circle in circles(graph)]
    found.append(f"{len(graphs[0])} files, {len(graphs[1])} modules, {len(symbols)} with symbols: {len(found)} circles")
    print(*found, sep="\n")
    return 1 if len(found) > 1 else 0


# Circles by include, by call, by an inline function. None: a registry, a type in a header below its .c.
MADE = {
    "a/one.h": '#include "a/two.h"\n',
    "a/two.h": '#include "a/one.h"\n',
    "a/state.h": "",
    "a/core.c": '#include "a/state.h"\n',
    "a/memory.c": '#include "a/state.h"\n',
    "a/state.c": '#include "a/core.h"\n',
    "a/warp.h": "static inline int *warp_next(int *w)\n{\n    return w;\n}\n",
    "a/warp.c": "",
    "a/phase.c": '#include "a/warp.h"\nint phase(int *w) { return *warp_next(w); }\n',
    "a/kinds.c": '#include "a/kinds.h"\n#define KIND(id) &a_kind_##id,\n#include "a/kinds.def"\n',
    "a/kinds.h": "",
    "a/kinds.def": "KIND(mesh)\n",
    "a/kinds/mesh.c": '#include "a/kinds.h"\n',
}
MADE_SYMBOLS = {
    "a/core.c": ({"core"}, {"memory", "printf"}),
    "a/memory.c": ({"memory"}, {"core"}),
    "a/state.c": ({"state_make"}, {"core"}),
    "a/warp.c": ({"warp"}, {"phase"}),
    "a/phase.c": ({"phase"}, set()),
    "a/kinds.c": ({"kinds"}, {"a_kind_mesh"}),
    "a/kinds/mesh.c": ({"a_kind_mesh", "mesh_size"}, {"kinds"}),
}


def self_test():
    assert circles({"a": {"b": {}}, "b": {"c": {}}, "c": {"b": {}, "d": {}}, "d": {}}) == [["b", "c"]]
    assert circles(includes_of(MADE)) == [["a/one.h", "a/two.h"]]
    uses = uses_of(MADE, MADE_SYMBOLS)
    assert circles(uses) == [["a/core", "a/memory"], ["a/phase", "a/warp"]], circles(uses)
    assert describe(["a/phase", "a/warp"], uses) == (
        "a circle of a/phase, a/warp\n  a/phase > a/warp: warp_next\n  a/warp > a/phase: phase"
    )
    calls_a_kind = {**MADE_SYMBOLS, "a/kinds.c": ({"kinds"}, {"a_kind_mesh", "mesh_size"})}
    assert ["a/kinds", "a/kinds/mesh"] in circles(uses_of(MADE, calls_a_kind))
    return 0


if __name__ == "__main__":
    sys.exit(self_test() if sys.argv[1:] == ["--self-test"] else check(*sys.argv[1:]))
