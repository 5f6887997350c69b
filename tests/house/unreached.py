#!/usr/bin/env python3
"""Names each public function of the product that neither a program nor the library of a build keeps:  unreached.py [BUILD]

The programs are the targets outside tests/ that have a main function: nocsight, and the tools that embed files and refit
tables. Each is linked with all libraries, without the sections that its main function does not reach; functions have
sections of their own. The library libnocsight likewise keeps what its exported functions reach: those of default visibility. Optimised code may hold a copy of a function in place of a call from its own file: files with such
functions are compiled once more, without optimisation, and everything is linked again.
"""
import json
import re
import shlex
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REMOVED = re.compile(r"removing unused section '\.text\.(?:unlikely\.|startup\.|hot\.)?(\w+)' in file '([^']*)'")


def _run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command[:6])} ...: {done.stderr[-2000:]}")
    return done.stdout + done.stderr


class Build:
    """The objects of the product in a folder that CMake has configured and a build has filled."""

    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        self.commands, self.sources, self.targets = {}, {}, defaultdict(list)  # keys: object, object, name
        for entry in json.loads((self.folder / "compile_commands.json").read_text(encoding="utf-8")):
            command = shlex.split(entry["command"])
            made = command[command.index("-o") + 1]
            target = made.split(".dir/")[0]
            if not made.startswith("tests/"):
                self.commands[made], self.sources[made] = command, entry["file"]
                self.targets[target].append(made)
        self.functions = defaultdict(set)  # the public ones, by object
        self.exported = set()  # names
        for line in _run(["readelf", "-sW", *self.commands], self.folder).splitlines():
            made = line.removeprefix("File: ") if line.startswith("File: ") else made
            row = line.split()  # number, value, size, type, binding, visibility, section, name
            if len(row) == 8 and row[3:5] == ["FUNC", "GLOBAL"]:
                self.functions[made].add(row[7])
                if row[5] == "DEFAULT" and row[7] != "main":
                    self.exported.add(row[7])
        self.programs = [target for target, objects in self.targets.items()
                         if any("main" in self.functions[made] for made in objects)]

    def defined(self):
        """All pairs of source and public function."""
        return {(self.sources[made], name) for made, names in self.functions.items() for name in names}

    def kept_by(self, program, anew):
        """The pairs that a program keeps, or for None the library; `anew` has objects that stand for others."""
        own = self.targets[program] if program else []
        sources = {self.sources[made] for made in own}  # some tools compile files of libraries themselves
        objects = own + [made for target, made_here in self.targets.items() if target not in self.programs
                         for made in made_here if self.sources[made] not in sources]
        linked = {anew.get(made, made): made for made in objects}
        roots = [f"-u{name}" for made in own for name in self.functions[made] if name.startswith("__wrap_")]
        roots += ["-emain"] if program else [f"-u{name}" for name in self.exported]
        with tempfile.NamedTemporaryFile() as image:
            told = _run(["ld", "-r", "--gc-sections", "--print-gc-sections", *roots, "-o", image.name, *linked], self.folder)
        removed = {(linked[made], name) for name, made in REMOVED.findall(told)}
        return {(self.sources[made], name) for made in objects for name in self.functions[made]
                if (made, name) not in removed}

    def unreached(self, anew):
        """The pairs that neither a program nor the library keeps."""
        return self.defined().difference(*(self.kept_by(program, anew) for program in [*self.programs, None]))

    def compiled_anew(self, sources, folder):
        """Objects of these sources without optimisation, by the objects that they stand for."""
        anew = {made: f"{folder}/{number}.o" for number, made in enumerate(self.commands) if self.sources[made] in sources}
        for made, path in anew.items():
            _run([*self.commands[made], "-O0", "-o", path], self.folder)
        return anew


def unreached(build):
    """The pairs of source and public function that neither a program nor the library of a build reaches."""
    doubtful = {source for source, _ in build.unreached({})}
    with tempfile.TemporaryDirectory() as folder:
        return sorted(build.unreached(build.compiled_anew(doubtful, folder)))


def main(arguments):
    build = Build(arguments[0] if arguments else ROOT / "build-test")
    if not build.programs or not build.exported:
        sys.exit("the build has no program, or no library")
    for source, name in (lost := unreached(build)):
        print(f"{Path(source).relative_to(ROOT)}: neither a program nor the library reaches {name}")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
