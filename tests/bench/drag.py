#!/usr/bin/env -S python3 -B
"""Counts the instructions that `nocsight serve` takes for one position of a slider: drag.py PROGRAM

A slider is dragged on `nocsight new gpu`: each position is a question with all that the page shows (figures, a curve of
eight points, costs, the picture). Two runs under valgrind differ by so many positions, and the rest of the run cancels
out. Exit status: 0 within the budget, 1 beyond it, 77 not comparable on this machine.
"""
import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from instructions import check_machine

BUDGET = 60e6  # instructions
FEW, MANY = 2, 8  # positions of the two runs


def positions(text, count):
    """The questions of a drag, no two alike."""
    for number in range(count):
        yield {"tab": "drag", "sequence": number, "text": text, "name": "gpu.cfg", "load": "60%",
               "settings": {"network.flit_bytes": str(16 + 8 * number)}, "curve": 8, "picture": True, "costs": True}


def ask(address, question):
    request = urllib.request.Request(f"{address}/answer", data=json.dumps(question).encode())
    with urllib.request.urlopen(request, timeout=120) as response:
        answer = json.load(response)
    if answer["state"] != "ok" or len(answer["curve"]["points"]) != 8 or not answer["costs"] or "<svg" not in answer["svg"]:
        sys.exit(f"the answer lacks a part: {json.dumps(answer)[:300]}")
    return answer["fingerprint"]


def count(program, text, positions_asked):
    """Instructions of a server that answers so many positions."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", program, "serve",
               "--no-browser", "--quiet", "--jobs", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as server:
        address = server.stdout.readline().strip()
        seen = {ask(address, question) for question in positions(text, positions_asked)}
        server.send_signal(signal.SIGINT)
        told = server.communicate()[1]
    if len(seen) != positions_asked or server.returncode != 130:
        sys.exit(f"{len(seen)} designs of {positions_asked}, exit status {server.returncode}\n{told}")
    return int(re.search(r"I +refs: +([\d,]+)", told)[1].replace(",", ""))


def main():
    check_machine()
    program = Path(sys.argv[1]).resolve()
    text = subprocess.run([program, "new", "gpu"], capture_output=True, text=True, check=True).stdout
    each = (count(program, text, MANY) - count(program, text, FEW)) / (MANY - FEW)
    print(f"{each / 1e6:.1f} million instructions a position, {BUDGET / 1e6:.0f} at most")
    return 0 if 1e6 < each <= BUDGET else 1


if __name__ == "__main__":
    sys.exit(main())
