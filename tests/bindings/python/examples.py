"""The example notebook runs from top to bottom, and shows what it promises; the example script draws a front.

    examples.py [PAGE.html] [PICTURE.png]
"""
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

from support import ROOT, run

EXAMPLES = ROOT / "bindings/python/examples"
NOTEBOOK = EXAMPLES / "gpu.ipynb"


class Page(HTMLParser):
    """Tables and pictures of a page."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.pictures = 0, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tables += tag == "table"
        if tag == "img":
            self.pictures.append(dict(attrs))


def convert(form, folder, *options):
    """Runs the notebook, and returns what became of it."""
    environment = {**os.environ, "HOME": folder, "JUPYTER_RUNTIME_DIR": folder}
    subprocess.run([sys.executable, "-B", "-m", "nbconvert", "--execute", "--to", form, "--output-dir", folder,
                    "--output", "page", *options, NOTEBOOK], check=True, env=environment)
    return next(Path(folder).glob("page.*")).read_text(encoding="utf-8")


def faults(notebook):
    """What is wrong with the notebook after it has run."""
    outputs = [(cell["source"], output) for cell in notebook["cells"] for output in cell.get("outputs", ())]
    for source, output in outputs:
        if output["output_type"] == "error" or output.get("name") == "stderr":
            yield f"{source}: {output}"
    kinds = [kind for _, output in outputs for kind in output.get("data", ())]
    for kind, least in ("image/svg+xml", 4), ("text/html", 7):
        if kinds.count(kind) < least:
            yield f"{kinds.count(kind)} outputs of {kind}, at least {least} are expected"
    texts = "".join("".join(output.get("text", ())) for _, output in outputs)
    for words in "ns (", "did you mean 'network.flit_bytes'":
        if words not in texts:
            yield f"no output says {words!r}"


def draw_front(picture):
    """Runs the script on the store of a sweep, and says what is wrong with its picture."""
    with tempfile.TemporaryDirectory() as folder:
        store, file = Path(folder, "routers.db"), Path(folder, "front.png")
        run("sweep", str(ROOT / "configs/routers.space"), "--store", str(store), "--quiet")
        subprocess.run([sys.executable, "-B", EXAMPLES / "front.py", store, file], check=True,
                       env={**os.environ, "MPLBACKEND": "agg", "MPLCONFIGDIR": folder})
        if picture:
            shutil.copy(file, picture)
        if file.read_bytes()[:8] != b"\x89PNG\r\n\x1a\n" or file.stat().st_size < 10000:
            yield f"{file.stat().st_size} bytes are no picture"
        done = subprocess.run([sys.executable, "-B", EXAMPLES / "front.py", "no.db"], capture_output=True, text=True,
                              check=False, env={**os.environ, "MPLBACKEND": "agg", "MPLCONFIGDIR": folder})
        if done.stderr != "front.py: no.db: there is no such store\n" or done.returncode != 1:
            yield f"front.py of no store: {done.returncode}, {done.stderr}"


def main(page=None, picture=None):
    missing = [name for name in ("nbconvert", "ipykernel", "pandas", "matplotlib") if not importlib.util.find_spec(name)]
    if missing:
        print(f"skipped: no {', '.join(missing)}")
        return 77
    stored = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    wrong = ["the notebook is stored with outputs" for cell in stored["cells"] if cell.get("outputs")]
    with tempfile.TemporaryDirectory() as folder:
        wrong += faults(json.loads(convert("notebook", folder)))
    with tempfile.TemporaryDirectory() as folder:
        text = convert("html", folder)
    if page:
        Path(page).write_text(text, encoding="utf-8")
    shown = Page(text)
    drawn = [picture for picture in shown.pictures if picture["src"].startswith("data:image/svg+xml") and picture["alt"]]
    if len(drawn) < 4 or shown.tables < 3:
        wrong.append(f"the page has {len(drawn)} pictures and {shown.tables} tables")
    wrong += draw_front(picture)
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
