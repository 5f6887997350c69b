"""The shared library of a build is what its header says, and the header compiles alone:  library.py BUILD

Exported are the functions that the header declares, and nothing else. What makes the shipped tables and what compares published
figures is not inside; nor is a library needed that no function reaches.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "bindings/c/nocsight.h"
DECLARED = re.compile(r"^NOC_API\b[^;()]*?(\w+)\(", re.M)
# Shared libraries of others; of GSL its part for linear algebra alone, since the rest is inside.
NEEDED = {"libgslcblas", "libconfig", "libjansson", "libmd", "libcsv", "libz", "libbz2", "liblzma", "libm", "libc"}
RUN_TIME = {"ld-linux-x86-64", "ld-linux-aarch64", "libgcc_s", "libpthread", "libdl", "libasan", "libubsan", "libtsan", "libgcov"}
COMPILERS = ("cc -std=c99", "cc -std=c11", "c++ -std=c++11", "clang -std=c11", "clang++ -std=c++17")


def run(*command, text=None):
    done = subprocess.run(command, check=False, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))[:200]}: {done.stderr[:2000]}")
    return done.stdout


def defined(*files, options=()):
    """Names of the functions and of the variables that files define."""
    lines = (line.split() for line in run("nm", "--defined-only", "--format=posix", *options, *files).splitlines())
    return {line[0] for line in lines if len(line) > 2 and line[1] in "TtDdBbRr"}


def exports(library):
    declared = set(DECLARED.findall(HEADER.read_text(encoding="utf-8")))
    exported = defined(library, options=["--dynamic"])
    yield from (f"{name} is exported, and the header does not declare it" for name in sorted(exported - declared))
    yield from (f"the header declares {name}, and it is not exported" for name in sorted(declared - exported))
    yield from (f"{name} does not begin with noc_" for name in sorted(exported) if not name.startswith("noc_"))
    if len(declared) < 40:
        yield f"only {len(declared)} functions are seen in the header"


def outsiders(library, build):
    """Public names of studies/ and hybrid/training/ that are inside."""
    inside = defined(library)
    for target, folder in (("studies", "studies"), ("hybrid", "hybrid/training")):
        objects = sorted((build / f"CMakeFiles/{target}.dir" / folder).rglob("*.o"))
        names = defined(*objects, options=["--extern-only"]) if objects else set()
        if len(names) < 20:
            yield f"only {len(names)} public names of {folder}/ are seen"
        yield from (f"{name} of {folder}/ is inside" for name in sorted(names & inside))


def needs(library):
    told = run("readelf", "--dynamic", "--wide", library)
    names = {name.split(".so")[0] for name in re.findall(r"\(NEEDED\).*\[(.*)\]", told)}
    yield from (f"it needs {name}" for name in sorted(names - NEEDED - RUN_TIME))
    yield from (f"it does not need {name}, which some function should reach" for name in sorted(NEEDED - names))
    if "[libnocsight.so.1]" not in told:
        yield "its soname is not libnocsight.so.1"
    if "TEXTREL" in told:
        yield "it has relocations in its text"


def compiles():
    """What compilers say of the header alone, used twice."""
    for compiler in COMPILERS:
        language = "c++" if "++" in compiler else "c"
        if shutil.which(compiler.split()[0]):
            run(*compiler.split(), "-x", language, "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-fsyntax-only",
                f"-I{HEADER.parent}", "-", text="#include <nocsight.h>\n#include <nocsight.h>\n"
                                                 "int main(void)\n{\n    return noc_api_version() < NOC_API_VERSION;\n}\n")


def main(build):
    library = build / "libnocsight.so.1"
    compiles()
    faults = [*exports(library), *outsiders(library, build), *needs(library)]
    print(*(f"libnocsight: {fault}" for fault in faults), sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
