"""Pictures."""
import os
from pathlib import Path


class Picture(str):
    """A picture: the text of an SVG document, which shows itself in a
    notebook."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the picture to a file, whose name should end in .svg."""
        Path(file).write_text(self, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<Picture of {len(self)} characters>"
