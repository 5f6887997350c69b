#!/usr/bin/env python3
"""Durations that a Wormhole took, beside those of traces imported from its events and played on configs/wormhole.cfg.

usage: wormhole.py NOCSIGHT REFERENCE [TRACE...]

Prints a table in Markdown, with tt-npe's own predictions, and fails where the floors are missed: with recorded command times
4 % in the mean and 12 % at worst, from what waits for what alone 8 % and 20 %. The duration is that of tt-npe: from the first
event to the last less 20 cycles. A trace of packets begins with the first of them, and ends with the last data; behind that the
end of a barrier takes 40 cycles, as it does for the packets that wait for one (import/ttnpe/import.c).
"""
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

BARRIER, ENDING = 40, 20
FLOORS = {"recorded": (4.0, 12.0), "wait": (8.0, 20.0)}


def predicted(program, events, commands, folder):
    out = Path(folder) / f"{events.name}-{commands}"
    subprocess.run([program, "import", "tt-npe", events, f"commands={commands}", "-o", out], check=True,
                   stdout=subprocess.DEVNULL)
    trace, design = next(out.glob("*.csv")), next(out.glob("*.cfg"))
    with trace.open() as lines:
        first = int(next(csv.DictReader(lines))["cycle"])
    done = subprocess.run([program, "sample", design, "--trace", trace, "--format", "json"], check=True,
                          capture_output=True, text=True)
    return first + json.loads(done.stdout)["metrics"]["makespan_cycles"]["value"] + BARRIER - ENDING


def main():
    program, reference = sys.argv[1], Path(sys.argv[2])
    with (reference / "traces.csv").open() as lines:
        rows = [r for r in csv.DictReader(lines) if not sys.argv[3:] or r["trace"] in sys.argv[3:]]
    errors = {name: [] for name in (*FLOORS, "npe32", "npe128")}
    print("| trace | silicon, cycles | recorded times | what waits for what | tt-npe, 32 cycles | tt-npe, 128 cycles |")
    print("|---|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        for row in rows:
            measured = int(row["measured_cycles"])
            events = reference / f"{row['trace']}.json.xz"
            found = {name: predicted(program, events, name, folder) for name in FLOORS}
            found |= {name: int(row[f"{name}_cycles"]) for name in ("npe32", "npe128")}
            cells = []
            for name, cycles in found.items():
                error = 100 * (cycles / measured - 1)
                errors[name].append(abs(error))
                cells.append(f"{error:+.1f} %")
            print(f"| {row['trace']} | {measured} | {' | '.join(cells)} |", flush=True)
    mean = {name: sum(list_) / len(list_) for name, list_ in errors.items()}
    print(f"| mean of the absolute | | {' | '.join(f'{m:.2f} %' for m in mean.values())} |")
    print(f"| worst | | {' | '.join(f'{max(list_):.1f} %' for list_ in errors.values())} |")
    missed = [name for name, (most, worst) in FLOORS.items() if mean[name] > most or max(errors[name]) > worst]
    if missed:
        sys.exit(f"floors are missed: {', '.join(missed)}")


if __name__ == "__main__":
    main()
