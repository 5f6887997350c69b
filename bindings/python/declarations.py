"""Writes the declarations of nocsight.h as a module for cffi, which needs no compiler: declarations.py HEADER MODULE"""
import re
import sys
from pathlib import Path

from cffi import FFI


def read_header(text: str) -> str:
    """Declarations of a header, without comments, directives and what only C++ reads. Macros stay if they are numbers."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text).replace("\\\n", " ")
    text = re.sub(r"^[ \t]*#[ \t]*ifdef[ \t]+__cplusplus\n.*?^[ \t]*#[ \t]*endif[^\n]*$", "", text, flags=re.S | re.M)
    lines = [line for line in text.split("\n")
             if not line.lstrip().startswith("#") or re.fullmatch(r"#define [A-Z0-9_]+ [0-9]+", line.strip())]
    return re.sub(r"\bNOC_API\b", "", "\n".join(lines))


def main(header: str, module: str) -> None:
    builder = FFI()
    builder.cdef(read_header(Path(header).read_text(encoding="utf-8")))
    builder.set_source("nocsight._declarations", None)
    builder.emit_python_code(module)


if __name__ == "__main__":
    main(*sys.argv[1:])
