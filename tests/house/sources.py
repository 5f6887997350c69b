"""The project's C sources as texts, for the rules of its layout."""
import os
import re
from collections import defaultdict
from functools import cached_property

SKIPPED = re.compile(r"\.|build(-|$)")  # hidden folders and build folders
INCLUDE = re.compile(r'^#include "([^"\n]*)"', re.M)
OFFERED = re.compile(r"^NOC_API\b[^;()]*?(\w+)\(", re.M)
# Includes keep their paths; comments and quotes are blanked.
BLANKED = re.compile(r"""(?P<kept>^\#include\ "[^"\n]*") | /\*.*?(?:\*/|\Z) | //[^\n]*
                         | "(?:\\.|[^"\\\n])*"? | (?<!\w)'(?:\\.|[^'\\\n])*'?""", re.M | re.S | re.X)


def _blank(match):
    text = match[0]
    if match["kept"]:
        return text
    if text[0] in "\"'":
        return text[0] + re.sub(r"[^\n]", " ", text[1:-1]) + text[-1] if len(text) > 2 else text
    return re.sub(r"[^\n]", " ", text)


class File:
    """A source: its path below the root, its text, and what follows from both."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.stem, self.kind = os.path.splitext(path)  # "base/list" and ".h" of "base/list.h"
        self.folder = os.path.dirname(path)
        self.top = path.split("/")[0] if "/" in path else ""
        self.is_product = self.top != "tests"
        self.lines = text.count("\n")

    @cached_property
    def code(self):
        """The text, with the same lines, in which comments and the insides of quotes are blank."""
        return BLANKED.sub(_blank, self.text)

    @cached_property
    def includes(self):
        """Paths in its #include "PATH" lines, whether there are such files or not."""
        return list(dict.fromkeys(INCLUDE.findall(self.code)))

    @cached_property
    def is_program(self):
        return bool(re.search(r"^int (main|LLVMFuzzer\w+)\(", self.code, re.M))


class Tree:
    """All .c, .h and .def files, by path, and the folders of the product that CMake links."""

    def __init__(self, texts, uses=None, equations="", house=""):
        self.files = {path: File(path, texts[path]) for path in sorted(texts)}
        self.uses = uses or {}  # the top folders that a top folder may include, by its name
        self.equations = equations  # the page that numbers them
        self.house = house  # the page that names its rooms

    def __iter__(self):
        return iter(self.files.values())

    def product(self):
        return (file for file in self if file.is_product)

    @cached_property
    def readers(self):
        """The files that include a path, by that path."""
        readers = defaultdict(set)
        for file in self:
            for path in file.includes:
                readers[path].add(file.path)
        return readers

    @cached_property
    def offered(self):
        """The headers by which the library offers functions to programs, by the name of a function."""
        return {name: file for file in self for name in (OFFERED.findall(file.code) if file.kind == ".h" else ())}

    @cached_property
    def listed(self):
        """Stems of the sources of registries: a .def whose rows MACRO(NAME) each have FOLDER/NAME.c, or
        FOLDER/NAME.h where the sources are inline."""
        sources = defaultdict(set)
        for file in self:
            if file.kind in (".c", ".h"):
                sources[file.folder].add(os.path.basename(file.stem))
        found = set()
        for file in self:
            rows = defaultdict(set)
            for macro, name in re.findall(r"^([A-Z]\w*)\((\w+)", file.code, re.M) if file.kind == ".def" else ():
                rows[macro].add(name)
            for names in rows.values():
                found |= {f"{folder}/{name}" for folder, there in sources.items()
                          if len(names) > 1 and names <= there for name in names}
        return found


def read_uses(links, root):
    """The top folders that each top folder may include, from CMake's lists: lines "TARGET|SOURCES|LIBRARIES".

    A folder may include what the targets with sources in it are linked with, and what these are linked with."""
    uses, names = defaultdict(set), set()
    for line in links.splitlines():
        target, sources, libraries = line.split("|")
        names.add(target)
        paths = [source.removeprefix(f"{root}/") for source in sources.split(";") if source.endswith(".c")]
        for path in paths:
            if "/" in path and not path.startswith("/") and not SKIPPED.match(path):
                uses[path.split("/")[0]] |= set(libraries.split(";"))
    uses = {folder: {used for used in libraries if used in names and used in uses and used != folder}
            for folder, libraries in uses.items()}
    for via in uses:
        for folder in uses:
            if via in uses[folder]:
                uses[folder] |= uses[via]
    return uses


def read_tree(root, links="", equations="", house=""):
    texts = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not SKIPPED.match(name)]
        for name in names:
            if name.endswith((".c", ".h", ".def")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8", errors="replace") as file:
                    texts[os.path.relpath(path, root)] = file.read()
    return Tree(texts, read_uses(links, str(root)), equations, house)
