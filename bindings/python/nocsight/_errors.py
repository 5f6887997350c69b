"""Errors of calls."""
import errno
from typing import NamedTuple

FAILED, USAGE, INPUT = 1, 2, 3


class Fault(NamedTuple):
    """One of the faults of an error; a design file may have several.

    status  1 failed, 2 wrong argument, 3 wrong file or text: as the exit status
            of the command
    message what is wrong, and what would be right
    file    file, or name of a design's text; "": none
    line    line of the file; 0: the whole file, or none
    setting setting that is at fault, "network.rows=0"; "": none
    """

    status: int
    message: str
    file: str = ""
    line: int = 0
    setting: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.file and self.line else self.file
        return f"{place}: {self.message}" if place else self.message


class NocsightError(Exception):
    """Failure of a call. `message`, `file`, `line`, `setting` and `status` are
    those of the first of its `faults`."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*faults)
        self.faults = faults or (Fault(FAILED, "unknown failure"),)
        self.status, self.message, self.file, self.line, self.setting = self.faults[0]

    def __str__(self) -> str:
        return "\n".join(dict.fromkeys(map(str, self.faults)))  # variants may have the same fault


class UsageError(NocsightError, ValueError):
    """Wrong argument: a value out of range, settings that do not fit together,
    a load that no node can inject."""


class UnknownNameError(UsageError, KeyError):
    """Name of no setting or no metric; the message has the nearest one."""


class InputError(NocsightError, ValueError):
    """Wrong design file or text; `faults` has each fault with its line."""


class MissingFileError(InputError, FileNotFoundError):
    """Name of no file and of no shipped design; the message has the nearest
    one."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*faults)
        self.errno, self.filename = errno.ENOENT, self.file
