"""Calibration, seed and threads of answers."""
import os

from ._declarations import ffi
from ._errors import USAGE, Fault, UsageError
from ._library import call, lib, make, write_file


class Context:
    """How answers are found. It never changes, and several threads may use one;
    designs without one of their own have the default.

    seed         seed of measurements: equal seeds give equal answers on every
                 machine
    threads      threads of a measurement; 0: one for each processor. Never
                 changes an answer
    calibration  file of `nocsight calibrate`; None: the calibration of this
                 version; "": the model as derived, without intervals
    """

    def __init__(self, *, seed: int = 1, threads: int = 0, calibration: str | os.PathLike[str] | None = None) -> None:
        for name, number, bits in ("seed", seed, 64), ("threads", threads, 32):
            if not 0 <= number < 2**bits:
                raise UsageError(Fault(USAGE, f"{name} {number}: expected a whole number from 0 to 2**{bits} - 1"))
        self.seed, self.threads, self.calibration = seed, threads, calibration
        self._handle = make("noc_context", lib.noc_context_release, lambda slot: call(lib.noc_context_new, slot))
        call(lib.noc_context_set_seed, self._handle, seed)
        call(lib.noc_context_set_threads, self._handle, threads)
        if calibration is not None:
            call(lib.noc_context_set_calibration, self._handle, write_file(calibration))

    def __repr__(self) -> str:
        return f"Context(seed={self.seed}, threads={self.threads}, calibration={self.calibration!r})"


DEFAULT = Context()
"""The context of designs without one of their own."""
