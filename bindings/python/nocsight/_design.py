"""Designs."""
import math
import os
from collections.abc import Iterator, Mapping
from typing import Any

from ._catalog import all_keys
from ._context import DEFAULT, Context
from ._curve import Curve
from ._declarations import ffi
from ._errors import InputError, MissingFileError, UnknownNameError, UsageError
from ._estimate import Estimate
from ._library import Progress, call, lib, make, make_text, read_text, write_file, write_text
from ._picture import Picture, Pictured
from ._question import By, Load, Question
from ._settings import Setting, join_axis, read_value, write_axes, write_path, write_settings

Cost = dict[str, Any]


class Design(Pictured, Mapping[str, Setting]):
    """A design of a network-on-chip: a mapping from settings to their values.

    source   a design file, or the name of a shipped design: "gpu.cfg",
             "te13-baseline" (nocsight.designs())
    context  seed, threads and calibration of its answers

    Settings are read and written by their paths (nocsight.keys()). A number is
    an int or a float, a word is a str, a list is a list; a setting in which
    several networks differ is a list with a value for each.

    >>> design = Design("te13-baseline")
    >>> design["network.flit_bytes"]
    16
    >>> design["network.flit_bytes"] = 32
    >>> design.update({"network.columns": 8, "nodes.compute": 40})  # they fit

    Answers keep the design that they are of, so a design may be changed at any
    time.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, source: str | os.PathLike[str], *, context: Context | None = None) -> None:
        self._context = context or DEFAULT
        name = write_file(source)
        try:
            self._handle = self._make(lambda slot: call(lib.noc_design_open, self._context._handle, name, slot))
        except InputError as error:
            if os.path.lexists(source):
                raise
            raise MissingFileError(*error.faults) from None

    @classmethod
    def from_text(cls, text: str, name: str = "design", *, context: Context | None = None) -> "Design":
        """Reads a design from the text of a design file. `name` stands for the
        file in messages; tables that the text names are sought in its
        folder."""
        context = context or DEFAULT
        return cls._of(cls._make(lambda slot: call(lib.noc_design_parse, context._handle, write_text(text),
                                                   write_text(name), slot)), context)

    @staticmethod
    def _make(*steps: Any) -> Any:
        return make("noc_design", lib.noc_design_release, *steps)

    @classmethod
    def _of(cls, handle: Any, context: Context) -> "Design":
        design = cls.__new__(cls)
        design._handle, design._context = handle, context
        return design

    # ---- facts ---------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the design; design["name"] = "my" changes it."""
        return self._tell(lib.noc_design_title)

    @property
    def file(self) -> str:
        """The file of the design, or the name of its text."""
        return self._tell(lib.noc_design_file)

    @property
    def fingerprint(self) -> str:
        """SHA-256 of all settings, in hexadecimal digits: designs are equal
        (==) if their fingerprints are."""
        return self._tell(lib.noc_design_fingerprint)

    @property
    def changes(self) -> dict[str, Setting]:
        """Settings that differ from the file or the text: those that were set
        or varied."""
        return {path: self[path] for path in (text.partition("=")[0] for text in self._list_settings())}

    @property
    def label(self) -> str:
        """The name, and after it the settings that were changed: "te13-baseline
        flit_bytes=32"."""
        own = (text if text.startswith("networks[") else text.partition(".")[2] for text in self._list_settings())
        return " ".join([self.name, *filter(None, own)])

    @property
    def context(self) -> Context:
        """Seed, threads and calibration of its answers."""
        return self._context

    def _tell(self, function: Any, *arguments: Any) -> str:
        """A text of the design, which another thread may change meanwhile."""
        handle = self._handle
        return read_text(function(handle, *arguments))

    def _list_settings(self) -> list[str]:
        """The settings that were changed, "key=value"."""
        settings: list[str] = []
        while text := self._tell(lib.noc_design_setting, len(settings)):
            settings.append(text)
        return settings

    # ---- settings ------------------------------------------------------------------------------------

    def _read(self, path: str) -> Setting:
        return read_value(path, make_text(lib.noc_design_get, self._handle, write_text(path)))

    def _read_networks(self, path: str) -> Setting:
        """The value in all networks if it is one, else the list of their
        values."""
        values: list[Setting] = []
        for i in range(lib.noc_design_network_count(self._handle)):
            try:
                values.append(self._read(f"networks[{i}].{path.removeprefix('network.')}"))
            except UsageError:  # this network has no such setting
                continue
        return values[0] if all(value == values[0] for value in values) else values

    def __getitem__(self, path: str) -> Setting:
        if path == "name":
            return self.name
        try:
            whole = write_path(path)
            value = self._read(whole)
        except UsageError as error:
            raise UnknownNameError(*error.faults) from None
        return self._read_networks(whole) if whole.startswith("network.") else value

    def __setitem__(self, path: str, value: object) -> None:
        self.update({path: value})

    def __iter__(self) -> Iterator[str]:
        return iter(["name", *(key.key for key in all_keys() if key.key in self)])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, path: object) -> bool:
        try:
            self._read(write_path(path) if isinstance(path, str) else "")
        except UsageError:
            return path == "name"
        return True

    def update(self, settings: Mapping[str, object] = {}, /, **more: object) -> None:
        """Changes settings at once, since some fit together only; if one of
        them is wrong, none is changed.

        UnknownNameError (a KeyError): no design has such a setting. UsageError
        (a ValueError): all else; its `faults` has each."""
        settings = {**settings, **more}
        texts = [ffi.new("char[]", write_text(text)) for text in write_settings(settings)]
        try:
            self._handle = self._make(
                lambda slot: call(lib.noc_design_copy, self._handle, slot),
                lambda slot: call(lib.noc_design_set, self._context._handle, slot, texts, len(texts)))
        except UsageError as error:
            for path in settings:  # those with a number are not in the list of all keys
                if "[" in path and path not in self and error.setting.startswith(path):
                    raise UnknownNameError(*error.faults) from None
            raise

    def with_settings(self, settings: Mapping[str, object] = {}, /, **more: object) -> "Design":
        """Returns a changed copy (`update`)."""
        design = self.copy()
        design.update(settings, **more)
        return design

    def copy(self) -> "Design":
        """Returns a copy, which may be changed for itself."""
        return self._of(self._handle, self._context)

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Design":
        return self.copy()

    def vary(self, axes: Mapping[str, object] = {}, /, **more: object) -> list["Design"]:
        """Returns a design for each combination of values, of which the last
        setting changes fastest.

        >>> for variant in Design("te13-baseline").vary({"flit_bytes": [8, 32]}):
        ...     print(variant.label)
        te13-baseline flit_bytes=8
        te13-baseline flit_bytes=32
        """
        lists = write_axes({**axes, **more})
        texts = [ffi.new("char[]", write_text(join_axis(axis))) for axis in lists]
        variants = make(
            "noc_variants", lib.noc_variants_release,
            lambda slot: call(lib.noc_design_vary, self._context._handle, self._handle, texts, len(texts), slot))
        numbers = list(range(lib.noc_variants_count(variants)))
        if len(numbers) > math.prod(map(len, lists)):  # the design itself, which is none of the combinations
            del numbers[lib.noc_variants_base(variants)]
        return [self._copy_of(lib.noc_variants_design(variants, i)) for i in numbers]

    def _copy_of(self, handle: Any) -> "Design":
        return self._of(self._make(lambda slot: call(lib.noc_design_copy, handle, slot)), self._context)

    # ---- answers -------------------------------------------------------------------------------------

    def estimate(self, load: Load = None, *, by: By | None = None, within: float | None = None,
                 precision: float | None = None, seconds: float | None = None, cycles: int | None = None,
                 channels: bool = False, progress: Progress | None = None, context: Context | None = None) -> Estimate:
        """Answers a question about the design: all figures at a load, or
        without one limits, costs, and the closed loop.

        load       "60%" of saturation, "500GB/s" of data, or flits per cycle of
                   each injecting node; None: no load
        by         "model" (default): the queueing model, a millisecond;
                   "window": the model, corrected by a short measured window of
                   the design; "sample": a cycle-accurate simulation; "within":
                   the first of the three whose interval is no wider than asked
        within     relative half-width of the answer's interval, 0.05 for 5 %;
                   chooses by="within"
        precision  relative half-width of a sample's mean latency (0.02)
        seconds    limit of a measurement, s; what it has found so far is the
                   answer
        cycles     limit of a run, cycles (1000000); a sample has four runs
        channels   True: the load of each channel is found, too, for the
                   answer's svg()
        progress   function that hears of a measurement, many times a second:
                   the share that is done, 0 to 1; what it raises stops the
                   measurement
        context    seed, threads and calibration; None: those of the design

        Ctrl-C stops a measurement. Other threads run meanwhile. UsageError (a
        ValueError): a load that the nodes cannot inject, a value out of range.
        InputError: settings that do not fit together. Saturation is an answer:
        see `state`.
        """
        question = Question(load, by=by, within=within, precision=precision, seconds=seconds, cycles=cycles,
                            channels=channels, progress=progress)
        snapshot = self._of(self._handle, context or self._context)
        handle = make(
            "noc_estimate", lib.noc_estimate_release,
            lambda slot: call(lib.noc_design_estimate, snapshot._context._handle, snapshot._handle, question.query,
                              slot, watch=question.watch))
        return Estimate(handle, snapshot, question)

    def curve(self, points: int = 12, *, by: By | None = None, within: float | None = None,
              precision: float | None = None, seconds: float | None = None, cycles: int | None = None,
              progress: Progress | None = None, context: Context | None = None) -> Curve:
        """Answers `points` loads (2 to 1000), from near 0 to just under
        saturation, by the model; and if `by` or `within` is given, by this way,
        too (`estimate`)."""
        question = Question(by=by, within=within, precision=precision, seconds=seconds, cycles=cycles,
                            progress=progress)
        snapshot = self._of(self._handle, context or self._context)
        added = min(points + 4, 1000)  # for the picture
        handle = make(
            "noc_curve", lib.noc_curve_release,
            lambda slot: call(lib.noc_design_curve, snapshot._context._handle, snapshot._handle, question.query, points,
                              added, slot, watch=question.watch))
        return Curve(handle, snapshot, question)

    def costs(self, load: Load = None, *, context: Context | None = None) -> list[Cost]:
        """Lists area and power of each component by network: a dict each, with
        `network`, `part`, `count`, `area_mm2`, `leakage_mw`, `dynamic_mw`; NaN
        where it is unknown. Dynamic power is at the load, or in the closed
        loop. The list is for pandas.DataFrame."""
        question = Question(load)
        snapshot = self._of(self._handle, context or self._context)
        costs = make(
            "noc_costs", lib.noc_costs_release,
            lambda slot: call(lib.noc_design_costs, snapshot._context._handle, snapshot._handle, question.query, slot))
        component = ffi.new("noc_component_cost *")
        rows = []
        for i in range(lib.noc_costs_count(costs)):
            call(lib.noc_costs_component, costs, i, component)
            rows.append({"network": read_text(component.network), "part": read_text(component.part),
                         "count": component.count, "area_mm2": component.area_mm2, "leakage_mw": component.leakage_mw,
                         "dynamic_mw": component.dynamic_mw})
        return rows

    def verify(self) -> None:
        """Builds the network, to find settings that do not fit together:
        routes, deadlocks, memory. Answers do so, too."""
        call(lib.noc_design_verify, self._context._handle, self._handle)

    # ---- display -------------------------------------------------------------------------------------

    def svg(self) -> Picture:
        """Draws the routers, links and nodes of each network."""
        return Picture(make_text(lib.noc_design_svg, self._context._handle, self._handle), f"the network of {self.label}")

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Design) and self.fingerprint == other.fingerprint

    def __repr__(self) -> str:
        return f"<Design {self.label}>"
