"""Answers."""
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

from ._catalog import all_metrics, metric
from ._declarations import ffi
from ._errors import USAGE, Fault, UnknownNameError, UsageError
from ._html import write_page
from ._library import call, lib, make_text, read_text, write_text
from ._picture import Picture
from ._question import Question
from ._values import Value

if TYPE_CHECKING:
    from ._design import Design

Row = dict[str, Any]
"""A row of a table: columns by name, as in the command's CSV, NaN where a
figure is missing."""

MAIN = ("delivered_data_gb_per_s", "saturation_data_gb_per_s", "ipc", "makespan_cycles", "zero_load_latency_ns",
        "round_trip_ns", "packet_latency_ns", "p99_ns", "network_area_mm2", "chip_area_mm2", "power_mw",
        "leakage_power_mw", "energy_per_bit_pj", "max_clock_mhz")
"""Figures that an answer shows of itself, those of the command's first
lines."""

STATES = {"saturated": "saturated: less than 98 % of the load is accepted",
          "unbounded": "unbounded: a queue grows without end",
          "not-converged": "not converged: the model found no solution",
          "precision-not-reached": "precision not reached: the measurement ended before"}
"""States of answers in words, but for "ok"."""


class Limit(NamedTuple):
    """What limits the throughput.

    kind         "network", "memory-port", ...; "": unknown
    where        its busiest member: "(0,0) to (1,0)", "memory 3"; "": none
    words        the limit in a sentence; "": unknown
    utilization  utilisation of the member; NaN: unknown
    """

    kind: str
    where: str
    words: str
    utilization: float


class Estimate(Mapping[str, Value]):
    """An answer: a mapping from the names of metrics (nocsight.metrics()) to
    figures with intervals.

    A figure that does not exist is NaN, and its `reason` says why. An unknown
    name is an UnknownNameError (a KeyError) with the nearest one.

    >>> answer = Design("te13-baseline").estimate(load="60%")
    >>> answer["round_trip_ns"]
    107.7 ns (106.5..109.9)
    >>> value, lo, hi, unit = answer["round_trip_ns"]
    """

    def __init__(self, handle: Any, design: "Design", question: Question, owner: Any = None) -> None:
        self._handle, self._design, self._question = handle, design, question
        self._owner = owner  # a curve that the answer is part of

    # ---- figures -------------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> Value:
        value = ffi.new("noc_value *")
        try:
            call(lib.noc_estimate_value, self._handle, write_text(name), value)
        except UsageError as error:
            raise UnknownNameError(*error.faults) from None
        return Value(value.value, value.lo, value.hi, read_text(value.unit), confidence=value.confidence,
                     source=read_text(value.source), reason=read_text(value.reason))

    def __iter__(self) -> Iterator[str]:
        return (facts.name for facts in all_metrics())

    def __len__(self) -> int:
        return len(all_metrics())

    @property
    def design(self) -> "Design":
        """A copy of the design, as it was when it was answered."""
        return self._design.copy()

    @property
    def state(self) -> str:
        """"ok", "saturated" (less than 98 % of the load is accepted; latencies
        are missing), "unbounded" (a queue grows), "not-converged" or
        "precision-not-reached"."""
        return read_text(lib.noc_estimate_state(self._handle))

    @property
    def approach(self) -> str:
        """The way by which the answer was found: "model", "window" or
        "sample"."""
        return read_text(lib.noc_estimate_approach(self._handle))

    @property
    def load(self) -> float:
        """Offered load, flits per cycle of each injecting node; NaN: none."""
        return float(lib.noc_estimate_load(self._handle))

    @property
    def limit(self) -> Limit:
        """What limits the throughput."""
        limit = ffi.new("noc_limit *")
        call(lib.noc_estimate_limit, self._handle, limit)
        return Limit(read_text(limit.kind), read_text(limit.where), read_text(limit.words), limit.utilization)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings, for people."""
        warnings: list[str] = []
        while text := read_text(lib.noc_estimate_warning(self._handle, len(warnings))):
            warnings.append(text)
        return tuple(warnings)

    # ---- forms ---------------------------------------------------------------------------------------

    def json(self) -> str:
        """The answer as the command's `--format json` writes it
        (docs/formats.md)."""
        return make_text(lib.noc_estimate_json, self._handle)

    def to_dict(self) -> dict[str, Any]:
        """The object of json()."""
        return dict(json.loads(self.json()))

    def row(self) -> Row:
        """The answer as a row of a table, with the columns of the command's
        CSV: `name`, `hash`, `method`, `status`, `load_flits_per_cycle`, a
        column for each setting that was changed (`network_flit_bytes`), metrics
        with their intervals (`round_trip_ns`, `round_trip_ns_lo`,
        `round_trip_ns_hi`), `bottleneck_kind`, `bottleneck_where`."""
        return self._make_row(self._design.changes)

    def _make_row(self, paths: Iterable[str]) -> Row:
        """A row with the settings of these paths."""
        row: Row = {"name": self._design.label, "hash": self._design.fingerprint, "method": self.approach,
                    "status": self.state, "load_flits_per_cycle": self.load}
        row.update((column_of(path), self._design.get(path, math.nan)) for path in paths)
        for name, value in self.items():
            row[name] = value.value
            if value.has_interval:
                row[f"{name}_lo"], row[f"{name}_hi"] = value.lo, value.hi
        limit = self.limit
        row["bottleneck_kind"], row["bottleneck_where"] = limit.kind, limit.where
        return row

    def svg(self) -> Picture:
        """Draws the network, its links as dark and wide as they are busy.
        UsageError: the question was without channels=True."""
        if not self._question.query.wants_channels:
            raise UsageError(Fault(USAGE, "the answer has no loads of channels: estimate(channels=True) finds them"))
        return Picture(make_text(lib.noc_estimate_svg, self._design.context._handle, self._handle),
                       f"busy links of {self._title()}")

    # ---- display -------------------------------------------------------------------------------------

    def _title(self) -> str:
        load = "" if math.isnan(self.load) else f", {self._question.describe_load(self.load)}"
        return f"{self._design.label}, {self.approach}{load}"

    def _main_figures(self) -> list[tuple[str, Value]]:
        figures = {name: self[name] for name in MAIN}
        if not math.isnan(figures["round_trip_ns"]):
            del figures["packet_latency_ns"]
        return [(label_of(name), value) for name, value in figures.items() if not math.isnan(value)]

    def _notes(self) -> list[str]:
        notes = [STATES.get(self.state, ""), self.limit.words, *(f"warning: {text}" for text in self.warnings)]
        return [note for note in notes if note]

    def __str__(self) -> str:
        figures = self._main_figures()
        width = max((len(label) for label, _ in figures), default=0)
        notes = (fill(note, 80, initial_indent="  ", subsequent_indent="    ") for note in self._notes())
        return "\n".join([self._title(), *(f"  {label:{width}}  {value}" for label, value in figures), *notes])

    def __repr__(self) -> str:
        return f"<Estimate {self._title()}: {self.state}>"

    def _repr_html_(self) -> str:
        figures = ((label, *_split(value)) for label, value in self._main_figures())
        return write_page(self._title(), figures, self._notes())

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)


def label_of(name: str) -> str:
    """The label of a metric, without its unit."""
    facts = metric(name)
    return facts.label.removesuffix(f" ({facts.unit})")


def column_of(path: str) -> str:
    """The column of a setting in a table: "networks_1_flit_bytes" of
    "networks[1].flit_bytes"."""
    return "".join(c if c.isalnum() else "_" for c in path if c != "]")


def _split(value: Value) -> tuple[str, str]:
    """A figure with its unit, and its interval."""
    interval = value.write_interval()
    return repr(value).removesuffix(interval).strip(), interval
