"""Latency over load."""
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ._errors import USAGE, Fault, UsageError
from ._estimate import Estimate, Row
from ._library import lib, make_text
from ._picture import Picture, Pictured
from ._question import Question

if TYPE_CHECKING:
    from ._design import Design


class CurvePoint(NamedTuple):
    """A load of a curve.

    model     the model's answer
    measured  the answer by the way that was asked for; None: by the model alone
    """

    model: Estimate
    measured: Estimate | None


class Curve(Pictured, list[Row]):
    """Latency over load: a list of rows for pandas.DataFrame, with the columns
    of the command's CSV (Estimate.row). Each load has a row by the model
    (`method` is "model"), and one by the way that was asked for. `points` has
    the answers. A curve shows itself as a picture."""

    def __init__(self, handle: Any, design: "Design", question: Question) -> None:
        self._handle = handle
        self.design: "Design" = design.copy()
        """The design, as it was when it was answered."""
        self.points: list[CurvePoint] = []
        """The answers, in order of load."""
        for i in range(lib.noc_curve_count(handle)):
            if not lib.noc_curve_is_added(handle, i):  # added points are for the picture
                measured = lib.noc_curve_measured(handle, i)
                self.points.append(CurvePoint(
                    Estimate(lib.noc_curve_estimate(handle, i), design, question, handle),
                    Estimate(measured, design, question, handle) if measured else None))
        super().__init__(answer.row() for point in self.points for answer in point if answer)

    def svg(self) -> Picture:
        """Draws latency in ns over the data of the whole network."""
        return draw_curves([self])

    def __repr__(self) -> str:
        return f"<Curve of {self.design.label}: {len(self.points)} loads>"


def draw_curves(curves: Iterable[Curve]) -> Picture:
    """Draws the curves of several designs in one picture."""
    listed = list(curves)
    if not listed:
        raise UsageError(Fault(USAGE, "there is no curve to draw"))
    words = ", ".join(curve.design.label for curve in listed)
    return Picture(make_text(lib.noc_curves_svg, [curve._handle for curve in listed], len(listed)),
                   f"latency over load of {words}")
