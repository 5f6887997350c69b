"""Estimates of networks-on-chip of GPUs: the answers of the command nocsight.

    >>> import nocsight
    >>> design = nocsight.Design("te13-baseline")  # a file, or a shipped one
    >>> design["network.flit_bytes"] = 32
    >>> answer = design.estimate(load="60%")
    >>> value, lo, hi, unit = answer["round_trip_ns"]

nocsight.designs(), nocsight.keys() and nocsight.metrics() list shipped
designs, settings and figures.

What there is

    Design    a design: settings by their paths; estimate, curve, costs,
              vary, svg
    Estimate  an answer: figures by the names of metrics, state, limit,
              warnings
    Value     a figure: a float with lo, hi, unit
    Curve     latency over load: rows for pandas.DataFrame, and a picture
    sweep     answers for all combinations of settings: rows for
              pandas.DataFrame
    Front     designs that no other design beats in two figures, of a sweep
              or of a store
    Context   seed, threads and calibration, where the defaults will not do
    NocsightError  what calls raise: UsageError, UnknownNameError,
                   InputError, MissingFileError

All of them show themselves in a notebook. Threads may share designs and
contexts, and run side by side; Ctrl-C stops a measurement. docs/python.md
goes from the first import to a front.

nocsight is under the MIT licence. The library libnocsight, which this
package loads, contains GSL, which is under the GNU General Public License,
version 3 or later: a program that is given to others together with
libnocsight has to respect it.
"""
from ._catalog import Key, Metric, designs, key, keys, metric, metrics
from ._context import Context
from ._curve import Curve, CurvePoint, draw_curves
from ._design import Design
from ._errors import Fault, InputError, MissingFileError, NocsightError, UnknownNameError, UsageError
from ._estimate import Estimate, Limit
from ._front import Front, read_store
from ._library import lib as _lib, read_text as _read_text
from ._picture import Picture
from ._sweep import Sweep, sweep
from ._values import Value

__version__ = _read_text(_lib.noc_version())

__all__ = ["Context", "Curve", "CurvePoint", "Design", "Estimate", "Fault", "Front", "InputError", "Key", "Limit",
           "Metric", "MissingFileError", "NocsightError", "Picture", "Sweep", "UnknownNameError", "UsageError", "Value",
           "designs", "draw_curves", "key", "keys", "metric", "metrics", "read_store", "sweep"]

for _name in __all__:
    globals()[_name].__module__ = "nocsight"
