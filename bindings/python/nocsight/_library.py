"""The shared library libnocsight, and the forms of its calls."""
import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

from ._declarations import ffi
from ._errors import INPUT, USAGE, Fault, InputError, NocsightError, UsageError

FILE = "libnocsight.so.1"


def _find() -> str:
    """File of the library: $NOCSIGHT_LIBRARY, else the one in a folder above
    this package, as built or as installed, else the one that the dynamic linker
    finds."""
    chosen = os.environ.get("NOCSIGHT_LIBRARY")
    if chosen:
        return chosen
    above = Path(__file__).resolve().parents[1:5]
    return next((str(folder / FILE) for folder in above if (folder / FILE).exists()), FILE)


def _load() -> Any:
    file = _find()
    try:
        library = ffi.dlopen(file)
        version = library.noc_api_version()
    except (OSError, AttributeError) as error:
        raise ImportError(f"nocsight needs the library {FILE} (NOCSIGHT_LIBRARY names its file): {error}") from None
    if version < library.NOC_API_VERSION:
        raise ImportError(f"{file} has version {version} of its interface, and this package needs version "
                          f"{library.NOC_API_VERSION} or later: install both of one release")
    return library


lib: Any = _load()
"""The functions and constants of nocsight.h."""


# ---- texts ---------------------------------------------------------------------------------------

def read_text(pointer: Any) -> str:
    """A text of the library; "" for NULL."""
    return str(ffi.string(pointer).decode("utf-8", "replace")) if pointer else ""


def write_text(text: str) -> bytes:
    """A text for the library."""
    if "\0" in text:
        raise UsageError(Fault(USAGE, f"a text has a null character: {text[:60]!r}"))
    return text.encode("utf-8", "surrogateescape")


def write_file(path: str | os.PathLike[str]) -> bytes:
    """The name of a file for the library."""
    return write_text(os.fspath(path))


# ---- errors --------------------------------------------------------------------------------------

def _read_fault(fault: Any) -> Fault:
    """A fault whose place is a setting of a command line is one of the
    setting."""
    file = read_text(fault.file)
    for option in ("--set ", "--vary "):
        if file.startswith(option):
            return Fault(fault.status, read_text(fault.message), setting=file.removeprefix(option))
    return Fault(fault.status, read_text(fault.message), "" if file == "--vary" else file, fault.line)


def _make_error(error: Any) -> NocsightError:
    fault = ffi.new("noc_fault *")
    faults: list[Fault] = []
    while lib.noc_error_fault(error, len(faults), fault) == lib.NOC_CODE_OK:
        faults.append(_read_fault(fault))
    kind = {USAGE: UsageError, INPUT: InputError}.get(error.status, NocsightError)
    return kind(*faults)


# ---- progress ------------------------------------------------------------------------------------

Progress = Callable[[float], object]


class Watch:
    """Progress of a call, which the library tells in the thread of the call.
    What the caller's function raises, or a handler of a signal (Ctrl-C), stops
    the call and comes out of it."""

    def __init__(self, progress: Progress | None) -> None:
        self.progress = progress
        self.error: BaseException | None = None
        self.handle = ffi.new_handle(self)


def _keep_error(_kind: type[BaseException], error: BaseException, traceback: TracebackType) -> None:
    watch: Watch = ffi.from_handle(traceback.tb_frame.f_locals["data"])
    watch.error = error.with_traceback(traceback.tb_next)


@ffi.callback("noc_progress_function", error=0, onerror=_keep_error)  # type: ignore[misc]
def hear_progress(data: Any, share: float) -> int:
    """The library's progress function. An error goes to the Watch, and the
    result is then 0, which stops the call."""
    watch: Watch = ffi.from_handle(data)
    if watch.progress is not None:
        watch.progress(share)
    return 1


def _raise_stopped(watch: Watch) -> NoReturn:
    error, watch.error = watch.error, None
    assert error is not None
    try:
        raise error
    finally:
        del error


# ---- calls ---------------------------------------------------------------------------------------

def call(function: Any, *arguments: Any, watch: Watch | None = None) -> None:
    """Calls a function whose last argument is its noc_error; other threads of
    Python run meanwhile."""
    error = ffi.new("noc_error *")
    try:
        status = function(*arguments, error)
        if watch is not None and watch.error is not None:
            _raise_stopped(watch)
        if status != lib.NOC_CODE_OK:
            raise _make_error(error)
    finally:
        lib.noc_error_clear(error)


def make(kind: str, release: Any, *steps: Callable[[Any], None]) -> Any:
    """An object of the library, which is released with the result. The steps
    put it into the pointer that they get; if one of them fails, or Ctrl-C comes
    between, what is there is released."""
    slot, is_made = ffi.new(f"{kind} **"), False
    try:
        for step in steps:
            step(slot)
        is_made = True
    finally:
        if not is_made:
            release(slot[0])
    return ffi.gc(slot[0], release)


def make_text(function: Any, *arguments: Any) -> str:
    """The text that a function gives to the caller."""
    text = make("char", lib.noc_text_release, lambda slot: call(function, *arguments, slot))
    return read_text(text)
