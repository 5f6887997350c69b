#!/usr/bin/env python3
"""import tt-npe: commands of events and workloads as lines of a trace, what waits for what, one packet's time, bad files.

usage: test_ttnpe.py NOCSIGHT REFERENCE
"""
import csv
import json
import lzma
import subprocess
import sys
import tempfile
from pathlib import Path

import checker


def event(cycle, kind, core=(1, 1), to=(2, 1), size=2048, noc=0, proc="BRISC", **more):
    return {"proc": proc, "noc": f"NOC_{noc}", "vc": -1, "sx": core[0], "sy": core[1], "dx": to[0], "dy": to[1],
            "num_bytes": size, "type": kind, "timestamp": cycle, **more}


class Checker(checker.Checker):
    def imported(self, data, *words):
        """Lines of the trace, and what became of each setting."""
        done, out = self.run(json.dumps(data), *words)
        self.holds(done.returncode == 0, f"import fails: {done.stderr}")
        if done.returncode:
            return [], {}, out
        with next(out.glob("*.csv")).open() as lines:
            rows = list(csv.DictReader(lines))
        notes = json.loads(done.stdout)
        notes = notes[0] if isinstance(notes, list) else notes
        return rows, {n["setting"]: n for n in notes["settings"]}, out

    def makespan(self, out):
        done = subprocess.run([self.program, "sample", next(out.glob("*.cfg")), "--trace", next(out.glob("*.csv")),
                               "--format", "json"], capture_output=True, text=True)
        self.holds(done.returncode == 0, f"sample fails: {done.stderr}")
        return json.loads(done.stdout)["metrics"]["makespan_cycles"]["value"]


def one_packet(c):
    """A read's request and answer go once round each ring that they use; 9 cycles a hop, 4 a router more, 3 for terminal
    links each, a flit a cycle for header and data, and one cycle from request to answer."""
    for noc in (0, 1):
        for to, hops in (((1, 1), 0), ((4, 1), 10), ((1, 9), 12), ((4, 9), 22)):
            rows, _, out = c.imported([event(700, "READ", to=to, noc=noc)])
            c.holds([r["cycle"] for r in rows] == ["55"] and rows[0]["network"] == str(noc), f"line of a read: {rows}")
            expected = 2 * (3 + 4) + 9 * hops + 64 + 1
            got = c.makespan(out)
            c.holds(got == expected, f"NoC {noc}, {hops} hops: {got} cycles, not {expected}")


def lines(c):
    rows, notes, _ = c.imported([
        {"proc": "BRISC", "zone": "K", "zone_phase": "begin", "sx": 1, "sy": 1, "timestamp": 100},
        event(110, "READ", to=(0, 0)), event(120, "WRITE_", to=(3, 2), size=9000),
        event(130, "READ_SET_STATE", to=(4, 4), size=512), event(140, "READ_WITH_STATE", to=(9, 9), size=0, noc=1),
        event(150, "WRITE_MULTICAST", to=(9, 9), size=64, mcast_start_x=4, mcast_start_y=5, mcast_end_x=6, mcast_end_y=7),
        # NoC 1 has the corners in the other order
        event(155, "WRITE_MULTICAST", noc=1, size=64, mcast_start_x=2, mcast_start_y=3, mcast_end_x=1, mcast_end_y=2),
        event(160, "SEMAPHORE_INC"), event(165, "SEMAPHORE_INC"), event(170, "READ", size=0)])
    got = [(int(r["cycle"]), int(r["source"]), r["destination"], r["class"], int(r["bytes"]), int(r["reply_bytes"]),
            int(r["network"])) for r in rows]
    # columns 4 and 6 of rows 5 and 7 are cores; row 6 is Ethernet, column 5 memory
    c.holds(sorted(got) == sorted([
        (10 + 55 + 138, 11, "0", "read", 32, 2080, 0), (20 + 33, 11, "23", "write", 8224, 32, 0),
        (20 + 33, 11, "23", "write", 840, 32, 0), (40 + 55, 11, "44", "read", 32, 544, 1),
        (50 + 33, 11, "54+56+74+76", "write", 96, 32, 0),
        (55 + 33, 11, "21+22+31+32", "write", 96, 32, 1)]) and got == sorted(got, key=lambda r: r[0]), f"lines: {got}")
    c.holds(notes["SEMAPHORE_INC"]["value"] == "2" and notes["commands without bytes, or cores that they go to"]["value"] == "1",
            f"left out: {notes}")


def waits(c):
    """Group 1 waits for the reads of group 0, and for nothing else; its cycles behind the barrier are kept."""
    events = [event(0, "READ"), event(100, "READ", to=(3, 1)), event(150, "WRITE_", to=(4, 1)),
              event(210, "READ_BARRIER_START"), event(900, "READ_BARRIER_END"), event(990, "READ"),
              event(1114, "READ", proc="NCRISC")]
    rows, _, out = c.imported(events, "commands=wait")
    by_id = {r["id"]: r for r in rows}
    c.holds(sorted(r["after"] for r in rows) == ["", "", "", "", "1+2"], f"waits: {rows}")
    held = next(r for r in rows if r["after"])
    c.holds(int(held["delay"]) == 90 + 40 + 55, f"delay: {held}")
    c.holds(all(by_id[i]["class"] == "read" for i in held["after"].split("+")), "waits for reads alone")
    c.holds(c.makespan(out) > 0, "it plays")


def workloads(c):
    rows, notes, out = c.imported({"golden_result": {"cycles": 450}, "phases": [
        {"transfers": [{"packet_size": 256, "num_packets": 3, "src_x": 0, "src_y": 1, "injection_rate": 23.1,
                        "phase_cycle_offset": 112, "noc_type": "NOC_1", "dst_x": 3, "dst_y": 4}]},
        {"transfers": [{"packet_size": 128, "num_packets": 1, "src_x": 1, "src_y": 1, "phase_cycle_offset": 5,
                        "noc_type": "NOC_1", "mcast_start_x": 3, "mcast_start_y": 3, "mcast_end_x": 4,
                        "mcast_end_y": 4}]}]})
    got = [(r["phase"], r["source"], r["destination"], r["bytes"], r["network"]) for r in rows]
    c.holds(got == [("phase-2", "11", "33+34+43+44", "160", "1")] + [("phase-1", "10", "43", "288", "1")] * 3,
            f"transfers: {got}")
    c.holds(notes["cycles measured"]["value"] == "450" and notes["injection rates"]["value"] == "1", f"notes: {notes}")
    c.holds(c.makespan(out) > 0, "it plays")


def bad_files(c, packed):
    good = [event(0, "READ")]
    c.refuses("{ not json", "is not JSON, or is cut off")
    c.refuses(json.dumps(good)[:-9], "is not JSON, or is cut off")
    c.refuses(packed[:-40], "cut off")
    c.refuses("", "is empty")
    c.refuses("[]", "there is no command in it")
    c.refuses("3", "is not JSON, or is cut off")
    c.refuses('{"transfers": []}', "has no list phases")
    c.refuses("[1]", "event 1: is no object")
    c.refuses(json.dumps([event(0, "READ"), event(1, "READ", core=(10, 1))]), "event 2: there is no core in column 10")
    c.refuses(json.dumps([event(0, "READ", to=(1, -1))]), "event 1: there is no core in row -1")
    c.refuses(json.dumps([event(0, "READ", noc=2)]), "neither NOC_0 nor NOC_1")
    c.refuses(json.dumps([event(0, "READ", size=-1)]), "there are no packets of -1 bytes")
    c.refuses(json.dumps([event(0, "WRITE_MULTICAST", mcast_start_x=5, mcast_start_y=0, mcast_end_x=5, mcast_end_y=11)]),
              "no command in it that moves data to a node")
    c.refuses(json.dumps([event("now", "READ")]), "it has no timestamp")
    c.refuses(json.dumps([event(0, "READ_WITH_STATE")]), "none was set before it")
    c.refuses(json.dumps(good), "there is no setting 'region=1'", 2, "region=1")


def main():
    reference = Path(sys.argv[2])
    packed = (reference / "DRAM_TO_1x4_HEIGHT.json.xz").read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        c = Checker(sys.argv[1], folder, "tt-npe")
        one_packet(c)
        lines(c)
        waits(c)
        workloads(c)
        bad_files(c, packed)
        done, out = c.run(packed)
        events = [e for e in json.loads(lzma.decompress(packed)) if e.get("type") == "READ"]
        with next(out.glob("*.csv")).open() as text:
            c.holds(len(list(csv.DictReader(text))) == len(events) == 128, "a line a read")
    sys.exit(1 if c.failed else 0)


if __name__ == "__main__":
    main()
