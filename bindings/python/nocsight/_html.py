"""Tables for notebooks. They have no colours of their own, so they are
light or dark as the page is."""
from collections.abc import Iterable, Sequence
from html import escape

CELL = ' style="text-align: left"'
CAPTION = ' style="text-align: left; font-weight: bold; white-space: nowrap"'


def write_table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, whose first column names the rows."""
    head = "".join(f'<th scope="col"{CELL}>{escape(text)}</th>' for text in heads)
    body = "".join(f'<tr><th scope="row"{CELL}>{escape(row[0])}</th>'
                   + "".join(f"<td{CELL}>{escape(text)}</td>" for text in row[1:]) + "</tr>\n" for row in rows)
    return (f"<table>\n<caption{CAPTION}>{escape(caption)}</caption>\n"
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n")


def write_page(caption: str, figures: Iterable[tuple[str, str, str]], notes: Iterable[str]) -> str:
    """Figures with their intervals, and notes below them."""
    paragraphs = "".join(f"<p>{escape(note)}</p>\n" for note in notes)
    return f"<div>\n{write_table(caption, ('figure', 'value', 'interval'), figures)}{paragraphs}</div>"
