"""Rules of functions: their declarations, their lengths, and one that only processes may call."""
import re
from collections import defaultdict
from functools import cache

BRACKETS = r"\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)"
MACRO = re.compile(r"\b(?:[A-Z0-9_]+|__attribute__)\s*" + BRACKETS)
LINES_MOST = 50  # "about 40"
OF_CPP = re.compile(r"^#ifdef __cplusplus\n.*?^#endif", re.M | re.S)
DIRECTIVE = re.compile(r"^ *#(?:\\\n|[^\n])*", re.M)
REGISTRY = re.compile(r"^NOC_(REGISTRY|KIND_CHOICE)\((\w+)", re.M)  # design/registry.h defines functions


def _name(piece):
    """The name of the public function that a piece of code outside of all braces declares: the first word before a
    bracket that holds parameters, with a type before it. None if it declares none."""
    if re.search(r"\b(static|typedef)\b|=", piece):
        return None
    first = re.search(r"\b([A-Za-z_]\w*)\s*\((\s*\*)?", MACRO.sub("", piece))
    if not first or first[2] or first[1].startswith("__") or first[1] == "main":
        return None
    return first[1] if re.search(r"\w", first.string[:first.start()]) else None


@cache
def of_file(file):
    """Public functions: a list of pairs of a name and whether it is defined here."""
    code, found = DIRECTIVE.sub("", OF_CPP.sub("", file.code)), []
    start = depth = 0
    body = False
    for mark in re.finditer(r"[{};]", code):
        at, what = mark.start(), mark[0]
        if what == "{":
            depth += 1
            if depth == 1:
                body = code[start:at].rstrip().endswith(")")
                if body:
                    found.append((_name(code[start:at]), True))
        elif what == "}":
            depth -= 1
            if depth == 0 and body:
                start = at + 1
        elif depth == 0:
            found.append((_name(code[start:at]), False))
            start = at + 1
    found += [(f"noc_{kind}_{part}", True) for macro, kind in REGISTRY.findall(code)
              for part in ("name", "at")[:1 + (macro == "REGISTRY")]]
    return [(name, defined) for name, defined in found if name]


def headers(tree):
    """A .c declares what it offers in the header of its name, where readers look for a function's promise; the library's
    header is that of all sources beside it. Compilers warn of what no header declares."""
    defined, declared = {}, defaultdict(list)
    for file in tree.product():
        for name, here in of_file(file) if file.kind != ".def" else ():
            if here:
                defined[name] = file
            elif file.kind == ".h":
                declared[name].append(file)
    for name, places in declared.items():
        source, header = defined.get(name), places[-1]
        if not source:
            yield name, f"{name} is declared in {header.path} and defined nowhere: take it out"
        elif name in tree.offered and source.folder == header.folder:
            continue
        elif source.kind == ".c" and source.stem not in {place.stem for place in places}:
            yield name, (f"{name} is defined in {source.path} and declared in {header.path}: declare it in "
                         f"{source.stem}.h, or define it in {header.stem}.c")


def bodies(tree):
    """A function has one job, and is read without scrolling: at most about 40 lines."""
    for file in tree:
        for body in re.finditer(r"^\{\n(.*?)^\}$", file.code, re.M | re.S):
            head = file.code[:body.start()].rpartition("\n\n")[2]
            name, lines = re.search(r"(\w*)\(|$", head)[1], body[1].count("\n")
            if lines > LINES_MOST:
                yield f"{file.path} {name}", (f"{file.path}: {name} has {lines} lines (at most {LINES_MOST}): give each "
                                              "of its jobs a function")


def gsl(tree):
    """GSL's error handler is one for all threads of a process, so it is the process's matter, not that of what the
    process calls: main switches it off. The library, in which is a GSL of its own, does so beside its header."""
    library = {header.folder for header in tree.offered.values()}
    for file in tree.product():
        if "gsl_set_error_handler" in file.code and not file.is_program and file.folder not in library:
            yield file.path, (f"{file.path} sets GSL's error handler, which is one for all threads: look at what GSL "
                              "returns; main switches it off")
