"""Pictures."""
import os
from base64 import b64encode
from html import escape
from pathlib import Path


class Picture(str):
    """A picture: the text of an SVG document, which shows itself in a
    notebook."""

    words: str

    def __new__(cls, text: str, words: str = "") -> "Picture":
        self = super().__new__(cls, text)
        self.words = words
        return self

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the picture to a file, whose name should end in .svg."""
        Path(file).write_text(self, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """The picture as an image, which nothing in the page can change: nbconvert 6.5 takes the lines out of others."""
        code = b64encode(self.encode()).decode()
        return f'<img alt="{escape(self.words)}" src="data:image/svg+xml;base64,{code}" style="max-width: 100%"/>'

    def __repr__(self) -> str:
        return f"<Picture of {self.words or f'{len(self)} characters'}>"


class Pictured:
    """An object that shows itself as a picture."""

    def svg(self) -> Picture:
        """Draws the picture."""
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        return self.svg()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.svg()._repr_html_()
