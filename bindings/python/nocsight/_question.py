"""Questions about designs."""
from typing import Any, Literal

from ._declarations import ffi
from ._errors import USAGE, Fault, UsageError
from ._library import Progress, Watch, hear_progress, lib, write_text

Load = str | float | None
"""An offered load: "60%" of saturation, "500GB/s" of data, or flits per cycle
of each injecting node; None: no load."""

By = Literal["model", "window", "sample", "within"]
"""A way to an answer."""

APPROACHES: dict[str, int] = {"model": lib.NOC_APPROACH_MODEL, "window": lib.NOC_APPROACH_WINDOW,
                              "sample": lib.NOC_APPROACH_SAMPLE, "within": lib.NOC_APPROACH_WITHIN}


class Question:
    """A question as the library takes it, with what it points to."""

    def __init__(self, load: Load = None, *, by: By | None = None, within: float | None = None,
                 precision: float | None = None, seconds: float | None = None, cycles: int | None = None,
                 channels: bool = False, progress: Progress | None = None) -> None:
        by = by or ("model" if within is None else "within")
        if by not in APPROACHES:
            raise UsageError(Fault(USAGE, f"by {by!r}: expected one of {', '.join(map(repr, APPROACHES))}"))
        if within is not None and by != "within":
            raise UsageError(Fault(USAGE, f'within {within:g} is for by="within", not by={by!r}'))
        if within is not None and precision is not None:
            raise UsageError(Fault(USAGE, "within and precision are one: the half-width of the answer's interval"))
        self.load, self.by = load, by
        self.watch = Watch(progress)
        self._load_text: Any = ffi.new("char[]", write_text(load)) if isinstance(load, str) else ffi.NULL
        self.query = ffi.new("noc_query *", {
            "approach": APPROACHES[by], "load": self._load_text,
            "load_flits": 0.0 if load is None or isinstance(load, str) else float(load),
            "precision": within or precision or 0.0, "max_seconds": seconds or 0.0, "max_cycles": cycles or 0,
            "wants_channels": channels, "progress": hear_progress, "progress_data": self.watch.handle})

    def describe_load(self, flits: float) -> str:
        """The load in words, of which the library found so many flits: "load
        60% (0.0405 flits/cycle ...)"."""
        node = f"{flits:.4g} flits/cycle of each injecting node"
        return f"load {self.load} ({node})" if isinstance(self.load, str) else f"load {node}"
