"""Figures of answers."""
import math
from collections.abc import Iterator

NAN = math.nan


def write_number(value: float) -> str:
    """A number in four significant digits, and all digits before the point:
    236.9, 0.04047, 65071."""
    return f"{value:.0f}" if 1e4 <= abs(value) < 1e15 else f"{value:.4g}"


class Value(float):
    """A figure with its interval: a float, which also unpacks as `value, lo,
    hi, unit`.

    lo, hi      ends of the interval; NaN: none
    unit        "GB/s", "cycles", "mm2"; "": a bare number
    confidence  confidence of the interval, 0.9 for 90 %; NaN: no interval, or
                one by judgement
    source      "model", "window", "sample", or of costs their table
    reason      reason why the value is NaN; "": it is not

    >>> Value(236.9, 230, 245, "GB/s", confidence=0.9)
    236.9 GB/s (230..245)
    >>> value, lo, hi, unit = Value(3.5, unit="cycles")
    """

    lo: float
    hi: float
    unit: str
    confidence: float
    source: str
    reason: str

    def __new__(cls, value: float, lo: float = NAN, hi: float = NAN, unit: str = "", *, confidence: float = NAN,
                source: str = "", reason: str = "") -> "Value":
        self = super().__new__(cls, value)
        self.lo, self.hi, self.unit = lo, hi, unit
        self.confidence, self.source, self.reason = confidence, source, reason
        return self

    @property
    def value(self) -> float:
        """The figure without its interval."""
        return float(self)

    @property
    def has_interval(self) -> bool:
        """True if both ends of the interval are known."""
        return math.isfinite(self.lo) and math.isfinite(self.hi)

    def write_interval(self) -> str:
        """The interval: "(230..245)", "[230..245]" if it is one by judgement,
        "" if there is none."""
        if not self.has_interval:
            return ""
        ends = f"{write_number(self.lo)}..{write_number(self.hi)}"
        return f"[{ends}]" if math.isnan(self.confidence) else f"({ends})"

    def __iter__(self) -> Iterator[float | str]:
        parts: tuple[float | str, ...] = (self.value, self.lo, self.hi, self.unit)
        return iter(parts)

    def __repr__(self) -> str:
        if math.isnan(self):
            return f"missing: {self.reason}" if self.reason else "missing"
        return " ".join(filter(None, (write_number(self), self.unit, self.write_interval())))
