"""What the tests of imports share: an import of a file of a test's own, and what was wrong."""
import subprocess
from pathlib import Path


class Checker:
    def __init__(self, program, folder, kind):
        self.program, self.folder, self.kind, self.number, self.failed = program, Path(folder), kind, 0, 0

    def holds(self, good, what):
        if not good:
            print(f"wrong: {what}")
            self.failed += 1

    def run(self, data, *words, name="t"):
        """Imports bytes or a text; returns the result of the run and the folder."""
        self.number += 1
        path, out = self.folder / f"{self.number}-{name}", self.folder / f"out{self.number}"
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        done = subprocess.run([self.program, "import", self.kind, path, *words, "-o", out, "--format", "json"],
                              capture_output=True, text=True)
        return done, out

    def refuses(self, data, words, status=3, *arguments):
        done, out = self.run(data, *arguments)
        lines = done.stderr.strip().splitlines()
        self.holds(done.returncode == status and len(lines) == 1 and words in lines[0],
                   f"expected '{words}' and {status}, got {done.returncode}: {done.stderr}")
        self.holds(not out.exists() and not list(self.folder.glob("out*part*")), f"'{words}' leaves something behind")
