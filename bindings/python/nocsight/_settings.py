"""Values of settings, as Python has them and as design files do: "16",
"mesh", "(1, 4)", "({ name = "sm"; groups = (8); })"."""
import re
from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Union

from ._catalog import key as find_key
from ._errors import USAGE, Fault, UnknownNameError, UsageError

Setting = Union[bool, int, float, str, list["Setting"], dict[str, "Setting"]]
"""Value of a setting."""

TOKEN = re.compile(r'\s*(?:(?P<mark>[(){}\[\]=;,])|"(?P<text>(?:[^"\\]|\\.)*)"|(?P<word>[^\s(){}\[\]=;,"]+))')
CLOSING = {"(": ")", "[": "]", "{": "}"}


# ---- reading -------------------------------------------------------------------------------------

def _read_word(word: str) -> Setting:
    if re.fullmatch(r"[+-]?\d+", word):
        return int(word)
    try:
        return float(word)
    except ValueError:
        return word


class _Reader:
    """Reader of a list, or of a group of keys, as design files have them."""

    def __init__(self, text: str) -> None:
        self.tokens = list(TOKEN.finditer(text))
        self.at = 0

    def take(self, mark: str = "") -> bool:
        """Steps over a mark if it is the next token."""
        is_next = self.at < len(self.tokens) and self.tokens[self.at]["mark"] == mark
        self.at += is_next
        return is_next

    def read(self) -> Setting:
        token = self.tokens[self.at]
        self.at += 1
        if token["mark"] is None:
            return _read_word(token["word"]) if token["word"] else re.sub(r"\\(.)", r"\1", token["text"])
        return self.read_group() if token["mark"] == "{" else self.read_list(CLOSING[token["mark"]])

    def read_list(self, closing: str) -> list[Setting]:
        values = []
        while not self.take(closing):
            values.append(self.read())
            self.take(",")
        return values

    def read_group(self) -> dict[str, Setting]:
        values = {}
        while not self.take("}"):
            name = self.tokens[self.at]["word"]
            self.at += 2  # the name, and "="
            values[name] = self.read()
            self.take(";")
        return values


def read_value(path: str, text: str) -> Setting:
    """A value as Python has it, from its text in a design."""
    try:
        key = find_key(path)
    except UnknownNameError:  # in a group of a list: network.levels[0].cycles
        return _read_word(text) if text[:1] not in CLOSING else _Reader(text).read()
    if key.choices == ("false", "true"):
        return text == "true"
    if text[:1] in CLOSING:
        return _Reader(text).read()
    if key.lowest is None:
        return text
    value = _read_word(text)
    return value if key.is_integer or not isinstance(value, int) else float(value)


# ---- writing -------------------------------------------------------------------------------------

def _quote(text: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def _write(value: object, is_inside: bool) -> str:
    """A value as a design file has it; words inside lists and groups have
    quotes."""
    value = value.tolist() if hasattr(value, "tolist") else value  # of numpy and pandas
    if isinstance(value, bool):
        return _write("true" if value else "false", is_inside)
    if isinstance(value, str):
        needs_quotes = is_inside or (("," in value or '"' in value) and value[:1] not in (*CLOSING, '"'))
        return _quote(value) if needs_quotes else value
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real):
        return repr(float(value)).removesuffix(".0")
    if isinstance(value, Mapping):
        return "{ " + " ".join(f"{name} = {_write(member, True)};" for name, member in value.items()) + " }"
    if isinstance(value, Iterable):
        return "(" + ", ".join(_write(member, True) for member in value) + ")"
    raise UsageError(Fault(USAGE, f"a setting is no {type(value).__name__}: {value!r}"))


def write_value(path: str, value: object) -> str:
    """A value as the command's option --set takes it."""
    return _quote(value) if path == "name" and isinstance(value, str) else _write(value, False)


def write_path(path: str) -> str:
    """The whole path of a setting: "network.flit_bytes" of "flit_bytes". Paths
    of one network, and of a key in a list of groups, stay."""
    return path if "[" in path or path == "name" else find_key(path).key


def write_settings(settings: Mapping[str, object]) -> list[str]:
    """Settings as texts "key=value"."""
    return [f"{whole}={write_value(whole, value)}" for whole, value in
            ((write_path(path), value) for path, value in settings.items())]


def write_axes(axes: Mapping[str, object]) -> list[list[str]]:
    """Values of settings as lists of texts "key=value"; a single value stands
    for a list of it."""
    texts = []
    for path, values in axes.items():
        whole = write_path(path)
        is_one = isinstance(values, (str, Mapping)) or not isinstance(values, Iterable)
        members: Iterable[object] = [values] if is_one else values  # type: ignore[assignment]
        texts.append([f"{whole}={write_value(whole, value)}" for value in members])
        if not texts[-1]:
            raise UsageError(Fault(USAGE, f"{whole} has no values", setting=whole))
    return texts


def join_axis(texts: list[str]) -> str:
    """An axis as the command's option --vary takes it:
    "key=value,value,..."."""
    return ",".join([texts[0], *(text.partition("=")[2] for text in texts[1:])])
