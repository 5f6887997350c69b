"""Fronts: designs that no other design beats in two figures."""
import math
import os
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ._catalog import metric
from ._declarations import ffi
from ._errors import INPUT, USAGE, Fault, InputError, MissingFileError, UsageError
from ._estimate import Estimate, Row
from ._library import call, lib, make_text, write_text
from ._picture import Picture, Pictured


def read_store(file: str | os.PathLike[str]) -> list[Row]:
    """Reads the results of a store that `nocsight sweep --store FILE` wrote:
    rows for pandas.DataFrame, with the columns of the command's CSV. A figure
    that was not computed is None."""
    path = Path(file)
    if not path.exists():
        raise MissingFileError(Fault(INPUT, "there is no such store", os.fspath(file)))
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    try:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute("SELECT * FROM results_wide")]
    except sqlite3.Error as error:
        raise InputError(Fault(INPUT, f"is no store of nocsight ({error})", os.fspath(file))) from None
    finally:
        connection.close()


def _list_rows(points: Any) -> list[Row]:
    """Rows of a store, of a table of pandas, of answers, or rows."""
    if isinstance(points, (str, os.PathLike)):
        return read_store(points)
    if hasattr(points, "to_dict"):
        return list(points.to_dict("records"))
    return [point.row() if isinstance(point, Estimate) else dict(point) for point in points]


def _number(row: Mapping[str, Any], name: str) -> float:
    value = row.get(name)
    return math.nan if value is None else float(value)


def _shorten(names: list[str]) -> list[str]:
    """Names without the words that all of them have, unless nothing is left of
    one."""
    shared = set.intersection(*(set(name.split()) for name in names)) if names else set()
    shortened = [" ".join(word for word in name.split() if word not in shared) for name in names]
    return shortened if all(shortened) else names


class Front(Pictured, list[Row]):
    """The front of designs by two figures: a list of the rows that no other row
    beats in both, in order of x.

    points  rows of nocsight.sweep or of a table of pandas, answers, or the file
            of a store (`nocsight sweep --store FILE`)
    x, y    names of metrics, which say whether less is better
            (nocsight.metrics()): by default area and data bandwidth
    name    column that labels a design in the picture

    `points` has the rows with both figures, `is_best` says which of them are on
    the front. A front shows itself as a picture.
    """

    def __init__(self, points: str | os.PathLike[str] | Iterable[Mapping[str, Any]] | Any, *,
                 x: str = "network_area_mm2", y: str = "saturation_data_gb_per_s", name: str = "name") -> None:
        rows = _list_rows(points)
        self.x, self.y = metric(x).name, metric(y).name
        self.points: list[Row] = [row for row in rows if not math.isnan(_number(row, x) + _number(row, y))]
        """The rows with both figures."""
        if rows and not self.points:
            raise UsageError(Fault(USAGE, f"none of {len(rows)} rows has both {x} and {y}"))
        labels = _shorten([str(row.get(name, "")) for row in self.points])
        self._names = [ffi.new("char[]", write_text(label)) for label in labels]
        self._entries = ffi.new("noc_front_entry[]", [
            {"x": _number(row, x), "x_lo": _number(row, f"{x}_lo"), "x_hi": _number(row, f"{x}_hi"),
             "y": _number(row, y), "y_lo": _number(row, f"{y}_lo"), "y_hi": _number(row, f"{y}_hi"), "name": text}
            for row, text in zip(self.points, self._names)])
        is_best = ffi.new("unsigned char[]", len(self.points))
        call(lib.noc_front_find, write_text(x), write_text(y), self._entries, len(self.points), is_best)
        self.is_best: list[bool] = [bool(flag) for flag in is_best]
        """True for each of `points` that is on the front."""
        best = (row for row, flag in zip(self.points, self.is_best) if flag)
        super().__init__(sorted(best, key=lambda row: _number(row, x)))

    def svg(self) -> Picture:
        """Draws all designs and their front."""
        return Picture(make_text(lib.noc_front_svg, write_text(self.x), write_text(self.y), self._entries,
                                 len(self.points)), self._describe())

    def __repr__(self) -> str:
        return f"<Front: {self._describe()}>"

    def _describe(self) -> str:
        return f"{len(self)} of {len(self.points)} designs by {self.x} and {self.y}"
