"""The rule of structs: fields, at most so many."""
import re
from functools import cache

from functions import DIRECTIVE

FIELDS_MOST = 60
BRACE, BEHIND = re.compile(r"[{}]"), re.compile(r" *(\w*)")


def _rows(tree, path, macro):
    """Rows MACRO(...) of a .def file."""
    return len(re.findall(rf"^{macro}\(", tree.files[path].code, re.M)) if path in tree.files else 0


def _listed(tree, macro):
    """Fields that a macro makes: how often "#define MACRO(X)" applies X."""
    for file in tree:
        found = re.search(rf"#define {macro}\((\w+)\)((?:\\\n|[^\n])*)", file.code)
        if found:
            return len(re.findall(rf"\b{found[1]}\(", found[2]))
    return 0


def _fields(tree, body):
    """Fields between a struct's braces. Those of structs inside without a name of their own count, as do those that
    macros and .def files list."""
    count, row = 0, ""
    for line in DIRECTIVE.findall(body):
        words = re.match(r' *#(define|include) "?([^\s("]+)', line)
        if words and words[1] == "define":
            row = words[2]
        elif words:
            count += _rows(tree, words[2], row)
    body = DIRECTIVE.sub("", body)
    for macro in re.findall(r"^ *([A-Z][A-Z0-9_]*)\(", body, re.M):
        count += _listed(tree, macro)
    body = re.sub(r"^ *[A-Z][A-Z0-9_]*\([^)]*\)", "", body, flags=re.M)
    while "{" in body:
        body = re.sub(r"[^;{}]*\{([^{}]*)\}[^;{}]*;", lambda inner: "field;" * _fields(tree, inner[1]), body, count=1)
    while "(" in body or "[" in body:
        body = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", body)
    return count + sum(1 + field.count(",") for field in body.split(";") if field.strip())


@cache
def of_file(tree, file):
    """Structs and unions that lie in no other: pairs of a name (the tag, or the type defined by it) and its fields."""
    end, found = 0, []
    for start in re.finditer(r"\b(?:struct|union)\s+(\w*)\s*\{", file.code):
        if start.start() < end:
            continue
        depth = 0
        for brace in BRACE.finditer(file.code, start.end() - 1):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                break
        end = brace.end()
        name = start[1] or BEHIND.match(file.code, end)[1]
        found.append((name, _fields(tree, file.code[start.end():end - 1])))
    return found


def structs(tree):
    """Nobody keeps more than 60 fields in mind; what belongs together gets a struct of its own, with a name."""
    for file in tree:
        for name, fields in of_file(tree, file) if file.kind != ".def" else ():
            if fields > FIELDS_MOST:
                yield name, (f"{file.path}: struct {name} has {fields} fields (at most {FIELDS_MOST}): give what "
                             "belongs together a struct of its own")
