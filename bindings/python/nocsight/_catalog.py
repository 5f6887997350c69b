"""What there is: settings, metrics, shipped designs."""
import math
from functools import cache
from typing import Any, NamedTuple

from ._declarations import ffi
from ._errors import UnknownNameError, UsageError
from ._library import call, lib, make_text, read_text, write_text


class Key(NamedTuple):
    """A setting that some design can have.

    key      path: "network.flit_bytes"
    unit     "MHz"; "": none
    meaning  in one line
    source   paper and section; "": none
    lowest, highest  range of a number, or of each number of a list; None: no
                     number
    default  default of a number; None: none, or no number
    is_integer  True: whole numbers
    is_list  True: a list of numbers
    choices  words among which a design chooses; (): no choice
    """

    key: str
    unit: str
    meaning: str
    source: str
    lowest: float | None
    highest: float | None
    default: float | None
    is_integer: bool
    is_list: bool
    choices: tuple[str, ...]


class Metric(NamedTuple):
    """A figure of an answer.

    name     "saturation_data_gb_per_s"
    unit     "GB/s"; "": a bare number
    meaning  in a line or two
    label    words for people
    digits   digits after the point in tables
    is_less_better  True: areas, powers, energies, latencies and utilisations
    """

    name: str
    unit: str
    meaning: str
    label: str
    digits: int
    is_less_better: bool


def _read_number(number: float) -> float | None:
    return None if math.isnan(number) else number


def _read_key(i: int, info: Any) -> Key:
    choices = tuple(read_text(lib.noc_key_choice(i, k)) for k in range(info.choice_count))
    return Key(read_text(info.key), read_text(info.unit), read_text(info.meaning), read_text(info.source),
               _read_number(info.lowest), _read_number(info.highest), _read_number(info.default_value),
               bool(info.is_integer), bool(info.is_list), choices)


@cache
def all_keys() -> tuple[Key, ...]:
    info = ffi.new("noc_key_info *")
    found: list[Key] = []
    while lib.noc_key_at(len(found), info, ffi.NULL) == lib.NOC_CODE_OK:
        found.append(_read_key(len(found), info))
    return tuple(found)


@cache
def all_metrics() -> tuple[Metric, ...]:
    facts = ffi.new("noc_metric_facts *")
    found: list[Metric] = []
    while lib.noc_metric_at(len(found), facts, ffi.NULL) == lib.NOC_CODE_OK:
        found.append(Metric(read_text(facts.name), read_text(facts.unit), read_text(facts.meaning),
                            read_text(facts.label), facts.digits, bool(facts.is_less_better)))
    return tuple(found)


def _find_number(function: Any, name: str) -> int:
    number = ffi.new("size_t *")
    try:
        call(function, write_text(name), number)
    except UsageError as error:
        raise UnknownNameError(*error.faults) from None
    return int(number[0])


def metric(name: str) -> Metric:
    """Finds a metric by its name; UnknownNameError (a KeyError) with the
    nearest name: there is none."""
    return all_metrics()[_find_number(lib.noc_metric_number, name)]


def key(path: str) -> Key:
    """Finds a setting by its path, "network.flit_bytes", or only "flit_bytes";
    UnknownNameError (a KeyError) with the nearest one: there is none."""
    return all_keys()[_find_number(lib.noc_key_number, path)]


def keys() -> list[Key]:
    """Lists the settings that designs can have;
    pandas.DataFrame(nocsight.keys()) is a table of them."""
    return list(all_keys())


def metrics() -> list[Metric]:
    """Lists the figures of an answer; pandas.DataFrame(nocsight.metrics()) is a
    table of them."""
    return list(all_metrics())


def designs() -> list[str]:
    """Lists the names of the shipped designs, each of which `Design(name)`
    opens."""
    return sorted(make_text(lib.noc_shipped_design_list).split("\n")[:-1])
