#!/usr/bin/env -S python3 -B
"""Runs the commands that documents show and compares what they print, or shows it anew. CONTRIBUTING.md has the rules."""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from document import read_document
from match import misfit, refreshed

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = {path.name: path for path in ROOT.glob("bindings/*/examples/*")}


class Shell:
    """A reader's folder, in which the commands of a document run, and an environment that has the program and the library of
    a build folder."""

    def __init__(self, base, program):
        self.work, self.output = Path(base, "work"), Path(base, "printed")
        self.work.mkdir()
        build = program.parent
        # Debian's Python first, which the Python package of the build is for
        self.environment = {**os.environ, "PATH": f"{build}:/usr/bin:{os.environ.get('PATH', '/bin')}",
                            "PKG_CONFIG_PATH": f"{build}/packaging/uninstalled", "LD_LIBRARY_PATH": str(build),
                            "PYTHONPATH": str(build / "python"), "PYTHONDONTWRITEBYTECODE": "1",
                            "HOME": str(self.work), "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
        self.environment.pop("COLUMNS", None)

    def write(self, name, lines):
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", errors="surrogateescape")

    def run(self, command):
        """Lines of both streams, the exit status as the shell tells it, and seconds of a processor."""
        self.output.unlink(missing_ok=True)
        with open(self.output, "ab") as output:
            child = subprocess.Popen(["bash", "-c", command], cwd=self.work, env=self.environment,
                                     stdin=subprocess.DEVNULL, stdout=output, stderr=output)
            _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        status = child.returncode if child.returncode >= 0 else 128 - child.returncode
        return self._printed(), status, used.ru_utime + used.ru_stime

    def _printed(self):
        """Lines as a reader sees them: in /home/you, with the program installed, without lines of progress."""
        text = self.output.read_bytes().decode("utf-8", "surrogateescape")
        text = text.replace(str(self.work), "/home/you").replace(f"{ROOT}/configs", "/usr/share/nocsight/configs")
        lines = [line.rstrip(" \t\r") for line in text.split("\n") if not re.match(r"nocsight: \d+% done, ", line)]
        while lines and not lines[-1]:
            lines.pop()
        return lines


def tell(title, lines=()):
    print(title, *(f"    | {line}" for line in lines), sep="\n")


def mention_faults(document, shell):
    """Commands that the text mentions, as `nocsight describe keys`, are not run, but they and their options have to be
    there."""
    help_of = cache(lambda name: shell.run(f"nocsight {name} --help"))
    for number, line in enumerate(document.lines, 1):
        for name, options in re.findall(r"`nocsight ([a-z]+)([^`]*)", line):
            printed, status, _ = help_of(name)
            if status:
                yield f"{document.path}:{number}: there is no command 'nocsight {name}'"
            for option in re.findall(r" (--[^ =\]]+)", options) if not status else ():
                if not re.search(re.escape(option) + r"(?![A-Za-z0-9-])", "\n".join(printed)):
                    yield f"{document.path}:{number}: 'nocsight {name}' has no option {option}"


def is_as_shown(document, step, printed, status):
    """The status is looked at, and what is printed where the document shows something."""
    if status != step.status:
        tell(f"{document.path}:{step.line + 1}: the command exits with {status}, and {step.status} is expected "
             "(<!-- exit N --> above the block says otherwise)\n  It prints", printed)
        return False
    shown = document.shown(step)
    at = misfit(shown, printed) if shown else None
    if at is None:
        return True
    if at < len(shown):
        tell(f"{document.path}:{step.first + at + 1}: the command prints no such line here", shown[at:at + 1])
    else:
        tell(f"{document.path}:{step.end}: the command prints more than is shown")
    tell("  It prints", printed)
    return False


def write_file(document, step, shell, options, fresh):
    """Writes a file. One of the examples is shown as it is; otherwise lines to show instead go to `fresh`."""
    shown = document.shown(step)
    example = EXAMPLES.get(step.file)
    lines = example.read_text(encoding="utf-8").removesuffix("\n").split("\n") if example else shown
    shell.write(step.file, lines)
    if lines == shown:
        return True
    if options.update:
        print(f"{document.path}:{step.line + 1}: shown anew")
        fresh.append((step, lines))
    else:
        print(f"{document.path}:{step.line + 1}: {step.file} is another file than {example}")
    return options.update


def run_step(document, step, shell, options, fresh):
    """Takes a command; lines that the document has to show of it instead go to `fresh`."""
    printed, status, processor_s = shell.run(step.command)
    print(f"{processor_s:7.2f} s  {step.command}")
    good = True
    if not options.update or status != step.status:
        good = is_as_shown(document, step, printed, status)
    elif step.first < step.end and misfit(document.shown(step), printed) is not None:
        print(f"{document.path}:{step.line + 1}: shown anew")
        fresh.append((step, refreshed(document.shown(step), printed)))
    if not step.slow and processor_s > options.seconds:
        good = False
        print(f"{document.path}:{step.line + 1}: the command takes {processor_s:.1f} s of a processor, and "
              f"{options.seconds:g} s is the most: put <!-- slow --> above its block, or show a quicker one")
    return good


def write_anew(document, fresh):
    lines = list(document.lines)
    for step, shown in reversed(fresh):
        lines[step.first:step.end] = [" " * step.indent * bool(line) + line for line in shown]
    with open(document.path, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.writelines(f"{line}\n" for line in lines)


def run_document(path, options):
    document, fresh = read_document(path), []
    with tempfile.TemporaryDirectory(prefix="nocsight-document-") as base:
        shell = Shell(base, options.program.resolve())
        faults = document.faults + list(mention_faults(document, shell))
        print(*faults, sep="\n", end="\n" if faults else "")
        good = not faults
        for step in document.steps:
            if step.file:
                good = write_file(document, step, shell, options, fresh) and good
            elif options.slow or not step.slow:
                good = run_step(document, step, shell, options, fresh) and good
    if fresh:
        write_anew(document, fresh)
    return good


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true", help="show anew what is printed")
    parser.add_argument("--slow", action="store_true", help="run blocks that are marked as slow, too")
    parser.add_argument("--seconds", type=float, default=float("inf"),
                        help="limit of all other commands, in seconds of a processor")
    parser.add_argument("--program", type=Path, default=ROOT / "build-test/nocsight",
                        help="the nocsight to run; build-test/nocsight by default")
    parser.add_argument("documents", nargs="+")
    options = parser.parse_args(arguments)
    results = [run_document(path, options) for path in options.documents]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True, errors="surrogateescape")
    sys.exit(main(sys.argv[1:]))
