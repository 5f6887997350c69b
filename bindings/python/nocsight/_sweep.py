"""Answers for many designs."""
import math
import os
import threading
from collections.abc import Iterable, Mapping
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import Any

from ._catalog import metric
from ._context import Context
from ._design import Design
from ._estimate import MAIN, Estimate, Row, column_of, label_of
from ._html import write_table
from ._library import Progress
from ._question import By, Load
from ._values import write_number


class Sweep(list[Row]):
    """Answers for many designs: a list of rows for pandas.DataFrame, with the
    columns of the command's CSV (Estimate.row). `estimates` has the answers."""

    def __init__(self, estimates: Iterable[Estimate]) -> None:
        self.estimates: list[Estimate] = list(estimates)
        """The answers, in the order of the designs."""
        paths = list(dict.fromkeys(path for answer in self.estimates for path in answer._design.changes))
        self.settings: list[str] = list(map(column_of, paths))
        """The columns of settings that differ from the designs' files."""
        rows = [answer._make_row(paths) for answer in self.estimates]
        columns = list(dict.fromkeys(name for row in rows for name in row))
        super().__init__({name: row.get(name, math.nan) for name in columns} for row in rows)

    def _main_columns(self) -> list[str]:
        names = [name for name in MAIN if not all(math.isnan(row[name]) for row in self)]
        has_round_trips = "round_trip_ns" in names
        return [name for name in names if name != "packet_latency_ns" or not has_round_trips]

    def _repr_html_(self) -> str:
        names = self._main_columns()
        heads = ["design", *(", ".join(filter(None, (label_of(name), metric(name).unit))) for name in names)]
        cells = ({name: "" if math.isnan(row[name]) else write_number(row[name]) for name in names} for row in self)
        rows = [[row["name"], *texts.values()] for row, texts in zip(self, cells)]
        return write_table(f"{len(self)} designs", heads, rows)

    def __repr__(self) -> str:
        return f"<Sweep of {len(self)} designs>"


class _Stopped(Exception):
    """Stop of the other answers after one has failed."""


def _answer_all(designs: list[Design], question: dict[str, Any], jobs: int,
                progress: Progress | None) -> list[Estimate]:
    stop = threading.Event()
    answered = 0

    def hear(_share: float) -> None:
        if stop.is_set():
            raise _Stopped

    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(design.estimate, progress=hear, **question) for design in designs]
        try:
            pending = set(futures)
            while pending:
                done, pending = wait(pending, timeout=0.1, return_when=FIRST_EXCEPTION)
                for future in done:
                    future.result()
                answered += len(done)
                if progress is not None and done:
                    progress(answered / len(futures))
        except BaseException:  # Ctrl-C, too
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [future.result() for future in futures]


def sweep(designs: Design | Iterable[Design], axes: Mapping[str, object] = {}, *, load: Load = None,
          by: By | None = None, within: float | None = None, precision: float | None = None,
          seconds: float | None = None, cycles: int | None = None, jobs: int | None = None,
          progress: Progress | None = None, context: Context | None = None) -> Sweep:
    """Answers a question for several designs, or for each combination of values
    of their settings (Design.vary).

    axes      settings with lists of values: {"network.flit_bytes": [8, 16, 32]}
    jobs      answers at a time; None: one for each processor by the model, else
              1, as a measurement has threads of its own
    progress  function that hears of the share that is answered, 0 to 1; what it
              raises stops the sweep

    The other arguments are those of Design.estimate. Ctrl-C stops a sweep.

    >>> rows = sweep(Design("te13-baseline"), {"network.flit_bytes": [8, 16]})
    >>> frame = pandas.DataFrame(rows)
    """
    bases = [designs] if isinstance(designs, Design) else list(designs)
    variants = [variant for base in bases for variant in (base.vary(axes) if axes else [base])]
    is_measured = within is not None or by not in (None, "model")
    question = {"load": load, "by": by, "within": within, "precision": precision, "seconds": seconds, "cycles": cycles,
                "context": context}
    return Sweep(_answer_all(variants, question, jobs or (1 if is_measured else os.cpu_count() or 1), progress))
