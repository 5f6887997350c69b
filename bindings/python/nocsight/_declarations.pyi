# The module is made from nocsight.h when nocsight is built (declarations.py).
from typing import Any

ffi: Any
