#!/usr/bin/env -S python3 -B
"""The binary interface of libnocsight is the one that tests/reference/libnocsight.abi has:  abi.py [--update]

It follows from the header: a library of its functions without bodies is compiled, and abidiff compares functions, types and
enumerators. Where they differ, programs that were compiled before either run on, since functions were added or reserved members
were taken: NOC_API_VERSION then grows by one; or they do not: then the library gets another soname (SOVERSION in
CMakeLists.txt). --update writes the reference anew. abidiff and abidw are in Debian's package abigail-tools; without them, and
on machines of another kind, the exit status is 77.
"""
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "bindings/c/nocsight.h"
REFERENCE = ROOT / "tests/reference/libnocsight.abi"
COMMENT = re.compile(r"/\*.*?\*/", re.S)
FUNCTION = re.compile(r"^(NOC_API\b[^;]*\));", re.M)
TYPE = re.compile(r"^} (noc_\w+);", re.M)
# Changes of the header, and whether abidiff has to find a difference.
CHANGES = [
    ("a function goes", r"^NOC_API int noc_api_version\(void\);", "", True),
    ("a function comes", r"^NOC_API int noc_api_version\(void\);", r"\g<0>\nNOC_API int noc_newer(void);", True),
    ("an argument of another type", r"(noc_context_set_threads\([^;]*)unsigned threads", r"\1double threads", True),
    ("a further member", r"(typedef struct noc_value \{\s+double value;)", r"\1 double more;", True),
    ("members in another order", r"int line;(\s+)const char \*file;", r"const char *file;\1int line;", True),
    ("another number of an enumerator", r"NOC_CODE_INPUT = 3", "NOC_CODE_INPUT = 5", True),
    ("an argument of another name", r"(noc_context_set_threads\([^;]*)unsigned threads", r"\1unsigned count", False),
]


def run(*command, folder=None):
    return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


def interface_of(header):
    """The interface that a header's text declares, as abidw writes it."""
    bodies = FUNCTION.sub(r"\1 { __builtin_trap(); }", header)
    uses = "".join(f"NOC_API void use_of_{name}({name} *used);\nvoid use_of_{name}({name} *used) {{ (void)used; }}\n"
                   for name in TYPE.findall(header))  # no function has arguments of enumerations
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "interface.c").write_text(bodies + uses, encoding="utf-8")
        run("cc", "-g", "-O0", "-fPIC", "-shared", "-w", "-Wl,-soname,libnocsight.so.1", "-o", "library", "interface.c", folder=folder)
        return run("abidw", "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--no-elf-needed", "library", folder=folder)


def difference(before, after):
    """What abidiff tells of two interfaces; "": they are equal."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("before.abi", before), ("after.abi", after)):
            Path(folder, name).write_text(text, encoding="utf-8")
        done = subprocess.run(["abidiff", "before.abi", "after.abi"], cwd=folder, check=False, capture_output=True, text=True)
    if done.returncode & 3:
        sys.exit(f"abidiff: {done.stderr}")
    return done.stdout if done.returncode else ""


def missed_changes(header, interface):
    """Changes of the header of which abidiff says the wrong thing."""
    for what, pattern, new, is_different in CHANGES:
        changed, count = re.subn(pattern, new, header, count=1, flags=re.M)
        if not count:
            yield f"the header has nothing to try '{what}' with"
        elif bool(difference(interface, interface_of(changed))) != is_different:
            yield f"{what}: abidiff finds {'no' if is_different else 'a'} difference"


def main(arguments):
    if platform.machine() != "x86_64" or not shutil.which("abidw") or not shutil.which("abidiff"):
        print("skipped, as the reference is of another machine, or as there is no abidw or no abidiff")
        return 77
    header = COMMENT.sub("", HEADER.read_text(encoding="utf-8"))
    interface = interface_of(header)
    if arguments == ["--update"]:
        REFERENCE.write_text(interface, encoding="utf-8")
        return 0
    faults = list(missed_changes(header, interface))
    found = difference(REFERENCE.read_text(encoding="utf-8"), interface)
    if found:
        faults.append(f"{HEADER} has another interface than {REFERENCE}:\n{found}{__doc__}")
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
